// unscoped: The exceptions were found by `ctx.db` before and are addressed by id; people are users of the tenant of the row, and live
// events name their tenant.
import { sql } from 'kysely';
import type { ExceptionRow } from '#server/modules/exceptions/exception/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { countRows } from '#server/platform/db/count-rows.ts';
import { ts } from '#server/platform/db/instants.ts';
import { json } from '#server/platform/db/json.ts';
import type { Instant } from '#shared/time/instant.ts';

/** An exception with what its list row does not show. */
export type HandledRow = ExceptionRow;

/** A cause as stored, with what was done about it. */
export type CauseRow = {
  id: number;
  tenant_id: number;
  exception_id: number;
  app_type: string;
  type_code: string;
  remark: string | null;
  record_version: number;
  created_at: Instant;
  created_by: string;
  updated_at: Instant;
  updated_by: string;
};
export type CauseStatusRow = {
  id: number;
  tenant_id: number;
  cause_id: number;
  status_code: string;
  record_version: number;
  created_at: Instant;
  created_by: string;
};
export type Cause = CauseRow & { statuses: CauseStatusRow[] };
export type HandleStatusRow = {
  id: number;
  code: string;
  name_cn: string;
  name_en: string;
  enabled: boolean;
  record_version: number;
};
type Page = { limit: number; offset: number };

const anyOf = <Id extends number | string>(ids: readonly Id[]) => sql<Id>`any(${[...ids]})`;

/** One exception of the caller's tenants. */
export async function findException(ctx: Ctx, id: number): Promise<HandledRow | undefined> {
  return ctx.db.selectFrom('shipment_exception').selectAll().where('id', '=', id).executeTakeFirst();
}

/** The stored statements of sources about the shipment of a subscription; undefined while there are none. */
export async function findProvenance(ctx: Ctx, subscriptionId: number | null): Promise<unknown> {
  if (subscriptionId === null) return undefined;
  const row = await ctx.db
    .selectFrom('subscription as s')
    .innerJoin('shipment as h', 'h.id', 's.shipment_id')
    .select('h.provenance')
    .where('s.id', '=', subscriptionId)
    .executeTakeFirst();
  return row?.provenance;
}

/** A page of the exceptions of the caller's tenants, newest first, and how many there are. */
export async function listExceptionPage(ctx: Ctx, page: Page): Promise<{ rows: HandledRow[]; total: number }> {
  const [rows, total] = await Promise.all([
    ctx.db
      .selectFrom('shipment_exception')
      .selectAll()
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(page.limit)
      .offset(page.offset)
      .execute(),
    countRows(ctx.db.selectFrom('shipment_exception')),
  ]);
  return { rows, total };
}

