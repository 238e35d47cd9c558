// unscoped: Field paths, roles and people of a tenant: the statement names the tenants the caller may see, and stored items were found by
// `ctx.db`.
import type { CallData } from '#contract/index.ts';
import { readFieldPaths, toEventItem } from '#server/modules/exceptions/event/index.ts';
import type { RuleRun } from '#server/modules/exceptions/rule-backtest/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { getItem, lastTrial, listExamples, listFields } from './item-queries.ts';

type Rule = CallData<'eventRule'>;
const examplesShown = 50;

async function presentTrial(ctx: Ctx, { run, current }: { run: RuleRun; current: boolean }): Promise<Rule['run']> {
  const { tried, days = {}, failures = 0 } = run.outcome.tally ?? {};
  const examples = await listExamples(ctx, run.id, examplesShown);
  return {
    runId: String(run.id),
    state: run.state,
    total: run.total,
    done: run.done,
    days: run.params.days ?? 0,
    actorName: run.handler_name,
    startTime: run.started_at,
    finishTime: run.finished_at,
    events: tried?.total ?? 0,
    shipments: tried?.shipments ?? 0,
    open: tried?.open ?? 0,
    failures,
    dayList: Object.entries(days)
      .map(([day, [, events]]) => ({ day, events }))
      .sort((a, b) => (a.day < b.day ? -1 : 1)),
    current: current ? 1 : 0,
    exampleList: examples.map((row) => {
      const delay = row.params['delayHours'];
      return {
        obmTkSubscribeId: String(row.subscription_id),
        bkId: row.shipment_id === null ? null : String(row.shipment_id),
        referenceNo: row.bill_no ?? row.container_no ?? '',
        firstTime: row.first_at,
        goneTime: row.gone_at,
        delayHours: typeof delay === 'number' ? delay : null,
      };
    }),
  };
}

/** The rule of an event item with everything its editor needs. */
export async function getEventRule({ ctx, input }: { ctx: Ctx; input: { eventItemId: number } }): Promise<Rule> {
  const item = await getItem(ctx, input.eventItemId);
  const eventItem = toEventItem(item, await readFieldPaths(ctx.unscoped));
  const [fields, trial] = await Promise.all([
    listFields(ctx),
    lastTrial(ctx, item.id, eventItem && { ...eventItem, validFrom: null, validTo: null }),
  ]);
  return {
    eventItemId: String(item.id),
    recordVersion: item.record_version,
    itemCode: item.code,
    itemName: item.name_cn,
    itemNameEn: item.name_en,
    enabled: item.enabled ? 1 : 0,
    rule: item.rule,
    fieldList: fields.map((field) => ({
      fieldCode: field.code,
      fieldName: field.name_cn,
      fieldNameEn: field.name_en,
      fieldType: field.field_type,
      unit: field.unit,
      enabled: field.enabled ? 1 : 0,
    })),
    run: trial === undefined ? null : await presentTrial(ctx, trial),
  };
}
