// unscoped: The subscriptions were found by `ctx.db` before: sources, runs and answers are addressed by their ids.
import type { ReplayRun } from '#contract/intake/replay.ts';
import { reportsSomething } from '#server/connectors/ft/index.ts';
import { processOutcomes, recomputeSubscriptions, unpackBody } from '#server/modules/intake/collection/index.ts';
import type { PipelineDeps } from '#server/modules/intake/collection/index.ts';
import { dropOverrides } from '#server/modules/tracking/override/index.ts';
import type { CallData } from '#contract/index.ts';
import { closedSiteOf, type JobModuleDeps, jobDepsOf, personOf } from '#server/modules/execution/job/index.ts';
import { startPageJob } from '#server/modules/intake/rpa/index.ts';
import { writeAudit } from '#server/platform/audit/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { refused } from '#server/platform/errors/app-error.ts';
import type { Queue } from '#server/platform/queue/index.ts';
import { publish } from '#server/platform/realtime/index.ts';
import { keepRun } from '#server/platform/run/index.ts';
import { itemAt } from '#shared/values/items.ts';
import { actorOf, ownOrRefuse, wantRequested } from './pull-records.ts';
import { findLatestAnswer, listAskable } from './queries.ts';
import type { OwnSubscription } from './queries.ts';
import { type ReplayRun as StoredReplay, replayKindOf, replayRuns } from './replay-runs.ts';
import { presentRun, startRun } from './runs.ts';

/** What replays of one subscription work with. */
export type ReplayDeps = { pipeline: PipelineDeps; queue: Queue } & Pick<JobModuleDeps, 'notify'>;

type One = { ctx: Ctx; id: number | undefined; deps: ReplayDeps };

async function one(ctx: Ctx, id: number | undefined): Promise<OwnSubscription> {
  if (id === undefined) throw refused('error.emptyInput');
  return itemAt(await ownOrRefuse(ctx, [id]), 0);
}

/** Keeps who did it, and tells the browsers of the tenant. */
async function note(ctx: Ctx, run: StoredReplay, tenantId: number, action: string): Promise<void> {
  const { subscriptionId, sourceType } = run.params;
  await writeAudit(ctx, {
    entity: 'subscription',
    entityId: String(subscriptionId),
    action,
    tenantId,
    after: { run: run.id, kind: replayKindOf(run), source_type: sourceType, outcome: run.outcome },
  });
  await publish(ctx.unscoped, {
    tenantId,
    topic: 'replay',
    payload: { runId: String(run.id), obmTkSubscribeId: String(subscriptionId), state: run.state },
  });
}

/** Drops the expert values of a subscription and fuses it again from what its sources say, all in one transaction. */
export async function refuseOne({ ctx, id, deps }: One): Promise<ReplayRun> {
  const { id: subscriptionId, tenant_id: tenantId } = await one(ctx, id);
  return ctx.unscoped.transaction(async () => {
    const now = ctx.clock.now();
    const params = { subscriptionId, sourceType: null };
    const requested = { params, tenantId, total: 1, by: actorOf(ctx) };
    const run = await keepRun({ database: ctx.unscoped, now }, replayRuns.fuse, requested, async (runId) => {
      const dropped = await dropOverrides(ctx, subscriptionId, runId);
      const { fused } = await recomputeSubscriptions(deps.pipeline, [subscriptionId], now);
      return { changed: fused.filter((outcome) => outcome.changed).length, dropped };
    });
    await note(ctx, run, tenantId, 'fuseAgain');
    return presentRun(run, ctx, run.outcome.dropped);
  });
}

/** Reads the stored answers of one source type again: no new request, same parser as for fresh ones. */
export async function reinsertOne({ ctx, id, deps, sourceType }: One & { sourceType: string }): Promise<ReplayRun> {
  const { id: subscriptionId, tenant_id: tenantId } = await one(ctx, id);
  return ctx.unscoped.transaction(async () => {
    const askable = await listAskable(ctx.unscoped, [subscriptionId], sourceType);
    const sources = askable.filter(({ stored }) => stored);
    if (sources.length === 0) {
      // The first answer may be there in a moment.
      if (askable.some(({ awaited }) => awaited)) throw refused('trace.processing');
      throw refused('replay.nothingStored', { sourceType });
    }
    const now = ctx.clock.now();
    const requested = { params: { subscriptionId, sourceType }, tenantId, total: sources.length, by: actorOf(ctx) };
    const run = await keepRun({ database: ctx.unscoped, now }, replayRuns.reinsert, requested, async () => {
      const summary = await processOutcomes(
        deps.pipeline,
        sources.map((source) => ({ kind: 'stored', subscriptionSourceId: source.id, requestedAt: now })),
        now,
      );
      return { changed: summary.fused, refused: summary.refused };
    });
    await note(ctx, run, tenantId, 'reinsert');
    return presentRun(run, ctx);
  });
}

/** Asks the sources of one type again; a worker does it, and the run tells what came of it. */
export async function askOne({ ctx, id, deps, sourceType }: One & { sourceType: string }): Promise<ReplayRun> {
  const { id: subscriptionId, tenant_id: tenantId } = await one(ctx, id);
  return ctx.unscoped.transaction(async () => {
    const sources = (await listAskable(ctx.unscoped, [subscriptionId], sourceType)).filter(
      ({ asked: requested }) => requested,
    );
    if (sources.length === 0)
      throw (
        (await closedSiteOf(ctx.unscoped, subscriptionId, sourceType)) ?? refused('replay.noSourceOf', { sourceType })
      );
    const params = { subscriptionId, sourceType };
    const requested = { kind: 'ask' as const, tenantId, params, total: sources.length };
    const { run, joined } = await startRun(ctx, deps.queue, requested);
    if (joined) return presentRun(run, ctx, 0, true);
    // The run itself asks them, so that one request is one question.
    await wantRequested(ctx, sources);
    // A page is looked at by a robot: by a job of its own, where a process collects the carrier's pages.
    if (sources.some(({ by_robot: byRobot }) => byRobot))
      await startPageJob(jobDepsOf(ctx, deps), { subscriptionId, actor: personOf(ctx) });
    await note(ctx, run, tenantId, 'ask');
    return presentRun(run, ctx);
  });
}

const maxShownBytes = 2_000_000;

/** JSON laid out for reading; anything else as it is. */
function readable(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** The newest answer of FT as received; null when there is none. */
export async function latestFtRecord({ ctx, id }: Omit<One, 'deps'>): Promise<CallData<'latestFtRecord'>> {
  const { id: subscriptionId } = await one(ctx, id);
  const answer = await findLatestAnswer(ctx, subscriptionId, 'FT');
  if (answer === undefined) return null;
  const body = unpackBody(answer);
  // "None yet" is an answer without a record.
  if (!reportsSomething(body)) return null;
  return {
    obmTkSubscribeId: String(subscriptionId),
    sourceName: ctx.lang === 'zh' ? answer.name_cn : answer.name_en,
    askTime: answer.last_pull_at,
    answerTime: answer.last_success_at,
    receiveTime: answer.received_at,
    via: answer.via,
    sizeBytes: body.byteLength,
    record: readable(new TextDecoder().decode(body.subarray(0, maxShownBytes))),
  };
}
