// unscoped: The planner and the worker look at reports of all tenants; verbs read through `ctx.db` and address rows by the ids found so.
import { sql } from 'kysely';
import type { Ctx } from '#server/platform/context.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { Lang } from '#shared/i18n/text.ts';
import type { ReportFormat, ReportKindName } from '#shared/reference/report.ts';
import type { Instant } from '#shared/time/instant.ts';
import type { ReportDefinition } from './report-run.ts';

/** A report as it is kept, with its owner. */
export type ReportRecord = {
  id: number;
  tenantId: number;
  ownerId: number;
  ownerName: string;
  ownerCode: string;
  reportName: string;
  reportKind: ReportKindName;
  viewName: string | null;
  filters: Record<string, unknown>;
  days: number;
  formats: ReportFormat[];
  language: Lang;
  cron: string;
  zone: string;
  missed: 'latest' | 'skip';
  active: boolean;
  pausedBecause: 'person' | 'rightLost' | null;
  plannedUntil: Instant;
  nextTime: Instant | null;
  recordVersion: number;
};

const columns = `r.id, r.tenant_id as "tenantId", r.owner_id as "ownerId", u.name_cn as "ownerName",
  u.user_code as "ownerCode", r.report_name as "reportName", r.report_kind as "reportKind",
  r.view_name as "viewName", r.filters, r.days, r.formats, r.language, r.cron_expression as cron,
  r.cron_zone as zone, r.missed_policy as missed, r.active, r.paused_because as "pausedBecause",
  r.planned_until as "plannedUntil", r.next_run_at as "nextTime", r.record_version as "recordVersion"`;
const from = 'report r join app_user u on u.id = r.owner_id';

/** What a report is made from. */
export const definitionOf = (report: ReportRecord): ReportDefinition => {
  const { id, ownerCode, cron, missed, active, pausedBecause, plannedUntil, nextTime, recordVersion, ...row } = report;
  return { ...row, reportId: id };
};

/** Ids of the reports that the caller may see: the own ones; of an administrator all of the tenants. */
export async function visibleIds(ctx: Ctx, id?: number): Promise<number[]> {
  if (ctx.actor.kind !== 'user') return [];
  const { userId, userType } = ctx.actor;
  let query = ctx.db.selectFrom('report').select('id');
  if (userType !== 'admin') query = query.where('owner_id', '=', userId);
  if (id !== undefined) query = query.where('id', '=', id);
  return (await query.orderBy('report_name').orderBy('id').limit(1000).execute()).map((row) => row.id);
}

/** Reports by id, in their order; `lock` keeps others from changing them until the transaction ends. */
export async function readReports(database: Database, ids: readonly number[], lock = false): Promise<ReportRecord[]> {
  const { rows } = await database.execute<ReportRecord>(
    `select ${columns} from ${from} where r.id = any($1) order by r.report_name, r.id${lock ? ' for update of r' : ''}`,
    [ids],
  );
  return rows;
}

/** Reports that are due, locked; those that another process plans are left to it. */
export async function lockDue(database: Database, now: Instant, limit: number): Promise<ReportRecord[]> {
  const { rows } = await database.execute<ReportRecord>(
    `select ${columns} from ${from} where r.active and r.next_run_at <= $1 order by r.next_run_at, r.id limit $2
     for update of r skip locked`,
    [new Date(now), limit],
  );
  return rows;
}

/** Where the planner has come to. */
export const movePlace = (
  database: Database,
  id: number,
  { plannedUntil, next }: { plannedUntil: Instant; next: Instant | undefined },
): Promise<unknown> =>
  database.execute('update report set planned_until = $2, next_run_at = $3 where id = $1', [
    id,
    new Date(plannedUntil),
    next === undefined ? null : new Date(next),
  ]);

/** Somebody a report goes to; `email` is null where nothing can be sent any more. */
export type RecipientRow = { report_id: number; value: string; name: string; email: string | null };

/** Whom reports go to, by their addresses of this moment. */
export const listRecipients = async (database: Database, reportIds: readonly number[]): Promise<RecipientRow[]> =>
  (
    await database.execute<RecipientRow>(
      `select p.report_id, case when p.user_id is not null then 'user ' || p.user_id else 'address ' || p.address_id end as value,
         coalesce(u.name_cn, a.address) as name,
         case when a.id is not null then case when a.active then a.address end
           when u.removed_at is null and (u.tenant_id = p.tenant_id or u.all_tenants or exists (
             select 1 from user_tenant t where t.user_id = u.id and t.tenant_id = p.tenant_id)) then nullif(trim(u.email), '') end as email
       from report_recipient p left join app_user u on u.id = p.user_id left join report_address a on a.id = p.address_id
       where p.report_id = any($1) order by p.id`,
      [reportIds],
    )
  ).rows;

/** Whom reports of a tenant can go to: its users with an e-mail address, and the addresses in use. */
export const listPossible = async (database: Database, tenantId: number) =>
  (
    await database.execute<{ value: string; name: string; email: string }>(
      `select 'user ' || u.id as value, u.name_cn as name, trim(u.email) as email from app_user u
       where u.removed_at is null and trim(coalesce(u.email, '')) <> '' and (u.tenant_id = $1 or u.all_tenants or exists (
         select 1 from user_tenant t where t.user_id = u.id and t.tenant_id = $1))
       union all
       select 'address ' || a.id, coalesce(nullif(a.remark, ''), a.address), a.address from report_address a
       where a.tenant_id = $1 and a.active
       order by 2, 1 limit 2000`,
      [tenantId],
    )
  ).rows;

/** Replaces whom a report goes to. */
export async function replaceRecipients(
  database: Database,
  report: { id: number; tenantId: number },
  values: readonly string[],
): Promise<void> {
  await database.execute('delete from report_recipient where report_id = $1', [report.id]);
  const idsOf = (kind: string): number[] =>
    values.filter((value) => value.startsWith(`${kind} `)).map((value) => Number(value.slice(kind.length + 1)));
  await database.execute(
    `insert into report_recipient (tenant_id, report_id, user_id, address_id)
     select $1::bigint, $2::bigint, x.user_id, null::bigint from unnest($3::bigint[]) x(user_id)
     union all select $1::bigint, $2::bigint, null::bigint, x.address_id from unnest($4::bigint[]) x(address_id)`,
    [report.tenantId, report.id, idsOf('user'), idsOf('address')],
  );
}

/** Switches a report on or off. */
export const setActive = (
  database: Database,
  id: number,
  to: { active: boolean; because: 'person' | 'rightLost' | null; plannedUntil?: Instant; next?: Instant | undefined },
): Promise<unknown> =>
  database.execute(
    `update report set active = $2, paused_because = $3, planned_until = coalesce($4, planned_until),
       next_run_at = case when $2 then $5::timestamptz end, record_version = record_version + 1, updated_at = now() where id = $1`,
    [
      id,
      to.active,
      to.because,
      to.plannedUntil === undefined ? null : new Date(to.plannedUntil),
      to.next === undefined ? null : new Date(to.next),
    ],
  );

/** How many reports a person owns. */
export async function countOwn(database: Database, userId: number): Promise<number> {
  const row = await database.system
    .selectFrom('report')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('owner_id', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(row.n);
}

/** Removes a report; what was sent stays in the outbox, and its runs until they are swept. */
export const removeReport = (database: Database, id: number): Promise<unknown> =>
  database.execute('delete from report where id = $1', [id]);
