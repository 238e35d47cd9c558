// unscoped: Precedence, mappings of ports and their runs hold for all tenants: only people who may set them for all make these calls.
import { z } from 'zod';
import type { RecomputeRun } from '#contract/intake/precedence.ts';
import { writeAudit } from '#server/platform/audit/index.ts';
import type { Ctx, Lang } from '#server/platform/context.ts';
import type { Database } from '#server/platform/db/database.ts';
import { notFound, refused } from '#server/platform/errors/app-error.ts';
import type { Queue } from '#server/platform/queue/index.ts';
import {
  defineRun,
  endRun,
  findRun,
  readRun,
  type Run,
  type RunKind,
  type RunWork,
  startRun,
  supersededError,
} from '#server/platform/run/index.ts';
import { serverText } from '#shared/i18n/server-messages/index.ts';
import type { Instant } from '#shared/time/instant.ts';

/** Why stored shipments are made again: another precedence, or a port that is known now (or no longer). */
export type RecomputeCause = RecomputeRun['cause'];

/** Version of the precedence, or id of the unknown port. */
const params = z.object({ causeId: z.number() });
type Params = z.infer<typeof params>;

const outcome = z.object({
  changed: z.number().default(0),
  opened: z.number().default(0),
  resolved: z.number().default(0),
});
type Outcome = z.infer<typeof outcome>;

/** A run that makes stored shipments again. */
export type Recomputation = Run<Params, Outcome>;
/** How one kind of it finds its subscriptions and makes them again. */
export type RecomputeWork = RunWork<Params, Outcome>;

const recomputationOf = (cause: RecomputeCause, scope: (params: Params) => string): RunKind<Params, Outcome> =>
  defineRun({
    kind: `refusion-${cause}`,
    params,
    outcome,
    subject: ({ causeId }) => String(causeId),
    scope,
    supersedes: true,
    partitions: 2,
    priority: 60,
  });

/** Runs that make stored shipments again, by why they do. One precedence is in force, so that one run at a time brings it. */
export const recomputations: Readonly<Record<RecomputeCause, RunKind<Params, Outcome>>> = {
  precedence: recomputationOf('precedence', () => ''),
  port: recomputationOf('port', ({ causeId }) => String(causeId)),
};

/** Subscriptions in one transaction: enough for few round trips, and few enough that their locks are held only briefly. */
export const recomputeStep = 100;

/** Starts a run in the current transaction; one of the same cause that is still under way is ended by it. */
export async function startRecompute(
  deps: { database: Database; queue: Queue; now: Instant },
  {
    cause,
    causeId,
    total,
    by,
  }: {
    cause: RecomputeCause;
    causeId: number;
    total: number;
    by: { code: string; name: string };
  },
): Promise<Recomputation> {
  const run = await startRun(deps, recomputations[cause], { params: { causeId }, total, by });
  if (run === undefined) throw new Error('a recompute run could neither be ended nor started');
  return run;
}

const causeOf = (run: { kind: string }): RecomputeCause | undefined =>
  run.kind === recomputations.precedence.kind
    ? 'precedence'
    : run.kind === recomputations.port.kind
      ? 'port'
      : undefined;

/** A run as the wire has it. */
export const presentRecompute = (run: Recomputation, lang: Lang): RecomputeRun => ({
  runId: String(run.id),
  cause: causeOf(run) ?? 'precedence',
  causeId: run.subject,
  state: run.state,
  total: run.total,
  done: run.done,
  changed: run.outcome.changed,
  opened: run.outcome.opened,
  resolved: run.outcome.resolved,
  failed: run.failed,
  error: run.error === supersededError ? serverText('refusion.superseded', {}, lang) : run.error,
  handlerCode: run.handler_code,
  handlerName: run.handler_name,
  startTime: run.started_at,
  finishTime: run.finished_at,
});

async function findRecompute(database: Database, runId: number): Promise<Recomputation> {
  const stored = await findRun(database, runId);
  const cause = stored === undefined ? undefined : causeOf(stored);
  if (stored === undefined || cause === undefined) throw notFound();
  return readRun(recomputations[cause], stored);
}

/** Calls a run off; what it has made again stays. */
export async function cancelRecompute({ ctx, runId }: { ctx: Ctx; runId: number }): Promise<RecomputeRun> {
  checkMaySetForAll(ctx);
  return ctx.unscoped.transaction(async () => {
    const run = await findRecompute(ctx.unscoped, runId);
    const ended = await endRun(ctx.unscoped, runId, { state: 'cancelled', error: null }, ctx.clock.now());
    if (ended === undefined) throw refused('refusion.ended');
    await writeAudit(ctx, {
      entity: 'refusionRun',
      entityId: String(runId),
      action: 'cancel',
      tenantId: null,
      after: { done: run.done, total: run.total },
    });
    return presentRecompute(await findRecompute(ctx.unscoped, runId), ctx.lang);
  });
}

/** Refuses what concerns the shipments of all tenants, unless the caller is of the platform. */
export function checkMaySetForAll(ctx: Ctx): void {
  if (ctx.actor.kind === 'system' || ctx.actor.writesShared) return;
  throw refused('precedence.platformOnly');
}

/** Who acts, as records name them. */
export const actorOf = (ctx: Ctx): { code: string; name: string } => ({
  code: ctx.actor.userCode,
  name: ctx.actor.kind === 'user' ? ctx.actor.name : ctx.actor.userCode,
});
