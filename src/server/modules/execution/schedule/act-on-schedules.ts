// unscoped: Jobs, robots and versions are found by `ctx.db` or by the key of the robot before; what belongs to them is addressed by id.
import type { CallData, ParsedBody } from '#contract/index.ts';
import { schedule } from '#entities/schedule.ts';
import { checkMayWrite } from '#server/entity/index.ts';
import { writeAudits } from '#server/platform/audit/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { ts } from '#server/platform/db/instants.ts';
import { notFound, refused } from '#server/platform/errors/app-error.ts';
import { dropQueued } from './schedule-queries.ts';
import { settleSchedules } from './settle.ts';

type Act = ParsedBody<'scheduleAct'>['act'];
type State = { schedule_status: 'Running' | 'Stopped'; paused_until: number | null };

/** Whether an act changes a schedule that stands so. */
const changes = (act: Act, row: State, until: number | null, now: number): boolean => {
  if (act === 'start') return row.schedule_status === 'Stopped';
  if (row.schedule_status === 'Stopped') return false;
  if (act === 'stop') return true;
  const paused = row.paused_until !== null && row.paused_until > now ? row.paused_until : null;
  return act === 'pause' ? paused !== until : paused !== null;
};

const after = (act: Act, row: State, until: number | null): State => {
  if (act === 'start') return { schedule_status: 'Running', paused_until: null };
  if (act === 'stop') return { schedule_status: 'Stopped', paused_until: null };
  return { ...row, paused_until: act === 'pause' ? until : null };
};

const auditActions = {
  start: 'startSchedule',
  stop: 'stopSchedule',
  pause: 'pauseSchedule',
  resume: 'resumeSchedule',
} as const satisfies Record<Act, string>;

/** What the audit keeps of a schedule. */
const stateOf = ({ schedule_status, paused_until }: State): State => ({ schedule_status, paused_until });

async function write(ctx: Ctx, act: Act, ids: readonly number[], until: number | null): Promise<void> {
  const now = ctx.clock.now();
  // A schedule that starts looks at what comes from now on: nobody expected it to run while it was stopped.
  const places =
    act === 'start'
      ? { schedule_status: 'Running' as const, planned_until: ts(now), next_run_at: ts(now) }
      : act === 'stop'
        ? { schedule_status: 'Stopped' as const, next_run_at: null }
        : {};
  await ctx.db
    .updateTable('schedule')
    .set((row) => ({
      ...places,
      paused_until: act === 'pause' && until !== null ? ts(until) : null,
      record_version: row('record_version', '+', 1),
    }))
    .where('id', 'in', [...ids])
    .execute();
  if (act === 'stop') for (const id of ids) await dropQueued(ctx.unscoped, id, now);
}

type Target = State & { id: number; tenant_id: number };

/** Changes schedules that are locked in the current transaction; what was due until then is decided first. Gives how many changed. */
async function changeLocked(ctx: Ctx, act: Act, rows: readonly Target[], until: number | null): Promise<number> {
  const changing = rows
    .map((row) => ({ ...row, state: row }))
    .filter(({ state }) => changes(act, state, until, ctx.clock.now()));
  const changed = changing.map(({ id }) => id);
  if (changed.length === 0) return 0;
  await settleSchedules({ ...ctx, database: ctx.unscoped }, changed);
  await write(ctx, act, changed, until);
  await writeAudits(
    ctx,
    changing.map((row) => ({
      entity: 'schedule',
      entityId: String(row.id),
      action: auditActions[act],
      tenantId: row.tenant_id,
      before: stateOf(row.state),
      after: after(act, stateOf(row.state), until),
    })),
  );
  return changed.length;
}

const lockSchedules = (ctx: Ctx, ids: readonly number[]) =>
  ctx.db
    .selectFrom('schedule')
    .select(['id', 'tenant_id', 'subscription_id', 'schedule_status', 'paused_until'])
    .where('id', 'in', [...ids])
    .orderBy('id')
    .forUpdate()
    .execute();

/** Starts, stops, pauses or resumes schedules. */
export async function actOnSchedules(ctx: Ctx, input: ParsedBody<'scheduleAct'>): Promise<CallData<'scheduleAct'>> {
  checkMayWrite(ctx, schedule);
  const { act } = input;
  const ids = [...new Set(input.ids)].sort((a, b) => a - b);
  if (ids.length === 0) throw refused('schedule.noneSelected');
  const given = input.forMs == null ? (input.until ?? null) : ctx.clock.now() + input.forMs;
  const until = act === 'pause' ? given : null;
  if (act === 'pause' && (until === null || until <= ctx.clock.now())) throw refused('schedule.untilMissing');
  return ctx.unscoped.transaction(async () => {
    const rows = await lockSchedules(ctx, ids);
    if (rows.length < ids.length) throw notFound();
    return { changed: await changeLocked(ctx, act, rows, until) };
  });
}

/**
 * Starts or stops schedules of subscriptions in the current transaction, for those who work with subscriptions: schedules that run for
 * a whole tenant are not theirs. One that is paused goes on when it is started. Gives how many changed.
 */
export async function switchSchedules(ctx: Ctx, ids: readonly number[], run: boolean): Promise<number> {
  if (ids.length === 0) return 0;
  const rows = await lockSchedules(ctx, ids);
  if (rows.filter((row) => row.subscription_id !== null).length < ids.length) throw notFound();
  const [stopped, going] = [
    rows.filter((row) => row.schedule_status === 'Stopped'),
    rows.filter((row) => row.schedule_status !== 'Stopped'),
  ];
  if (!run) return changeLocked(ctx, 'stop', going, null);
  return (await changeLocked(ctx, 'start', stopped, null)) + (await changeLocked(ctx, 'resume', going, null));
}
