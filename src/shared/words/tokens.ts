import { type DaySpan, readDays } from './day-words.ts';
import { type AmountStated, readAmount } from './number-words.ts';
import { readOrder } from './order-words.ts';
import type { Meaning, Phrases } from './phrases.ts';
import type { WordOrder, WordSort } from './types.ts';

/** A part of the sentence. */
export type Token = { readonly text: string } & (
  | { readonly is: 'phrase'; readonly meanings: readonly Meaning[] }
  | { readonly is: 'days'; readonly span: DaySpan }
  | { readonly is: 'amount'; readonly amount: AmountStated }
  | { readonly is: 'order'; readonly sort: WordOrder | undefined }
  | { readonly is: 'number' }
  | { readonly is: 'quote' }
  | { readonly is: 'unknown' }
  | { readonly is: 'break' }
);

const isWordChar = (char: string | undefined): boolean => char !== undefined && /[\p{L}\p{N}]/u.test(char);
const isLatin = (char: string | undefined): boolean => char !== undefined && /[a-z0-9]/.test(char);

/** Lower case and half width, character by character, so that places in the text stay the same. */
const plain = (text: string): string =>
  [...text]
    .map((char) => {
      const code = char.codePointAt(0) ?? 0;
      const half =
        code >= 0xff01 && code <= 0xff5e ? String.fromCodePoint(code - 0xfee0) : code === 0x3000 ? ' ' : char;
      const low = half.toLowerCase();
      return low.length === half.length ? low : half;
    })
    .join('');

const quoted = /["“”「'‘]([^"“”」'’]{1,60})["“”」'’]/y;
const numbered = /(?=[a-z0-9/-]*\d[a-z0-9/-]*\d[a-z0-9/-]*\d)[a-z0-9][a-z0-9/-]{5,}(?![a-z0-9])/y;

/** Names of places that begin with a word of another meaning. */
const placeNames =
  /(?:new (?:york|orleans|delhi|jersey|haven|plymouth|mangalore|london)|port (?:klang|kelang|said|louis|harcourt|moresby|sudan|everglades|elizabeth|hueneme|of spain|botany))(?![a-z])|新(?:加坡|奥尔良|德里|西兰|泽西|潟|会|港|乡|民)/y;

/**
 * Characters that say nothing by themselves and stand in names: 王刚, 李子明, 新希望. Right behind a part of a name they belong to it, and
 * so they do before a character that begins nothing known.
 */
const inNames = /^[刚新子单完快掉又]$/;

const matched = (pattern: RegExp, text: string, at: number): RegExpExecArray | null => {
  pattern.lastIndex = at;
  return pattern.exec(text);
};

/** An order or a condition on a number, where more of the text says it than anything else here. */
function countedAt(
  text: string,
  at: number,
  sentence: string,
  sorts: readonly WordSort[],
  rest: number,
): { token: Token; length: number } | undefined {
  const written = (length: number): string => sentence.slice(at, at + length).trim();
  const order = readOrder(text, at, sorts);
  if (order !== undefined && order.length > rest)
    return { token: { is: 'order', text: written(order.length), sort: order.sort }, length: order.length };
  const amount = readAmount(text, at);
  if (amount === undefined || amount.length <= rest) return undefined;
  return { token: { is: 'amount', text: written(amount.length), amount: amount.amount }, length: amount.length };
}

/** Whether a Chinese character stands here that begins nothing known. */
const beginsName = (text: string, at: number, phrases: Phrases, sentence: string, today: string): boolean =>
  /\p{Script=Han}/u.test(text[at] ?? '') &&
  phrases.at(text, at, sentence) === undefined &&
  readDays(text, at, today) === undefined &&
  readAmount(text, at) === undefined;

/** Cuts a sentence into parts: what is known, what is quoted, numbers, days, and the rest. */
export function tokensOf(sentence: string, phrases: Phrases, today: string, sorts: readonly WordSort[]): Token[] {
  const text = plain(sentence);
  const tokens: Token[] = [];
  let unknown = '';
  const close = (): void => {
    const left = unknown.trim();
    if (left !== '') tokens.push({ is: 'unknown', text: left });
    unknown = '';
  };
  const push = (token: Token): void => {
    close();
    tokens.push(token);
  };
  let at = 0;
  while (at < text.length) {
    const char = text[at];
    const begins = !isLatin(char) || !isLatin(text[at - 1]);
    if (begins) {
      const days = readDays(text, at, today);
      const phrase = phrases.at(text, at, sentence);
      const quote = matched(quoted, text, at);
      const number = isLatin(text[at]) ? matched(numbered, text, at) : null;
      const place = matched(placeNames, text, at);
      if (place !== null) {
        push({ is: 'unknown', text: sentence.slice(at, at + place[0].length) });
        at += place[0].length;
        continue;
      }
      if (quote !== null) {
        push({
          is: 'quote',
          text: sentence
            .slice(at, at + quote[0].length)
            .slice(1, -1)
            .trim(),
        });
        at += quote[0].length;
        continue;
      }
      const rest = Math.max(days?.length ?? 0, phrase?.length ?? 0, number?.[0].length ?? 0);
      const counted = countedAt(text, at, sentence, sorts, rest);
      if (counted !== undefined) {
        push(counted.token);
        at += counted.length;
        continue;
      }
      if (days !== undefined && days.length >= (phrase?.length ?? 0)) {
        push({ is: 'days', text: sentence.slice(at, at + days.length), span: days.span });
        at += days.length;
        continue;
      }
      const isOfName =
        inNames.test(text.slice(at, at + (phrase?.length ?? 0))) &&
        (/\p{Script=Han}$/u.test(unknown) || beginsName(text, at + 1, phrases, sentence, today));
      if (phrase !== undefined && !isOfName && phrase.length >= (number?.[0].length ?? 0)) {
        push({ is: 'phrase', text: sentence.slice(at, at + phrase.length), meanings: phrase.meanings });
        at += phrase.length;
        continue;
      }
      if (number !== null) {
        push({ is: 'number', text: number[0].toUpperCase() });
        at += number[0].length;
        continue;
      }
    }
    if (isWordChar(char) || /[-'.& ]/.test(char ?? '')) {
      // A word that begins here is taken whole.
      let end = at + 1;
      if (isLatin(char)) while (isLatin(text[end])) end += 1;
      unknown += sentence.slice(at, end);
      at = end;
    } else {
      push({ is: 'break', text: char ?? '' });
      at += 1;
    }
  }
  close();
  return tokens.filter((token, index) => token.is !== 'break' || tokens[index + 1] !== undefined);
}
