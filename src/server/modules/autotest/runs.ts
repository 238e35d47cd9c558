import type { CallData, ParsedBody } from '#contract/index.ts';
import type { RuleRun, TriedProblem } from '#contract/autotest.ts';
import { type Indicator, indicatorCode } from '#domain/event/indicator.ts';
import { curveFor } from '#domain/exception/replay/trial.ts';
import type { TrialTally } from '#domain/exception/replay/trial.ts';
import { exceptionText, exceptionTypeName, readDetectionSettings } from '#server/modules/exception/index.ts';
import { type ReferenceSnapshot, zoneOfCaller } from '#server/modules/masterdata/index.ts';
import { writeAudit } from '#server/platform/audit/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { notFound, refused } from '#server/platform/errors/app-error.ts';
import type { Queue } from '#server/platform/queue/index.ts';
import { serverText } from '#shared/i18n/server-messages/index.ts';
import { DAY_MS } from '#shared/time/instant.ts';
import { startRun } from './detect-again.ts';
import { getRule } from './rules.ts';
import { countFollowed, countOwnTrials, endRun, findRun, listProblems, listRuns } from './run-queries.ts';
import type { RunParams, RunRow } from './run-queries.ts';
import { checkValues, scopeOf } from './settings.ts';

const mostAtOnce = 3;
/** Somebody waits for a trial. */
const askedFirst = 80;

const curveOfRun = (run: RunRow): number[] => run.params.curve ?? [];

