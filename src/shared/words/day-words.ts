import { DAY_MS } from '../time/instant.ts';

/**
 * Days that a sentence names, as `yyyy-MM-dd`; both ends count. `side` says whether they lie behind or ahead of today;
 * a bare weekday is the coming one, and is moved back by a week where the filter looks back.
 */
export type DaySpan = { from?: string; to?: string; side: 'past' | 'future' | 'either' | 'weekday' };

/** Days found in a text, and how many characters name them. */
export type DaysFound = { length: number; span: DaySpan };

/** `closed`: it names both ends itself. */
type Datum = { length: number; from: number; to: number; side: DaySpan['side']; closed?: true };

const dayOf = (text: string): number => Date.parse(`${text}T00:00:00Z`) / DAY_MS;
const textOf = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);
/** A day so many days later, as text. */
export const daysLater = (day: string, days: number): string => textOf(dayOf(day) + days);
const weekStart = (day: number): number => day - ((new Date(day * DAY_MS).getUTCDay() + 6) % 7);
const monthStart = (day: number, shift: number): number => {
  const date = new Date(day * DAY_MS);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + shift, 1) / DAY_MS;
};
const yearStart = (day: number, shift: number): number =>
  Date.UTC(new Date(day * DAY_MS).getUTCFullYear() + shift, 0, 1) / DAY_MS;

/** A week, month, quarter or year, counted from the present one. */
function period(unit: string, shift: number, today: number): { from: number; to: number } {
  switch (unit) {
    case 'week':
      return { from: weekStart(today) + shift * 7, to: weekStart(today) + shift * 7 + 6 };
    case 'month':
      return { from: monthStart(today, shift), to: monthStart(today, shift + 1) - 1 };
    case 'quarter': {
      const first = -(new Date(today * DAY_MS).getUTCMonth() % 3) + shift * 3;
      return { from: monthStart(today, first), to: monthStart(today, first + 3) - 1 };
    }
    default:
      return { from: yearStart(today, shift), to: yearStart(today, shift + 1) - 1 };
  }
}

const daysIn: Readonly<Record<string, number>> = { day: 1, week: 7, month: 30, year: 365 };

const englishNumbers: Readonly<Record<string, number>> = {
  a: 1,
  an: 1,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  twelve: 12,
  fourteen: 14,
  thirty: 30,
};
const NUMBER = `(\\d{1,3}|${Object.keys(englishNumbers).join('|')})`;
const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
const WEEKDAY = '(mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?';
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH =
  '(january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)';

const chineseDigits = '零一二三四五六七八九';
/** A number as people write it in either language; undefined when the text is not a number. */
function numberOf(text: string): number | undefined {
  if (/^\d+$/.test(text)) return Number(text);
  if (text in englishNumbers) return englishNumbers[text];
  const plain = text.replace('两', '二');
  const tens = /^([一二三四五六七八九])?十([一二三四五六七八九])?$/.exec(plain);
  if (tens !== null)
    return (
      (tens[1] === undefined ? 1 : chineseDigits.indexOf(tens[1])) * 10 +
      (tens[2] === undefined ? 0 : chineseDigits.indexOf(tens[2]))
    );
  const digit = plain.length === 1 ? chineseDigits.indexOf(plain) : -1;
  return digit < 0 ? undefined : digit;
}

const HAN_NUMBER = '(\\d{1,3}|[一二两三四五六七八九十]{1,3})';
const HAN_UNIT = '(个工作日|天|日|周|个?星期|个?礼拜|个?月|年)';
const unitOf = (word: string): string =>
  /周|星期|礼拜|week/.test(word)
    ? 'week'
    : /月|month/.test(word)
      ? 'month'
      : /季|quarter/.test(word)
        ? 'quarter'
        : /年|year/.test(word)
          ? 'year'
          : 'day';

