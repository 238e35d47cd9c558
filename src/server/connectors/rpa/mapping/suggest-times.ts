import type { PageMapping } from '#contract/intake/page-mapping.ts';
import { type FoundTime, type TimeFormat, placeAndTime, readMappedTime } from './mapped-time.ts';

type Column = {
  column: string;
  distinct: readonly string[];
  texts: readonly string[];
  states: ReadonlySet<string>;
  filled: number;
};
type Mark = PageMapping['marks'][number];

const numbers = /^\D*(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})(?!\d)/;
const CLOCK = /^\d{1,2}:\d{2}(?::\d{2})?(?: ?[AP]M)?$/i;
const instants: readonly TimeFormat[] = ['ms', 's', 'msDate'];

/** What comes first in days written as numbers, as far as some of them can only be read one way. */
export function orderOf(texts: readonly string[]): PageMapping['dayFirst'] {
  let order: PageMapping['dayFirst'] = null;
  for (const text of texts) {
    const [, first = '', second = '', year = ''] = numbers.exec(text.slice(0, 60)) ?? [];
    // Where the year has two digits it may come first.
    const here = Number(first) > 12 ? (year.length === 4 ? 'day' : null) : Number(second) > 12 ? 'month' : null;
    // Both ways in one answer: a person has to look.
    if (here !== null && order !== null && here !== order) return null;
    order ??= here;
  }
  return order;
}

const readIn = (text: string): FoundTime | null =>
  readMappedTime(placeAndTime(text).time, { dayFirst: 'day', clock: 'place' });

/** In which ways times are written, the most frequent first, each with an example. */
export function formatsOf(texts: readonly string[]): { format: TimeFormat; count: number; example: string }[] {
  const found = new Map<TimeFormat, { count: number; example: string }>();
  for (const text of texts) {
    const format = readIn(text)?.format;
    if (format === undefined) continue;
    const known = found.get(format);
    found.set(format, { count: (known?.count ?? 0) + 1, example: known?.example ?? text.slice(0, 60) });
  }
  return Array.from(found, ([format, one]) => ({ format, ...one })).toSorted((a, b) => b.count - a.count);
}

/** The columns that hold times; which of them are those of the moves; and how they are to be read. */
export function suggestTimes<One extends Column>(
  seen: readonly One[],
): {
  times: One[];
  isTime: (times: readonly One[], hasMove: boolean) => One[];
} {
  const share = ({ distinct }: Column): number =>
    distinct.filter((text) => readIn(text) !== null).length / Math.max(distinct.length, 1);
  const isOfLeg = ({ states }: Pick<Column, 'states'>): boolean => states.has('leaves') !== states.has('reaches');
  // A time of a leg that has no value yet has one later.
  const isAwaited = ({ states, distinct }: Column): boolean =>
    distinct.length === 0 &&
    states.has('leaves') !== states.has('reaches') &&
    (states.has('actual') || states.has('expected'));
  const times = seen.filter(
    (one) =>
      (share(one) >= 0.6 || isAwaited(one)) &&
      !(one.states.has('voyage') || one.states.has('bill') || one.states.has('code')),
  );
  const scoreOf = (one: Column): number =>
    share(one) +
    one.filled +
    (one.states.has('time') ? 0.5 : 0) -
    (one.states.has('record') ? 1.2 : 0) -
    (one.states.has('expected') ? 0.3 : 0) -
    (instants.includes(formatsOf(one.distinct)[0]?.format ?? 'day') ? 0.4 : 0);
  const isTime = (all: readonly One[], hasMove: boolean): One[] => {
    const isOfEnd = ({ states }: Column): boolean => states.has('from') !== states.has('to');
    const ofMoves = all.filter((one) => one.distinct.length > 0 && !isOfLeg(one) && !isOfEnd(one));
    const [main] = hasMove ? ofMoves.toSorted((a, b) => scoreOf(b) - scoreOf(a)) : [];
    if (main === undefined) return [];
    const isDay = formatsOf(main.texts)[0]?.format === 'day';
    const clock = isDay
      ? seen.find(({ distinct }) => distinct.length > 0 && distinct.every((text) => CLOCK.test(text)))
      : undefined;
    return clock === undefined ? [main] : [main, clock];
  };
  return { times, isTime };
}

/** How the times of some columns are to be read: numbers of milliseconds are of UTC, all else is on the clock of the place. */
export function howToRead(columns: readonly Column[]): Pick<PageMapping, 'dayFirst' | 'clock'> {
  const texts = columns.flatMap((one) => one.texts);
  const isInstant = instants.includes(formatsOf(texts)[0]?.format ?? 'day');
  return { dayFirst: orderOf(texts), clock: isInstant ? 'utc' : 'place' };
}

const flags: ReadonlyMap<string, Mark['means']> = new Map([
  ['A', 'ACT'],
  ['ACT', 'ACT'],
  ['ACTUAL', 'ACT'],
  ['实际', 'ACT'],
  ['E', 'EST'],
  ['EST', 'EST'],
  ['ESTIMATE', 'EST'],
  ['ESTIMATED', 'EST'],
  ['EXPECTED', 'EST'],
  ['预计', 'EST'],
  ['P', 'PLN'],
  ['PLN', 'PLN'],
  ['PLANNED', 'PLN'],
  ['计划', 'PLN'],
]);
const yes = new Set(['TRUE', 'Y', 'YES', '1', '是']);
const no = new Set(['FALSE', 'N', 'NO', '0', '否']);

/** The column that distinguishes actual from estimated moves, with the meaning of its values; null if there is none. */
export function suggestMarks<One extends Column>(seen: readonly One[]): { column: One; marks: Mark[] } | null {
  for (const column of seen) {
    const { distinct, states } = column;
    if (distinct.length === 0 || distinct.length > 4) continue;
    const isYesNo = distinct.every((text) => yes.has(text.toUpperCase()) || no.has(text.toUpperCase()));
    const means = (text: string): Mark['means'] | undefined => {
      const upper = text.toUpperCase();
      if (!isYesNo) return flags.get(upper);
      if (states.has('actual') === states.has('expected')) return undefined;
      return yes.has(upper) === states.has('actual') ? 'ACT' : 'EST';
    };
    const marks = distinct.flatMap((text) => {
      const meant = means(text);
      return meant === undefined ? [] : [{ text, means: meant }];
    });
    if (marks.length === distinct.length && marks.length > 0) return { column, marks };
  }
  return null;
}
