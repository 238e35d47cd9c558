import type { JobListRow } from '#contract/execution/job.ts';

const now = Date.UTC(2026, 4, 10, 4);

/** A failed job in the list of jobs; `values` replace parts of the row. */
export const jobRow = (values: Partial<JobListRow> = {}): JobListRow => ({
  jobId: '7',
  createTime: now,
  processName: '采集墨里官网',
  jobStatus: 'Faulted',
  robotName: 'robot-1',
  startTime: now,
  errorText: '页面打不开',
  errorDetail: 'net::ERR_TIMED_OUT',
  jobSource: 'MANUAL',
  priority: 50,
  attempt: 2,
  endTime: now + 125_000,
  tenantName: '海帆',
  packageVersion: '1.2.0',
  processType: 'meri-track',
  environmentName: '生产',
  creatorName: '李雷',
  confirmState: 'none',
  processId: '3',
  durationMs: 125_000,
  progress: null,
  ...values,
});
