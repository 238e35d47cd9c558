import type { CallData, ParsedBody } from '#contract/index.ts';
import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import {
  isProcessSchedule,
  processPlans,
  subscriptionSchedules,
  switchSchedules as switchProcessSchedules,
} from '#server/modules/execution/schedule/index.ts';
import { writeAudit } from '#server/platform/audit/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { notFound, refused } from '#server/platform/errors/app-error.ts';
import { pageOf } from '#server/platform/page.ts';
import { unpackBody } from '#server/modules/intake/collection/index.ts';
import { toPullPlan } from '#domain/tracking/why/why.ts';
import type { Instant } from '#shared/time/instant.ts';
import { failureText } from '#shared/i18n/server-messages/failure-text.ts';
import { serverText } from '#shared/i18n/server-messages/index.ts';
import { isOneOf, keysOf } from '#shared/values/objects.ts';
import {
  dropWaitingPulls,
  findOwnSubscription,
  listStoredAnswers,
  listSchedules,
  lockOwnSubscriptions,
  pullTaskIds,
  setSchedules,
} from './subscription-queries.ts';
import type { ScheduleRow } from './subscription-queries.ts';

/** Puts pulls into the queue, in the current transaction. */
export type SchedulePulls = (pulls: readonly { subscriptionSourceId: number; at: Instant }[]) => Promise<void>;

type Schedule = CallData<'subscriptionSchedules'>[number];
type Plan = CallData<'schedulePlans'>['records'][number];

const sourceName = (row: ScheduleRow, ctx: Ctx): string => (ctx.lang === 'zh' ? row.name_cn : row.name_en);

const packages = {
  dcsa: 'schedule.package.dcsa',
  dcsa3: 'schedule.package.dcsa',
  ft: 'schedule.package.ft',
  rpa: 'schedule.package.rpa',
} as const;

/** What collects from a source, by its protocol; one without a name of its own is called by the protocol. */
const packageName = (protocol: string, ctx: Ctx): string =>
  isOneOf(keysOf(packages), protocol) ? serverText(packages[protocol], {}, ctx.lang) : protocol;

/** An interval as a cron expression of seven fields without the year: seconds first. */
function cronOf(intervalS: number): string {
  if (intervalS % 3600 === 0 && intervalS < 86_400) return `0 0 0/${intervalS / 3600} * * ?`;
  if (intervalS % 60 === 0 && intervalS < 3600) return `0 0/${intervalS / 60} * * * ?`;
  if (intervalS < 60) return `0/${intervalS} * * * * ?`;
  return `0 0/${Math.max(1, Math.min(59, Math.round(intervalS / 60)))} * * * ?`;
}

function spanText(intervalS: number, ctx: Ctx): string {
  if (intervalS % 3600 === 0) return serverText('schedule.hours', { count: intervalS / 3600 }, ctx.lang);
  if (intervalS % 60 === 0) return serverText('schedule.minutes', { count: intervalS / 60 }, ctx.lang);
  return serverText('schedule.seconds', { count: intervalS }, ctx.lang);
}

function infoText(row: ScheduleRow, ctx: Ctx): string {
  const every = serverText(
    'schedule.every',
    { span: spanText(row.pull_interval_s, ctx), source: sourceName(row, ctx) },
    ctx.lang,
  );
  if (row.consecutive_failures === 0) return every;
  const failing = { count: row.consecutive_failures, error: failureText(row.last_error, ctx.lang) ?? '' };
  return every + serverText('schedule.failing', failing, ctx.lang);
}

/** Schedules of a subscription: one for each source that is asked for it, then those of processes that run for it. */
export async function querySchedules({
  ctx,
  subscriptionId,
  reference,
}: {
  ctx: Ctx;
  subscriptionId: number | undefined;
  reference: ReferenceSnapshot;
}): Promise<CallData<'subscriptionSchedules'>> {
  if (subscriptionId === undefined) throw refused('error.emptyInput');
  if ((await findOwnSubscription(ctx, subscriptionId)) === undefined) throw notFound('subscription.notFound');
  const rows = await listSchedules(ctx, { subscriptionId });
  const tasks = await pullTaskIds(
    ctx,
    rows.map((row) => row.id),
  );
  const ofSources = rows.map((row): Schedule => {
    const tenant = reference.tenants.get(row.tenant_id);
    return {
      wlSchedulesId: String(row.id),
      detailPackageDesc: serverText('schedule.packageDesc', {}, ctx.lang),
      detailPackageName: sourceName(row, ctx),
      scheduleStatus: row.stopped ? 'Stopped' : row.ended ? 'Ended' : 'Running',
      executeTime: row.next_pull_at,
      nextWhy: toPullPlan(row.next_pull_why),
      cronExpression: cronOf(row.pull_interval_s),
      tenantName: (ctx.lang === 'en' ? tenant?.nameEn : undefined) ?? tenant?.name ?? '',
      scheduleInfo: infoText(row, ctx),
      jobId: tasks.get(row.id) ?? null,
      jobName: serverText('schedule.job', { source: sourceName(row, ctx) }, ctx.lang),
      packageName: packageName(row.protocol, ctx),
      kind: 'source',
      failures: row.consecutive_failures,
      problem: row.consecutive_failures === 0 ? null : failureText(row.last_error, ctx.lang),
      lastTime: row.last_success_at,
      pausedUntil: null,
      now: ctx.clock.now(),
    };
  });
  return [...ofSources, ...(await subscriptionSchedules(ctx, subscriptionId, reference))];
}