type Rule = readonly [
  pattern: RegExp,
  read: (match: RegExpExecArray, today: number) => Omit<Datum, 'length'> | undefined,
];
const rule = (pattern: string, read: Rule[1]): Rule => [new RegExp(pattern, 'y'), read];

const single = (day: number, today: number): Omit<Datum, 'length'> => ({
  from: day,
  to: day,
  side: day < today ? 'past' : day > today ? 'future' : 'either',
});
const whole = ({ from, to }: { from: number; to: number }, today: number): Omit<Datum, 'length'> => ({
  from,
  to,
  side: to < today ? 'past' : from > today ? 'future' : 'either',
});
const counted = (text: string | undefined, unit: string | undefined): number | undefined => {
  const n = numberOf(text ?? '');
  return n === undefined ? undefined : n * (daysIn[unitOf(unit ?? '')] ?? 1);
};
/** This many days up to today, or from today on. */
const lastOnes = (days: number | undefined, today: number): Omit<Datum, 'length'> | undefined =>
  days === undefined ? undefined : { from: today - days + 1, to: today, side: 'past' };
const nextOnes = (days: number | undefined, today: number): Omit<Datum, 'length'> | undefined =>
  days === undefined ? undefined : { from: today, to: today + days, side: 'future' };
/** A calendar date; without a year the one nearest to today. */
function calendar(year: string | undefined, month: number, day: number, today: number): number | undefined {
  const on = (y: number): number | undefined => {
    const date = new Date(Date.UTC(y, month - 1, day));
    return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.getTime() / DAY_MS : undefined;
  };
  if (year !== undefined) return on(Number(year));
  const current = new Date(today * DAY_MS).getUTCFullYear();
  return [current - 1, current, current + 1]
    .map(on)
    .filter((one) => one !== undefined)
    .toSorted((one, other) => Math.abs(one - today) - Math.abs(other - today))[0];
}
const dated = (day: number | undefined, today: number): Omit<Datum, 'length'> | undefined =>
  day === undefined ? undefined : single(day, today);
const shiftOf = (word: string | undefined): number =>
  /^(next|coming|following|下)/.test(word ?? '')
    ? word === '下下'
      ? 2
      : 1
    : /^(last|previous|past|上)/.test(word ?? '')
      ? word === '上上'
        ? -2
        : -1
      : 0;
function monthOf(year: string | undefined, month: number, today: number): Omit<Datum, 'length'> | undefined {
  const first = calendar(year, month, 15, today);
  return first === undefined ? undefined : whole(period('month', 0, first), today);
}
const END = '(?![a-z0-9])';

/** Two days of one month: "1 to 15 December", "12月1-15日". */
function daysOfMonth(
  month: number | undefined,
  [first, last]: readonly [string | undefined, string | undefined],
  today: number,
): Omit<Datum, 'length'> | undefined {
  const of = month ?? new Date(today * DAY_MS).getUTCMonth() + 1;
  const from = calendar(undefined, of, Number(first), today);
  // The second day is of the same year as the first.
  const year = from === undefined ? undefined : String(new Date(from * DAY_MS).getUTCFullYear());
  const to = calendar(year, of, Number(last), today);
  if (from === undefined || to === undefined || to < from) return undefined;
  return { ...whole({ from, to }, today), closed: true };
}
/** The first ten days of a month, the next ten, or the rest. */
function partOfMonth(
  first: number | undefined,
  part: string | undefined,
  today: number,
): Omit<Datum, 'length'> | undefined {
  if (first === undefined) return undefined;
  const end = monthStart(first, 1) - 1;
  const [from, to] = part === '上' ? [first, first + 9] : part === '中' ? [first + 10, first + 19] : [first + 20, end];
  return { ...whole({ from, to }, today), closed: true };
}
const monthNumber = (name: string | undefined): number => months.indexOf((name ?? '').slice(0, 3)) + 1;
const NTH = '(\\d{1,2})(?:st|nd|rd|th)?';
const TO = '\\s*(?:-|–|to|and|till|until|through)\\s*';

