import { DAY_MS, HOUR_MS, type Instant } from '#shared/time/instant.ts';

/** The last 24 hours, as a filter of lists writes it. */
export const LAST_DAY = '24h';

const hourText = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}) UTC([+-]\d{2}:\d{2})$/;

/** An hour as a filter of lists writes it, in local time with its offset from UTC in minutes: `2026-05-10 09:00 UTC+08:00`. */
export function writeHour(from: Instant, offsetMinutes: number): string {
  const local = new Date(from + offsetMinutes * 60_000).toISOString();
  const away = Math.abs(offsetMinutes);
  const two = (value: number): string => String(value).padStart(2, '0');
  const offset = `${offsetMinutes < 0 ? '-' : '+'}${two(Math.floor(away / 60))}:${two(away % 60)}`;
  return `${local.slice(0, 10)} ${local.slice(11, 16)} UTC${offset}`;
}

/** The span that such a filter means, its end excluded; undefined for other texts. */
export function readCreatedIn(text: string, now: Instant): { from: Instant; to: Instant } | undefined {
  if (text.trim() === LAST_DAY) return { from: now - DAY_MS, to: now + 1 };
  const [, day, clock, offset] = hourText.exec(text.trim()) ?? [];
  const from = Date.parse(`${day}T${clock}:00${offset}`);
  return Number.isNaN(from) ? undefined : { from, to: from + HOUR_MS };
}
