import type { CallData } from '#contract/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import type { Instant } from '#shared/time/instant.ts';
import { ediReasonText } from '#shared/i18n/server-messages/index.ts';

/** A message with its file and partner, as lists read it. */
export type MessageRow = {
  id: number;
  direction: 'in' | 'out';
  state: CallData<'ediQuery'>['records'][number]['state'];
  way: 'folder' | 'upload' | 'send';
  name: string;
  message_type: string | null;
  message_version: string | null;
  sender: string | null;
  receiver: string | null;
  partner_code: string | null;
  partner_name: string | null;
  control_ref: string | null;
  message_ref: string | null;
  document_no: string | null;
  received_at: Instant;
  events: number;
  applied: number;
  waiting: number;
  refused_events: number;
  problem_count: number;
  reasons: string[];
  tenant_name: string | null;
  duplicate_of: number | null;
};

/** A message on the wire. */
export const presentMessage = (row: MessageRow, ctx: Pick<Ctx, 'lang'>): CallData<'ediQuery'>['records'][number] => ({
  id: String(row.id),
  direction: row.direction,
  state: row.state,
  way: row.way,
  fileName: row.name,
  messageType: row.message_type,
  messageVersion: row.message_version,
  sender: row.sender,
  receiver: row.receiver,
  partnerCode: row.partner_code,
  partnerName: row.partner_name,
  controlRef: row.control_ref,
  messageRef: row.message_ref,
  documentNo: row.document_no,
  receivedTime: row.received_at,
  events: row.events,
  applied: row.applied,
  waiting: row.waiting,
  refusedEvents: row.refused_events,
  problemCount: row.problem_count,
  reasons: row.reasons.map((code) => ({ code, text: ediReasonText(code, ctx.lang) })),
  tenantName: row.tenant_name,
  duplicateOf: row.duplicate_of === null ? null : String(row.duplicate_of),
});