/** What names days, the longest first. */
const rules: readonly Rule[] = [
  rule('(?:(\\d{1,2})月|(本|这个|下个|上个)月)(?:份)?([上中下])旬', ([, month, which, part], today) =>
    partOfMonth(
      month === undefined ? monthStart(today, shiftOf(which)) : calendar(undefined, Number(month), 1, today),
      part,
      today,
    ),
  ),
  rule(`${NTH}${TO}${NTH}(?: of)? ${MONTH}${END}`, ([, first, last, month], today) =>
    daysOfMonth(monthNumber(month), [first, last], today),
  ),
  rule(`${MONTH} ${NTH}${TO}${NTH}${END}`, ([, month, first, last], today) =>
    daysOfMonth(monthNumber(month), [first, last], today),
  ),
  rule('(\\d{1,2})月(\\d{1,2})[日号]?\\s*(?:到|至|-|–|~)\\s*(\\d{1,2})[日号]', ([, month, first, last], today) =>
    daysOfMonth(Number(month), [first, last], today),
  ),
  rule('(\\d{1,2})[日号]?\\s*(?:到|至|-|–|~)\\s*(\\d{1,2})[日号]', ([, first, last], today) =>
    daysOfMonth(undefined, [first, last], today),
  ),
  rule(`(\\d{4})[-/.](\\d{1,2})[-/.](\\d{1,2})${END}`, ([, y, m, d], today) =>
    dated(calendar(y, Number(m), Number(d), today), today),
  ),
  rule('(?:(\\d{4})年)?(\\d{1,2})月(\\d{1,2})[日号]?', ([, y, m, d], today) =>
    dated(calendar(y, Number(m), Number(d), today), today),
  ),
  rule('(?:(\\d{4})年)?(\\d{1,2}|[一二三四五六七八九十]{1,2})月份?', ([, y, m], today) =>
    monthOf(y, numberOf(m ?? '') ?? 0, today),
  ),
  rule('(\\d{1,2})号', ([, d], today) =>
    dated(calendar(undefined, new Date(today * DAY_MS).getUTCMonth() + 1, Number(d), today), today),
  ),
  rule(`(\\d{1,2})(?:st|nd|rd|th)? (?:of )?${MONTH}(?:,? (\\d{4}))?${END}`, ([, d, m, y], today) =>
    dated(calendar(y, months.indexOf((m ?? '').slice(0, 3)) + 1, Number(d), today), today),
  ),
  rule(`${MONTH} (\\d{1,2})(?:st|nd|rd|th)?(?:,? (\\d{4}))?${END}`, ([, m, d, y], today) =>
    dated(calendar(y, months.indexOf((m ?? '').slice(0, 3)) + 1, Number(d), today), today),
  ),
  rule(`${MONTH}(?: (\\d{4}))?${END}`, ([, m, y], today) =>
    monthOf(y, months.indexOf((m ?? '').slice(0, 3)) + 1, today),
  ),
  rule(`(?:the )?day before yesterday${END}|前天`, (_, today) => single(today - 2, today)),
  rule(`(?:the )?day after tomorrow${END}|后天`, (_, today) => single(today + 2, today)),
  rule(`yesterday${END}|昨[天日]`, (_, today) => single(today - 1, today)),
  rule(`tomorrow${END}|明[天日]`, (_, today) => single(today + 1, today)),
  rule(`today${END}|今[天日]|当天`, (_, today) => single(today, today)),
  rule('今年', (_, today) => whole(period('year', 0, today), today)),
  rule('去年', (_, today) => whole(period('year', -1, today), today)),
  rule('明年', (_, today) => whole(period('year', 1, today), today)),
  rule(`(?:the )?(last|past|previous) ${NUMBER} (day|week|month|year)s?${END}`, ([, , n, unit], today) =>
    lastOnes(counted(n, unit), today),
  ),
  rule(`(?:the )?(next|coming|following) ${NUMBER} (day|week|month|year)s?${END}`, ([, , n, unit], today) =>
    nextOnes(counted(n, unit), today),
  ),
  rule(`${NUMBER} (day|week|month|year)s? ago${END}`, ([, n, unit], today) =>
    dated(today - (counted(n, unit) ?? 0), today),
  ),
  rule(`(?:the )?past (day|week|month|year)${END}`, ([, unit], today) => lastOnes(daysIn[unit ?? ''], today)),
  rule(`(?:the |this )?weekend${END}|(?:这|本)?周末`, (_, today) =>
    whole({ from: weekStart(today) + 5, to: weekStart(today) + 6 }, today),
  ),
  rule(`(?:the )?end of (?:the |this )?month${END}|(?:本|这个)?月[底末]`, (_, today) =>
    single(monthStart(today, 1) - 1, today),
  ),
  rule(`(?:the )?end of (?:the |this )?week${END}`, (_, today) => single(weekStart(today) + 6, today)),
  rule(
    `(?:the )?(this|current|next|coming|following|last|previous) (week|month|quarter|year)${END}`,
    ([, which, unit], today) => whole(period(unit ?? '', shiftOf(which), today), today),
  ),
  rule(`(?:(this|next|last) )?${WEEKDAY}${END}`, ([, which, name], today) => {
    const day = weekStart(today) + weekdays.indexOf((name ?? '').slice(0, 3));
    const shift = which === 'last' ? -7 : which === 'next' || (which === undefined && day < today) ? 7 : 0;
    return which === undefined ? { from: day + shift, to: day + shift, side: 'weekday' } : single(day + shift, today);
  }),
  rule('(上上|下下|上|下|这|本)?个?(?:周|星期|礼拜)([一二三四五六日天])', ([, which, name], today) => {
    const day = weekStart(today) + shiftOf(which) * 7 + '一二三四五六日'.indexOf((name ?? '').replace('天', '日'));
    if (which !== undefined) return single(day, today);
    const coming = day < today ? day + 7 : day;
    return { from: coming, to: coming, side: 'weekday' };
  }),
  rule('(上上|下下|上|下|这|本|当)个?(周|星期|礼拜|月|季度|年)', ([, which, unit], today) =>
    whole(period(unitOf(unit ?? ''), shiftOf(which), today), today),
  ),
  rule('(?:最近|近|过去|前)半个月', (_, today) => lastOnes(15, today)),
  rule(`(?:最近|近|过去|前)(?:的)?${HAN_NUMBER}${HAN_UNIT}(?:以?之?内)?`, ([, n, unit], today) =>
    lastOnes(counted(n, unit), today),
  ),
  rule(`(?:未来|接下来|今后|往后|后)(?:的)?${HAN_NUMBER}${HAN_UNIT}(?:以?之?内)?`, ([, n, unit], today) =>
    nextOnes(counted(n, unit), today),
  ),
  rule(`${HAN_NUMBER}${HAN_UNIT}前(?!的?以)`, ([, n, unit], today) => dated(today - (counted(n, unit) ?? 0), today)),
  rule(`${HAN_NUMBER}${HAN_UNIT}后`, ([, n, unit], today) => dated(today + (counted(n, unit) ?? 0), today)),
];

