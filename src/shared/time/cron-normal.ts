import { type CronDialect, cronDialect, nextCronRuns } from './cron.ts';
import { plainCron } from './cron-plain.ts';
import { DAY_MS } from './instant.ts';

const monthNames = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
/** A Sunday. */
const sunday = Date.UTC(2026, 10, 22);

const withoutNames = (field: string, names: readonly string[], first: number): string =>
  names.reduce((text, name, index) => text.replaceAll(name, String(index + first)), field);

/** The weekdays that part of a weekday field means, Sunday = 1. */
function daysOf(part: string, dialect: CronDialect): number[] {
  const expression = dialect === 'unix' ? `0 0 * * ${part}` : `0 0 0 * * ${part}`;
  const days = nextCronRuns(expression, 'UTC', sunday - 1, 7).filter((at) => at < sunday + 7 * DAY_MS);
  return days.map((at) => new Date(at).getUTCDay() + 1);
}

/** Weekdays with `#` or `L` behind them, such as the third Friday: `5#3` in 5 fields, `6#3` in 6. */
const special = /^(.+?)(#\d|#?L)$/;

/** A weekday field with numbers from Sunday = 1. `+` before it asks for the day of the month as well; otherwise one of both is enough. */
function weekdaysOf(field: string, dialect: CronDialect, dayOfMonth: string): string {
  if (field === '*') return field;
  const [, plus = '', rest = ''] = /^(\+?)(.*)$/.exec(field) ?? [];
  const parts = rest.split(',');
  const plain = parts.filter((part) => !special.test(part));
  const days = [...new Set(plain.flatMap((part) => daysOf(part, dialect)))].toSorted((a, b) => a - b);
  const others = parts.flatMap((part) => {
    const [, base = '', mark = ''] = special.exec(part) ?? [];
    return base === '' ? [] : daysOf(base, dialect).map((day) => `${day}${mark}`);
  });
  // With a day of the month, "any weekday" must stay 1-7: `*` would leave only the day of the month as the condition.
  if (days.length === 7) return dayOfMonth === '*' ? '*' : `${plus}1-7`;
  return `${plus}${[...days.map(String), ...others].join(',')}`;
}

/**
 * An expression in the form of Quartz whatever it was written in: seven fields (second first, year last), weekdays as numbers with
 * Sunday = 1, months as numbers, `*` for `?`, no leading zeros. It runs at the same times. Throws when its weekdays cannot be read.
 */
export function normalCron(expression: string): string {
  const dialect = cronDialect(expression);
  const fields = plainCron(expression)
    .split(' ')
    .map((field) => (field === '?' ? '*' : field.replaceAll(/\b0+(?=\d)/g, '')));
  const seven = [...(dialect === 'unix' ? ['0'] : []), ...fields, '*'].slice(0, 7);
  return seven
    .map((field, place) => {
      if (place === 4) return withoutNames(field, monthNames, 1);
      if (place === 5) return weekdaysOf(field, dialect, seven[3] ?? '*');
      return field;
    })
    .join(' ');
}

/** The same for what may be stored without being readable; null where it cannot be read. */
export function normalCronOrNull(expression: string): string | null {
  try {
    return normalCron(expression);
  } catch {
    return null;
  }
}
