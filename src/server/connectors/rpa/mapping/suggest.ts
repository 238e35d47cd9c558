import { legTimes, type MappingRole, type PageMapping } from '#contract/intake/page-mapping.ts';
import { isUnLocode } from '#shared/ids/un-locode.ts';
import type { ParseReference } from '../../types.ts';
import { shipAndVoyage } from '../html-answer.ts';
import { readMove } from '../moves/read-move.ts';
import { readPlace } from '../place-text.ts';
import type { OpenedAnswer } from '../types.ts';
import { type FoundRows, findRows } from './find-rows.ts';
import { howToRead, suggestMarks, suggestTimes } from './suggest-times.ts';
import { containersIn } from './tables.ts';
import { isTitle, titleStates } from './titles.ts';

/** Rows that could be pointed at, and what their columns seem to be; the likeliest first. */
export type Suggestion = { found: FoundRows; mapping: PageMapping; score: number };

/** A column with its texts, its distinct texts, and the meaning of its title. */
type Seen = {
  column: string;
  at: number;
  texts: string[];
  distinct: string[];
  states: ReadonlySet<string>;
  filled: number;
  isOwn: boolean;
};

const MAX_SHOWN = 8;
const timeRoles: ReadonlySet<MappingRole> = new Set(['time', ...legTimes]);
const MAX_DISTINCT = 40;
const NAME = /\p{L}{2}/u;
const LATIN = /[A-Za-z]{2}/;

const shareOf = (texts: readonly string[], fits: (text: string) => boolean): number =>
  texts.length === 0 ? 0 : texts.filter(fits).length / texts.length;

function seenOf({ columns, cells }: FoundRows): Seen[] {
  return columns.map(({ column, title, isOwn }, at) => {
    const texts = cells.map((row) => row[at] ?? '').filter((text) => text !== '');
    const distinct = [...new Set(texts)].slice(0, MAX_DISTINCT);
    return {
      column,
      at,
      texts,
      distinct,
      states: titleStates(title),
      filled: texts.length / Math.max(cells.length, 1),
      isOwn,
    };
  });
}

const isMove = (text: string): boolean =>
  text.length <= 120 &&
  !/\d{4}/.test(text) &&
  [text, text.split('.').at(-1) ?? ''].some((words) => readMove(words, { hasShip: true }) !== undefined);

const isPort = (text: string, { resolvePort, zoneOf }: ParseReference): boolean => {
  const code = text.trim().toUpperCase();
  return isUnLocode(code) && (resolvePort(code) !== undefined || zoneOf(code) !== undefined);
};

const isPlace = (text: string, reference: ParseReference): boolean => {
  if (text.length > 120 || !NAME.test(text)) return false;
  const place = readPlace(text);
  return (place?.names ?? []).some(
    (name) =>
      (reference.resolvePort(name.toUpperCase()) ?? reference.portNamed?.(name, place?.country ?? null)) !== undefined,
  );
};

/** Words of a text, on average. */
const wordsIn = (texts: readonly string[]): number =>
  texts.reduce((sum, text) => sum + text.split(/\s+/u).length, 0) / Math.max(texts.length, 1);

type Chosen = { column: string; role: MappingRole }[];

/** Takes one column after the other for a role, each only once. */
class Picker {
  readonly chosen: Chosen = [];
  readonly seen: readonly Seen[];
  readonly #taken = new Set<string>();

  constructor(seen: readonly Seen[]) {
    this.seen = seen;
  }

  /** Times are nothing else, whether they are chosen or not. */
  keep(columns: readonly Seen[]): void {
    for (const { column } of columns) this.#taken.add(column);
  }

  choose(role: MappingRole, column: Seen): void {
    this.#taken.add(column.column);
    this.chosen.push({ column: column.column, role });
  }