function datumAt(text: string, at: number, today: number): Datum | undefined {
  let best: Datum | undefined;
  for (const [pattern, read] of rules) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match === null || match[0].length <= (best?.length ?? 0)) continue;
    const found = read(match, today);
    if (found !== undefined) best = { length: match[0].length, ...found };
  }
  return best;
}

const matchAt = (pattern: RegExp, text: string, at: number): string => {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? '';
};

const starts =
  /(?:on or after|starting from|starting|since|after|from|between|on or before|before|by|until|till|up to|no later than|later than|earlier than|older than|within|in|on|during|自从|自|从|晚于|早于|不晚于|介于|截至|在)\s*(?:the )?/y;
const joins = /\s*(?:to|until|till|and|through|-|–|—|~|～|到|至|和)\s*/y;
const ends = /(?:(?:当天|当日)?(?:及|或|和)(?:之前|以前|之后|以后)|之前|以前|前|之后|以后|起|以来|后|之间)/y;
const relative = new RegExp(
  `(?:within|in|in less than)(?: the)? ${NUMBER} (day|week|month|year)s?${END}|${HAN_NUMBER}${HAN_UNIT}(?:以内|之内|内)`,
  'y',
);
const older = new RegExp(
  `(?:(?:more than|over) ${NUMBER} (day|week|month)s? ago|older than ${NUMBER} (day|week|month)s?)${END}|${HAN_NUMBER}${HAN_UNIT}(?:以前|之前)`,
  'y',
);

