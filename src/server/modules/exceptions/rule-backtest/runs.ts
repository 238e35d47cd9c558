// unscoped: Settings of rules exist per tenant, carrier and lane and for all: the level the caller may see or change is checked before, and
// runs are addressed by id.
import type { CallData, ParsedBody } from '#contract/index.ts';
import type { RuleRun as WireRun, TriedProblem } from '#contract/exceptions/rule-backtest.ts';
import { type EventItem, eventItemCode } from '#domain/exceptions/event/event-item.ts';
import { curveFor } from '#domain/exceptions/replay/trial.ts';
import { exceptionText, readDetectionSettings } from '#server/modules/exceptions/exception/index.ts';
import {
  exceptionTypeName,
  type ReferenceSnapshot,
  zoneOfCaller,
} from '#server/modules/administration/masterdata/index.ts';
import { writeAudit } from '#server/platform/audit/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { keepCap } from '#server/platform/db/lock-name.ts';
import { notFound, refused } from '#server/platform/errors/app-error.ts';
import { pageOf } from '#server/platform/page.ts';
import type { Queue } from '#server/platform/queue/index.ts';
import { countRunning, endRun, findOwnRun, listOwnRuns } from '#server/platform/run/index.ts';
import { serverText } from '#shared/i18n/server-messages/index.ts';
import { DAY_MS } from '#shared/time/instant.ts';
import { startRuleRun } from './detect-again.ts';
import {
  detections,
  eventItemTrial,
  isTrial,
  ruleDetection,
  type RuleRun,
  type RuleRunParams,
  ruleTrial,
  trials,
} from './rule-runs.ts';
import { getRule } from './rules.ts';
import { countFollowed, listProblems } from './run-queries.ts';
import { checkValues, scopeOf } from './settings.ts';

const maxAtOnce = 3;

const curveOfRun = (run: RuleRun): number[] => run.params.curve ?? [];

function presentResult(run: RuleRun): WireRun['result'] {
  const { tally } = run.outcome;
  if (tally === undefined) return null;
  const { days, curve, judged, ...counts } = tally;
  const unjudged = (total: number) => ({ confirmed: 0, dismissed: 0, undecided: 0, unseen: total });
  const values = curveOfRun(run);
  return {
    ...counts,
    days: Object.entries(days)
      .map(([day, [present, tried]]) => ({ day, present, tried }))
      .sort((a, b) => (a.day < b.day ? -1 : 1)),
    curve: curve
      // Runs of earlier versions did not keep what people did at each value.
      .map((total, index) => ({ value: values[index] ?? 0, total, ...(judged?.[index] ?? unjudged(total)) }))
      .sort((a, b) => a.value - b.value),
  };
}

function presentChanged(run: RuleRun): WireRun['changed'] {
  if (isTrial(run)) return null;
  const { opened, resolved, regressed } = run.outcome;
  return { opened, resolved, regressed };
}

const kindOf = (run: { kind: string }): WireRun['kind'] => (isTrial(run) ? 'trial' : 'detect');

/** A run as the wire has it. */
function presentRun(ctx: Ctx, run: RuleRun, reference: ReferenceSnapshot): WireRun {
  const { params } = run;
  const tenant = params.tenantId === null ? undefined : reference.tenants.get(params.tenantId);
  return {
    runId: String(run.id),
    kind: kindOf(run),
    ruleCode: params.ruleCode,
    ruleName: exceptionTypeName(params.ruleCode, ctx.lang, reference),
    state: run.state,
    total: run.total,
    done: run.done,
    tenantId: params.tenantId === null ? null : String(params.tenantId),
    tenantName: (ctx.lang === 'en' ? tenant?.nameEn : undefined) ?? tenant?.name ?? null,
    carrierCode: params.carrierCode,
    lane: params.lane,
    enabled: params.enabled === null ? null : params.enabled ? 1 : 0,
    values: params.values,
    days: params.days ?? 0,
    fromTime: params.from ?? null,
    toTime: params.to ?? null,
    actorCode: run.handler_code,
    actorName: run.handler_name,
    startTime: run.started_at,
    finishTime: run.finished_at,
    error: run.error === null ? null : serverText('replay.interrupted', {}, ctx.lang),
    result: presentResult(run),
    changed: presentChanged(run),
  };
}

/** Refuses another trial of somebody who has several under way; in the transaction that starts it. */
const checkOwnTrials = (ctx: Ctx): Promise<void> =>
  keepCap(ctx.unscoped, {
    of: `trials of ${ctx.actor.userCode}`,
    limit: maxAtOnce,
    count: () => countRunning(ctx, trials, ctx.actor.userCode),
    refusal: () => refused('rule.tooManyRuns', { max: maxAtOnce }),
  });

/** Starts a trial of an event item on the history of its tenant's shipments. */
export async function startEventItemTrial(
  ctx: Ctx,
  { eventItem, days, zone }: { eventItem: EventItem; days: number; zone: string },
  queue: Queue,
): Promise<RuleRun> {
  await checkOwnTrials(ctx);
  const { tenantId } = eventItem;
  const to = ctx.clock.now();
  const from = to - days * DAY_MS;
  const level = { tenantId, carrierCode: null, lane: null, enabled: true, values: {} };
  const ruleCode = eventItemCode(eventItem.id);
  const params: RuleRunParams = {
    ruleCode,
    ...level,
    tenantIds: [tenantId],
    from,
    to,
    days,
    zone,
    curve: [],
    indicator: eventItem,
  };
  const total = await countFollowed(ctx.unscoped, params, { from, to });
  return startRuleRun(ctx, queue, eventItemTrial, { tenantId, params, total });
}

