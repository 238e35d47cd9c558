/** The fields of a local date and time, without a zone; month and day count from 1. */
export type LocalFields = {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
};

const MONTH_DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

/** The number of days of a month (1-12) in the Gregorian calendar. */
function daysInMonth(year: number, month: number): number {
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  return month === 2 && leap ? 29 : (MONTH_DAYS[month - 1] ?? 0);
}

/** Whether the fields name a real date between the years 1900 and 2199 and a time of a 24 h clock. */
export function isRealLocal(fields: LocalFields): boolean {
  const { year, month, day, hour, minute, second } = fields;
  return (
    year >= 1900 &&
    year <= 2199 &&
    month >= 1 &&
    month <= 12 &&
    day >= 1 &&
    day <= daysInMonth(year, month) &&
    hour >= 0 &&
    hour <= 23 &&
    minute >= 0 &&
    minute <= 59 &&
    second >= 0 &&
    second <= 59
  );
}

/** The fields read as if they were UTC, in epoch milliseconds. */
export function fieldsAsUtc(fields: LocalFields): number {
  return Date.UTC(fields.year, fields.month - 1, fields.day, fields.hour, fields.minute, fields.second);
}

function pad(value: number): string {
  return value < 10 ? `0${value}` : `${value}`;
}

/** Epoch milliseconds written as `yyyy-MM-dd HH:mm:ss` of UTC. */
export function utcAsText(utcMs: number): string {
  const date = new Date(utcMs);
  const year = String(date.getUTCFullYear()).padStart(4, '0');
  return (
    `${year}-${pad(date.getUTCMonth() + 1)}-${pad(date.getUTCDate())} ` +
    `${pad(date.getUTCHours())}:${pad(date.getUTCMinutes())}:${pad(date.getUTCSeconds())}`
  );
}
