import { legTimes, type MappingRole, type PageMapping } from '#contract/page-mapping.ts';
import { isUnLocode } from '#shared/ids/un-locode.ts';
import type { ParseReference } from '../../types.ts';
import { readMove } from '../moves/read-move.ts';
import { readPlace } from '../place-text.ts';
import type { OpenedAnswer } from '../types.ts';
import { type FoundRows, findRows } from './find-rows.ts';
import { howToRead, suggestMarks, suggestTimes } from './suggest-times.ts';
import { boxesIn } from './tables.ts';
import { isTitle, titleSays } from './titles.ts';

/** Rows that could be pointed at, and what their columns seem to be; the likeliest first. */
export type Suggestion = { found: FoundRows; mapping: PageMapping; score: number };

/** A column with what is known of it: its texts, those of them that differ, and what its title says. */
type Seen = {
  column: string;
  at: number;
  texts: string[];
  distinct: string[];
  says: ReadonlySet<string>;
  filled: number;
  isOwn: boolean;
};

const SHOWN_MOST = 8;
const timeRoles: ReadonlySet<MappingRole> = new Set(['time', ...legTimes]);
const DISTINCT_MOST = 40;
const NAME = /\p{L}{2}/u;

const shareOf = (texts: readonly string[], fits: (text: string) => boolean): number =>
  texts.length === 0 ? 0 : texts.filter(fits).length / texts.length;