function presentResult(run: RunRow): RuleRun['result'] {
  if (run.kind !== 'trial' || run.result.present === undefined) return null;
  const { days, curve, judged, ...counts } = run.result as TrialTally;
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

function presentChanged({ kind, result }: RunRow): RuleRun['changed'] {
  if (kind !== 'detect') return null;
  const { opened = 0, resolved = 0, regressed = 0 } = result;
  return { opened, resolved, regressed };
}

/** A run as the wire has it. */
function presentRun(ctx: Ctx, run: RunRow, reference: ReferenceSnapshot): RuleRun {
  const { params } = run;
  const tenant = params.tenantId === null ? undefined : reference.tenants.get(params.tenantId);
  return {
    runId: String(run.id),
    kind: run.kind,
    ruleCode: run.rule_code,
    ruleName: exceptionTypeName(run.rule_code, ctx.lang, reference),
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
    actorCode: run.actor_code,
    actorName: run.actor_name,
    startTime: run.started_at,
    finishTime: run.finished_at,
    error: run.error === null ? null : serverText('replay.interrupted', {}, ctx.lang),
    result: presentResult(run),
    changed: presentChanged(run),
  };
}

/** Refuses another trial of somebody who has several under way. */
async function checkOwnTrials(ctx: Ctx): Promise<void> {
  if ((await countOwnTrials(ctx)) >= mostAtOnce) throw refused('rule.tooManyRuns', { max: mostAtOnce });
}

/** Starts a trial of an indicator on the history of its tenant's shipments. */
export async function startIndicatorTrial(
  ctx: Ctx,
  { indicator, days, zone }: { indicator: Indicator; days: number; zone: string },
  queue: Queue,
): Promise<RunRow> {
  await checkOwnTrials(ctx);
  const { tenantId, id: eventItemId } = indicator;
  const to = ctx.clock.now();
  const from = to - days * DAY_MS;
  const level = { tenantId, carrierCode: null, lane: null, enabled: true, values: {} };
  const params: RunParams = { ...level, tenantIds: [tenantId], from, to, days, zone, curve: [], indicator };
  const total = await countFollowed(ctx.database, params, { from, to });
  const ruleCode = indicatorCode(eventItemId);
  return startRun(ctx, queue, { tenantId, kind: 'trial', ruleCode, params, total, eventItemId }, askedFirst);
}

/** Starts a trial of a rule on history, over the shipments of the level that the caller may see. */
export async function startTrial(
  ctx: Ctx,
  input: ParsedBody<'ruleTry'>,
  { reference, queue }: { reference: ReferenceSnapshot; queue: Queue },
): Promise<RuleRun> {
  const rule = getRule(input.ruleCode);
  const scope = scopeOf(ctx, input, reference);
  checkValues(ctx, rule, input.values);
  await checkOwnTrials(ctx);
  const own = ctx.scope.kind === 'all' ? null : [...ctx.scope.tenantIds];
  const to = ctx.clock.now();
  const level = { tenantId: scope.tenant_id, carrierCode: scope.carrier_code, lane: scope.lane };
  const enabled = input.enabled == null ? null : input.enabled === 1;
  const tried = {
    ...level,
    tenantId: scope.tenant_id === null ? null : String(scope.tenant_id),
    enabled,
    values: input.values,
  };
  const params: RunParams = {
    ...level,
    tenantIds: scope.tenant_id === null ? own : [scope.tenant_id],
    enabled,
    values: input.values,
    from: to - input.days * DAY_MS,
    to,
    days: input.days,
    zone: zoneOfCaller(ctx, reference),
    curve: curveFor({ rule, rows: (await readDetectionSettings(ctx.database)).rows, tried }),
  };
  const { actor } = ctx;
  const ownTenant = actor.kind === 'user' && own !== null ? actor.tenantId : null;
  return ctx.database.transaction(async () => {
    const total = await countFollowed(ctx.database, params, { from: params.from as number, to });
    const tenantId = scope.tenant_id ?? ownTenant;
    const run = await startRun(ctx, queue, { tenantId, kind: 'trial', ruleCode: rule.code, params, total }, askedFirst);
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
  const { rows, total } = await listRuns(ctx, input);
  return {
    records: rows.map((row) => presentRun(ctx, row, reference)),
    totalPage: Math.ceil(total / input.pageSize),
    totalRecord: total,
  };
}

async function getOwnRun(ctx: Ctx, id: number): Promise<RunRow> {
  const run = await findRun(ctx, id);
  if (run === undefined) throw notFound();
  return run;
}

/** One run with what it found so far. */
export const getRun = async (ctx: Ctx, id: number, reference: ReferenceSnapshot): Promise<RuleRun> =>
  presentRun(ctx, await getOwnRun(ctx, id), reference);

/** A page of what a trial found. */
export async function queryProblems(
  ctx: Ctx,
  input: ParsedBody<'ruleRunProblems'>,
  reference: ReferenceSnapshot,
): Promise<CallData<'ruleRunProblems'>> {
  const run = await getOwnRun(ctx, input.runId);
  const { rows, total } = await listProblems(ctx, input);
  const records = rows.map((row): TriedProblem => {
    const tenant = reference.tenants.get(row.tenant_id);
    return {
      obmTkSubscribeId: String(row.subscription_id),
      bkId: row.shipment_id === null ? null : String(row.shipment_id),
      blNo: row.bill_no,
      ctnNo: row.container_no,
      carrierCode: row.carrier_code,
      tenantName: (ctx.lang === 'en' ? tenant?.nameEn : undefined) ?? tenant?.name ?? null,
      outcome: row.outcome,
      severity: row.severity,
      text: exceptionText(
        { type_code: run.rule_code, params: row.params as Record<string, string | number> },
        ctx.lang,
        reference,
      ),
      firstTime: row.first_at,
      goneTime: row.gone_at,
      openings: row.openings,
      exceptionId: row.exception_id === null ? null : String(row.exception_id),
      handleStatus: row.handle_status === null ? null : String(row.handle_status),
    };
  });
  return { records, totalPage: Math.ceil(total / input.pageSize), totalRecord: total };
}

/** Ends a trial that is under way; what it has found so far stays. */
export async function cancelRun(ctx: Ctx, id: number, reference: ReferenceSnapshot): Promise<RuleRun> {
  const run = await getOwnRun(ctx, id);
  if (run.kind !== 'trial') throw refused('rule.runOver');
  const ended = await endRun(ctx.database, id, { state: 'cancelled' }, ctx.clock.now());
  if (ended === undefined) throw refused('rule.runOver');
  return presentRun(ctx, ended, reference);
}
