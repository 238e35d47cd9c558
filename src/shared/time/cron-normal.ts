import { cronDialect, nextCronRuns } from './cron.ts';
import { DAY_MS } from './instant.ts';

const monthNames = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
/** A Sunday. */
const sunday = Date.UTC(2026, 10, 22);

const withoutNames = (field: string, names: readonly string[], first: number): string =>
  names.reduce((text, name, index) => text.replaceAll(name, String(index + first)), field);

/** The weekdays that part of a weekday field means, Sunday = 1. */
function daysOf(part: string, dialect: 'unix' | 'quartz'): number[] {
  const expression = dialect === 'unix' ? `0 0 * * ${part}` : `0 0 0 * * ${part}`;
  const days = nextCronRuns(expression, 'UTC', sunday - 1, 7).filter((at) => at < sunday + 7 * DAY_MS);
  return days.map((at) => new Date(at).getUTCDay() + 1);
}

/** A weekday with `#` or `L` behind it, such as the third Friday: `5#3` in 5 fields, `6#3` in 6. */
const special = /^(\d|[A-Z]{3})(#\d|#?L)$/;

function weekdaysOf(field: string, dialect: 'unix' | 'quartz'): string {
  if (field === '*' || field === 'L') return field;
  const parts = field.split(',');
  const plain = parts.filter((part) => !special.test(part));
  const days = [...new Set(plain.flatMap((part) => daysOf(part, dialect)))].toSorted((a, b) => a - b);
  const others = parts.flatMap((part) => {
    const [, day = '', mark = ''] = special.exec(part) ?? [];
    return day === '' ? [] : [`${daysOf(day, dialect)[0]}${mark}`];
  });
  return days.length === 7 ? '*' : [...days.map(String), ...others].join(',');
}

/**
 * An expression in one form whatever it was written in: seven fields (second first, year last), weekdays as numbers with Sunday = 1,
 * months as numbers, `*` for `?`. It runs at the same times. Throws when the expression cannot be read.
 */
export function normalCron(expression: string): string {
  const dialect = cronDialect(expression);
  const fields = expression
    .trim()
    .toUpperCase()
    .split(/\s+/)
    .map((field) => (field === '?' ? '*' : field));
  const seven = [...(dialect === 'unix' ? ['0'] : []), ...fields, '*'].slice(0, 7);
  return seven
    .map((field, place) => {
      if (place === 4) return withoutNames(field, monthNames, 1);
      if (place === 5) return weekdaysOf(field, dialect);
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
