import { sql } from 'kysely';
import type { ExpressionBuilder, RawBuilder, SqlBool } from 'kysely';
import type { DB } from '#generated/schema.ts';
import type { ExceptionRow } from '#server/modules/exceptions/exception/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { ts } from '#server/platform/db/instants.ts';

/** Members of an incident, open ones first, worst first, newest first. */
export async function listMembers(
  ctx: Ctx,
  incidentIds: readonly number[],
  page: { limit: number; offset: number },
): Promise<{ rows: ExceptionRow[]; total: number }> {
  const base = ctx.db.selectFrom('shipment_exception').where('incident_id', '=', sql<number>`any(${[...incidentIds]})`);
  const [rows, total] = await Promise.all([
    base
      .selectAll()
      .orderBy('open', 'desc')
      .orderBy(sql`array_position(array['high', 'medium', 'low'], severity)`)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(page.limit)
      .offset(page.offset)
      .execute(),
    base.select(sql<number>`count(*)::int`.as('n')).executeTakeFirst(),
  ]);
  return { rows: rows, total: total?.n ?? 0 };
}

/** Which exceptions an act is about: those of an incident, those with these ids, or both; one of them is given. */
export type Chosen = { incidentIds: readonly number[] | undefined; ids: readonly number[] | undefined };

/** The open ones of them. */
const openMembers = (ctx: Ctx, { incidentIds, ids }: Chosen) =>
  ctx.db
    .selectFrom('shipment_exception')
    .where('open', '=', true)
    .$if(incidentIds !== undefined, (query) =>
      query.where('incident_id', '=', sql<number>`any(${[...(incidentIds ?? [])]})`),
    )
    .$if(ids !== undefined || incidentIds === undefined, (query) =>
      query.where('id', '=', sql<number>`any(${[...(ids ?? [])]})`),
    );

/** The tenants that have open members, of those that are requested. */
export async function listOpenTenants(ctx: Ctx, chosen: Chosen): Promise<number[]> {
  const rows = await openMembers(ctx, chosen).select('tenant_id').distinct().execute();
  return rows.map((row) => row.tenant_id);
}

/** For which members something is left to do: those for which a condition holds, or that miss a comment of somebody. */
export type Needed = RawBuilder<SqlBool> | { authorCode: string; requestKey: string };

const needing = (needed: Needed) => (eb: ExpressionBuilder<DB, 'shipment_exception'>) =>
  'authorCode' in needed
    ? eb.not(
        eb.exists(
          eb
            .selectFrom('exception_comment as c')
            .select('c.id')
            .whereRef('c.exception_id', '=', 'shipment_exception.id')
            .where('c.author_code', '=', needed.authorCode)
            .where('c.request_id', '=', needed.requestKey),
        ),
      )
    : needed;

/** Ids of open members for which something is left to do, oldest first, and how many open members there are at all. */
export async function listOpenIds(
  ctx: Ctx,
  chosen: Chosen,
  options: { needed: Needed; limit: number },
): Promise<{ ids: number[]; open: number }> {
  const members = openMembers(ctx, chosen);
  const rows = await members.select('id').where(needing(options.needed)).orderBy('id').limit(options.limit).execute();
  const total = await members.select(sql<number>`count(*)::int`.as('n')).executeTakeFirst();
  return { ids: rows.map((row) => row.id), open: total?.n ?? 0 };
}

/** Writes one comment on many exceptions; those that have it already by its key keep theirs. */
export async function insertComments(
  ctx: Ctx,
  rows: readonly { id: number; tenant_id: number }[],
  comment: { body: string; requestKey: string },
): Promise<{ id: number; exception_id: number }[]> {
  return ctx.db
    .insertInto('exception_comment')
    .values(
      rows.map((row) => ({
        tenant_id: row.tenant_id,
        exception_id: row.id,
        author_code: ctx.actor.userCode,
        author_name: ctx.actor.kind === 'user' ? ctx.actor.name : ctx.actor.userCode,
        body: comment.body,
        mentions: [],
        request_id: comment.requestKey,
        created_at: ts(ctx.clock.now()),
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['exception_id', 'request_id']).where('request_id', 'is not', null).doNothing(),
    )
    .returning(['id', 'exception_id'])
    .execute();
}