/** Starts a trial of a rule on history, over the shipments of the level that the caller may see. */
export async function startTrial(
  ctx: Ctx,
  input: ParsedBody<'ruleTry'>,
  { reference, queue }: { reference: ReferenceSnapshot; queue: Queue },
): Promise<WireRun> {
  const rule = getRule(input.ruleCode);
  const scope = scopeOf(ctx, input, reference);
  checkValues(ctx, rule, input.values);
  const own = ctx.scope.kind === 'all' ? null : [...ctx.scope.tenantIds];
  const to = ctx.clock.now();
  const from = to - input.days * DAY_MS;
  const level = { tenantId: scope.tenant_id, carrierCode: scope.carrier_code, lane: scope.lane };
  const enabled = input.enabled == null ? null : input.enabled === 1;
  const tried = {
    ...level,
    tenantId: scope.tenant_id === null ? null : String(scope.tenant_id),
    enabled,
    values: input.values,
  };
  const params: RuleRunParams = {
    ruleCode: rule.code,
    ...level,
    tenantIds: scope.tenant_id === null ? own : [scope.tenant_id],
    enabled,
    values: input.values,
    from,
    to,
    days: input.days,
    zone: zoneOfCaller(ctx, reference),
    curve: curveFor({ rule, rows: (await readDetectionSettings(ctx.unscoped)).rows, tried }),
  };
  const { actor } = ctx;
  const ownTenant = actor.kind === 'user' && own !== null ? actor.tenantId : null;
  return ctx.unscoped.transaction(async () => {
    await checkOwnTrials(ctx);
    const total = await countFollowed(ctx.unscoped, params, { from, to });
    const tenantId = scope.tenant_id ?? ownTenant;
    const run = await startRuleRun(ctx, queue, ruleTrial, { tenantId, params, total });
    const { values, days } = params;
    const after = { rule_code: rule.code, ...level, enabled, values, days };
    await writeAudit(ctx, {
      entity: 'rule_run',
      entityId: String(run.id),
      action: 'try',
      tenantId: run.tenant_id,
      after,
    });
    return presentRun(ctx, run, reference);
  });
}

/** A page of runs, newest first. */
export async function queryRuns(
  ctx: Ctx,
  input: ParsedBody<'ruleRuns'>,
  reference: ReferenceSnapshot,
): Promise<CallData<'ruleRuns'>> {
  const kinds = [ruleTrial, ruleDetection].filter((kind) => input.kind?.includes(kindOf(kind)) ?? true);
  const filter = { kinds, subjects: input.ruleCode, states: input.state };
  const { rows, total } = await listOwnRuns(ctx, filter, input);
  return pageOf(
    rows.map((row) => presentRun(ctx, row, reference)),
    total,
    input,
  );
}

async function getOwnRun(ctx: Ctx, id: number): Promise<RuleRun> {
  const run = await findOwnRun(ctx, [...trials, ...detections], id);
  if (run === undefined) throw notFound();
  return run;
}

/** One run with what it found so far. */
export const getRun = async (ctx: Ctx, id: number, reference: ReferenceSnapshot): Promise<WireRun> =>
  presentRun(ctx, await getOwnRun(ctx, id), reference);

/** A page of what a trial found. */
export async function queryProblems(
  ctx: Ctx,
  input: ParsedBody<'ruleRunProblems'>,
  reference: ReferenceSnapshot,
): Promise<CallData<'ruleRunProblems'>> {
  const run = await getOwnRun(ctx, input.runId);
  const { rows, total } = await listProblems(ctx, input);
  const records = rows.map(({ tenantId, subscriptionId, shipmentId, params, ...row }): TriedProblem => {
    const tenant = reference.tenants.get(tenantId);
    return {
      ...row,
      obmTkSubscribeId: String(subscriptionId),
      bkId: shipmentId === null ? null : String(shipmentId),
      tenantName: (ctx.lang === 'en' ? tenant?.nameEn : undefined) ?? tenant?.name ?? null,
      text: exceptionText({ type_code: run.params.ruleCode, params }, ctx.lang, reference),
      exceptionId: row.exceptionId === null ? null : String(row.exceptionId),
      handleStatus: row.handleStatus === null ? null : String(row.handleStatus),
    };
  });
  return pageOf(records, total, input);
}

/** Ends a trial that is under way; what it has found so far stays. */
export async function cancelRun(ctx: Ctx, id: number, reference: ReferenceSnapshot): Promise<WireRun> {
  const run = await getOwnRun(ctx, id);
  if (!isTrial(run)) throw refused('rule.runOver');
  const ended = await endRun(ctx.unscoped, id, { state: 'cancelled', error: null }, ctx.clock.now());
  if (ended === undefined) throw refused('rule.runOver');
  return getRun(ctx, id, reference);
}
