import type { Finding } from '../exceptions/types.ts';
import type { ReplayedProblem, ReplayWindow } from '../exceptions/replay/replay.ts';

/** What a rule would have found, asked at every moment of a window: the slow way that replays must agree with. */
export function askHourly(
  window: ReplayWindow,
  subscribedAt: number,
  ask: (now: number) => readonly Finding[],
): ReplayedProblem[] {
  const problems = new Map<string, ReplayedProblem & { open: boolean }>();
  for (let now = window.from; now <= window.to; now += window.stepMs) {
    if (now < subscribedAt) continue;
    const findings = ask(now);
    const keys = new Set(findings.map(({ key }) => key));
    for (const problem of problems.values()) {
      if (!problem.open || keys.has(problem.key)) continue;
      Object.assign(problem, { open: false, goneAt: now });
    }
    for (const key of keys) {
      const problem = problems.get(key);
      if (problem === undefined) {
        const finding = findings.find((one) => one.key === key);
        if (finding === undefined) continue;
        problems.set(key, { key, firstAt: now, goneAt: null, openings: 1, finding, open: true });
      } else if (!problem.open) Object.assign(problem, { open: true, goneAt: null, openings: problem.openings + 1 });
    }
  }
  return [...problems.values()].map(({ open: _open, ...problem }) => problem);
}

/** A problem as two ways of asking must agree on it. */
export const faceOfProblems = (problems: readonly ReplayedProblem[]) =>
  problems
    .map(({ key, firstAt, goneAt, openings }) => ({ key, firstAt, goneAt, openings }))
    .sort((a, b) => (a.key < b.key ? -1 : 1));
