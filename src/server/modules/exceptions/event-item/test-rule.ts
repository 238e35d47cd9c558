// unscoped: Field paths, roles and people of a tenant: the statement names the tenants the caller may see, and stored items were found by
// `ctx.db`.
import type { CallData, ParsedBody } from '#contract/index.ts';
import { isInScope, isMet, seenValues } from '#domain/exceptions/event/event-item.ts';
import type { BookingContent } from '#domain/tracking/model.ts';
import { readPresent } from '#server/modules/exceptions/rule-backtest/index.ts';
import { zoneOfTime } from '#server/modules/exceptions/event/index.ts';
import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import { placesByCode } from '#server/modules/tracking/shipment/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { refused } from '#server/platform/errors/app-error.ts';
import { normalizeCode } from '#shared/text/normalize.ts';
import { getItem, eventItemOf } from './item-queries.ts';
import { readEntered } from './read-rule.ts';

/** Finds a shipment of a tenant by its number: open shipments first, then the newest. */
const findShipment = (ctx: Ctx, tenantId: number, number: string) =>
  ctx.db
    .selectFrom('subscription')
    .select(['id', 'bill_no', 'container_no', 'shipment_id', 'ended', 'mode'])
    .where('tenant_id', '=', tenantId)
    .where(({ or, eb }) => or([eb('bill_no', '=', number), eb('container_no', '=', number)]))
    .orderBy('ended')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Zones of the ports that a shipment leaves and reaches; trucks stop at sites of the tenant. */
async function zonesOf(
  ctx: Ctx,
  { tenant_id, mode }: { tenant_id: number; mode: string },
  booking: BookingContent | undefined,
  reference: ReferenceSnapshot,
) {
  const [from, to] = [booking?.portOfLoading ?? null, booking?.portOfDischarge ?? null];
  const stops = mode === 'road' ? [from, to].filter((code) => code !== null) : [];
  const places = await placesByCode(ctx, stops, reference);
  const zoneOf = (code: string | null): string | null =>
    code === null ? null : (places(tenant_id, code)?.zone ?? null);
  return { departure: zoneOf(from), arrival: zoneOf(to) };
}

type VerbCall = { ctx: Ctx; input: ParsedBody<'eventRuleTest'>; reference: ReferenceSnapshot };

/** Tests a rule, also one that is not saved yet, on one shipment: what each condition sees, and whether there would be an event. */
export async function testEventRule({ ctx, input, reference }: VerbCall): Promise<CallData<'eventRuleTest'>> {
  const item = await getItem(ctx, input.eventItemId);
  const rule = input.rule == null ? item.rule : JSON.stringify(await readEntered(ctx, input.rule));
  const eventItem = await eventItemOf(ctx, { ...item, rule }, { bounded: true });
  const found = await findShipment(ctx, item.tenant_id, normalizeCode(input.referenceNo));
  const [shipment] = found === undefined ? [] : await readPresent(ctx.unscoped, [found.id]);
  if (found === undefined || shipment === undefined) throw refused('event.noShipment');
  const now = ctx.clock.now();
  const { view } = shipment;
  const seen = seenValues(eventItem, view, now);
  const zones = await zonesOf(ctx, { ...item, mode: found.mode }, view.fused?.content.booking, reference);
  const inScope = isInScope(eventItem, view, now, reference.rules);
  return {
    referenceNo: found.bill_no ?? found.container_no ?? '',
    bkId: found.shipment_id === null ? null : String(found.shipment_id),
    found: view.fused !== null && inScope && !found.ended && isMet(eventItem, seen) ? 1 : 0,
    inScope: inScope ? 1 : 0,
    ended: found.ended ? 1 : 0,
    conditionList: seen.map(({ field, value, met }) => ({
      field,
      value,
      met: met ? 1 : 0,
      zone: zoneOfTime(eventItem.paths[field], zones),
    })),
  };
}
