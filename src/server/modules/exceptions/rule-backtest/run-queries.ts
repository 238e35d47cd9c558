import { sql } from 'kysely';
import type { ParsedBody } from '#contract/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import type { Database } from '#server/platform/db/database.ts';
import { ts } from '#server/platform/db/instants.ts';
import { json } from '#server/platform/db/json.ts';
import type { Instant } from '#shared/time/instant.ts';
import type { RunScope } from './rule-runs.ts';

const laneParts = (lane: string | null): [string | null, string | null] => {
  const [from, to] = lane?.split('-') ?? [];
  return [from ?? null, to ?? null];
};

const scopeText = `($1::bigint[] is null or s.tenant_id = any($1)) and ($2::text is null or s.carrier_code = $2)
  and ($3::text is null or (b.port_of_loading = $3 and b.port_of_discharge = $4))`;
const scopeValues = ({ tenantIds, carrierCode, lane }: RunScope): unknown[] => [
  tenantIds,
  carrierCode,
  ...laneParts(lane),
];

// Whatever goes on, and whatever has ended with an exception of the rule: closed by one change, the next may open it again.
const concernedText = `from subscription s left join shipment b on b.subscription_id = s.id and b.fused
  where ${scopeText} and (not s.ended or exists (select from shipment_exception e
    where e.subscription_id = s.id and e.type_code = $5))`;

/** How many shipments a change of a rule's settings concerns. */
export async function countConcerned(database: Database, ruleCode: string, scope: RunScope): Promise<number> {
  const { rows } = await database.execute<{ n: number }>(`select count(*)::int as n ${concernedText}`, [
    ...scopeValues(scope),
    ruleCode,
  ]);
  return rows[0]?.n ?? 0;
}

/** The next shipments that a change of a rule's settings concerns. */
export async function listConcerned(
  database: Database,
  ruleCode: string,
  scope: RunScope,
  page: { after: number; limit: number },
): Promise<number[]> {
  const { rows } = await database.execute<{ id: number }>(
    `select s.id ${concernedText} and s.id > $6 order by s.id limit $7`,
    [...scopeValues(scope), ruleCode, page.after, page.limit],
  );
  return rows.map(({ id }) => id);
}

// Shipments that were followed at some moment of the period.
const followedText = `from subscription s left join shipment b on b.subscription_id = s.id and b.fused
  where ${scopeText} and s.subscribed_at <= $6 and (coalesce(b.ended_at, s.ended_at) is null or coalesce(b.ended_at, s.ended_at) >= $5)`;

/** How many shipments were followed within a period. */
export async function countFollowed(
  database: Database,
  scope: RunScope,
  period: { from: Instant; to: Instant },
): Promise<number> {
  const { rows } = await database.execute<{ n: number }>(`select count(*)::int as n ${followedText}`, [
    ...scopeValues(scope),
    new Date(period.from),
    new Date(period.to),
  ]);
  return rows[0]?.n ?? 0;
}

/** The next shipments that were followed within a period. */
export async function listFollowed(
  database: Database,
  scope: RunScope,
  period: { from: Instant; to: Instant },
  page: { after: number; limit: number },
): Promise<number[]> {
  const { rows } = await database.execute<{ id: number }>(
    `select s.id ${followedText} and s.id > $7 order by s.id limit $8`,
    [...scopeValues(scope), new Date(period.from), new Date(period.to), page.after, page.limit],
  );
  return rows.map(({ id }) => id);
}

/** A page of what a trial found, newest first; the run must be one that the caller sees. */
export async function listProblems(ctx: Ctx, input: ParsedBody<'ruleRunProblems'>) {
  const found = () => {
    const query = ctx.db.selectFrom('rule_run_problem as p').where('p.run_id', '=', input.runId);
    const { outcome } = input;
    return outcome === undefined ? query : query.where('p.outcome', '=', sql<'same' | 'new' | 'gone'>`any(${outcome})`);
  };
  const [rows, count] = await Promise.all([
    found()
      .innerJoin('subscription as s', 's.id', 'p.subscription_id')
      .select(['p.tenant_id as tenantId', 'p.subscription_id as subscriptionId', 's.shipment_id as shipmentId'])
      .select(['s.bill_no as blNo', 's.container_no as ctnNo', 's.carrier_code as carrierCode', 'p.outcome'])
      .select(['p.severity', 'p.params', 'p.first_at as firstTime', 'p.gone_at as goneTime', 'p.openings'])
      .select(['p.exception_id as exceptionId', 'p.handle_status as handleStatus'])
      .orderBy('p.first_at', 'desc')
      .orderBy('p.id', 'desc')
      .limit(input.pageSize)
      .offset((input.currentPage - 1) * input.pageSize)
      .execute(),
    found()
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow(),
  ]);
  return { rows, total: Number(count.n) };
}

/** One problem of a trial on its way into the list. */
export type NewProblem = {
  subscription_id: number;
  tenant_id: number;
  problem_key: string;
  outcome: string;
  first_at: string;
  gone_at: string | null;
  openings: number;
  severity: string;
  params: Record<string, string | number>;
  exception_id: number | null;
  handle_status: number | null;
};

/** Adds problems to the list of a trial. */
export async function insertProblems(database: Database, runId: number, rows: readonly NewProblem[]): Promise<void> {
  if (rows.length === 0) return;
  await database.execute(
    `insert into rule_run_problem (run_id, subscription_id, tenant_id, problem_key, outcome, first_at, gone_at, openings,
       severity, params, exception_id, handle_status)
     select $1, r.* from jsonb_to_recordset($2::jsonb) as r(subscription_id bigint, tenant_id bigint, problem_key text,
       outcome text, first_at timestamptz, gone_at timestamptz, openings integer, severity text, params jsonb,
       exception_id bigint, handle_status smallint)`,
    [runId, json(rows)],
  );
}

/** Of each rule: what is open now, and what was opened, resolved and done by people since a moment. */
export const countByRule = (ctx: Ctx, since: Instant) =>
  ctx.db
    .selectFrom('shipment_exception as e')
    .select('e.type_code')
    .select([
      sql<number>`count(*) filter (where e.open)`.as('open_now'),
      sql<number>`count(*) filter (where e.created_at >= ${new Date(since)})`.as('opened'),
      sql<number>`count(*) filter (where e.resolved_at >= ${new Date(since)})`.as('resolved'),
      sql<number>`count(*) filter (where e.created_at >= ${new Date(since)} and e.handle_status = 2 and e.resolution is null)`.as(
        'confirmed',
      ),
      sql<number>`count(*) filter (where e.created_at >= ${new Date(since)} and e.handle_status = 3)`.as('dismissed'),
      sql<number>`count(*) filter (where e.created_at >= ${new Date(since)} and e.handle_status in (1, 4))`.as(
        'in_work',
      ),
    ])
    .where(({ or, eb }) =>
      or([eb('e.open', '=', true), eb('e.created_at', '>=', ts(since)), eb('e.resolved_at', '>=', ts(since))]),
    )
    .groupBy('e.type_code')
    .execute();

/** Evidence of the newest exceptions that the caller sees: what each rule shows. */
export const listRecentEvidence = (ctx: Ctx) =>
  ctx.db
    .selectFrom('shipment_exception')
    .select(['type_code', 'evidence'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1000)
    .execute();
