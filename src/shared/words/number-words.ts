/** What a number is counted in; without one it is a count or an amount of money. */
export type AmountUnit = 'day' | 'hour' | 'money' | 'percent';

/** A condition on a number: bounds as they were stated; a strict bound leaves the number itself out. */
export type AmountStated = {
  from?: { n: number; strict: boolean };
  to?: { n: number; strict: boolean };
  unit?: AmountUnit;
  /** By how much something fell: of a change it is the negative number. */
  falls?: true;
};

/** A condition found in a text, and how many characters say it. */
export type AmountFound = { length: number; amount: AmountStated };

const englishWords = (
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen ' +
  'eighteen nineteen twenty'
).split(' ');
const englishMore: Readonly<Record<string, number>> = {
  once: 1,
  twice: 2,
  'three times': 3,
  a: 1,
  an: 1,
  'a couple of': 2,
  thirty: 30,
  fifty: 50,
  dozen: 12,
};
const END = '(?![a-z0-9])';
const NUMBER = `(?:\\d[\\d,]*(?:\\.\\d+)?(?:\\s?(?:k|thousand|million|万|千|百)(?![a-z]))?|(?:${[...Object.keys(englishMore), ...englishWords].join('|')})(?: thousand| hundred)?${END}|[零一二两三四五六七八九十百千万半]+)`;
const UNIT = `(?:(?:\\s*(?:个|多))?\\s*(usd|us\\$|us dollars?|dollars?|bucks?|美元|美金|刀|块钱?|元|%|percent|per cent|days?${END}|hours?${END}|hrs?${END}|h${END}|d${END}|weeks?${END}|天|日|小时|钟头|周|星期|礼拜))?`;
const BEFORE = '(?:us\\$|usd ?|\\$)?\\s*';
// Blanks before a sign that may be missing are a part of it, so that there is one way to read them.
const BEHIND_WORDS = '(?:\\s*(?:us\\$|usd|\\$))?\\s*';
const COUNTER = '(?:\\s*(?:个|条|行|件|次|票|项|起))?';

const digits = '零一二三四五六七八九';
const places: Readonly<Record<string, number>> = { 十: 10, 百: 100, 千: 1000, 万: 10_000 };

/** A number in Chinese characters: 三, 十二, 五千, 两万三千. */
function chineseNumber(text: string): number | undefined {
  let total = 0;
  let section = 0;
  let digit: number | undefined;
  for (const char of text.replaceAll('两', '二')) {
    if (char === '半') return undefined;
    const place = places[char];
    if (place === undefined) digit = digits.indexOf(char);
    else if (place === 10_000) {
      total = (section + (digit ?? 0) || 1) * place;
      section = 0;
      digit = undefined;
    } else {
      section += (digit ?? 1) * place;
      digit = undefined;
    }
  }
  return total + section + (digit ?? 0);
}

/** A number as people write it in either language. */
function numberOf(text: string): number | undefined {
  const [, figure, scale] = /^(\d[\d,]*(?:\.\d+)?)\s?(k|thousand|million|万|千|百)?$/.exec(text) ?? [];
  if (figure !== undefined) {
    const times = { k: 1000, thousand: 1000, million: 1_000_000, 万: 10_000, 千: 1000, 百: 100 }[scale ?? ''] ?? 1;
    return Number(figure.replaceAll(',', '')) * times;
  }
  const [, word = '', more] = /^(.*?)( thousand| hundred)?$/.exec(text) ?? [];
  const plain = englishWords.indexOf(word);
  const known = plain >= 0 ? plain : englishMore[word];
  if (known !== undefined) return known * (more === undefined ? 1 : more === ' hundred' ? 100 : 1000);
  return /^[\u4e00-\u9fff零]+$/u.test(text) ? chineseNumber(text) : undefined;
}

function unitOf(word: string | undefined): { unit?: AmountUnit; times: number } {
  if (word === undefined) return { times: 1 };
  if (/^(us|dollar|buck|美|刀|块|元)/.test(word)) return { unit: 'money', times: 1 };
  if (/^(%|per)/.test(word)) return { unit: 'percent', times: 1 };
  if (/^(week|周|星期|礼拜)/.test(word)) return { unit: 'day', times: 7 };
  return { unit: /^(h|小时|钟头)/.test(word) ? 'hour' : 'day', times: 1 };
}

