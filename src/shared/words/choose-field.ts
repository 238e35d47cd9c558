import { type DaySpan, daysLater } from './day-words.ts';
import { placeAtEnd, placeAtStart } from './lexicon.ts';
import { fieldOf, has } from './meanings.ts';
import type { Token } from './tokens.ts';
import type { FoundName, WordField } from './types.ts';

type Around = {
  /** The parts before and after one, without those that say nothing. */
  near: (index: number) => readonly (Token | undefined)[];
  tokens: readonly Token[];
  index: number;
  /** The filter that was spoken of last. */
  hint: WordField | undefined;
};

/** The filter that a looked-up name belongs to; of two places by the words around it. */
export function placeField(
  all: readonly WordField[],
  { source }: NonNullable<FoundName>,
  { near, tokens, index, hint }: Around,
): WordField | undefined {
  const fields = all.filter(({ finds }) => finds === source);
  if (source !== 'ports' || fields.length < 2) return fields[0];
  const end = fields.find(({ name }) => placeAtEnd.test(name));
  const start = fields.find(({ name }) => placeAtStart.test(name));
  const [before, after] = near(index);
  if (has(before, 'to')) return end;
  if (has(before, 'from')) return start;
  if (has(after, 'from') && !has(after, 'to')) return start;
  const named = fieldOf(before, (field) => fields.includes(field)) ?? fieldOf(after, (field) => fields.includes(field));
  if (named !== undefined) return named;
  // "Shanghai to Los Angeles": the first of two.
  if (after !== undefined && has(after, 'to') && tokens[tokens.indexOf(after) + 1]?.is === 'unknown') return start;
  if (has(before, 'or') && hint !== undefined && fields.includes(hint)) return hint;
  return end;
}

/** The days of a span in a filter whose days lie ahead or behind: a bare weekday and "within three days" depend on it. */
export function spanIn(
  span: DaySpan,
  { ahead, text, today }: { ahead: boolean; text: string; today: string },
): { from?: string | undefined; to?: string | undefined } {
  const { from, to, side } = span;
  if (side === 'weekday' && !ahead && (from ?? to ?? '') > today) {
    const back = (day: string | undefined): string | undefined => (day === undefined ? undefined : daysLater(day, -7));
    return { from: back(from), to: back(to) };
  }
  const isAround = side === 'either' && from !== undefined && from < today && (to ?? '') > today;
  if (!isAround || !/内|within|^in /.test(text.toLowerCase())) return { from, to };
  return ahead ? { from: today, to } : { from, to: today };
}
