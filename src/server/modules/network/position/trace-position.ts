// unscoped: Vessels, schedules, positions and areas are public knowledge and have no tenant; what belongs to tenants is read by `ctx.db`.
import type { CallData } from '#contract/index.ts';
import { flightKey, isOnLeg } from '#domain/network/flight/callsign.ts';
import type { ShipmentContent } from '#domain/tracking/model.ts';
import { findAirContent, listFlightFixes } from './flight-queries.ts';
import { readTrack } from './read-positions.ts';
import type { VoyageView } from '#domain/network/position/voyage.ts';
import type { Ctx } from '#server/platform/context.ts';
import { DAY_MS } from '#shared/time/instant.ts';
import { listVoyageViews } from './voyage-views.ts';

/** What the trace page shows of the vessel: where she is, when we expect her, and her way since the port of loading. */
export type TracePosition = { view: VoyageView; track: { lon: number; lat: number }[] };

type FlightPosition = NonNullable<CallData<'getTrace'>['flightPosition']>;

const maxPoints = 500;

/** The aircraft that carries a consignment now as it was heard last: of its legs, the latest whose time fits. */
async function findFlightPosition(ctx: Ctx, content: ShipmentContent): Promise<FlightPosition | undefined> {
  const legs = content.legs.flatMap((leg) => {
    const flight = leg.vesselName === null ? undefined : flightKey(leg.vesselName);
    return flight === undefined ? [] : [{ flight, departs: leg.atd ?? leg.etd, arrives: leg.ata ?? leg.eta }];
  });
  const fixes = await listFlightFixes(
    ctx.unscoped,
    legs.map(({ flight }) => flight),
  );
  const [found] = fixes
    .filter(({ flight, at }) => legs.some((leg) => leg.flight === flight && isOnLeg(leg, at)))
    .toSorted((a, b) => b.at - a.at);
  if (found === undefined) return undefined;
  const { flight, callsign, at, lon, lat, altitude_ft: altitudeFt, speed_kn: speed, course, feed } = found;
  return { flight, callsign, fixTime: at, lon, lat, altitudeFt, speed, course, heardBy: feed };
}

/** The vessel of a subscription's present leg, or its aircraft, as positions show it; undefined when nobody receives it. */
export async function findTracePosition(
  ctx: Ctx,
  { subscription_id: subscriptionId, tenant_id: tenantId }: { subscription_id: number; tenant_id: number },
): Promise<TracePosition | { flight: FlightPosition } | undefined> {
  const [views, byAir] = await Promise.all([
    listVoyageViews(ctx.unscoped, { ids: [subscriptionId], tenantIds: [tenantId] }),
    findAirContent(ctx, subscriptionId),
  ]);
  const view = views.get(subscriptionId);
  if (view?.fix == null) {
    const flight = byAir === undefined ? undefined : await findFlightPosition(ctx, byAir);
    return flight && { flight };
  }
  const from = view.departedAt ?? view.stay?.arrivedAt ?? view.fix.at - DAY_MS;
  const { points } = await readTrack(ctx, view.mmsi, from, view.fix.at, maxPoints);
  return { view, track: points };
}