type Side = 'above' | 'atLeast' | 'below' | 'atMost' | 'exactly';
type Rule = readonly [pattern: RegExp, side: Side | 'between'];

const rule = (pattern: string, side: Rule[1]): Rule => [new RegExp(pattern, 'y'), side];
const COUNTED = `(${NUMBER})${UNIT}${COUNTER}`;
const ONE = `${BEFORE}${COUNTED}`;
const NEXT_ONE = `${BEHIND_WORDS}${COUNTED}`;

const bare = new RegExp(ONE, 'y');
const counter = new RegExp(COUNTER, 'y');

/** Words around a number, and on which side of it they mean; those with more words come first. */
const rules: readonly Rule[] = [
  rule(`(?:between|from|介于|从|在)?${NEXT_ONE}\\s*(?:and|to|-|–|~|到|至|和)${NEXT_ONE}(?:\\s*之间)?`, 'between'),
  rule(
    `(?:not more than|no more than|not over|at most|up to|maximum(?: of)?|max\\.?|<=|≤|不超过|不多于|不高于|至多|最多|顶多)${NEXT_ONE}`,
    'atMost',
  ),
  rule(
    `(?:not less than|no less than|not under|at least|minimum(?: of)?|min\\.?|>=|≥|不少于|不低于|不小于|至少|起码)${NEXT_ONE}`,
    'atLeast',
  ),
  rule(
    `(?:more than|greater than|higher than|longer than|larger than|over|above|exceeding|exceeds?|beyond|>|大于|多于|高于|超过|超出|长于|不止|超)(?:\\s*了)?${NEXT_ONE}`,
    'above',
  ),
  rule(
    `(?:less than|fewer than|lower than|shorter than|smaller than|cheaper than|under|below|<|小于|少于|低于|短于|不到|不足|便宜于)${NEXT_ONE}`,
    'below',
  ),
  rule(`(?:exactly|precisely|=|正好|刚好|恰好|等于)${NEXT_ONE}`, 'exactly'),
  rule(
    `${BEFORE}(${NUMBER})(?= (?:lines?|times|rolls?|exceptions?|problems|items|positions) (?:or|and) more)`,
    'atLeast',
  ),
  rule(`${BEFORE}(${NUMBER})\\s*(?:or more|or longer|plus)${UNIT}`, 'atLeast'),
  rule(`${BEFORE}(${NUMBER})\\s*(?:or less|or fewer)${UNIT}`, 'atMost'),
  rule(
    `${ONE}\\s*(?:or more|or longer|or higher|or above|and more|and above|plus${END}|\\+|及以上|或以上|以上|起)`,
    'atLeast',
  ),
  rule(`${ONE}\\s*(?:or less|or fewer|or lower|or under|or below|and below|及以下|或以下|以下|以内|之内)`, 'atMost'),
];

/** Words that say that something fell, and by how much it did at least where nothing else is stated. */
const fallWords =
  /(?:(?:fell|fallen|dropped|decreased|reduced|down|cheaper)(?: by)?|降价|降了|下降了?|下跌了?|跌了?|便宜了|降)\s*/y;

/** A condition on by how much something fell: "fell by 50 USD", "跌了50美元以上". */
function readFall(text: string, at: number): AmountFound | undefined {
  fallWords.lastIndex = at;
  const [words] = fallWords.exec(text) ?? [];
  if (words === undefined) return undefined;
  const from = at + words.length;
  const found = readBounds(text, from) ?? readBare(text, from);
  return found && { length: words.length + found.length, amount: { ...found.amount, falls: true } };
}

/** A number by itself with its unit, as what is reached at least. */
function readBare(text: string, at: number): AmountFound | undefined {
  bare.lastIndex = at;
  const match = bare.exec(text);
  const n = numberOf(match?.[1] ?? '');
  if (match === null || n === undefined) return undefined;
  const { unit, times } = unitOf(match[2]);
  if (unit === undefined && !/\$|usd/.test(match[0])) return undefined;
  return { length: match[0].length, amount: { unit: unit ?? 'money', from: { n: n * times, strict: false } } };
}

