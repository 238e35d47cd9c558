import type { CallData } from '#contract/index.ts';

/** An answer of the list. */
export type AnswerRow = CallData<'rpaAnswerQuery'>['records'][number];

/** Why an answer or a part of it was not taken, in a few words. */
export const reasonsOf = (row: Pick<AnswerRow, 'reasons'>): string => row.reasons.map(({ text }) => text).join(' · ');

/** The version that read an answer. */
export const readerOf = ({ parserId, parserVersion }: AnswerRow): string =>
  parserId === null ? '' : `${parserId} v${parserVersion}`;
