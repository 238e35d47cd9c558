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
import { compareLayouts } from './compare-layouts.ts';
import { jobOfAnswer } from './job-of-answer.ts';
import { type ListedAnswer, presentAnswer } from './present.ts';

/** Characters of an answer that are shown. */
const SHOWN_CHARS = 200_000;

const answers = (ctx: Ctx) =>
  ctx.db
    .selectFrom('robot_answer')
    .select(['id', 'state', 'carrier_code as carrierCode', 'subject', 'subject_no as subjectNo', 'events', 'reasons'])
    .select(['collected_at as collectTime', 'received_at as receiveTime', 'robot_id as robotId', 'job_id as jobId'])
    .select(['content_type as contentType', 'size_bytes as sizeBytes', 'parser_id as parserId'])
    .select(['parser_version as parserVersion', 'refused_events as refusedEvents']);

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
      const rows = await answers(ctx).where('id', 'in', ids).execute();
      return rows.map((row) => presentAnswer(row, reference(), ctx.lang));
    },
  });

const reasonsText = (reasons: RpaAnswerRow['reasons']): string => reasons.map(({ text }) => text).join(' · ');

type Problem = { reason: string; index: number | null; field: string | null; value: string | null };

/** The shipments an answer is about, within the caller's tenants. */
async function shipmentsOf(
  ctx: Ctx,
  answer: ListedAnswer,
  { sourceId, tenantId }: { sourceId: number | null; tenantId: number | null },
  reference: ReferenceSnapshot,
): Promise<CallData<'rpaAnswerGet'>['shipments']> {
  const column = answer.subject === 'bill' ? 's.bill_no' : 's.container_no';
  let query = ctx.db
    .selectFrom('subscription as s')
    .leftJoin('subscription_source as ss', (join) =>
      join.onRef('ss.subscription_id', '=', 's.id').on('ss.source_id', '=', sourceId ?? 0),
    )
    .leftJoin('raw_answer as ra', (join) =>
      join.onRef('ra.id', '=', 'ss.raw_answer_id').onRef('ra.subscription_id', '=', 's.id'),
    )
    .select(['s.id', 's.tenant_id as tenantId', 's.bill_no as billNo', 's.container_no as containerNo'])
    .select(['s.shipment_id as shipmentId', 'ra.received_at as receivedAt'])
    .where('s.carrier_code', '=', answer.carrierCode)
    .where('s.subject', '=', answer.subject)
    .where(column, '=', answer.subjectNo)
    .orderBy('s.id')
    .limit(50);
  if (tenantId !== null) query = query.where('s.tenant_id', '=', tenantId);
  return (await query.execute()).map(({ id, shipmentId, tenantId: owner, receivedAt, ...row }) => ({
    ...row,
    subscriptionId: String(id),
    shipmentId: shipmentId === null ? null : String(shipmentId),
    tenantName: tenantName(owner, ctx.lang, reference),
    current: answer.state !== 'refused' && receivedAt === answer.collectTime,
  }));
}

/** The answer beside the last page before it of the same kind that was read in full, where it was not. */
async function layoutOf(ctx: Ctx, row: ListedAnswer, answer: RobotAnswer): Promise<CallData<'rpaAnswerGet'>['layout']> {
  if (row.state !== 'refused' && row.state !== 'partly') return null;
  const read = await ctx.db
    .selectFrom('robot_answer')
    .select(['id', 'received_at', 'body', 'encoding'])
    .where('carrier_code', '=', row.carrierCode)
    .where('subject', '=', row.subject)
    .where('content_type', '=', row.contentType)
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
  const found = await answers(ctx)
    .select(['body', 'encoding', 'problems', 'source_id as sourceId', 'tenant_id as tenantId'])
    .where('id', '=', input.answerId)
    .executeTakeFirst();
  if (found === undefined) throw notFound();
  const { body, encoding, problems, sourceId, tenantId, ...row } = found;
  const text = Buffer.from(unpackBody({ body, encoding })).toString('utf8');
  return {
    answer: presentAnswer(row, reference, ctx.lang),
    job: await jobOfAnswer(ctx, row.jobId),
    text: text.slice(0, SHOWN_CHARS),
    cut: text.length > SHOWN_CHARS,
    layout: await layoutOf(ctx, row, {
      carrierCode: row.carrierCode,
      subject: row.subject,
      subjectNo: row.subjectNo,
      collectedAt: row.collectTime,
      contentType: row.contentType,
      parserHint: null,
      text,
    }),
    problems: (Array.isArray(problems) ? (problems as Problem[]) : []).map((problem) => ({
      code: problem.reason,
      text: refusalText(problem.reason, { field: problem.field ?? '', value: problem.value ?? '' }, ctx.lang),
      row: problem.index === null ? null : problem.index + 1,
      field: problem.field,
      value: problem.value,
    })),
    shipments: await shipmentsOf(ctx, row, { sourceId, tenantId }, reference),
  };
}
