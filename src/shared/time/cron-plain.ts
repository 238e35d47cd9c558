const macros: Readonly<Record<string, string>> = {
  '@YEARLY': '0 0 1 1 *',
  '@ANNUALLY': '0 0 1 1 *',
  '@MONTHLY': '0 0 1 * *',
  '@WEEKLY': '0 0 * * 0',
  '@DAILY': '0 0 * * *',
  '@MIDNIGHT': '0 0 * * *',
  '@HOURLY': '0 * * * *',
};

const months = 'JANUARY FEBRUARY MARCH APRIL MAY JUNE JULY AUGUST SEPTEMBER OCTOBER NOVEMBER DECEMBER'.split(' ');
const weekdays = 'SUNDAY MONDAY TUESDAY WEDNESDAY THURSDAY FRIDAY SATURDAY'.split(' ');

/** The short form of a name that begins one of the long ones with four letters or more; anything else as it is. */
const shortName = (word: string, names: readonly string[]): string =>
  word.length > 3 && names.some((name) => name.startsWith(word)) ? word.slice(0, 3) : word;

type Unit = { low: number; high: number; names: readonly string[] };

const unitsOf = (count: number): (Unit | undefined)[] => {
  const none: readonly string[] = [];
  const sunday = count === 5 ? 0 : 1;
  const all = [
    { low: 0, high: 59, names: none },
    { low: 0, high: 59, names: none },
    { low: 0, high: 23, names: none },
    { low: 1, high: 31, names: none },
    { low: 1, high: 12, names: months },
    { low: sunday, high: sunday + 6, names: weekdays },
  ];
  return count === 5 ? all.slice(1) : all;
};

/** The number of a value or of a short name; NaN when it is none. */
function valueOf(text: string, { low, names }: Unit): number {
  const place = names.findIndex((name) => text.length === 3 && name.startsWith(text));
  return place === -1 ? (/^\d{1,2}$/.test(text) ? Number(text) : Number.NaN) : place + low;
}

/** A range that goes over the end of its unit, such as 22-2 or FRI-MON, as its values; other parts as they are. */
function withoutWrap(part: string, unit: Unit): string {
  const [, from = '', to = '', step = '1'] = /^(\w+)-(\w+)(?:\/(\d{1,2}))?$/.exec(part) ?? [];
  const [first, last, every] = [valueOf(from, unit), valueOf(to, unit), Number(step)];
  const isWithin = (value: number): boolean => value >= unit.low && value <= unit.high;
  if (!isWithin(first) || !isWithin(last) || first <= last || every < 1) return part;
  const size = unit.high - unit.low + 1;
  const values: number[] = [];
  for (let value = first; value <= last + size; value += every) values.push(((value - unit.low) % size) + unit.low);
  return values.join(',');
}

/**
 * A cron expression in the spelling that our reader knows, in capitals: `@daily` and the like as fields, short names for long ones,
 * ranges over the end of a unit as their values, and the last weekday (`L` alone, Saturday) as its number. Nothing is checked.
 */
export function plainCron(expression: string): string {
  const text = expression.trim().toUpperCase();
  const fields = (macros[text] ?? text).split(/\s+/);
  const units = unitsOf(fields.length);
  return fields
    .map((field, place) => {
      const unit = units[place];
      if (unit === undefined) return field;
      if (unit.names === weekdays && field === 'L') return String(unit.high);
      return field
        .replaceAll(/[A-Z]+/g, (word) => shortName(word, unit.names))
        .split(',')
        .map((part) => withoutWrap(part, unit))
        .join(',');
    })
    .join(' ');
}
