import { sailingSubscriptionsList } from '#lists/schedule-subscriptions.ts';
import type { SailingSubscription } from '#contract/network/sailing.ts';
import { type ListSource, placedTimesText } from '#server/list/index.ts';
import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { presentPorts, statedOf } from './present.ts';
import { listValueSources } from './read-queries.ts';
import { sailingKind } from './subscription-kind.ts';
import { subscriptionSource } from './subscription-source.ts';

async function find(ctx: Ctx, ids: readonly number[]) {
  const rows = await ctx.db
    .selectFrom('sailing_subscription as s')
    .innerJoin('tenant as t', 't.id', 's.tenant_id')
    .innerJoin('sailing_call as c', 'c.id', 's.call_id')
    .selectAll('s')
    .select(['c.service_code', 'c.terminal', 'c.omitted'])
    .select(['t.name as tenant_name', 't.name_en as tenant_name_en', 't.zone'])
    .select(['c.planned_arrival', 'c.estimated_arrival', 'c.actual_arrival'])
    .select(['c.planned_departure', 'c.estimated_departure', 'c.actual_departure'])
    .where('s.id', 'in', ids)
    .execute();
  const valueSources = await listValueSources(
    ctx,
    rows.flatMap(({ call_id }) => call_id ?? []),
  );
  return rows.map((row) => ({ ...row, statement: statedOf(valueSources.get(Number(row.call_id))) }));
}

const timeCell = (
  { planned, estimated, actual }: SailingSubscription['arrival'],
  zone: string | null,
  { lang }: Ctx,
): string => placedTimesText([actual, estimated, planned], zone, lang);

/** Subscribed sailings of the caller's tenants with their times now, and what changed since they were subscribed. */
export const sailingSubscriptionsSource = (reference: () => ReferenceSnapshot): ListSource =>
  subscriptionSource(sailingSubscriptionsList, {
    kind: sailingKind,
    columns: { vesselName: 's.vessel_name', carrierCode: 's.carrier_code' },
    find,
    present: (row, shared): SailingSubscription => {
      const [port] = presentPorts([row.port_code], reference());
      return {
        sailingSubscriptionId: String(row.id),
        ...shared,
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
        ...row.statement,
        omitted: row.omitted,
      };
    },
    zoneOf: ({ zone }) => zone,
    cells: {
      port: ({ portCode, portName, portNameCn }, { lang }) =>
        `${(lang === 'zh' ? portNameCn : null) ?? portName} ${portCode}`,
      arrival: ({ arrival, zone }, ctx) => timeCell(arrival, zone, ctx),
      departure: ({ departure, zone }, ctx) => timeCell(departure, zone, ctx),
    },
  });
