import type { BulkRun } from '#contract/job.ts';

const POLL_MS = 1_000;

/** How often a run is asked for: every second while it is under way. */
export const pollWhile = (run: Pick<BulkRun, 'state'> | undefined): number | false =>
  run?.state === 'running' ? POLL_MS : false;
