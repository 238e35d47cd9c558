import type { Finding } from './types.ts';

const severityOrder = { low: 0, medium: 1, high: 2 } as const;

/** Whether severity `a` is worse than `b`. */
export function isWorse(a: Finding['severity'], b: Finding['severity']): boolean {
  return severityOrder[a] > severityOrder[b];
}
