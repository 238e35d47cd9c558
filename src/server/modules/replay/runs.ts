import { z } from 'zod';
import type { ReplayRun } from '#contract/replay.ts';
import type { Ctx, Lang } from '#server/platform/context.ts';
import { defineTask } from '#server/platform/queue/index.ts';
import { failureText } from '#shared/i18n/server-messages/failure-text.ts';
import { serverText } from '#shared/i18n/server-messages/index.ts';
import { actorOf } from './pull-records.ts';
import { countRestorable, findOpenRun, finishRun, insertRun } from './run-queries.ts';
import type { NewRun, RunRow } from './run-queries.ts';

/** Works off a run over stored answers. */
export const replayTask = defineTask('replay', z.object({ runId: z.number() }));

function outcomeText(run: RunRow, lang: Lang): string {
  if (run.state === 'running' && run.kind !== 'replay') return '';
  const { requested = 0, answered = 0, changed = 0, refused = 0, dropped = 0, failed = 0 } = run.outcome;
  const changedText = serverText(changed > 0 ? 'replay.outcome.changed' : 'replay.outcome.unchanged', {}, lang);
  const params = { total: run.total, done: run.done, answered, refused, dropped, failed };
  if (requested > 0 && answered === 0) return serverText('replay.outcome.requested', { count: requested }, lang);
  return run.kind === 'replay'
    ? serverText('replay.outcome.replay', { ...params, count: changed }, lang)
    : serverText(`replay.outcome.${run.kind}`, { ...params, changed: changedText }, lang);
}

/** A run as the wire has it. */
export const presentRun = (run: RunRow, ctx: Pick<Ctx, 'lang'>, restorable = 0, joined = false): ReplayRun => ({
  runId: String(run.id),
  kind: run.kind,
  sourceType: run.source_type,
  obmTkSubscribeId: run.subscription_id === null ? null : String(run.subscription_id),
  state: run.state,
  total: run.total,
  done: run.done,
  outcome: outcomeText(run, ctx.lang),
  changed: run.outcome.changed ?? 0,
  dropped: run.outcome.dropped ?? 0,
  restorable,
  error:
    run.error === 'interrupted' ? serverText('replay.interrupted', {}, ctx.lang) : failureText(run.error, ctx.lang),
  handlerCode: run.handler_code,
  handlerName: run.handler_name,
  startTime: run.started_at,
  finishTime: run.finished_at,
  joined: joined ? 1 : 0,
});

/** Runs as the wire has them, with what can still be brought back. */
export async function presentRuns(runs: readonly RunRow[], ctx: Ctx): Promise<ReplayRun[]> {
  const restorable = await countRestorable(
    ctx.database,
    runs.map((run) => run.id),
  );
  return runs.map((run) => presentRun(run, ctx, restorable.get(run.id) ?? 0));
}

/** Starts a run, or joins the one that is under way; one whose task is gone is ended and a new one started. */
export async function startRun(ctx: Ctx, wanted: NewRun): Promise<{ run: RunRow; joined: boolean }> {
  const now = ctx.clock.now();
  const started = await insertRun(ctx.database, wanted, actorOf(ctx), now);
  if (started !== undefined) return { run: started, joined: false };
  const open = await findOpenRun(ctx.database, wanted);
  if (open?.alive === true) return { run: open, joined: true };
  if (open !== undefined)
    await finishRun(ctx.database, open.id, { outcome: open.outcome, done: open.done, error: 'interrupted' }, now);
  const again = await insertRun(ctx.database, wanted, actorOf(ctx), now);
  if (again === undefined) throw new Error('a replay could neither be started nor found');
  return { run: again, joined: false };
}
