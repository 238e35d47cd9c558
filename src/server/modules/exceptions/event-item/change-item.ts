import type { CallData, ParsedBody } from '#contract/index.ts';
import { eventItemCode } from '#domain/exceptions/event/event-item.ts';
import { judgeByEventItem, startEventItemTrial } from '#server/modules/exceptions/rule-backtest/index.ts';
import { type ReferenceSnapshot, zoneOfCaller } from '#server/modules/administration/masterdata/index.ts';
import { writeAudit } from '#server/platform/audit/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { refused } from '#server/platform/errors/app-error.ts';
import type { Queue } from '#server/platform/queue/index.ts';
import { checkVersion, getItem, eventItemOf, type OwnItem, updateItem, wasTried } from './item-queries.ts';
import { readEntered } from './read-rule.ts';

type Changed = CallData<'eventRuleSave'>;

const audited = (ctx: Ctx, item: OwnItem, action: string, before: object, after: object): Promise<void> =>
  writeAudit(ctx, {
    entity: 'eventItem',
    entityId: String(item.id),
    action,
    tenantId: item.tenant_id,
    before,
    after,
  });

/** Saves the conditions of an event item that is not in use. */
export function saveEventRule({ ctx, input }: { ctx: Ctx; input: ParsedBody<'eventRuleSave'> }): Promise<Changed> {
  return ctx.unscoped.transaction(async () => {
    const item = await getItem(ctx, input.eventItemId, { lock: true });
    checkVersion(item, input.recordVersion);
    if (item.enabled) throw refused('event.inUse');
    const rule = JSON.stringify(await readEntered(ctx, input.rule));
    if (rule === item.rule) return { eventItemId: String(item.id), recordVersion: item.record_version };
    await audited(ctx, item, 'saveRule', { rule: item.rule }, { rule });
    return updateItem(ctx, item, { rule });
  });
}

type TryCall = {
  ctx: Ctx;
  input: ParsedBody<'eventRuleTry'>;
  reference: ReferenceSnapshot;
  queue: Queue;
};

/** Starts a trial of the saved rule on the history of the tenant's shipments. */
export async function tryEventRule({ ctx, input, reference, queue }: TryCall): Promise<CallData<'eventRuleTry'>> {
  return ctx.unscoped.transaction(async () => {
    const item = await getItem(ctx, input.eventItemId);
    const eventItem = await eventItemOf(ctx, item);
    const zone = zoneOfCaller(ctx, reference);
    const run = await startEventItemTrial(ctx, { eventItem, days: input.days, zone }, queue);
    await audited(ctx, item, 'try', {}, { rule: item.rule, days: input.days });
    return { runId: String(run.id) };
  });
}

/** Switches an event item on, once its rule was tried, or off; the shipments of its tenant are judged again at once. */
export function enableEventItem({
  ctx,
  input,
  queue,
}: {
  ctx: Ctx;
  input: ParsedBody<'eventItemEnable'>;
  queue: Queue;
}): Promise<Changed> {
  return ctx.unscoped.transaction(async () => {
    const item = await getItem(ctx, input.eventItemId, { lock: true });
    checkVersion(item, input.recordVersion);
    const enabled = input.enabled === 1;
    if (enabled === item.enabled) return { eventItemId: String(item.id), recordVersion: item.record_version };
    if (enabled) {
      if (!item.type_on) throw refused('event.typeOff');
      if (!(await wasTried(ctx, await eventItemOf(ctx, item)))) throw refused('event.notTried');
    }
    const changed = await updateItem(ctx, item, { enabled });
    await audited(ctx, item, enabled ? 'enable' : 'disable', { enabled: item.enabled }, { enabled });
    const level = { tenantId: item.tenant_id, carrierCode: null, lane: null, enabled, values: {} };
    await judgeByEventItem(ctx, queue, { ...level, ruleCode: eventItemCode(item.id) });
    return changed;
  });
}