/** Runs that are not answers: the next one that is planned, and the last one when it brought nothing. */
function headPlans(row: ScheduleRow, taskId: string | undefined, newest: Instant | undefined, ctx: Ctx): Plan[] {
  const heads: Plan[] = [];
  const base = { remoteJobId: null, createTime: row.created_at };
  if (row.next_pull_at !== null) {
    heads.push({
      ...base,
      planId: `next-${row.id}`,
      finishFlag: 0,
      planTime: row.next_pull_at,
      planInfo: serverText('schedule.plan.next', {}, ctx.lang),
      targetJobId: taskId ?? null,
      lastModifyTime: row.last_pull_at,
    });
  }
  if (row.last_pull_at !== null && row.last_pull_at !== newest) {
    const failed = row.consecutive_failures > 0;
    heads.push({
      ...base,
      planId: `last-${row.id}`,
      finishFlag: 1,
      planTime: row.last_pull_at,
      planInfo: serverText(
        failed ? 'schedule.plan.failed' : 'schedule.plan.nothingNew',
        { error: failureText(row.last_error, ctx.lang) ?? '' },
        ctx.lang,
      ),
      targetJobId: null,
      lastModifyTime: row.last_pull_at,
    });
  }
  return heads;
}

/** Planned and past runs of a schedule, newest first: what is planned, then what was asked and what came. */
export async function queryPlans({
  ctx,
  input,
}: {
  ctx: Ctx;
  input: ParsedBody<'schedulePlans'>;
}): Promise<CallData<'schedulePlans'>> {
  if (input.scheduleId == null) throw refused('error.emptyInput');
  const start = (input.currentPage - 1) * input.pageSize;
  if (isProcessSchedule(input.scheduleId)) {
    const { records, total } = await processPlans(ctx, input.scheduleId, { limit: input.pageSize, offset: start });
    return pageOf(records, total, input);
  }
  const [schedule] = await listSchedules(ctx, { ids: [input.scheduleId] });
  if (schedule === undefined) throw notFound();
  const tasks = await pullTaskIds(ctx, [schedule.id]);
  const newest = (await listStoredAnswers(ctx, schedule, { limit: 1, offset: 0 })).rows[0]?.received_at;
  const heads = headPlans(schedule, tasks.get(schedule.id), newest, ctx);
  const shownHeads = heads.slice(start, start + input.pageSize);
  const { rows, total } = await listStoredAnswers(ctx, schedule, {
    limit: input.pageSize - shownHeads.length,
    offset: Math.max(0, start - heads.length),
  });
  const answers = rows.map((row): Plan => ({
    planId: String(row.id),
    finishFlag: 1,
    planTime: row.received_at,
    planInfo: serverText(
      row.via === 'push' ? 'schedule.plan.pushed' : 'schedule.plan.pulled',
      { size: unpackBody(row).byteLength },
      ctx.lang,
    ),
    targetJobId: null,
    remoteJobId: null,
    createTime: row.received_at,
    lastModifyTime: row.received_at,
  }));
  return pageOf([...shownHeads, ...answers], heads.length + total, input);
}

type Switching = { ctx: Ctx; ids: readonly number[]; run: boolean; schedulePulls: SchedulePulls };

/** Starts or stops asking sources, in the current transaction. Gives how many changed. */
async function switchSources({
  ctx,
  ids,
  run,
  schedulePulls,
}: Switching): Promise<{ changed: number; ended: boolean }> {
  const known = await listSchedules(ctx, { ids });
  if (known.length !== ids.length) throw notFound();
  // A pull that is being taken in holds this lock: it finishes first, or sees the new state.
  await lockOwnSubscriptions(
    ctx,
    known.map((row) => row.subscription_id),
  );
  const rows = await listSchedules(ctx, { ids });
  const changing = rows.filter((row) => row.stopped === run && !(run && row.ended));
  const changed = changing.map((row) => row.id);
  if (changed.length === 0) return { changed: 0, ended: rows.length > 0 && rows.every((row) => row.ended) };
  const now = ctx.clock.now();
  await setSchedules(ctx, changed, run ? now : null);
  if (run) await schedulePulls(changed.map((id) => ({ subscriptionSourceId: id, at: now })));
  else await dropWaitingPulls(ctx, changed);
  for (const row of changing) {
    await writeAudit(ctx, {
      entity: 'subscription',
      entityId: String(row.subscription_id),
      action: run ? 'startSchedule' : 'stopSchedule',
      tenantId: row.tenant_id,
      before: { source: row.code, stopped: row.stopped },
      after: { source: row.code, stopped: !run },
    });
  }
  return { changed: changed.length, ended: false };
}

/** Starts or stops schedules, really: a stopped source is asked no more, a started one at once. Gives how many changed. */
export async function switchSchedules(given: Switching): Promise<number> {
  const { ctx, run } = given;
  const ids = [...new Set(given.ids)];
  if (ids.length === 0) throw refused('exception.noneSelected');
  return ctx.unscoped.transaction(async () => {
    // Schedules before subscriptions: in this order the planner locks both.
    const ofProcesses = await switchProcessSchedules(ctx, ids.filter(isProcessSchedule), run);
    const ofSources = await switchSources({ ...given, ids: ids.filter((id) => !isProcessSchedule(id)) });
    if (run && ofProcesses === 0 && ofSources.ended) throw refused('schedule.ended');
    return ofProcesses + ofSources.changed;
  });
}
