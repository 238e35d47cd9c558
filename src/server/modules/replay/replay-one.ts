import type { ReplayRun } from '#contract/replay.ts';
import { processOutcomes, refuseSubscriptions, unpackBody } from '#server/modules/collection/index.ts';
import type { BodyEncoding, PipelineDeps } from '#server/modules/collection/index.ts';
import { dropOverrides } from '#server/modules/override/index.ts';
import type { CallData } from '#contract/index.ts';
import { type JobModuleDeps, jobDepsOf, personOf } from '#server/modules/job/index.ts';
import { startPageJob } from '#server/modules/rpa/index.ts';
import { writeAudit } from '#server/platform/audit/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { refused } from '#server/platform/errors/app-error.ts';
import type { Queue } from '#server/platform/queue/index.ts';
import { publish } from '#server/platform/realtime/index.ts';
import { ownOrRefuse, wantAsked } from './pull-records.ts';
import { findLatestAnswer, listAskable } from './queries.ts';
import type { OwnSubscription } from './queries.ts';
import { finishRun } from './run-queries.ts';
import type { RunRow } from './run-queries.ts';
import { presentRun, replayTask, startRun } from './runs.ts';

/** What replays of one subscription work with. */
export type ReplayDeps = { pipeline: PipelineDeps; queue: Queue; jobs?: JobModuleDeps };

type One = { ctx: Ctx; id: number | undefined; deps: ReplayDeps };

async function one(ctx: Ctx, id: number | undefined): Promise<OwnSubscription> {
  if (id === undefined) throw refused('error.emptyInput');
  const [subscription] = await ownOrRefuse(ctx, [id]);
  return subscription as OwnSubscription;
}

/** Keeps who did it, and tells the browsers of the tenant. */
async function note(ctx: Ctx, run: RunRow, action: string): Promise<void> {
  await writeAudit(ctx, {
    entity: 'subscription',
    entityId: String(run.subscription_id),
    action,
    tenantId: run.tenant_id,
    after: { run: run.id, kind: run.kind, source_type: run.source_type, outcome: run.outcome },
  });
  await publish(ctx.database, {
    tenantId: run.tenant_id,
    topic: 'replay',
    payload: { runId: String(run.id), obmTkSubscribeId: String(run.subscription_id), state: run.state },
  });
}

/** Drops the expert values of a subscription and fuses it again from what its sources say, all in one transaction. */
export async function refuseOne({ ctx, id, deps }: One): Promise<ReplayRun> {
  const { id: subscriptionId, tenant_id: tenantId } = await one(ctx, id);
  return ctx.database.transaction(async () => {
    const { run } = await startRun(ctx, { tenantId, subscriptionId, kind: 'fuse', sourceType: null, total: 1 });
    const dropped = await dropOverrides(ctx, subscriptionId, run.id);
    const { fused } = await refuseSubscriptions(deps.pipeline, [subscriptionId], ctx.clock.now());
    const changed = fused.filter((outcome) => outcome.changed).length;
    const result = { outcome: { changed, dropped }, done: 1, error: null };
    const done = await finishRun(ctx.database, run.id, result, ctx.clock.now());
    await note(ctx, done, 'fuseAgain');
    return presentRun(done, ctx, dropped);
  });
}

/** Reads the stored answers of one source type again: no new request, same parser as for fresh ones. */
export async function reinsertOne({ ctx, id, deps, sourceType }: One & { sourceType: string }): Promise<ReplayRun> {
  const { id: subscriptionId, tenant_id: tenantId } = await one(ctx, id);
  return ctx.database.transaction(async () => {
    const askable = await listAskable(ctx.database, [subscriptionId], sourceType);
    const sources = askable.filter(({ stored }) => stored);
    if (sources.length === 0) {
      // The first answer may be there in a moment.
      if (askable.some(({ awaited }) => awaited)) throw refused('trace.processing');
      throw refused('replay.nothingStored', { sourceType });
    }
    const total = sources.length;
    const { run } = await startRun(ctx, { tenantId, subscriptionId, kind: 'reinsert', sourceType, total });
    const now = ctx.clock.now();
    const summary = await processOutcomes(
      deps.pipeline,
      sources.map((source) => ({ kind: 'stored', subscriptionSourceId: source.id, askedAt: now })),
      now,
    );
    const outcome = { changed: summary.fused, refused: summary.refused };
    const done = await finishRun(ctx.database, run.id, { outcome, done: total, error: null }, now);
    await note(ctx, done, 'reinsert');
    return presentRun(done, ctx);
  });
}

/** Asks the sources of one type again; a worker does it, and the run tells what came of it. */
export async function askOne({ ctx, id, deps, sourceType }: One & { sourceType: string }): Promise<ReplayRun> {
  const { id: subscriptionId, tenant_id: tenantId } = await one(ctx, id);
  return ctx.database.transaction(async () => {
    const sources = (await listAskable(ctx.database, [subscriptionId], sourceType)).filter(({ asked }) => asked);
    if (sources.length === 0) throw refused('replay.noSourceOf', { sourceType });
    const total = sources.length;
    const { run, joined } = await startRun(ctx, { tenantId, subscriptionId, kind: 'ask', sourceType, total });
    if (joined) return presentRun(run, ctx, 0, true);
    // The run itself asks them, so that one request is one question.
    await wantAsked(ctx, sources);
    await deps.queue.enqueue(replayTask, { runId: run.id }, { singletonKey: String(run.id), priority: 90 });
    // A page is looked at by a robot: by a job of its own, where a process collects the carrier's pages.
    if (sources.some(({ by_robot: byRobot }) => byRobot))
      await startPageJob(jobDepsOf(ctx, deps.jobs ?? {}), { subscriptionId, actor: personOf(ctx) });
    await note(ctx, run, 'ask');
    return presentRun(run, ctx);
  });
}

const mostShownBytes = 2_000_000;

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
  const body = unpackBody({ body: answer.body, encoding: answer.encoding as BodyEncoding });
  return {
    obmTkSubscribeId: String(subscriptionId),
    sourceName: ctx.lang === 'zh' ? answer.name_cn : answer.name_en,
    receiveTime: answer.received_at,
    via: answer.via,
    sizeBytes: body.byteLength,
    record: readable(new TextDecoder().decode(body.subarray(0, mostShownBytes))),
  };
}
