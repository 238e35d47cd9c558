import type { Finding } from './types.ts';

const severityOrder = { low: 0, medium: 1, high: 2 } as const;

/** The worst severity of some findings, of which there is at least one. */
export const worstOf = (findings: readonly Pick<Finding, 'severity'>[]): Finding['severity'] =>
  findings.reduce<Finding['severity']>((worst, { severity }) => (isWorse(severity, worst) ? severity : worst), 'low');

/** Whether severity `a` is worse than `b`. */
export function isWorse(a: Finding['severity'], b: Finding['severity']): boolean {
  return severityOrder[a] > severityOrder[b];
}
