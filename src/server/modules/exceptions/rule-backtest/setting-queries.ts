// unscoped: Settings of rules exist per tenant, carrier and lane and for all: the level the caller may see or change is checked before, and
// runs are addressed by id.
import { sql } from 'kysely';
import type { Ctx } from '#server/platform/context.ts';
import { json } from '#server/platform/db/json.ts';
import { refused } from '#server/platform/errors/app-error.ts';
import { codeOf } from '#shared/values/errors.ts';
import { itemAt } from '#shared/values/items.ts';
import type { SettingRow } from './rules.ts';

const columns = [
  'id',
  'tenant_id',
  'carrier_code',
  'lane',
  'rule_code',
  'enabled',
  'settings',
  'record_version',
] as const;

/** Settings that the caller sees: those of everyone and of the own tenants; of one rule when it is given. */
export async function listSettings(ctx: Ctx, ruleCode?: string): Promise<SettingRow[]> {
  const query = ctx.db.selectFrom('rule_setting').select(columns).orderBy('id');
  return (ruleCode === undefined ? query : query.where('rule_code', '=', ruleCode)).execute();
}

/** One row that the caller sees, locked for a change. */
export async function lockSetting(ctx: Ctx, id: number): Promise<SettingRow | undefined> {
  const seen = await ctx.db.selectFrom('rule_setting').select('id').where('id', '=', id).executeTakeFirst();
  if (seen === undefined) return undefined;
  return ctx.unscoped.system
    .selectFrom('rule_setting')
    .select(columns)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/** Says that a level has settings already instead of what the database says. */
async function once<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (codeOf(error) !== '23505') throw error;
    throw refused('rule.scopeTaken');
  }
}

/** Adds a row; with an id it comes back under that id. */
export const insertSetting = (
  ctx: Ctx,
  row: Omit<SettingRow, 'id' | 'record_version'> & { id?: number; record_version?: number },
): Promise<SettingRow> =>
  once(async () => {
    const { rows } = await ctx.unscoped.execute<SettingRow>(
      `insert into rule_setting (${row.id === undefined ? '' : 'id, '}tenant_id, carrier_code, lane, rule_code, enabled, settings, record_version)
       ${row.id === undefined ? '' : 'overriding system value '}
       values (${row.id === undefined ? '' : '$8, '}$1, $2, $3, $4, $5, $6::jsonb, $7) returning ${columns.join(', ')}`,
      [
        row.tenant_id,
        row.carrier_code,
        row.lane,
        row.rule_code,
        row.enabled,
        json(row.settings),
        row.record_version ?? 1,
        ...(row.id === undefined ? [] : [row.id]),
      ],
    );
    return itemAt(rows, 0);
  });

/** Changes switch and thresholds of a row that is locked. */
export async function updateSetting(
  ctx: Ctx,
  row: SettingRow,
  change: Pick<SettingRow, 'enabled' | 'settings'>,
): Promise<SettingRow> {
  return ctx.unscoped.system
    .updateTable('rule_setting')
    .set({
      enabled: change.enabled,
      settings: json(change.settings),
      record_version: row.record_version + 1,
      updated_at: sql<Date>`now()`,
    })
    .where('id', '=', row.id)
    .returning(columns)
    .executeTakeFirstOrThrow();
}

/** Removes a row. */
export async function deleteSetting(ctx: Ctx, id: number): Promise<void> {
  await ctx.unscoped.system.deleteFrom('rule_setting').where('id', '=', id).execute();
}

/** What was done with settings of a rule, newest first; of other tenants' rows nothing. */
export async function listSettingAudits(ctx: Ctx, by: { auditId: number } | { ruleCode: string }) {
  const all = ctx.scope.kind === 'all' || (ctx.actor.kind === 'user' && ctx.actor.writesShared);
  const shared = all ? sql<boolean>`true` : sql<boolean>`coalesce(a.after, a.before)->>'tenant_id' is null`;
  const scoped = ctx.scope.kind === 'all' ? [] : ctx.scope.tenantIds;
  return ctx.unscoped.system
    .selectFrom('audit_log as a')
    .leftJoin('app_user as u', 'u.id', 'a.actor_id')
    .select(['a.id', 'a.at', 'a.actor_code', 'u.name_cn', 'a.action', 'a.entity_id', 'a.before', 'a.after'])
    .where('a.entity', '=', 'rule_setting')
    .where(({ or, and, eb }) =>
      or([
        ctx.scope.kind === 'all' ? sql<boolean>`true` : sql<boolean>`false`,
        and([eb('a.tenant_id', 'is', null), shared]),
        ...(scoped.length > 0 ? [eb('a.tenant_id', 'in', [...scoped])] : []),
      ]),
    )
    .where(
      'auditId' in by
        ? sql<boolean>`a.id = ${by.auditId}`
        : sql<boolean>`coalesce(a.after, a.before)->>'rule_code' = ${by.ruleCode}`,
    )
    .orderBy('a.id', 'desc')
    .limit(100)
    .execute();
}
