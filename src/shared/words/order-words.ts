import { fieldWords } from './lexicon.ts';
import {
  bare,
  concepts,
  FIRST,
  HAN_FIRST,
  hanSuperlatives,
  sortWords,
  superlatives,
  type SortDirection,
  ways,
} from './order-lexicon.ts';
import type { WordOrder, WordSort } from './types.ts';
import { oncePer } from '#shared/memory/once-per.ts';

/** An order found in a text, and how many characters name it; without `sort` the list cannot be in this order. */
export type OrderFound = { length: number; sort: WordOrder | undefined };

/** Names of sort keys, the longest first. */
const namesOf = oncePer((sorts: readonly WordSort[]): readonly (readonly [word: string, name: string])[] =>
  sorts
    .flatMap(({ name, labels }) => [
      ...labels.map((label): [string, string] => [label.toLowerCase(), name]),
      ...sortWords.flatMap(({ field, words }) =>
        field.test(name) ? words.split('|').map((word): [string, string] => [word, name]) : [],
      ),
      ...fieldWords.flatMap(({ field, words }) =>
        field.test(name) ? words.map((word): [string, string] => [word, name]) : [],
      ),
    ])
    .filter(([word]) => word !== '')
    .toSorted(([one], [other]) => other.length - one.length),
);

const byWay = (pattern: (way: SortDirection) => string): Readonly<Record<SortDirection, RegExp>> => ({
  desc: new RegExp(pattern('desc'), 'y'),
  asc: new RegExp(pattern('asc'), 'y'),
});
const isLatin = (char: string | undefined): boolean => char !== undefined && /[a-z0-9]/.test(char);
const matched = (pattern: RegExp, text: string, at: number): RegExpExecArray | null => {
  pattern.lastIndex = at;
  return pattern.exec(text);
};
const pick = (sorts: readonly WordSort[], by: readonly RegExp[]): string | undefined => {
  for (const pattern of by) {
    const found = sorts.find(({ name }) => pattern.test(name));
    if (found !== undefined) return found.name;
  }
  return undefined;
};
const fillers = /(?:[ ,]|the |of )*/y;
const skip = (text: string, at: number): number => at + (matched(fillers, text, at)?.[0].length ?? 0);

function keyAt(text: string, at: number, sorts: readonly WordSort[]): { length: number; name: string } | undefined {
  const dashed = text.replaceAll('-', ' ');
  for (const [word, name] of namesOf(sorts))
    if (dashed.startsWith(word.replaceAll('-', ' '), at) && !(isLatin(word.at(-1)) && isLatin(text[at + word.length])))
      return { length: word.length, name };
  return undefined;
}

/** Numbers and days of delay begin with what is most, names and days to come with what is first. */
const usualWay = (name: string): SortDirection =>
  /Usd$|late|delay|exceptions|rolls|lines|risk|cost|created?|open|change|update|severity|quoted|subscribe/i.test(name)
    ? 'desc'
    : 'asc';

const wayBehind = (gap: string): Readonly<Record<SortDirection, RegExp>> =>
  byWay((way) => `${gap}(?:in )?(?:${ways[way]})(?: order)?`);
const wayBehindComma = wayBehind('[ ,]*');
const wayBehindBlank = wayBehind(' *');
const wayAt = (
  text: string,
  at: number,
  patterns = wayBehindComma,
): { length: number; way: SortDirection } | undefined => {
  for (const way of ['desc', 'asc'] as const) {
    const match = matched(patterns[way], text, at);
    if (match !== null) return { length: match[0].length, way };
  }
  return undefined;
};

const openingWords =
  /(?:please )?(?:(?:sort(?:ed)?|order(?:ed)?|arranged?|ranked?)(?: them| it| this| the list)? by|by) +|(?:按照?|依|以)/y;
const unitOfKey = / (?:date|day|time)s?(?![a-z])/y;
const closingWords = /的?(?:先后顺序|先后|顺序)?(?:来)?(?:排序|排列|排个序|排一下|排)/y;

