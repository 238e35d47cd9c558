import type { ExceptionRule, Finding } from '../types.ts';

const something: Finding = { key: '', params: {}, evidence: [], severity: 'low' };

/** A rule as it is requested from tracks: what it finds there says only whether its details are worth reading. */
export const requestedOfTrack = (rule: ExceptionRule): ExceptionRule => {
  const { suspects } = rule;
  if (suspects === undefined) return rule;
  return { ...rule, detect: (view, _now, _settings, reference) => (suspects(view, reference) ? [something] : []) };
};