/** Reads a condition on a number at a position of a text, such as "more than three days" or "5000美元以上"; undefined if there is none. */
export const readAmount = (text: string, at: number): AmountFound | undefined =>
  readFall(text, at) ?? readBounds(text, at);

/** Reads a number with words that say on which side of it the values are; undefined if the text has none at this position. */
function readBounds(text: string, at: number): AmountFound | undefined {
  for (const [pattern, side] of rules) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match === null) continue;
    const [whole, first = '', firstUnit, second, secondUnit] = match;
    const n = numberOf(first);
    if (n === undefined) continue;
    const { unit, times } = unitOf(firstUnit ?? secondUnit);
    const isMoney = unit === 'money' || /\$|usd/.test(whole);
    const reported = isMoney ? { unit: 'money' as const } : unit === undefined ? {} : { unit };
    const length = whole.length + counterAfter(text, at + whole.length);
    if (side === 'between') {
      const other = numberOf(second ?? '');
      // A bare pair of numbers may be anything; with a word or a unit it is a range.
      const isReported = /^(between|from|介于|从|在)/.test(whole) || unit !== undefined || isMoney;
      if (other === undefined || other < n || !isReported) continue;
      return {
        length,
        amount: { ...reported, from: { n: n * times, strict: false }, to: { n: other * times, strict: false } },
      };
    }
    const bound = (strict: boolean) => ({ n: n * times, strict });
    switch (side) {
      case 'above':
        return { length, amount: { ...reported, from: bound(true) } };
      case 'atLeast':
        return { length, amount: { ...reported, from: bound(false) } };
      case 'below':
        return { length, amount: { ...reported, to: bound(true) } };
      case 'atMost':
        return { length, amount: { ...reported, to: bound(false) } };
      case 'exactly':
        return { length, amount: { ...reported, from: bound(false), to: bound(false) } };
    }
  }
  return undefined;
}

/** A measure word after the number belongs to it: 至少10个. */
function counterAfter(text: string, at: number): number {
  counter.lastIndex = at;
  return counter.exec(text)?.[0].trimEnd().length ?? 0;
}

/** How a filter counts. */
export type AmountField = { unit?: AmountUnit | undefined; whole?: boolean | undefined };

const inUnit = (n: number, wording: AmountUnit | undefined, own: AmountUnit | undefined): number =>
  wording === 'day' && own === 'hour' ? n * 24 : wording === 'hour' && own === 'day' ? n / 24 : n;

/** Whether a condition may be about a filter that counts so. */
export const fitsUnit = ({ unit }: AmountStated, own: AmountUnit | undefined): boolean =>
  unit === undefined ||
  unit === own ||
  (own !== undefined && [unit, own].every((one) => one === 'day' || one === 'hour'));

/** By how much something fell as bounds of its change. */
function fallen({ from, to }: AmountStated): Pick<AmountStated, 'from' | 'to'> {
  const turned = (bound: AmountStated['from']) => bound && { ...bound, n: -bound.n };
  return { ...(to && { from: turned(to) }), ...(from ? { to: turned(from) } : { to: { n: 0, strict: true } }) };
}

/** The bounds of a filter, both included, that a condition means: of whole numbers the next one where the number itself is left out. */
export function boundsOf(wording: AmountStated, { unit, whole }: AmountField): { min?: string; max?: string } {
  const { from, to } = wording.falls === true ? fallen(wording) : wording;
  const low = from && inUnit(from.n, wording.unit, unit);
  const high = to && inUnit(to.n, wording.unit, unit);
  const isWhole = whole === true;
  return {
    ...(low === undefined
      ? {}
      : { min: String(isWhole ? (from?.strict ? Math.floor(low) + 1 : Math.ceil(low)) : low) }),
    ...(high === undefined
      ? {}
      : { max: String(isWhole ? (to?.strict ? Math.ceil(high) - 1 : Math.floor(high)) : high) }),
  };
}
