import { z } from 'zod';
import type { Ctx } from '#server/platform/context.ts';
import { defineTask, type Queue } from '#server/platform/queue/index.ts';
import type { SettingRow } from './rules.ts';
import { countConcerned, insertRun } from './run-queries.ts';
import type { RunRow } from './run-queries.ts';

/** Kind of the task that works runs of rules off. */
export const ruleRunTask = defineTask('rule_run', z.object({ runId: z.number() }));

/**
 * Has the shipments that a level of settings is about detected again in the background, so that exceptions which are
 * open follow the change too. null when there is none.
 */
export async function detectAgain(ctx: Ctx, row: SettingRow, queue: Queue): Promise<RunRow | null> {
  const params = {
    tenantIds: row.tenant_id === null ? null : [row.tenant_id],
    carrierCode: row.carrier_code,
    lane: row.lane,
  };
  const total = await countConcerned(ctx.database, row.rule_code, params);
  if (total === 0) return null;
  const { actor } = ctx;
  const run = await insertRun(
    ctx.database,
    {
      tenantId: row.tenant_id,
      kind: 'detect',
      ruleCode: row.rule_code,
      params: { ...params, enabled: row.enabled, values: row.settings, tenantId: row.tenant_id },
      total,
      actorCode: actor.userCode,
      actorName: actor.kind === 'user' ? actor.name : actor.userCode,
    },
    ctx.clock.now(),
  );
  await queue.enqueue(ruleRunTask, { runId: run.id }, { singletonKey: String(run.id) });
  return run;
}
