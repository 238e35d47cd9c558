import type { ParsedBody } from '#contract/index.ts';
import type { ReplayRun } from '#contract/intake/replay.ts';
import { instantOf } from '#server/list/index.ts';
import { type ReferenceSnapshot, tenantIdsOf, zoneOfCaller } from '#server/modules/administration/masterdata/index.ts';
import { writeAudit } from '#server/platform/audit/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { refused } from '#server/platform/errors/app-error.ts';
import type { Queue } from '#server/platform/queue/index.ts';
import { countReplay } from './run-queries.ts';
import type { ManyParams } from './run-queries.ts';
import { presentRun, startRun } from './runs.ts';

/**
 * Has the stored answers of many subscriptions read again, by carrier and time of subscription: one run per tenant,
 * done by the workers piece by piece.
 */
export async function replayMany({
  ctx,
  input,
  reference,
  queue,
}: {
  ctx: Ctx;
  input: ParsedBody<'replayStored'>;
  reference: ReferenceSnapshot;
  queue: Queue;
}): Promise<ReplayRun[]> {
  const { tenantCode, carrierCode, subscribeTimeFrom: from, subscribeTimeTo: to } = input;
  if (carrierCode === undefined && from === undefined && to === undefined) throw refused('replay.scopeRequired');
  const zone = zoneOfCaller(ctx, reference);
  const params: ManyParams = {
    ...(carrierCode === undefined ? {} : { carrierCode: carrierCode.toUpperCase() }),
    ...(from === undefined ? {} : { from: instantOf(from, zone, false, 'subscribeTime').getTime() }),
    ...(to === undefined ? {} : { to: instantOf(to, zone, true, 'subscribeTime').getTime() }),
  };
  const tenantIds = tenantCode === undefined ? undefined : tenantIdsOf([tenantCode], reference);
  return ctx.unscoped.transaction(async () => {
    const counts = await countReplay(ctx, tenantIds, params);
    if (counts.length === 0) throw refused('replay.noMatch');
    const runs: ReplayRun[] = [];
    for (const { tenant_id: tenantId, n } of counts) {
      const { run, joined } = await startRun(ctx, queue, {
        kind: 'replay',
        tenantId,
        params: { subscriptionId: null, sourceType: null, tenantId, ...params },
        total: Number(n),
      });
      runs.push(presentRun(run, ctx, 0, joined));
      if (joined) continue;
      await writeAudit(ctx, {
        entity: 'replay_run',
        entityId: String(run.id),
        action: 'replay',
        tenantId,
        after: { ...params, total: Number(n) },
      });
    }
    return runs;
  });
}
