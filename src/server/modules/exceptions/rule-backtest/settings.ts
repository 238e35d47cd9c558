import type { CallData, ParsedBody } from '#contract/index.ts';
import type { RuleSetting } from '#contract/exceptions/rule-backtest.ts';
import { levelOf } from '#domain/exceptions/settings.ts';
import { findSettingProblem } from '#domain/exceptions/tuning.ts';
import type { ExceptionRule, RuleSettings } from '#domain/exceptions/types.ts';
import { toSettings } from '#server/modules/exceptions/exception/index.ts';
import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import { writeAudit } from '#server/platform/audit/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { forbidden, notFound, refused } from '#server/platform/errors/app-error.ts';
import type { Queue } from '#server/platform/queue/index.ts';
import { detectAgain } from './detect-again.ts';
import { getRule, writesShared } from './rules.ts';
import type { SettingRow } from './rules.ts';
import {
  deleteSetting,
  insertSetting,
  listSettingAudits,
  listSettings,
  lockSetting,
  updateSetting,
} from './setting-queries.ts';

/** What changing settings works with. */
export type SettingDeps = { reference: ReferenceSnapshot; queue: Queue };

type Changed = CallData<'ruleSettingInsert'>;

const isWritable = (ctx: Ctx, tenantId: number | null): boolean =>
  tenantId === null ? writesShared(ctx) : ctx.scope.kind === 'all' || ctx.scope.tenantIds.includes(tenantId);

/** A row of settings as the wire has it. */
function presentSetting(ctx: Ctx, row: SettingRow, reference: ReferenceSnapshot): RuleSetting {
  const tenant = row.tenant_id === null ? undefined : reference.tenants.get(row.tenant_id);
  return {
    ruleSettingId: String(row.id),
    ruleCode: row.rule_code,
    level: levelOf(toSettings(row)) ?? 'default',
    tenantId: row.tenant_id === null ? null : String(row.tenant_id),
    tenantName: (ctx.lang === 'en' ? tenant?.nameEn : undefined) ?? tenant?.name ?? null,
    carrierCode: row.carrier_code,
    lane: row.lane,
    enabled: row.enabled === null ? null : row.enabled ? 1 : 0,
    values: row.settings,
    writable: isWritable(ctx, row.tenant_id) ? 1 : 0,
    recordVersion: row.record_version,
  };
}

/** Settings of a rule that the caller sees, the widest first. */
export async function querySettings(ctx: Ctx, ruleCode: string, reference: ReferenceSnapshot): Promise<RuleSetting[]> {
  getRule(ruleCode);
  const order = ['default', 'carrier', 'tenant', 'tenantCarrier', 'tenantCarrierLane'];
  const rows = (await listSettings(ctx, ruleCode)).map((row) => presentSetting(ctx, row, reference));
  return rows.toSorted((a, b) => order.indexOf(a.level) - order.indexOf(b.level));
}

/** Refuses thresholds that the rule does not have or that lie outside of their range. */
export function checkValues(ctx: Ctx, rule: ExceptionRule, values: RuleSettings): void {
  const problem = findSettingProblem(rule, values);
  if (problem === undefined) return;
  const { name, kind, threshold } = problem;
  if (threshold === undefined) throw refused('rule.unknownThreshold', { name });
  const { min, max, step } = threshold;
  const label = threshold.label[ctx.lang];
  throw kind === 'step' ? refused('rule.notAStep', { label, step }) : refused('rule.outOfRange', { label, min, max });
}

type ScopeInput = Pick<ParsedBody<'ruleSettingInsert'>, 'tenantId' | 'carrierCode' | 'lane'>;

/** Two ports as a lane, by their own codes; refuses what is no lane, and ports that nobody knows. */
function readLane(text: string, reference: ReferenceSnapshot): string {
  const lane = text.toUpperCase();
  if (!/^[A-Z0-9]{5}-[A-Z0-9]{5}$/.test(lane)) throw refused('rule.badLane');
  const ports = lane.split('-').map((code) => {
    const port = reference.rules.resolvePort(code);
    if (port === undefined) throw refused('override.portUnknown', { code });
    return port;
  });
  return ports.join('-');
}

/** The level that an input names, as columns; refuses one that is none, or of a tenant the caller does not see. */
export function scopeOf(
  ctx: Ctx,
  input: ScopeInput,
  reference: ReferenceSnapshot,
): Pick<SettingRow, 'tenant_id' | 'carrier_code' | 'lane'> {
  const scope = {
    tenant_id: input.tenantId ?? null,
    carrier_code: input.carrierCode?.toUpperCase() ?? null,
    lane: input.lane == null ? null : readLane(input.lane, reference),
  };
  const names = { tenantId: scope.tenant_id === null ? null : '1', carrierCode: scope.carrier_code, lane: scope.lane };
  if (levelOf(names) === undefined) throw refused('rule.noLevel');
  if (scope.tenant_id !== null && !isWritable(ctx, scope.tenant_id)) throw notFound();
  // A setting for a carrier that nobody knows would never count, and nobody would notice.
  if (scope.carrier_code !== null && !reference.carriers.has(scope.carrier_code))
    throw refused('override.carrierUnknown', { code: scope.carrier_code });
  return scope;
}

function checkWritable(ctx: Ctx, row: Pick<SettingRow, 'tenant_id'>): void {
  if (!isWritable(ctx, row.tenant_id)) throw row.tenant_id === null ? refused('rule.sharedReadOnly') : forbidden();
}

type Act = 'insert' | 'update' | 'delete' | 'restore';
/** A row as it was and as it is; one that is removed was there. */
type RowChange = { before?: SettingRow | undefined; after: SettingRow } | { before: SettingRow; after?: undefined };

