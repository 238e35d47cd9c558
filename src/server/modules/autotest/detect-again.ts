import { z } from 'zod';
import type { Ctx } from '#server/platform/context.ts';
import { defineTask, type Queue } from '#server/platform/queue/index.ts';
import type { SettingRow } from './rules.ts';
import { countConcerned, insertRun } from './run-queries.ts';
import type { RunParams, RunRow } from './run-queries.ts';

/** Kind of the task that works runs of rules off. */
export const ruleRunTask = defineTask('rule_run', z.object({ runId: z.number() }));

/**
 * Has the shipments that a level of settings is about detected again in the background, so that exceptions which are
 * open follow the change too. null when there is none.
 */
export const detectAgain = (ctx: Ctx, row: SettingRow, queue: Queue): Promise<RunRow | null> => {
  const { tenant_id: tenantId, carrier_code: carrierCode, lane, enabled, settings: values } = row;
  return judgeAgain(ctx, queue, { ruleCode: row.rule_code, tenantId, carrierCode, lane, enabled, values });
};

/** The shipments that are judged again, and what was changed. */
type Changed = Omit<RunParams, 'tenantIds'> & { ruleCode: string; eventItemId?: number };

/** Starts a background run that judges the shipments of a level again; null when the level has no shipments. */
export async function judgeAgain(
  ctx: Ctx,
  queue: Queue,
  { ruleCode, eventItemId, ...changed }: Changed,
): Promise<RunRow | null> {
  const params: RunParams = { ...changed, tenantIds: changed.tenantId === null ? null : [changed.tenantId] };
  const total = await countConcerned(ctx.database, ruleCode, params);
  if (total === 0) return null;
  return startRun(ctx, queue, {
    tenantId: changed.tenantId,
    kind: 'detect',
    ruleCode,
    params,
    total,
    ...(eventItemId !== undefined && { eventItemId }),
  });
}

/** Starts a run in the name of the caller; in the current transaction. */
export async function startRun(
  ctx: Ctx,
  queue: Queue,
  asked: Omit<Parameters<typeof insertRun>[1], 'actorCode' | 'actorName'>,
  priority?: number,
): Promise<RunRow> {
  const { actor } = ctx;
  const actorName = actor.kind === 'user' ? actor.name : actor.userCode;
  const run = await insertRun(ctx.database, { ...asked, actorCode: actor.userCode, actorName }, ctx.clock.now());
  const singletonKey = String(run.id);
  await queue.enqueue(ruleRunTask, { runId: run.id }, { singletonKey, ...(priority !== undefined && { priority }) });
  return run;
}
