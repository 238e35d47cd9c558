import { sql } from 'kysely';
import type { CallData, ParsedBody, ParsedQuery } from '#contract/index.ts';
import { unpackBody } from '#server/modules/collection/index.ts';
import { tenantName } from '#server/modules/exception/index.ts';
import type { ReferenceSnapshot } from '#server/modules/masterdata/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { countRows } from '#server/platform/db/count-rows.ts';
import { notFound } from '#server/platform/errors/app-error.ts';
import { pageOf, rowsOf } from '#server/platform/page.ts';
import { refusalText } from '#shared/i18n/server-messages/index.ts';
import type { AnswerRow } from './answer-rows.ts';
import { type ListedAnswer, presentAnswer } from './present.ts';

/** Characters of an answer that are shown. */
const SHOWN_CHARS = 200_000;

const columns = [
  'id',
  'state',
  'carrier_code',
  'subject',
  'subject_no',
  'collected_at',
  'received_at',
  'robot_id',
  'job_id',
  'content_type',
  'size_bytes',
  'parser_id',
  'parser_version',
  'events',
  'refused_events',
  'reasons',
] as const;

function filtered(ctx: Ctx, input: ParsedBody<'rpaAnswerQuery'>) {
  let query = ctx.db.selectFrom('robot_answer');
  if (input.carrierCode) query = query.where('carrier_code', 'in', input.carrierCode);
  if (input.state) query = query.where('state', 'in', input.state as ListedAnswer['state'][]);
  if (input.parserId) query = query.where('parser_id', 'in', input.parserId);
  if (input.reason) query = query.where(sql<boolean>`reasons && ${input.reason}::text[]`);
  const { keyword } = input;
  if (keyword !== undefined) {
    const code = keyword.toUpperCase().replace(/\s+/g, '');
    query = query.where((where) =>
      where.or([where('subject_no', '=', code), where('job_id', '=', keyword), where('robot_id', '=', keyword)]),
    );
  }
  return query;
}

/** A page of what robots brought, newest first. */
export async function queryAnswers(
  ctx: Ctx,
  input: ParsedBody<'rpaAnswerQuery'>,
  reference: ReferenceSnapshot,
): Promise<CallData<'rpaAnswerQuery'>> {
  const { limit, offset } = rowsOf(input);
  const total = await countRows(filtered(ctx, input));
  const rows = await filtered(ctx, input)
    .select(columns)
    .orderBy('received_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  return pageOf(
    rows.map((row) => presentAnswer(row as unknown as ListedAnswer, reference, ctx.lang)),
    total,
    input,
  );
}

type Problem = { reason: string; index: number | null; field: string | null; value: string | null };

/** The shipments an answer is about, within the caller's tenants. */
async function shipmentsOf(
  ctx: Ctx,
  answer: Pick<ListedAnswer, 'state' | 'carrier_code' | 'subject' | 'subject_no' | 'collected_at'> & {
    source_id: number | null;
    tenant_id: number | null;
  },
  reference: ReferenceSnapshot,
): Promise<CallData<'rpaAnswerGet'>['shipments']> {
  const column = answer.subject === 'bill' ? 's.bill_no' : 's.container_no';
  let query = ctx.db
    .selectFrom('subscription as s')
    .leftJoin('subscription_source as ss', (join) =>
      join.onRef('ss.subscription_id', '=', 's.id').on('ss.source_id', '=', answer.source_id ?? 0),
    )
    .leftJoin('raw_answer as ra', 'ra.id', 'ss.raw_answer_id')
    .select(['s.id', 's.tenant_id', 's.bill_no', 's.container_no', 's.shipment_id', 'ra.received_at'])
    .where('s.carrier_code', '=', answer.carrier_code)
    .where('s.subject', '=', answer.subject)
    .where(column, '=', answer.subject_no)
    .orderBy('s.id')
    .limit(50);
  if (answer.tenant_id !== null) query = query.where('s.tenant_id', '=', answer.tenant_id);
  return (await query.execute()).map((row) => ({
    subscriptionId: String(row.id),
    shipmentId: row.shipment_id === null ? null : String(row.shipment_id),
    tenantName: tenantName(row.tenant_id, ctx.lang, reference),
    billNo: row.bill_no,
    containerNo: row.container_no,
    current: answer.state !== 'refused' && row.received_at === answer.collected_at,
  }));
}

/** One answer: its text, what was wrong with it, and the shipments it is about. */
export async function getAnswer(
  ctx: Ctx,
  input: ParsedQuery<'rpaAnswerGet'>,
  reference: ReferenceSnapshot,
): Promise<CallData<'rpaAnswerGet'>> {
  const row = await ctx.db
    .selectFrom('robot_answer')
    .select([...columns, 'body', 'encoding', 'problems', 'source_id', 'tenant_id'])
    .where('id', '=', input.answerId)
    .executeTakeFirst();
  if (row === undefined) throw notFound();
  const text = Buffer.from(unpackBody({ body: row.body, encoding: row.encoding as AnswerRow['encoding'] })).toString(
    'utf8',
  );
  const answer = row as unknown as ListedAnswer & { source_id: number | null; tenant_id: number | null };
  return {
    answer: presentAnswer(answer, reference, ctx.lang),
    text: text.slice(0, SHOWN_CHARS),
    cut: text.length > SHOWN_CHARS,
    problems: (Array.isArray(row.problems) ? (row.problems as Problem[]) : []).map((problem) => ({
      code: problem.reason,
      text: refusalText(problem.reason, { field: problem.field ?? '', value: problem.value ?? '' }, ctx.lang),
      row: problem.index === null ? null : problem.index + 1,
      field: problem.field,
      value: problem.value,
    })),
    shipments: await shipmentsOf(ctx, answer, reference),
  };
}
