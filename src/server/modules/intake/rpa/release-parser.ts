// unscoped: Parsers, sites and answers of robots hold for all tenants; robots act by their key, people by the right of the platform.
import type { CallData, ParsedBody } from '#contract/index.ts';
import { writeAudit } from '#server/platform/audit/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { lockName } from '#server/platform/db/lock-name.ts';
import { notFound, refused } from '#server/platform/errors/app-error.ts';
import { publish } from '#server/platform/realtime/index.ts';
import { DAY_MS } from '#shared/time/instant.ts';
import { endRuns, startRun, supersededError } from '#server/platform/run/index.ts';
import { applyRun, trialRun } from './parser-runs.ts';
import { presentRun } from './present.ts';
import { carrierOfParser, currentReleases, findVersion } from './releases.ts';
import { countAnswers } from './run-queries.ts';
import { adoptAnswers } from './targets.ts';
import type { RpaDeps } from './types.ts';

const actorOf = (ctx: Ctx): { code: string; name: string } => ({
  code: ctx.actor.userCode,
  name: ctx.actor.kind === 'user' ? ctx.actor.name : ctx.actor.userCode,
});

/** Parsers read pages for all tenants: only anyone who acts for all of them tries and releases versions. */
export function ofPlatform(ctx: Ctx): void {
  if (ctx.scope.kind !== 'all') throw refused('robot.platformOnly');
}

/** Runs a version over the answers of the last days and compares what it makes of them; nothing else changes. */
export async function tryParser(
  deps: RpaDeps,
  { ctx, input }: { ctx: Ctx; input: ParsedBody<'rpaTry'> },
): Promise<CallData<'rpaTry'>> {
  ofPlatform(ctx);
  const parser = await findVersion(ctx.unscoped, input.parserId, input.version);
  if (parser === undefined) throw notFound();
  const now = ctx.clock.now();
  return ctx.unscoped.transaction(async () => {
    const before = (await currentReleases(ctx.unscoped)).releases.get(parser.id) ?? 0;
    if (before === parser.version) throw refused('robot.alreadyReleased');
    const since = now - input.days * DAY_MS;
    const run = await startRun({ database: ctx.unscoped, queue: deps.queue, now }, trialRun, {
      params: { parserId: parser.id, version: parser.version, beforeVersion: before, since },
      total: await countAnswers(ctx.unscoped, parser.carrierCode, since),
      by: actorOf(ctx),
    });
    if (run === undefined) throw refused('robot.runUnderWay');
    return presentRun(run);
  });
}

/**
 * Has a version read answers from now on, or takes one back, and reads the stored answers again. `beforeVersion` is what
 * the caller saw released: another one meanwhile refuses the call.
 */
export async function releaseParser(
  deps: RpaDeps,
  { ctx, input }: { ctx: Ctx; input: ParsedBody<'rpaRelease'> },
): Promise<CallData<'rpaRelease'>> {
  ofPlatform(ctx);
  const { parserId, version, beforeVersion } = input;
  const carrierCode = await carrierOfParser(ctx.unscoped, parserId);
  if (carrierCode === undefined) throw notFound();
  const now = ctx.clock.now();
  const by = actorOf(ctx);
  return ctx.unscoped.transaction(async () => {
    // One release at a time.
    await lockName(ctx.unscoped, 'robot_parser_release');
    if (version !== 0 && (await findVersion(ctx.unscoped, parserId, version)) === undefined) throw notFound();
    const before = (await currentReleases(ctx.unscoped)).releases.get(parserId) ?? 0;
    if (before !== beforeVersion) throw refused('robot.releasedMeanwhile', { version: before });
    if (before === version) throw refused('robot.alreadyReleased');
    await ctx.unscoped.execute(
      `insert into robot_parser_release (parser_id, version, before_version, at, actor_code, actor_name)
       values ($1, $2, $3, $4, $5, $6)`,
      [parserId, version, before, new Date(now), by.code, by.name],
    );
    if (version > 0) await adoptAnswers(ctx.unscoped, carrierCode, deps.reference());
    // What else is running of the parser is pointless now; the new run takes over the shipments it left behind.
    const ended = await endRuns(
      ctx.unscoped,
      { kinds: [trialRun, applyRun], scope: parserId },
      { state: 'failed', error: supersededError },
      now,
    );
    const run = await startRun({ database: ctx.unscoped, queue: deps.queue, now }, applyRun, {
      params: { parserId, version, beforeVersion: before, since: 0 },
      total: await countAnswers(ctx.unscoped, carrierCode, 0),
      by,
      outcome: { pending: ended.flatMap(({ outcome }) => outcome.pending) },
    });
    if (run === undefined) throw new Error('a run could neither be ended nor started');
    await writeAudit(ctx, {
      entity: 'robotParser',
      entityId: parserId,
      action: version > before ? 'release' : 'rollBack',
      tenantId: null,
      before: { version: before },
      after: { version },
    });
    await publish(ctx.unscoped, { tenantId: null, topic: 'rpa', payload: {} });
    return presentRun(run);
  });
}