/** One side of a day: `before` leaves the day itself out, `by` takes it in. */
function bounded({ from, to, side, closed }: Datum, word: string): DaySpan {
  if (/^(before|earlier than|早于|之前|以前|前)$/.test(word)) return { to: textOf(from - 1), side: 'either' };
  if (/[及或和][之以]前$/.test(word)) return { to: textOf(to), side: 'either' };
  if (/^(by|until|till|up to|no later than|on or before|不晚于|截至)$/.test(word))
    return { to: textOf(to), side: 'either' };
  if (/^(after|later than|晚于)$/.test(word)) return { from: textOf(to + 1), side };
  if (/[及或和][之以]后$/.test(word)) return { from: textOf(from), side };
  // "From last week" is of that week, "from Monday" is since then.
  const isWhole =
    closed === true ? /^(?:from|between|从|自|介于)$/.test(word) : word === 'from' && side === 'past' && to > from;
  if (isWhole) return { from: textOf(from), to: textOf(to), side };
  if (/^(since|from|on or after|starting.*|自从?|从|之后|以后|后|起|以来)$/.test(word))
    return { from: textOf(from), side };
  return { from: textOf(from), to: textOf(to), side };
}

/** Days that the text names at this place, with words such as "before" and "以来"; `today` is a day of the reader. */
export function readDays(text: string, at: number, today: string): DaysFound | undefined {
  const now = dayOf(today);
  const old = older.exec(((older.lastIndex = at), text));
  if (old !== null) {
    const days = counted(old[1] ?? old[3] ?? old[5], old[2] ?? old[4] ?? old[6]);
    if (days !== undefined) return { length: old[0].length, span: { to: textOf(now - days - 1), side: 'past' } };
  }
  relative.lastIndex = at;
  const near = relative.exec(text);
  if (near !== null) {
    const days = counted(near[1] ?? near[3], near[2] ?? near[4]);
    // Whether this looks back or ahead follows from the field: here it is reported by having both ends around today.
    if (days !== undefined)
      return { length: near[0].length, span: { from: textOf(now - days), to: textOf(now + days), side: 'either' } };
  }
  const opening = matchAt(starts, text, at);
  const first = datumAt(text, at + opening.length, now);
  if (first === undefined) return undefined;
  let length = opening.length + first.length;
  const join = matchAt(joins, text, at + length);
  const second = join === '' ? undefined : datumAt(text, at + length + join.length, now);
  if (second !== undefined && second.from >= first.from) {
    length += join.length + second.length;
    length += matchAt(/(?:之间|期间)/y, text, at + length).length;
    return {
      length,
      span: { from: textOf(first.from), to: textOf(second.to), side: second.to < now ? 'past' : first.side },
    };
  }
  const word = opening.trim().replace(/ the$/, '');
  const after = matchAt(ends, text, at + length);
  return { length: length + after.length, span: bounded(first, after !== '' ? after : word) };
}
