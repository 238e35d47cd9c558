/** How often a run that is under way is requested, in milliseconds. */
const POLL_MS = 1_000;

type Running = { state: string };

/** How often runs are requested: every second while one of them is under way, not at all otherwise. */
export const pollWhile = (...runs: readonly (Running | null | undefined)[]): number | false =>
  runs.some((run) => run?.state === 'running') ? POLL_MS : false;