/** "Sorted by price, highest first", "按价格从高到低排序". */
function sorted(text: string, at: number, sorts: readonly WordSort[]): OrderFound | undefined {
  const opening = matched(openingWords, text, at);
  if (opening === null) return undefined;
  const isReported = /sort|order|arrang|rank/.test(opening[0]);
  let end = skip(text, at + opening[0].length);
  const key = keyAt(text, end, sorts);
  if (key === undefined) return undefined;
  end += key.length;
  end += matched(unitOfKey, text, end)?.[0].length ?? 0;
  const reported = wayAt(text, end);
  end += reported?.length ?? 0;
  const closing = matched(closingWords, text, end)?.[0] ?? '';
  end += closing.length;
  if (!isReported && reported === undefined && closing === '') return undefined;
  return { length: end - at, sort: { columnName: key.name, sortType: reported?.way ?? usualWay(key.name) } };
}

const leadWords = /(?:with |starting with |beginning with |put |show |先看|先列|先显示)?(?:the )?/y;
const superlativeWords = byWay((way) => `(?:${superlatives[way]})(?![a-z])(?: of)? `);
const hanFirst = byWay((way) => `(?:${hanSuperlatives[way]})${HAN_FIRST}`);
const hanAfterFirst = byWay((way) => `(?:${hanSuperlatives[way]})的?`);
const firstWords = new RegExp(FIRST, 'y');
const shortClosing = /的?(?:排序|排列|排)/y;

/** "Highest price first", "价格最低的排前面". */
function firstOf(text: string, at: number, sorts: readonly WordSort[]): OrderFound | undefined {
  const lead = matched(leadWords, text, at)?.[0] ?? '';
  const begins = /starting|beginning|先/.test(lead);
  const from = at + lead.length;
  for (const way of ['desc', 'asc'] as const) {
    const word = matched(superlativeWords[way], text, from);
    const key = word === null ? undefined : keyAt(text, skip(text, from + word[0].length), sorts);
    if (word !== null && key !== undefined) {
      const end = skip(text, from + word[0].length) + key.length;
      const first = matched(firstWords, text, end)?.[0];
      if (first !== undefined || begins)
        return { length: end + (first?.length ?? 0) - at, sort: { columnName: key.name, sortType: way } };
    }
    const han = keyAt(text, from, sorts);
    if (han === undefined) continue;
    const max = matched((begins ? hanAfterFirst : hanFirst)[way], text, from + han.length);
    if (max !== null)
      return { length: from + han.length + max[0].length - at, sort: { columnName: han.name, sortType: way } };
  }
  // "Price high to low" names its key first.
  const key = keyAt(text, from, sorts);
  const reported = key === undefined ? undefined : wayAt(text, from + key.length, wayBehindBlank);
  if (key !== undefined && reported !== undefined) {
    const named = from + key.length + reported.length;
    const closing = matched(shortClosing, text, named)?.[0] ?? '';
    return { length: named + closing.length - at, sort: { columnName: key.name, sortType: reported.way } };
  }
  return undefined;
}

const leadOfConcept = /(?:with |starting with |beginning with |put |show |先看|先列|先显示|先给我看)?(?:the )?/y;
const conceptPatterns = concepts.map(({ words, by, way }) => ({
  by,
  way,
  alone: new RegExp(`(?:${words})(?![a-z])(?:的|${FIRST}|${HAN_FIRST})?`, 'y'),
  first: new RegExp(`(?:${words})(?![a-z])(?:${FIRST}|${HAN_FIRST})`, 'y'),
}));

/** "Most expensive first", "最新的在前". */
function conceptOf(text: string, at: number, sorts: readonly WordSort[]): OrderFound | undefined {
  const lead = matched(leadOfConcept, text, at)?.[0] ?? '';
  const begins = /starting|beginning|先/.test(lead);
  for (const { by, way, alone, first } of conceptPatterns) {
    const match = matched(begins ? alone : first, text, at + lead.length);
    if (match === null) continue;
    const name = pick(sorts, by);
    const length = lead.length + match[0].length;
    return { length, sort: name === undefined ? undefined : { columnName: name, sortType: way } };
  }
  for (const [pattern, by, way] of bare) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match === null) continue;
    const name = pick(sorts, by);
    return { length: match[0].length, sort: name === undefined ? undefined : { columnName: name, sortType: way } };
  }
  return undefined;
}

/** Reads a sort order at a position of a text, such as "cheapest first"; undefined if there is none. */
export const readOrder = (text: string, at: number, sorts: readonly WordSort[]): OrderFound | undefined =>
  sorted(text, at, sorts) ?? firstOf(text, at, sorts) ?? conceptOf(text, at, sorts);
