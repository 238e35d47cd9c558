// unscoped: Settings of rules exist per tenant, carrier and lane and for all: the level the caller may see or change is checked before, and
// runs are addressed by id.
import type { Ctx } from '#server/platform/context.ts';
import type { Queue } from '#server/platform/queue/index.ts';
import { type RunKind, startRun } from '#server/platform/run/index.ts';
import {
  eventItemDetection,
  ruleDetection,
  type RuleRun,
  type RuleRunOutcome,
  type RuleRunParams,
} from './rule-runs.ts';
import type { SettingRow } from './rules.ts';
import { countConcerned } from './run-queries.ts';

/**
 * Has the shipments that a level of settings is about detected again in the background, so that exceptions which are
 * open follow the change too. null when there is none.
 */
export const detectAgain = (ctx: Ctx, row: SettingRow, queue: Queue): Promise<RuleRun | null> => {
  const { tenant_id: tenantId, carrier_code: carrierCode, lane, enabled, settings: values } = row;
  const changed = { ruleCode: row.rule_code, tenantId, carrierCode, lane, enabled, values };
  return judgeAgain(ctx, queue, ruleDetection, changed);
};

/** The shipments that are judged again, and what was changed. */
type Changed = Omit<RuleRunParams, 'tenantIds'>;

/** Has the shipments of a tenant judged by an event item that was switched on or off. */
export const judgeByEventItem = (ctx: Ctx, queue: Queue, changed: Changed): Promise<RuleRun | null> =>
  judgeAgain(ctx, queue, eventItemDetection, changed);

/** Starts a background run that judges the shipments of a level again; null when the level has no shipments. */
async function judgeAgain(
  ctx: Ctx,
  queue: Queue,
  kind: RunKind<RuleRunParams, RuleRunOutcome>,
  changed: Changed,
): Promise<RuleRun | null> {
  const params: RuleRunParams = { ...changed, tenantIds: changed.tenantId === null ? null : [changed.tenantId] };
  const total = await countConcerned(ctx.unscoped, params.ruleCode, params);
  return total === 0 ? null : startRuleRun(ctx, queue, kind, { params, total, tenantId: changed.tenantId });
}

/** Starts a run in the name of the caller; in the current transaction. */
export async function startRuleRun(
  ctx: Ctx,
  queue: Queue,
  kind: RunKind<RuleRunParams, RuleRunOutcome>,
  requested: { params: RuleRunParams; total: number; tenantId: number | null },
): Promise<RuleRun> {
  const { actor } = ctx;
  const by = { code: actor.userCode, name: actor.kind === 'user' ? actor.name : actor.userCode };
  const run = await startRun({ database: ctx.unscoped, queue, now: ctx.clock.now() }, kind, { ...requested, by });
  if (run === undefined) throw new Error('a run of a rule excludes no other, and still could not be started');
  return run;
}