/** Locks one exception of the caller's tenants, so that two saves follow one another. */
export const lockException = (
  ctx: Ctx,
  id: number,
): Promise<{ id: number; tenant_id: number; subscription_id: number | null; type_code: string } | undefined> =>
  ctx.db
    .selectFrom('shipment_exception')
    .select(['id', 'tenant_id', 'subscription_id', 'type_code'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

/** Locks and deletes exceptions with everything about them; gives what they were. */
export async function removeExceptions(ctx: Ctx, ids: readonly number[]): Promise<HandledRow[]> {
  const rows = await ctx.db
    .selectFrom('shipment_exception')
    .selectAll()
    .where('id', '=', anyOf(ids))
    .orderBy('id')
    .forUpdate()
    .execute();
  if (rows.length === ids.length) {
    await ctx.db.deleteFrom('shipment_exception').where('id', '=', anyOf(ids)).execute();
  }
  return rows;
}

async function withStatuses(ctx: Ctx, causes: readonly CauseRow[]): Promise<Cause[]> {
  if (causes.length === 0) return [];
  const statuses = await ctx.db
    .selectFrom('exception_cause_status')
    .selectAll()
    .where('cause_id', '=', anyOf(causes.map((cause) => cause.id)))
    .orderBy('id')
    .execute();
  const byCause = Map.groupBy(statuses, (status) => status.cause_id);
  return causes.map((cause) => ({ ...cause, statuses: byCause.get(cause.id) ?? [] }));
}

/** The causes of one exception in the order in which they were entered. */
export const listCauses = async (ctx: Ctx, exceptionId: number): Promise<Cause[]> =>
  withStatuses(
    ctx,
    await ctx.db
      .selectFrom('exception_cause')
      .selectAll()
      .where('exception_id', '=', exceptionId)
      .orderBy('id')
      .execute(),
  );

/** Causes by id; those of other tenants are left out. */
export const listCausesById = async (ctx: Ctx, ids: readonly number[]): Promise<Cause[]> =>
  withStatuses(
    ctx,
    await ctx.db.selectFrom('exception_cause').selectAll().where('id', '=', anyOf(ids)).orderBy('id').execute(),
  );

/** A page of causes, of one exception or of all. */
export async function listCausePage(
  ctx: Ctx,
  exceptionId: number | undefined,
  page: Page,
): Promise<{ rows: Cause[]; total: number }> {
  let base = ctx.db.selectFrom('exception_cause');
  if (exceptionId !== undefined) base = base.where('exception_id', '=', exceptionId);
  const rows = await base.selectAll().orderBy('id').limit(page.limit).offset(page.offset).execute();
  return { rows: await withStatuses(ctx, rows), total: await countRows(base) };
}

/** A page of what was done, about one cause or about all. */
export async function listCauseStatusPage(
  ctx: Ctx,
  causeId: number | undefined,
  page: Page,
): Promise<{ rows: CauseStatusRow[]; total: number }> {
  let base = ctx.db.selectFrom('exception_cause_status');
  if (causeId !== undefined) base = base.where('cause_id', '=', causeId);
  const rows = await base.selectAll().orderBy('id').limit(page.limit).offset(page.offset).execute();
  return { rows, total: await countRows(base) };
}

/** What was done, by id; that of other tenants is left out. */
export const listCauseStatusesById = (ctx: Ctx, ids: readonly number[]): Promise<CauseStatusRow[]> =>
  ctx.db.selectFrom('exception_cause_status').selectAll().where('id', '=', anyOf(ids)).orderBy('id').execute();

/** Makes a cause; gives its id. */
export async function insertCause(
  ctx: Ctx,
  cause: Pick<CauseRow, 'tenant_id' | 'exception_id' | 'app_type' | 'type_code' | 'remark'>,
): Promise<number> {
  const now = ts(ctx.clock.now());
  const by = ctx.actor.userCode;
  const { id } = await ctx.db
    .insertInto('exception_cause')
    .values({ ...cause, created_at: now, created_by: by, updated_at: now, updated_by: by })
    .returning('id')
    .executeTakeFirstOrThrow();
  return Number(id);
}

/** Changes a cause or only notes that what was done about it changed. */
export async function updateCause(
  ctx: Ctx,
  id: number,
  values: Partial<Pick<CauseRow, 'app_type' | 'type_code' | 'remark'>>,
): Promise<void> {
  await ctx.db
    .updateTable('exception_cause')
    .set({
      ...values,
      updated_at: ts(ctx.clock.now()),
      updated_by: ctx.actor.userCode,
      record_version: sql<number>`record_version + 1`,
    })
    .where('id', '=', id)
    .execute();
}

/** Deletes causes with what was done about them. */
export async function removeCauses(ctx: Ctx, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await ctx.db.deleteFrom('exception_cause').where('id', '=', anyOf(ids)).execute();
}

/** Deletes what was done. */
export async function removeCauseStatuses(ctx: Ctx, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await ctx.db.deleteFrom('exception_cause_status').where('id', '=', anyOf(ids)).execute();
}

/** Records what was done about a cause. */
export async function insertCauseStatuses(
  ctx: Ctx,
  cause: { id: number; tenantId: number },
  codes: readonly string[],
): Promise<void> {
  if (codes.length === 0) return;
  await ctx.db
    .insertInto('exception_cause_status')
    .values(
      codes.map((code) => ({
        tenant_id: cause.tenantId,
        cause_id: cause.id,
        status_code: code,
        created_at: ts(ctx.clock.now()),
        created_by: ctx.actor.userCode,
      })),
    )
    .execute();
}

/** All choices for what was done, in their order. */
export const listHandleStatuses = (ctx: Ctx): Promise<HandleStatusRow[]> =>
  ctx.db.selectFrom('md_exception_handle_status').selectAll().orderBy('sort').orderBy('id').execute();

/** Withdraws choices; gives those that are there. */
export async function withdrawHandleStatuses(ctx: Ctx, ids: readonly number[]): Promise<HandleStatusRow[]> {
  const rows = await ctx.db
    .selectFrom('md_exception_handle_status')
    .selectAll()
    .where('id', '=', anyOf(ids))
    .orderBy('id')
    .forUpdate()
    .execute();
  await ctx.db
    .updateTable('md_exception_handle_status')
    .set({ enabled: false, record_version: sql<number>`record_version + 1` })
    .where('id', '=', anyOf(ids))
    .where('enabled', '=', true)
    .execute();
  return rows;
}

/** Writes entries into the history of exceptions, in the current transaction. */
export async function insertEvents(
  ctx: Ctx,
  events: readonly { tenantId: number; exceptionId: number; kind: string; detail: unknown }[],
): Promise<void> {
  if (events.length === 0) return;
  await ctx.db
    .insertInto('exception_event')
    .values(
      events.map((event) => ({
        tenant_id: event.tenantId,
        exception_id: event.exceptionId,
        at: ts(ctx.clock.now()),
        kind: event.kind,
        actor_code: ctx.actor.userCode,
        detail: json(event.detail),
      })),
    )
    .execute();
}

/** The latest entries of an exception's history, newest first. */
export const listEvents = (ctx: Ctx, exceptionId: number, limit: number) =>
  ctx.db
    .selectFrom('exception_event')
    .selectAll()
    .where('exception_id', '=', exceptionId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

/** The latest comments on an exception that were not taken back, newest first. */
export const listComments = (ctx: Ctx, exceptionId: number, limit: number) =>
  ctx.db
    .selectFrom('exception_comment')
    .selectAll()
    .where('exception_id', '=', exceptionId)
    .where('removed_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

/** Keeps a comment; gives its id. */
export async function insertComment(
  ctx: Ctx,
  comment: { tenantId: number; exceptionId: number; body: string; mentions: readonly string[] },
): Promise<number> {
  const { id } = await ctx.db
    .insertInto('exception_comment')
    .values({
      tenant_id: comment.tenantId,
      exception_id: comment.exceptionId,
      author_code: ctx.actor.userCode,
      author_name: ctx.actor.kind === 'user' ? ctx.actor.name : ctx.actor.userCode,
      body: comment.body,
      mentions: [...comment.mentions],
      created_at: ts(ctx.clock.now()),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return Number(id);
}

/** Locks one comment of the caller's tenants. */
export const lockComment = (ctx: Ctx, id: number) =>
  ctx.db.selectFrom('exception_comment').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

/** Takes a comment back or restores it. */
export async function markComment(ctx: Ctx, id: number, removed: boolean): Promise<void> {
  await ctx.db
    .updateTable('exception_comment')
    .set({ removed_at: removed ? ts(ctx.clock.now()) : null })
    .where('id', '=', id)
    .execute();
}

/** Names of users by code, whatever their tenant: they are named in rows that the caller sees. */
export async function namesOfUsers(ctx: Ctx, codes: Iterable<string>): Promise<Map<string, string>> {
  const wanted = [...new Set(codes)];
  if (wanted.length === 0) return new Map();
  const rows = await ctx.unscoped.system
    .selectFrom('app_user')
    .select(['user_code', 'name_cn'])
    .where('user_code', '=', anyOf(wanted))
    .orderBy('id')
    .execute();
  return new Map(rows.map((row) => [row.user_code, row.name_cn]));
}

/** Codes of users who may see a tenant, of those requested. */
export async function usersWhoSee(ctx: Ctx, tenantId: number, codes: readonly string[]): Promise<Set<string>> {
  if (codes.length === 0) return new Set();
  const rows = await ctx.unscoped.system
    .selectFrom('app_user as u')
    .select('u.user_code')
    .where('u.user_code', '=', anyOf(codes))
    .where('u.removed_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('u.tenant_id', '=', tenantId),
        eb('u.all_tenants', '=', true),
        eb.exists(
          eb
            .selectFrom('user_tenant as t')
            .select('t.tenant_id')
            .whereRef('t.user_id', '=', 'u.id')
            .where('t.tenant_id', '=', tenantId),
        ),
      ]),
    )
    .execute();
  return new Set(rows.map((row) => row.user_code));
}

/** Names of sources by code. */
export const listSourceNames = (ctx: Ctx, codes: readonly string[]) =>
  ctx.db.selectFrom('source').select(['code', 'name_cn', 'name_en']).where('code', '=', anyOf(codes)).execute();
