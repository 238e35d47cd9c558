import { z } from 'zod';
import type { RefusionRun } from '#contract/intake/precedence.ts';
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
export type RefusionCause = RefusionRun['cause'];

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
export type Refusion = Run<Params, Outcome>;
/** How one kind of it finds its subscriptions and makes them again. */
export type RefusionWork = RunWork<Params, Outcome>;

const refusionOf = (cause: RefusionCause, scope: (params: Params) => string): RunKind<Params, Outcome> =>
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
export const refusions: Readonly<Record<RefusionCause, RunKind<Params, Outcome>>> = {
  precedence: refusionOf('precedence', () => ''),
  port: refusionOf('port', ({ causeId }) => String(causeId)),
};

/** Subscriptions in one transaction: enough for few round trips, and few enough that their locks are held only briefly. */
export const refusionStep = 100;

/** Starts a run in the current transaction; one of the same cause that is still under way is ended by it. */
export async function startRefusion(
  deps: { database: Database; queue: Queue; now: Instant },
  {
    cause,
    causeId,
    total,
    by,
  }: {
    cause: RefusionCause;
    causeId: number;
    total: number;
    by: { code: string; name: string };
  },
): Promise<Refusion> {
  const run = await startRun(deps, refusions[cause], { params: { causeId }, total, by });
  if (run === undefined) throw new Error('a re-fusion could neither be ended nor started');
  return run;
}

const causeOf = (run: { kind: string }): RefusionCause | undefined =>
  run.kind === refusions.precedence.kind ? 'precedence' : run.kind === refusions.port.kind ? 'port' : undefined;

/** A run as the wire has it. */
export const presentRefusion = (run: Refusion, lang: Lang): RefusionRun => ({
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

async function findRefusion(database: Database, runId: number): Promise<Refusion> {
  const stored = await findRun(database, runId);
  const cause = stored === undefined ? undefined : causeOf(stored);
  if (stored === undefined || cause === undefined) throw notFound();
  return readRun(refusions[cause], stored);
}

/** Calls a run off; what it has made again stays. */
export async function cancelRefusion({ ctx, runId }: { ctx: Ctx; runId: number }): Promise<RefusionRun> {
  checkMaySetForAll(ctx);
  return ctx.database.transaction(async () => {
    const run = await findRefusion(ctx.database, runId);
    const ended = await endRun(ctx.database, runId, { state: 'cancelled', error: null }, ctx.clock.now());
    if (ended === undefined) throw refused('refusion.ended');
    await writeAudit(ctx, {
      entity: 'refusionRun',
      entityId: String(runId),
      action: 'cancel',
      tenantId: null,
      after: { done: run.done, total: run.total },
    });
    return presentRefusion(await findRefusion(ctx.database, runId), ctx.lang);
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
