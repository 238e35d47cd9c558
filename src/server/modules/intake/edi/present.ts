import type { CallData } from '#contract/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { ediReasonText } from '#shared/i18n/server-messages/index.ts';

type Shown = CallData<'ediQuery'>['records'][number];

/** A message with its file and partner, as lists read it. */
export type MessageRow = Omit<Shown, 'id' | 'reasons' | 'duplicateOf'> & {
  id: number;
  reasons: string[];
  duplicateOf: number | null;
};

/** A message on the wire. */
export const presentMessage = (row: MessageRow, ctx: Pick<Ctx, 'lang'>): Shown => ({
  ...row,
  id: String(row.id),
  reasons: row.reasons.map((code) => ({ code, text: ediReasonText(code, ctx.lang) })),
  duplicateOf: row.duplicateOf === null ? null : String(row.duplicateOf),
});
