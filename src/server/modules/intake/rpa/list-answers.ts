import { sql, type SqlBool } from 'kysely';
import type { CallData, ParsedQuery } from '#contract/index.ts';
import type { RpaAnswerRow } from '#contract/intake/rpa.ts';
import { robotAnswersList } from '#lists/robot-answers.ts';
import type { RobotAnswer } from '#server/connectors/rpa/index.ts';
import { listSource, type ListSource } from '#server/list/index.ts';
import { unpackBody } from '#server/modules/intake/collection/index.ts';
import { type ReferenceSnapshot, tenantName } from '#server/modules/administration/masterdata/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { notFound } from '#server/platform/errors/app-error.ts';
import { refusalText } from '#shared/i18n/server-messages/index.ts';
import type { AnswerRow } from './answer-rows.ts';
import { compareLayouts } from './compare-layouts.ts';
import { jobOfAnswer } from './job-of-answer.ts';
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

/** What robots brought, of the platform's robots and those of the caller's tenants. */
export const answersSource = (reference: () => ReferenceSnapshot): ListSource =>
  listSource(robotAnswersList, {
    from: (ctx) => ctx.db.selectFrom('robot_answer as a'),
    id: 'a.id',
    columns: {
      receiveTime: 'a.received_at',
      carrierCode: 'a.carrier_code',
      state: 'a.state',
      parserId: 'a.parser_id',
      answerId: 'a.id',
    },
    where: {
      reason: (codes: string[]) => sql<SqlBool>`a.reasons && ${codes}::text[]`,
      keyword: (keyword: string) => {
        const code = keyword.toUpperCase().replace(/\s+/g, '');
        return sql<SqlBool>`(a.subject_no = ${code} or a.job_id = ${keyword} or a.robot_id = ${keyword})`;
      },
    },
    cells: { reasons: (row) => reasonsText(row['reasons'] as RpaAnswerRow['reasons']) },
    load: async (ctx, ids) => {
      const rows = await ctx.db.selectFrom('robot_answer').select(columns).where('id', 'in', ids).execute();
      return rows.map((row) => presentAnswer(row, reference(), ctx.lang));
    },
  });

const reasonsText = (reasons: RpaAnswerRow['reasons']): string => reasons.map(({ text }) => text).join(' · ');

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

/** The answer beside the last page before it of the same kind that was read in full, where it was not. */
async function layoutOf(
  ctx: Ctx,
  row: Pick<ListedAnswer, 'id' | 'state' | 'carrier_code' | 'subject'> & Pick<AnswerRow, 'content_type'>,
  answer: RobotAnswer,
): Promise<CallData<'rpaAnswerGet'>['layout']> {
  if (row.state !== 'refused' && row.state !== 'partly') return null;
  const read = await ctx.db
    .selectFrom('robot_answer')
    .select(['id', 'received_at', 'body', 'encoding'])
    .where('carrier_code', '=', row.carrier_code)
    .where('subject', '=', row.subject)
    .where('content_type', '=', row.content_type)
    .where('state', '=', 'parsed')
    .where('id', '<', row.id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (read === undefined) return null;
  const text = Buffer.from(unpackBody({ body: read.body, encoding: read.encoding })).toString('utf8');
  return {
    answerId: String(read.id),
    receiveTime: read.received_at,
    ...compareLayouts({ ...answer, text }, answer),
  };
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
  const text = Buffer.from(unpackBody({ body: row.body, encoding: row.encoding })).toString('utf8');
  return {
    answer: presentAnswer(row, reference, ctx.lang),
    job: await jobOfAnswer(ctx, row.job_id),
    text: text.slice(0, SHOWN_CHARS),
    cut: text.length > SHOWN_CHARS,
    layout: await layoutOf(ctx, row, {
      carrierCode: row.carrier_code,
      subject: row.subject,
      subjectNo: row.subject_no,
      collectedAt: row.collected_at,
      contentType: row.content_type,
      parserHint: null,
      text,
    }),
    problems: (Array.isArray(row.problems) ? (row.problems as Problem[]) : []).map((problem) => ({
      code: problem.reason,
      text: refusalText(problem.reason, { field: problem.field ?? '', value: problem.value ?? '' }, ctx.lang),
      row: problem.index === null ? null : problem.index + 1,
      field: problem.field,
      value: problem.value,
    })),
    shipments: await shipmentsOf(ctx, row, reference),
  };
}
