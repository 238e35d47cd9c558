// unscoped: Ports, carriers and published prices have no tenant; rows of tenants were chosen by `ctx.db` before and are addressed by id.
import type { ChangedLine } from '#domain/commerce/freight/change-price.ts';
import { loose, type RawRow } from '#server/entity/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { json } from '#server/platform/db/json.ts';
import { ts } from '#server/platform/db/instants.ts';
import { realClock } from '#server/platform/clock/clock.ts';
import { lockName } from '#server/platform/db/lock-name.ts';
import { agreeIn } from '../same-price.ts';
import type { PriceKind } from './price-kinds.ts';

/** What a line gets. */
export type NewValues = { id: number; values: Record<string, unknown> };
/** Another line that is valid at the same time. */
export type Overlap = { id: number; number: string; from: string; to: string };

/** Lines of the caller's tenants by id, locked in the order of their ids. */
export const lockLines = (ctx: Ctx, { table }: PriceKind, ids: readonly number[]): Promise<RawRow[]> =>
  loose(ctx.db)
    .selectFrom(table)
    .selectAll()
    .where('id', 'in', [...ids])
    .orderBy('id')
    .forUpdate()
    .execute();

const changeable = ({ amounts }: PriceKind): string[] => [...amounts, 'valid_from', 'valid_to'];

/** Writes new values to lines that are locked, and raises their versions. */
export async function writeLines(ctx: Ctx, kind: PriceKind, lines: readonly NewValues[]): Promise<void> {
  const columns = changeable(kind);
  await ctx.unscoped.execute(
    `update ${kind.table} t set record_version = t.record_version + 1,
       ${columns.map((name) => `${name} = case when n.values ? '${name}' then (jsonb_populate_record(null::${kind.table}, n.values)).${name} else t.${name} end`).join(', ')}
     from jsonb_to_recordset($1::jsonb) as n(id bigint, values jsonb) where t.id = n.id`,
    [json(lines)],
  );
}

/** Lines among these that are valid together with another line of the same thing. */
export async function listOverlaps(ctx: Ctx, kind: PriceKind, ids: readonly number[]): Promise<Map<number, Overlap>> {
  const rows = await ctx.unscoped.query<Overlap>(
    `select distinct on (a.id) a.id, b.${kind.number} as number, b.valid_from as "from", b.valid_to as "to"
     from ${kind.table} a join ${kind.table} b on b.tenant_id = a.tenant_id and ${agreeIn(kind.same, 'b', 'a')}
       and b.valid_from <= a.valid_to and b.valid_to >= a.valid_from and b.id <> a.id
     where a.id = any($1) order by a.id, b.valid_from`,
    [[...ids]],
  );
  return new Map(rows.map((row) => [Number(row.id), row]));
}

/** One at a time per tenant: prices that overlap must not be saved beside each other. */
export async function lockValidities(ctx: Ctx, { table }: PriceKind, tenantIds: readonly number[]): Promise<void> {
  for (const tenantId of tenantIds.toSorted((a, b) => a - b)) await lockName(ctx.unscoped, `${table} ${tenantId}`);
}

/** Keeps a change, so that it can be taken back. */
export async function insertPriceChange(
  ctx: Ctx,
  change: { tenantId: number; batch: string; entity: PriceKind['of']; what: unknown; lines: readonly ChangedLine[] },
): Promise<void> {
  const { actor } = ctx;
  await ctx.db
    .insertInto('price_change')
    .values({
      tenant_id: change.tenantId,
      batch: change.batch,
      entity: change.entity,
      changed_at: ts(realClock.now()),
      actor_id: actor.kind === 'user' ? actor.userId : null,
      actor_name: actor.kind === 'user' ? actor.name : actor.userCode,
      what: json(change.what),
      line_count: change.lines.length,
      lines: json(change.lines),
    })
    .execute();
}

/** The latest changes of the caller's tenants, newest first. */
export const listPriceChanges = (ctx: Ctx, entity: PriceKind['of']) =>
  ctx.db
    .selectFrom('price_change')
    .select(['id', 'batch', 'changed_at as time', 'actor_name as userName', 'what', 'line_count as lines'])
    .select(['undone_at as undoneTime', 'undone_by as undoneBy'])
    .where('entity', '=', entity)
    .orderBy('id', 'desc')
    .limit(60)
    .execute();

/** The parts of one change, locked. */
export const lockPriceChange = (ctx: Ctx, entity: PriceKind['of'], batch: string) =>
  ctx.db
    .selectFrom('price_change')
    .selectAll()
    .where('entity', '=', entity)
    .where('batch', '=', batch)
    .orderBy('id')
    .forUpdate()
    .execute();

/** Notes that a change was taken back. */
export const markUndone = (ctx: Ctx, ids: readonly number[], by: string) =>
  ctx.db
    .updateTable('price_change')
    .set({ undone_at: ts(realClock.now()), undone_by: by })
    .where('id', 'in', [...ids])
    .execute();
