import { HOUR_MS, MINUTE_MS } from './instant.ts';

type Language = 'zh' | 'en';

const units = {
  days: { zh: '天', en: 'd' },
  hours: { zh: '小时', en: 'h' },
  minutes: { zh: '分钟', en: 'min' },
  seconds: { zh: '秒', en: 's' },
} as const;

/** Longest time in hours that people read more easily in hours than in days. */
const longestInHours = 48;

/** Hours as people read them: up to two days with one decimal (`6.5 h`), more as days and whole hours (`7 d 19 h`). */
export function hoursText(hours: number, language: Language): string {
  const amount = Math.abs(hours);
  const reported = (count: number, unit: keyof typeof units): string => `${count} ${units[unit][language]}`;
  const short = Math.round(amount * 10) / 10;
  const sign = hours < 0 && short !== 0 ? '-' : '';
  if (!Number.isFinite(amount) || short <= longestInHours) return sign + reported(short, 'hours');
  const whole = Math.round(amount);
  const days = reported(Math.floor(whole / 24), 'days');
  return whole % 24 === 0 ? sign + days : `${sign}${days} ${reported(whole % 24, 'hours')}`;
}

/** A time span as people read it, rounded down to whole minutes below an hour and to whole hours above. */
export function durationText(spanMs: number, language: Language): string {
  if (spanMs < HOUR_MS) return `${Math.floor(spanMs / MINUTE_MS)} ${units.minutes[language]}`;
  return hoursText(Math.floor(spanMs / HOUR_MS), language);
}

/** How long something takes, exact enough to compare two of them: seconds, minutes or hours with one decimal. */
export function spanText(ms: number, language: Language): string {
  const reported = (amount: number, unit: string): string => `${amount.toFixed(1).replace(/\.0$/, '')} ${unit}`;
  if (ms < MINUTE_MS) return reported(ms / 1000, units.seconds[language]);
  if (ms < HOUR_MS) return reported(ms / MINUTE_MS, units.minutes[language]);
  return reported(ms / HOUR_MS, units.hours[language]);
}
