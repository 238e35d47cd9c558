import { useT } from '#web/i18n/index.ts';

const oneDecimal = (value: number): string => value.toFixed(1).replace(/\.0$/, '');

/** How long something takes, in words. */
export function useSpan(): (ms: number) => string {
  const t = useT();
  return (ms) => {
    if (ms < 60_000) return t('schedules.seconds', { n: Math.round(ms / 1000) });
    if (ms < 3_600_000) return t('schedules.minutes', { n: oneDecimal(ms / 60_000) });
    return t('schedules.hours', { n: oneDecimal(ms / 3_600_000) });
  };
}