/** Keeps who changed what, and has the shipments concerned detected again. */
async function finish(ctx: Ctx, { reference, queue }: SettingDeps, action: Act, change: RowChange): Promise<Changed> {
  const { before, after } = change;
  const row = change.after === undefined ? change.before : change.after;
  await writeAudit(ctx, {
    entity: 'rule_setting',
    entityId: String(row.id),
    action,
    tenantId: row.tenant_id,
    before,
    after,
  });
  const run = await detectAgain(ctx, row, queue);
  return {
    setting: after === undefined ? null : presentSetting(ctx, after, reference),
    runId: run === null ? null : String(run.id),
    shipments: run?.total ?? 0,
  };
}

const toFlag = (enabled: 0 | 1 | null | undefined): boolean | null => (enabled == null ? null : enabled === 1);

/** Sets thresholds or switch for a level that has none of its own yet. */
export async function addSetting(
  ctx: Ctx,
  input: ParsedBody<'ruleSettingInsert'>,
  deps: SettingDeps,
): Promise<Changed> {
  const rule = getRule(input.ruleCode);
  const scope = scopeOf(ctx, input, deps.reference);
  checkWritable(ctx, scope);
  checkValues(ctx, rule, input.values);
  const enabled = toFlag(input.enabled);
  if (enabled === null && Object.keys(input.values).length === 0) throw refused('rule.nothingSet');
  return ctx.unscoped.transaction(async () => {
    const after = await insertSetting(ctx, { ...scope, rule_code: rule.code, enabled, settings: input.values });
    return finish(ctx, deps, 'insert', { after });
  });
}

async function getOwn(ctx: Ctx, id: number | undefined, version: number | null | undefined): Promise<SettingRow> {
  if (id === undefined) throw refused('error.emptyInput');
  const row = await lockSetting(ctx, id);
  if (row === undefined) throw notFound();
  checkWritable(ctx, row);
  if (version != null && version !== row.record_version) {
    const [last] = (await listSettingAudits(ctx, { ruleCode: row.rule_code })).filter(
      (entry) => entry.entity_id === String(row.id),
    );
    const who = last?.name_cn ?? last?.actor_code;
    throw who === undefined
      ? refused('error.staleUnnamed', {}, { stale: true, who: '' })
      : refused('error.stale', { who }, { stale: true, who });
  }
  return row;
}

/** Changes thresholds or switch of a level; refuses a change made on an older state. */
export async function changeSetting(
  ctx: Ctx,
  input: ParsedBody<'ruleSettingUpdate'>,
  deps: SettingDeps,
): Promise<Changed> {
  return ctx.unscoped.transaction(async () => {
    const before = await getOwn(ctx, input.ruleSettingId, input.recordVersion);
    checkValues(ctx, getRule(before.rule_code), input.values);
    const enabled = toFlag(input.enabled);
    if (enabled === null && Object.keys(input.values).length === 0) throw refused('rule.nothingSet');
    const after = await updateSetting(ctx, before, { enabled, settings: input.values });
    return finish(ctx, deps, 'update', { before, after });
  });
}

/** Removes the settings of a level: the wider ones count again. */
export async function removeSetting(
  ctx: Ctx,
  input: ParsedBody<'ruleSettingDelete'>,
  deps: SettingDeps,
): Promise<Changed> {
  return ctx.unscoped.transaction(async () => {
    const before = await getOwn(ctx, input.ruleSettingId, input.recordVersion);
    await deleteSetting(ctx, before.id);
    return finish(ctx, deps, 'delete', { before });
  });
}

const asRow = (value: unknown): SettingRow | undefined =>
  typeof value === 'object' && value !== null && 'rule_code' in value ? (value as SettingRow) : undefined;

/** Who changed the settings of a rule, newest first. */
export async function settingHistory(
  ctx: Ctx,
  ruleCode: string,
  reference: ReferenceSnapshot,
): Promise<CallData<'ruleSettingHistory'>> {
  getRule(ruleCode);
  const present = (value: unknown): RuleSetting | null => {
    const row = asRow(value);
    return row === undefined ? null : presentSetting(ctx, row, reference);
  };
  return (await listSettingAudits(ctx, { ruleCode })).map((entry) => ({
    auditId: String(entry.id),
    time: entry.at,
    userCode: entry.actor_code,
    userName: entry.name_cn,
    action: entry.action,
    ruleSettingId: entry.entity_id,
    before: present(entry.before),
    after: present(entry.after),
  }));
}

/** Undoes an addition, a change or a removal: the level is as it was before. */
export async function restoreSetting(
  ctx: Ctx,
  input: ParsedBody<'ruleSettingRestore'>,
  deps: SettingDeps,
): Promise<Changed> {
  const { auditId } = input;
  if (auditId === undefined) throw refused('error.emptyInput');
  return ctx.unscoped.transaction(async () => {
    const [entry] = await listSettingAudits(ctx, { auditId });
    if (entry === undefined) throw notFound();
    const wanted = asRow(entry.before);
    const current = await lockSetting(ctx, Number(entry.entity_id));
    const known = wanted ?? current ?? asRow(entry.after);
    if (known === undefined) throw notFound();
    checkWritable(ctx, known);
    if (wanted === undefined) {
      if (current === undefined) throw refused('rule.nothingToUndo');
      await deleteSetting(ctx, current.id);
      return finish(ctx, deps, 'restore', { before: current });
    }
    const version = (current ?? wanted).record_version + 1;
    const after =
      current === undefined
        ? await insertSetting(ctx, { ...wanted, record_version: version })
        : await updateSetting(ctx, current, wanted);
    return finish(ctx, deps, 'restore', { before: current, after });
  });
}
