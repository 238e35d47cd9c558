/** How often a run that is under way is asked for, in milliseconds. */
const POLL_MS = 1_000;

type Running = { state: string };

/** How often runs are asked for: every second while one of them is under way, not at all otherwise. */
export const pollWhile = (...runs: readonly (Running | null | undefined)[]): number | false =>
  runs.some((run) => run?.state === 'running') ? POLL_MS : false;