  /** The column that scores best, of those that are free and score at least so much. */
  take(role: MappingRole, among: readonly Seen[], scoreOf: (one: Seen) => number, least: number): Seen | undefined {
    const scored = among
      .filter(({ column }) => !this.#taken.has(column))
      .map((one) => ({ one, score: scoreOf(one) }))
      .filter(({ score }) => score >= least);
    const found = scored.toSorted((a, b) => b.score - a.score)[0]?.one;
    if (found !== undefined) this.choose(role, found);
    return found;
  }

  has(role: MappingRole): boolean {
    return this.chosen.some((one) => one.role === role);
  }

  get free(): Seen[] {
    return this.seen.filter(({ column }) => !this.#taken.has(column));
  }
}

const parentOf = (column: string): string => column.slice(0, Math.max(column.lastIndexOf('.'), 0));
/** Whether one of two values of JSON lies in the object of the other: what lies apart is of something else. */
const isNear = (one: string, other: string): boolean => {
  const [a, b] = [`${parentOf(one)}.`, `${parentOf(other)}.`];
  return a === '.' || b === '.' || a.startsWith(b) || b.startsWith(a) || b.startsWith(a.replace(/\.$/, '['));
};

/** Which end of a leg a title names; null: none. */
const endOf = ({ states }: Seen): 'from' | 'to' | null =>
  states.has('from') === states.has('to') ? null : states.has('from') ? 'from' : 'to';

const nameShare = ({ distinct }: Seen): number => shareOf(distinct, (text) => NAME.test(text));
const without = (seen: readonly Seen[], ...words: string[]): Seen[] =>
  seen.filter(({ states }) => !words.some((word) => states.has(word)));

/** Legs: columns for leaving and reaching, with their ports. */
function pickLegs(picker: Picker, times: readonly Seen[], reference: ParseReference): void {
  for (const time of times) {
    const isNamed = time.states.has('leaves') !== time.states.has('reaches');
    const end = endOf(time);
    if ((!isNamed && end === null) || time.states.has('inland')) continue;
    const leaves = isNamed ? time.states.has('leaves') : end === 'from';
    const isActual = time.states.has('actual') && !time.states.has('expected');
    const role = leaves ? (isActual ? 'atd' : 'etd') : isActual ? 'ata' : 'eta';
    if (!picker.has(role)) picker.choose(role, time);
  }
  if (!legTimes.some((role) => picker.has(role))) return;
  for (const end of ['from', 'to'] as const) {
    const own = picker.seen.filter((one) => endOf(one) === end && !times.includes(one));
    picker.take(`${end}Port`, own, ({ distinct }) => shareOf(distinct, (text) => isPort(text, reference)), 0.6);
    const isName = (one: Seen): number =>
      shareOf(one.distinct, (text) => isPlace(text, reference)) +
      (one.states.has('place') ? 0.6 : 0) +
      nameShare(one) * 0.2 -
      (one.states.has('inland') ? 0.5 : 0);
    picker.take(`${end}Place`, own, isName, 0.6);
  }
}

const moveShare = ({ distinct }: Seen): number => shareOf(distinct, isMove);
// Of two columns with the same content the one with more words is better.
const moveScore = (one: Seen): number =>
  moveShare(one) < 0.2
    ? 0
    : moveShare(one) * Math.min(1, one.filled + 0.3) +
      (one.states.has('move') ? 0.4 : 0) +
      0.1 * Math.min(4, wordsIn(one.distinct));

/** The columns of moves and their times; the time that counts, and how well the moves are known. Undefined: the rows list none. */
function pickMoves(
  picker: Picker,
  isTime: (hasMove: boolean) => readonly Seen[],
): { time: Seen; known: number } | undefined {
  const worded = picker.seen.filter((one) => one.isOwn && nameShare(one) > 0.6 && !one.states.has('mode'));
  const [time, ...clocks] = isTime(true);
  if (time === undefined) return undefined;
  const move = picker.take('move', worded, moveScore, 0.4);
  if (move === undefined) return undefined;
  picker.take('move', worded, moveShare, 0.5);
  for (const one of [time, ...clocks]) picker.choose('time', one);
  return { time, known: moveShare(move) + (move.states.has('move') ? 0.2 : 0) };
}

/** Where each move was. What is the same for all rows because they lie in it is not where each of them was. */
function pickPlaces(picker: Picker, near: readonly Seen[], reference: ParseReference): void {
  const ported = without(near, 'country', 'zone');
  picker.take('port', ported, ({ distinct }) => shareOf(distinct, (text) => isPort(text, reference)), 0.5);
  const placeScore = (one: Seen): number =>
    nameShare(one) < 0.5
      ? 0
      : (one.states.has('place') ? 0.8 : 0) +
        shareOf(one.distinct, (text) => isPlace(text, reference)) +
        one.filled * 0.2 +
        // Of two spellings the one that more people can read.
        0.1 * shareOf(one.distinct, (text) => LATIN.test(text)) -
        (one.states.has('facility') ? 0.4 : 0);
  const place = picker.take('place', without(near, 'code', 'vessel', 'next', 'country', 'mode'), placeScore, 0.6);
  // A country beside the name of a town decides between towns of one name.
  const countries = without(near, 'code').filter(
    ({ column, states }) => place !== undefined && states.has('country') && parentOf(column) === parentOf(place.column),
  );
  picker.take('place', countries, nameShare, 0.6);
  const facility = without(near, 'code', 'next', 'mode').filter((one) => one.isOwn && nameShare(one) > 0.6);
  picker.take('facility', facility, (one) => (one.states.has('facility') ? one.filled + 0.5 : 0), 0.5);
}

const wanted =
  (word: string) =>
  ({ states, filled }: Seen): number =>
    states.has(word) ? 1 + filled : 0;

function pickShip(picker: Picker, near: readonly Seen[]): void {
  picker.take('boxOrShip', picker.seen, ({ states }) => (states.has('container') && states.has('vessel') ? 1 : 0), 1);
  const isShip = ({ states, distinct }: Seen): boolean =>
    states.has('vessel') && shareOf(distinct, (text) => shipAndVoyage(text).voyage !== '') > 0.5;
  if (picker.take('ship', without(near, 'code').filter(isShip), () => 1, 1) !== undefined) return;
  const words = without(near, 'code', 'mode', 'voyage', 'flag').filter((one) => nameShare(one) > 0.5);
  picker.take('vessel', words, wanted('vessel'), 1);
  picker.take('voyage', without(near, 'code', 'flag'), wanted('voyage'), 1);
}

/** How likely the rows are those that were meant: moves that are known, times, and that there are several. */
const scoreOf = (picker: Picker, known: number, { count, source, rows }: FoundRows): number => {
  const isAnswer = source === 'json' && rows === '';
  const isPlaced = (['place', 'port', 'fromPlace', 'fromPort'] as const).some((role) => picker.has(role));
  return (
    (picker.has('time') ? 3 * known + 1 : 0) +
    legTimes.filter((role) => picker.has(role)).length * 0.5 +
    (isPlaced ? 0.8 : 0) +
    (picker.has('container') ? 0.3 : 0) +
    Math.min(count, 10) * 0.05 -
    (isAnswer ? 2 : 0)
  );
};

/** What the columns of rows seem to be, by their titles and by what stands in them. */
function suggest(found: FoundRows, reference: ParseReference): Suggestion {
  const seen = seenOf(found);
  const picker = new Picker(seen);
  const containerShare = (one: Seen): number =>
    shareOf(one.distinct, (text) => containersIn(text).length > 0) +
    (one.states.has('container') && !one.states.has('vessel') ? 0.2 : 0);
  picker.take('container', seen, containerShare, 0.7);
  const { times, isTime } = suggestTimes(seen);
  picker.keep(times);
  const moves = pickMoves(picker, (hasMove) => isTime(times, hasMove));
  const near = seen.filter(
    (one) => moves === undefined || ((one.isOwn || one.distinct.length > 1) && isNear(one.column, moves.time.column)),
  );
  const marks = moves === undefined ? null : suggestMarks(picker.free.filter(({ isOwn }) => isOwn));
  if (marks !== null) picker.choose('mark', marks.column);
  // Times beside a list of moves may be of another end than its places: nothing is invented.
  if (moves === undefined) pickLegs(picker, times, reference);
  else pickPlaces(picker, near, reference);
  pickShip(picker, near);
  for (const role of ['bill', 'booking'] as const)
    picker.take(role, seen, (one) => (one.filled > 0 ? wanted(role)(one) : 0), 1);
  const order = new Map(seen.map(({ column, at }) => [column, at]));
  // Words that say most come first; all else as it stands.
  const rank = ({ column, role }: Chosen[number]): number => (role === 'move' ? -1 : (order.get(column) ?? 0));
  const timed = new Set(picker.chosen.filter(({ role }) => timeRoles.has(role)).map(({ column }) => column));
  return {
    found,
    score: scoreOf(picker, moves?.known ?? 0, found),
    mapping: {
      source: found.source,
      rows: found.rows,
      columns: picker.chosen.toSorted((a, b) => rank(a) - rank(b)),
      ...howToRead(seen.filter(({ column }) => timed.has(column))),
      box: found.containers.some((container) => container !== '') ? 'above' : 'asked',
      marks: marks?.marks ?? [],
      unknownText: null,
    },
  };
}

/** What of an answer could be read, with the columns as they seem to be: an operator mostly has to agree. Pure, never throws. */
export function suggestMappings(answer: OpenedAnswer, reference: ParseReference): Suggestion[] {
  return findRows(answer, isTitle)
    .map((found) => suggest(found, reference))
    .toSorted((a, b) => b.score - a.score)
    .slice(0, MAX_SHOWN);
}