function seenOf({ columns, cells }: FoundRows): Seen[] {
  return columns.map(({ column, title, isOwn }, at) => {
    const texts = cells.map((row) => row[at] ?? '').filter((text) => text !== '');
    const distinct = [...new Set(texts)].slice(0, DISTINCT_MOST);
    return {
      column,
      at,
      texts,
      distinct,
      says: titleSays(title),
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

/** The best column for something that no other has been taken for. */
function best(
  seen: readonly Seen[],
  taken: ReadonlySet<string>,
  scoreOf: (one: Seen) => number,
  least: number,
): Seen | undefined {
  const scored = seen.filter(({ column }) => !taken.has(column)).map((one) => ({ one, score: scoreOf(one) }));
  return scored.filter(({ score }) => score >= least).toSorted((a, b) => b.score - a.score)[0]?.one;
}

const parentOf = (column: string): string => column.slice(0, Math.max(column.lastIndexOf('.'), 0));
/** Whether one of two values of JSON lies in the object of the other: what lies apart is of something else. */
const isNear = (one: string, other: string): boolean => {
  const [a, b] = [`${parentOf(one)}.`, `${parentOf(other)}.`];
  return a === '.' || b === '.' || a.startsWith(b) || b.startsWith(a) || b.startsWith(a.replace(/\.$/, '['));
};

/** Which end of a leg a title names; null: none. */
const endOf = ({ says }: Seen): 'from' | 'to' | null =>
  says.has('from') === says.has('to') ? null : says.has('from') ? 'from' : 'to';

type Chosen = { column: string; role: MappingRole }[];

/** Legs: columns for leaving and reaching, with their ports. */
function legsOf(seen: readonly Seen[], times: readonly Seen[], taken: Set<string>, reference: ParseReference): Chosen {
  const chosen: Chosen = [];
  const take = (one: Seen | undefined, role: MappingRole): void => {
    if (one === undefined || chosen.some((other) => other.role === role)) return;
    taken.add(one.column);
    chosen.push({ column: one.column, role });
  };
  for (const time of times) {
    const isNamed = time.says.has('leaves') !== time.says.has('reaches');
    const end = endOf(time);
    if ((!isNamed && end === null) || time.says.has('inland')) continue;
    const leaves = isNamed ? time.says.has('leaves') : end === 'from';
    const isActual = time.says.has('actual') && !time.says.has('expected');
    take(time, leaves ? (isActual ? 'atd' : 'etd') : isActual ? 'ata' : 'eta');
  }
  if (chosen.length === 0) return [];
  for (const end of ['from', 'to'] as const) {
    const own = seen.filter((one) => endOf(one) === end && !times.includes(one));
    take(
      best(own, taken, ({ distinct }) => shareOf(distinct, (text) => isPort(text, reference)), 0.6),
      `${end}Port`,
    );
    const isName = ({ distinct, says }: Seen): number =>
      shareOf(distinct, (text) => isPlace(text, reference)) +
      (says.has('place') ? 0.6 : 0) +
      shareOf(distinct, (text) => NAME.test(text)) * 0.2 -
      (says.has('inland') ? 0.5 : 0);
    take(best(own, taken, isName, 0.6), `${end}Place`);
  }
  return chosen;
}

/** How likely the rows are those that were meant: moves that are known, times, and that there are several. */
const scoreOf = (roles: ReadonlySet<MappingRole>, moves: number, { count, source, rows }: FoundRows): number => {
  const isAnswer = source === 'json' && rows === '';
  return (
    (roles.has('move') && roles.has('time') ? 3 * moves + 1 : 0) +
    (['etd', 'atd', 'eta', 'ata'] as const).filter((role) => roles.has(role)).length * 0.5 +
    (roles.has('place') || roles.has('port') || roles.has('fromPlace') || roles.has('fromPort') ? 0.8 : 0) +
    (roles.has('container') ? 0.3 : 0) +
    Math.min(count, 10) * 0.05 -
    (isAnswer ? 2 : 0)
  );
};

/** What the columns of rows seem to be, by their titles and by what stands in them. */
function suggest(found: FoundRows, reference: ParseReference): Suggestion {
  const seen = seenOf(found);
  const taken = new Set<string>();
  const chosen: Chosen = [];
  const take = (one: Seen | undefined, role: MappingRole): Seen | undefined => {
    if (one === undefined) return undefined;
    taken.add(one.column);
    chosen.push({ column: one.column, role });
    return one;
  };
  const boxShare = ({ distinct }: Seen): number => shareOf(distinct, (text) => boxesIn(text).length > 0);
  take(
    best(seen, taken, (one) => boxShare(one) + (one.says.has('container') && !one.says.has('vessel') ? 0.2 : 0), 0.7),
    'container',
  );
  const { times, isTime } = suggestTimes(seen);
  for (const { column } of times) taken.add(column);
  const moveShare = ({ distinct }: Seen): number => shareOf(distinct, isMove);
  // Of two columns that say the same, the one with more words says more.
  const moveScore = (one: Seen): number =>
    moveShare(one) * Math.min(1, one.filled + 0.3) +
    (one.says.has('move') ? 0.4 : 0) +
    0.1 * Math.min(4, wordsIn(one.distinct));
  const isWord = (one: Seen): boolean =>
    one.isOwn && shareOf(one.distinct, (text) => NAME.test(text)) > 0.6 && !one.says.has('mode');
  const move = best(seen.filter(isWord), taken, (one) => (moveShare(one) < 0.2 ? 0 : moveScore(one)), 0.4);
  const time = isTime(times, move !== undefined);
  if (move !== undefined && time.length > 0) {
    take(move, 'move');
    take(
      best(seen.filter(isWord), taken, (one) => (one.says.has('mode') ? 0 : moveShare(one)), 0.5),
      'move',
    );
    for (const one of time) chosen.push({ column: one.column, role: 'time' });
  }
  const free = times.filter((one) => !time.includes(one) || move === undefined);
  const isMoves = time.length > 0 && move !== undefined;
  // Times beside a list of moves may be of another end than its places: nothing is invented.
  if (!isMoves) chosen.push(...legsOf(seen, free, taken, reference));
  const marks = isMoves ? suggestMarks(seen.filter(({ column, isOwn }) => isOwn && !taken.has(column))) : null;
  if (marks !== null) take(marks.column, 'mark');
  // What is the same for all rows because they lie in it is not where each of them was, nor its ship.
  const isOfRow = ({ column, isOwn, distinct }: Seen): boolean =>
    !isMoves || ((isOwn || distinct.length > 1) && isNear(column, time[0]?.column ?? ''));
  const without = (...words: string[]) =>
    seen.filter((one) => isOfRow(one) && !words.some((word) => one.says.has(word)));
  if (isMoves) {
    take(
      best(
        without('country', 'zone'),
        taken,
        ({ distinct }) => shareOf(distinct, (text) => isPort(text, reference)),
        0.5,
      ),
      'port',
    );
    const placeScore = (one: Seen): number =>
      shareOf(one.distinct, (text) => NAME.test(text)) < 0.5
        ? 0
        : (one.says.has('place') ? 0.8 : 0) +
          shareOf(one.distinct, (text) => isPlace(text, reference)) +
          one.filled * 0.2 +
          (one.says.has('facility') ? -0.4 : 0);
    take(best(without('code', 'vessel', 'next', 'country', 'mode'), taken, placeScore, 0.6), 'place');
    take(
      best(
        without('code', 'next'),
        taken,
        (one) => (one.says.has('facility') && isWord(one) ? one.filled + 0.5 : 0),
        0.5,
      ),
      'facility',
    );
  }
  take(
    best(seen, taken, ({ says }) => (says.has('container') && says.has('vessel') ? 1 : 0), 1),
    'boxOrShip',
  );
  const isShip = ({ says, distinct }: Seen): boolean =>
    says.has('vessel') && shareOf(distinct, (text) => /\p{L}{3}.{0,40}[ /]\w{0,6}\d/u.test(text)) > 0.5;
  if (
    take(
      best(without('code').filter(isShip), taken, () => 1, 1),
      'ship',
    ) === undefined
  ) {
    const words = without('code', 'mode', 'voyage', 'flag').filter(
      (one) => shareOf(one.distinct, (text) => NAME.test(text)) > 0.5,
    );
    take(
      best(words, taken, ({ says, filled }) => (says.has('vessel') ? 1 + filled : 0), 1),
      'vessel',
    );
    take(
      best(without('code', 'flag'), taken, ({ says, filled }) => (says.has('voyage') ? 1 + filled : 0), 1),
      'voyage',
    );
  }
  take(
    best(seen, taken, ({ says, filled }) => (says.has('bill') && filled > 0 ? 1 : 0), 1),
    'bill',
  );
  take(
    best(seen, taken, ({ says, filled }) => (says.has('booking') && filled > 0 ? 1 : 0), 1),
    'booking',
  );
  const order = new Map(seen.map(({ column, at }) => [column, at]));
  // Words that say most come first; all else as it stands.
  const rank = ({ column, role }: Chosen[number]): number => (role === 'move' ? -1 : (order.get(column) ?? 0));
  return {
    found,
    score: scoreOf(
      new Set(chosen.map(({ role }) => role)),
      move === undefined ? 0 : moveShare(move) + (move.says.has('move') ? 0.2 : 0),
      found,
    ),
    mapping: {
      source: found.source,
      rows: found.rows,
      columns: chosen.toSorted((a, b) => rank(a) - rank(b)),
      ...howToRead(seen.filter(({ column }) => chosen.some((one) => one.column === column && timeRoles.has(one.role)))),
      box: found.boxes.some((box) => box !== '') ? 'above' : 'asked',
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
    .slice(0, SHOWN_MOST);
}
