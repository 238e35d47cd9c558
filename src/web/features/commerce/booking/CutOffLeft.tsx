import { type Translate, useT } from '#web/i18n/index.ts';
import { StatusTag } from '#web/kit/value/StatusTag.tsx';

const hourMs = 3_600_000;
const soonHours = 24;

/** How long there is until a cut-off, in words. */
export function leftText(t: Translate, time: number, now: number): string {
  const hours = (time - now) / hourMs;
  if (hours <= 0) return t('bookingRecords.cutOffOver');
  return hours >= 48
    ? t('bookingRecords.daysLeft', { days: Math.floor(hours / 24) })
    : t('bookingRecords.hoursLeft', { hours: Math.floor(hours), minutes: Math.floor((hours % 1) * 60) });
}

/** How long there is until a cut-off; it is marked once a day or less is left. */
export function CutOffLeft({ time, now }: { time: number; now: number }) {
  const t = useT();
  const hours = (time - now) / hourMs;
  const tone = hours <= 0 ? 'neutral' : hours <= soonHours ? 'warn' : 'info';
  return <StatusTag tone={tone}>{leftText(t, time, now)}</StatusTag>;
}
