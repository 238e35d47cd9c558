import type { CallData, ParsedBody } from '#contract/index.ts';
import type { SailingSubscription } from '#contract/sailing.ts';
import type { ReferenceSnapshot } from '#server/modules/masterdata/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { pageOf, rowsOf } from '#server/platform/page.ts';
import { presentPorts } from './present.ts';
import { listChangesSince, subscriptionsOf } from './subscription-queries.ts';
import { dayIn } from './subscription-rules.ts';

/** Subscriptions looked through at most: they are made by hand, ten at a time. */
const mostRows = 5000;
const changesShown = 10;

type State = SailingSubscription['state'];

function stateOf(
  row: { cancelled_at: number | null; effective_on: string; expires_on: string; zone: string },
  now: number,
): State {
  if (row.cancelled_at !== null) return 'cancelled';
  const today = dayIn(now, row.zone);
  if (today > row.expires_on) return 'expired';
  return today < row.effective_on ? 'waiting' : 'active';
}

/** Subscribed sailings of the caller's tenants with their times now, and what changed since they were subscribed. */
export async function querySubscriptions({
  ctx,
  input,
  reference,
}: {
  ctx: Ctx;
  input: ParsedBody<'sailingSubscriptionQuery'>;
  reference: ReferenceSnapshot;
}): Promise<CallData<'sailingSubscriptionQuery'>> {
  const now = ctx.clock.now();
  const rows = await subscriptionsOf(ctx, input.keyword)
    .selectAll('s')
    .select([
      'c.service_code',
      'c.terminal',
      'c.omitted',
      't.name as tenant_name',
      't.name_en as tenant_name_en',
      't.zone',
    ])
    .select(['c.planned_arrival', 'c.estimated_arrival', 'c.actual_arrival'])
    .select(['c.planned_departure', 'c.estimated_departure', 'c.actual_departure'])
    .orderBy('s.created_at', 'desc')
    .orderBy('s.id', 'desc')
    .limit(mostRows)
    .execute();
  const found = rows
    .map((row) => ({ row, state: stateOf(row, now) }))
    .filter(({ state }) => input.states === undefined || input.states.includes(state));
  const { limit, offset } = rowsOf(input);
  const shown = found.slice(offset, offset + limit);
  const changes = await listChangesSince(
    ctx,
    shown.map(({ row }) => row.id),
  );
  const records = shown.map(({ row, state }): SailingSubscription => {
    const [port] = presentPorts([row.port_code], reference);
    return {
      sailingSubscriptionId: String(row.id),
      tenantName: (ctx.lang === 'en' ? row.tenant_name_en : null) ?? row.tenant_name,
      carrierCode: row.carrier_code,
      serviceCode: row.service_code,
      vesselName: row.vessel_name,
      voyage: row.voyage,
      portCode: row.port_code,
      portName: port?.portName ?? row.port_code,
      portNameCn: port?.portNameCn ?? null,
      zone: port?.zone ?? null,
      terminal: row.terminal,
      arrival: { planned: row.planned_arrival, estimated: row.estimated_arrival, actual: row.actual_arrival },
      departure: { planned: row.planned_departure, estimated: row.estimated_departure, actual: row.actual_departure },
      omitted: row.omitted,
      effectiveDate: row.effective_on,
      expiryDate: row.expires_on,
      state,
      changes: changes
        .filter(({ subscription_id }) => subscription_id === row.id)
        .slice(0, changesShown)
        .map(({ at, field, old_value, new_value }) => ({ time: at, field, oldValue: old_value, newValue: new_value })),
      createUserCode: row.created_by,
      createTime: row.created_at,
      recordVersion: row.record_version,
    };
  });
  return pageOf(records, found.length, input);
}
