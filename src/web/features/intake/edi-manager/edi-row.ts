import type { ediMessagesList } from '#lists/edi-messages.ts';
import type { RowOf } from '#web/list/use-list.tsx';

/** A message of the list. */
export type EdiRow = RowOf<typeof ediMessagesList>;

/** Why a message is as it is, in a few words. */
export const reasonsOf = (row: Pick<EdiRow, 'reasons'>): string => row.reasons.map(({ text }) => text).join(' · ');
