// unscoped: The subscriptions were found by `ctx.db` before: sources, runs and answers are addressed by their ids.
import type { ReplayRun as WireRun } from '#contract/intake/replay.ts';
import type { Ctx } from '#server/platform/context.ts';
import type { Queue } from '#server/platform/queue/index.ts';
import { listOwnRuns, startRun as startStoredRun } from '#server/platform/run/index.ts';
import { failureText } from '#shared/i18n/server-messages/failure-text.ts';
import { serverText } from '#shared/i18n/server-messages/index.ts';
import type { Lang } from '#shared/i18n/text.ts';
import { actorOf } from './pull-records.ts';
import {
  manySubject,
  type ReplayKind,
  replayKindOf,
  type ReplayParams,
  type ReplayRun,
  replayRuns,
} from './replay-runs.ts';
import { countRestorable } from './run-queries.ts';

function outcomeText(run: ReplayRun, lang: Lang): string {
  const kind = replayKindOf(run);
  if (run.state === 'running' && kind !== 'replay') return '';
  const { requested, answered, changed, refused, dropped, failed } = run.outcome;
  const changedText = serverText(changed > 0 ? 'replay.outcome.changed' : 'replay.outcome.unchanged', {}, lang);
  const params = { total: run.total, done: run.done, answered, refused, dropped, failed: failed + run.failed };
  if (requested > 0 && answered === 0) return serverText('replay.outcome.requested', { count: requested }, lang);
  return kind === 'replay'
    ? serverText('replay.outcome.replay', { ...params, count: changed }, lang)
    : serverText(`replay.outcome.${kind}`, { ...params, changed: changedText }, lang);
}

/** Where a run stands for its reader: one that no source answered has failed. */
function stateOf(run: ReplayRun): WireRun['state'] {
  if (run.state === 'cancelled') return 'failed';
  return run.state === 'done' && run.outcome.unanswered !== null ? 'failed' : run.state;
}

function errorText(run: ReplayRun, lang: Lang): string | null {
  const error = run.error ?? run.outcome.unanswered;
  return error === 'interrupted' ? serverText('replay.interrupted', {}, lang) : failureText(error, lang);
}

/** A run as the wire has it. */
export const presentRun = (run: ReplayRun, ctx: Pick<Ctx, 'lang'>, restorable = 0, joined = false): WireRun => ({
  runId: String(run.id),
  kind: replayKindOf(run),
  sourceType: run.params.sourceType,
  obmTkSubscribeId: run.params.subscriptionId === null ? null : String(run.params.subscriptionId),
  state: stateOf(run),
  total: run.total,
  done: run.done,
  outcome: outcomeText(run, ctx.lang),
  changed: run.outcome.changed,
  dropped: run.outcome.dropped,
  restorable,
  error: errorText(run, ctx.lang),
  handlerCode: run.handler_code,
  handlerName: run.handler_name,
  startTime: run.started_at,
  finishTime: run.finished_at,
  joined: joined ? 1 : 0,
});

const maxShown = 30;

/** The newest runs of a subscription, or those over many subscriptions, with what can still be brought back. */
export async function listReplayRuns(ctx: Ctx, subscriptionId: number | undefined): Promise<WireRun[]> {
  const subjects = [subscriptionId === undefined ? manySubject : String(subscriptionId)];
  const page = { currentPage: 1, pageSize: maxShown };
  const { rows } = await listOwnRuns(ctx, { kinds: Object.values(replayRuns), subjects }, page);
  const restorable = await countRestorable(
    ctx.unscoped,
    rows.map((run) => run.id),
  );
  return rows.map((run) => presentRun(run, ctx, restorable.get(run.id) ?? 0));
}

/** Starts a run in the current transaction, or joins the one of the same question that is under way. */
export async function startRun(
  ctx: Ctx,
  queue: Queue,
  { kind, tenantId, params, total }: { kind: ReplayKind; tenantId: number; params: ReplayParams; total: number },
): Promise<{ run: ReplayRun; joined: boolean }> {
  const deps = { database: ctx.unscoped, queue, now: ctx.clock.now() };
  const declared = replayRuns[kind];
  // The one that is under way may end between the two questions.
  for (let tries = 0; tries < 3; tries += 1) {
    const run = await startStoredRun(deps, declared, { params, tenantId, total, by: actorOf(ctx) });
    if (run !== undefined) return { run, joined: false };
    const wanted = { kinds: [declared], subjects: [declared.subject(params)], states: ['running'] };
    const { rows } = await listOwnRuns(ctx, wanted, { currentPage: 1, pageSize: 100 });
    const open = rows.find((one) => declared.scope(one.params) === declared.scope(params));
    if (open !== undefined) return { run: open, joined: true };
  }
  throw new Error('a replay could neither be started nor found');
}
