import type { Translate } from '#web/i18n/index.ts';

const reasons = [
  'config_error',
  'unreachable',
  'timeout',
  'unauthorized',
  'rate_limited',
  'server_error',
  'bad_answer',
  'too_large',
] as const;

/** Why a booking could not be exchanged, in words; what a carrier said stays as it was said. */
export function problemText(t: Translate, problem: string): string {
  const reason = reasons.find((one) => one === problem);
  return reason === undefined ? problem : t(`bookingRecords.problem.${reason}`);
}
