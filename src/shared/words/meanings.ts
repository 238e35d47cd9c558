import { type AmountStated, fitsUnit } from './number-words.ts';
import type { Meaning } from './phrases.ts';
import type { Token } from './tokens.ts';
import type { WordField } from './types.ts';

/** Whether a part of the sentence may mean this. */
export const has = (token: Token | undefined, is: Meaning['is']): boolean =>
  token?.is === 'phrase' && token.meanings.some((meaning) => meaning.is === is);

/** A character that means something else by itself and ends a name when it comes right after it: 环球百货. */
export const endsName = (token: Token): boolean =>
  /^\p{Script=Han}$/u.test(token.text) && !/[的了在有被都还就要想和与及或]/.test(token.text);

/** A word that says nothing, not even in which direction. */
export const isOnlyFill = (token: Token | undefined): boolean =>
  has(token, 'fill') && !has(token, 'field') && !has(token, 'from') && !has(token, 'to');

/** The filter that a part names, where it fits. */
export const fieldOf = (token: Token | undefined, fits: (field: WordField) => boolean): WordField | undefined => {
  if (token?.is !== 'phrase') return undefined;
  for (const meaning of token.meanings) if (meaning.is === 'field' && fits(meaning.field)) return meaning.field;
  return undefined;
};

/** Measure words that say what is counted. */
const countedBy: readonly (readonly [string, RegExp])[] = [
  ['行', /^lines$/],
  ['次', /^rolls$/],
];

/** Filters of the days on which something arrives. */
export const isArrival = /^(eta|arrivalTime|etaTime)$/;

/** The filter that a condition on a number is about, and the part beside it that names it. */
export function counted(
  free: readonly WordField[],
  [before, after]: readonly (Token | undefined)[],
  wording: AmountStated,
  text: string,
): { field: WordField | undefined; by?: Token } {
  const fits = (field: WordField): boolean =>
    field.kind === 'amount' &&
    fitsUnit(wording, field.unit) &&
    (wording.falls !== true || field.change === true) &&
    free.includes(field);
  const counter = countedBy.find(([word]) => text.includes(word))?.[1];
  const own = counter && free.find((field) => fits(field) && counter.test(field.name));
  if (own !== undefined) {
    const by = [after, before].find((token) => fieldOf(token, (field) => field === own) !== undefined);
    return { field: own, ...(by === undefined ? {} : { by }) };
  }
  // What is counted stands behind the number, what has the number before it.
  for (const token of [after, before]) {
    const field = fieldOf(token, fits);
    if (token !== undefined && field !== undefined) return { field, by: token };
  }
  return {
    field: wording.unit === undefined ? undefined : free.find((field) => fits(field) && field.unit === wording.unit),
  };
}

/** A part that names a filter which the list does not have, and nothing else. */
export const namesLost = (token: Token | undefined): boolean => has(token, 'lost') && !has(token, 'value');

/** Parts of a sentence as one text, Chinese without spaces. */
export const textOf = (tokens: readonly Token[]): string =>
  tokens
    .map(({ text }) => text)
    .join(' ')
    .replaceAll(/(?<=\p{Script=Han}) (?=\p{Script=Han})/gu, '');

/** A part that stops nothing: a break, or a phrase that has one of these meanings. */
export const isOnlyOf = (token: Token, kinds: readonly Meaning['is'][]): boolean =>
  token.is === 'break' || kinds.some((kind) => has(token, kind));
