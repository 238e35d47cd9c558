// unscoped: Rows were chosen by the entity’s own scope before; history, users of a row and runs are addressed by id, and live events of
// master data have no tenant.
import type { Selectable } from 'kysely';
import type { EntityHistoryEntry } from '#contract/entity.ts';
import type { AuditLogTable } from '#generated/schema.ts';
import type { Ctx } from '#server/platform/context.ts';
import { refused } from '#server/platform/errors/app-error.ts';
import { SECRET_MASK, type Entity } from '#shared/entity/declare.ts';
import { isRecord } from '#shared/values/objects.ts';
import { findRaw, staleError } from './load-row.ts';
import { presentOne, secretNow, type WireRow } from './present.ts';
import { columnsOf, fieldColumn, tenantOf, type RawRow } from './raw-rows.ts';
import { checkReferences, checkUnique, problemsError } from './rules.ts';
import { applyChanges, insertRaw, recordChange } from './save-row.ts';
import type { EntityCallOf } from './services.ts';
import { checkMayWrite } from './shared-rows.ts';

const entriesShown = 200;

type Entry = Selectable<AuditLogTable>;

/** Acts on an entity that the caller may know of: of shared rows all, else those of the own tenants. */
const entries = (ctx: Ctx, entity: Entity) => {
  const owned = entity.tenantField !== undefined || entity.table === 'tenant';
  return (owned ? ctx.db : ctx.unscoped.system).selectFrom('audit_log').selectAll().where('entity', '=', entity.name);
};

const asRaw = (value: unknown): RawRow | null => (isRecord(value) ? value : null);

async function namesOf(ctx: Ctx, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const users = await ctx.unscoped.system
    .selectFrom('app_user')
    .select(['id', 'name_cn'])
    .where('id', 'in', ids)
    .execute();
  return new Map(users.map((user) => [user.id, user.name_cn]));
}

const maskAll = (entity: Entity, wire: WireRow): WireRow =>
  Object.fromEntries(
    Object.entries(wire).map(([name, value]) => {
      const field = entity.fields[name];
      const masked = field?.kind === 'text' && field.maskWhen !== undefined && value !== null;
      return [name, masked ? SECRET_MASK : value];
    }),
  );

/** Who changed a row and how, newest first; also of a row that is gone. */
export async function listHistory({
  ctx,
  entity,
  services,
  input,
}: EntityCallOf<number>): Promise<EntityHistoryEntry[]> {
  const rows = await entries(ctx, entity)
    .where('entity_id', '=', String(input))
    .orderBy('id', 'desc')
    .limit(entriesShown)
    .execute();
  const names = await namesOf(ctx, [...new Set(rows.map((row) => row.actor_id).filter((id) => id !== null))]);
  const secret = (await secretNow(ctx, entity, [String(input)])).size > 0;
  const present = async (value: unknown): Promise<WireRow | null> => {
    const raw = asRaw(value);
    if (raw === null) return null;
    const wire = await presentOne(ctx, entity, raw, services);
    // What is secret by now is hidden in what was written before, too.
    return secret ? maskAll(entity, wire) : wire;
  };
  return Promise.all(
    rows.map(async (row) => ({
      auditId: String(row.id),
      time: row.at,
      userCode: row.actor_code,
      userName: row.actor_id === null ? null : (names.get(row.actor_id) ?? null),
      origin: row.origin,
      action: row.action,
      before: await present(row.before),
      after: await present(row.after),
    })),
  );
}

/** What an act found, limited to columns that still exist. */
const remembered = (entity: Entity, entry: Entry): RawRow | null => {
  const raw = asRaw(entry.before);
  const columns = columnsOf(entity.table);
  return raw === null ? null : Object.fromEntries(Object.entries(raw).filter(([column]) => column in columns));
};

/** Puts a removed row back under its own id, with the next version. */
async function putBack(call: EntityCallOf<unknown>, raw: RawRow): Promise<RawRow> {
  const { ctx, entity, services } = call;
  const references = await checkReferences(ctx, entity, raw, services, 'restored');
  const wrong = [...references.problems, ...(await checkUnique(ctx, entity, raw, undefined))];
  if (wrong.length > 0) throw problemsError(ctx, wrong);
  const row = { ...raw, ...references.copies, record_version: Number(raw['record_version']) + 1 };
  await services.hooks[entity.name]?.beforeWrite?.(ctx, { before: undefined, after: row });
  const after = await insertRaw(ctx, entity, row);
  await recordChange(ctx, entity, services, { action: 'restore', before: undefined, after });
  return after;
}

/** Puts back what went with a row: the removals of the same request, and in turn what went with them. */
async function putBackOwned(
  { ctx, entity, services }: EntityCallOf<unknown>,
  requestId: string | null,
  id: unknown,
): Promise<void> {
  if (requestId === null) return;
  for (const { entity: name, by } of entity.owns ?? []) {
    const child = services.entities[name];
    if (child === undefined) continue;
    const gone = await entries(ctx, child)
      .where('action', '=', 'delete')
      .where('request_id', '=', requestId)
      .orderBy('id')
      .execute();
    for (const removal of gone) {
      const raw = remembered(child, removal);
      if (raw === null || Number(raw[fieldColumn(child, by)]) !== Number(id)) continue;
      const call = { ctx, entity: child, services, input: null };
      const back = await putBack(call, raw);
      await putBackOwned(call, requestId, back['id']);
    }
  }
}

/** Columns that an undo does not bring back: they are of the row, not of its content. */
const ownColumns = new Set(['id', 'record_version', 'created_at', 'updated_at', 'last_modifier_name', 'tenant_id']);

/** Undoes a removal (the row comes back under its id) or sets a row back to how it was before a change. */
export async function restoreRow(
  call: EntityCallOf<{ auditId: number; recordVersion?: number | null | undefined }>,
): Promise<WireRow> {
  const { ctx, entity, services, input } = call;
  checkMayWrite(ctx, entity);
  return ctx.unscoped.transaction(async () => {
    const entry = await entries(ctx, entity).where('id', '=', input.auditId).executeTakeFirst();
    if (entry === undefined) throw refused('entity.noHistory');
    const raw = remembered(entity, entry);
    if (raw === null) throw refused('entity.nothingToUndo');
    const current = await findRaw(ctx, entity, Number(entry.entity_id), true);
    if (entry.action === 'delete') {
      if (current !== undefined) throw refused('entity.notDeleted', { label: entity.label[ctx.lang] });
      const after = await putBack(call, raw);
      await putBackOwned(call, entry.request_id, after['id']);
      return presentOne(ctx, entity, after, services);
    }
    if (current === undefined) throw refused('error.notFound');
    if (input.recordVersion != null && input.recordVersion !== Number(current['record_version']))
      throw await staleError(ctx, entity, current, services);
    const changes = Object.fromEntries(
      Object.entries(raw).filter(([column, value]) => !ownColumns.has(column) && value !== current[column]),
    );
    if (Object.keys(changes).length === 0 || tenantOf(entity, raw) !== tenantOf(entity, current))
      return presentOne(ctx, entity, current, services);
    return applyChanges(call, 'restore', current, changes);
  });
}
