import type { JobStatus } from '#domain/execution/job/job-status.ts';

const states: Readonly<Record<string, JobStatus>> = {
  pending: 'Running',
  running: 'Running',
  // It waits for a person or a queue, and goes on by itself.
  suspended: 'Running',
  resumed: 'Running',
  stopping: 'Stopping',
  terminating: 'Stopping',
  successful: 'Successful',
  faulted: 'Faulted',
  stopped: 'Stopped',
};

/** The state of ours that stands for one of the orchestrator; a job that it has not begun is on its robot all the same. */
export const statusOf = (state: string): JobStatus => states[state.toLowerCase()] ?? 'Running';
