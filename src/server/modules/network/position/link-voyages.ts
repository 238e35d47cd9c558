import { createHash } from 'node:crypto';
import type { Logger } from 'pino';
import type { ObservedPortCall } from '#domain/network/position/geofence.ts';
import { findSightings, seenArrival, seenDeparture } from '#domain/network/position/voyage.ts';
import type { LegSighting } from '#domain/network/position/voyage.ts';
import type { LegContent, ShipmentContent } from '#domain/tracking/model.ts';
import { packReport } from '#server/connectors/ais/index.ts';
import type { VoyageReport } from '#server/connectors/ais/index.ts';
import { keepPushed, packBody } from '#server/modules/intake/collection/index.ts';
import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import type { Clock } from '#server/platform/clock/clock.ts';
import type { Database } from '#server/platform/db/database.ts';
import { DAY_MS } from '#shared/time/instant.ts';
import type { Instant } from '#shared/time/instant.ts';
import { itemAt } from '#shared/values/items.ts';
import {
  ensureAisSource,
  ensureTargets,
  findMmsis,
  keepNewReports,
  listChangedShipments,
  listMovedVessels,
  listSubscriptionsOn,
  listVisits,
  listWatches,
  readCursor,
  readSnapshot,
  replaceWatches,
  updateWatchStates,
  writeCursor,
} from './voyage-queries.ts';
import type { Watch, WatchedLeg, WatchedShipment } from './voyage-queries.ts';

/** What linking positions with shipments works with. */
export type VoyageDeps = {
  database: Database;
  clock: Clock;
  log: Logger;
  reference: () => ReferenceSnapshot;
  /** Has the records of targets made again, in the current transaction. */
  scheduleProcessing: (subscriptionSourceIds: readonly number[]) => Promise<void>;
};

const changesAtOnce = 400;
const overlap = 5_000;
const visitsAtOnce = 2000;
/** Stays before that belong to other voyages. */
const lookBackMs = 150 * DAY_MS;

/** A leg with the times of the booking where it has none of its own. */
function legAsShown(leg: LegContent, { booking, legs }: ShipmentContent): WatchedLeg {
  const isFirst = leg === legs[0];
  const isLast = leg === legs.at(-1);
  return {
    sequence: leg.sequence,
    portOfLoading: leg.portOfLoading,
    portOfDischarge: leg.portOfDischarge,
    etd: leg.etd ?? (isFirst ? (booking.etd ?? booking.plannedDeparture) : null),
    atd: leg.atd ?? (isFirst ? booking.atd : null),
    eta: leg.eta ?? (isLast ? (booking.eta ?? booking.plannedArrival) : null),
    ata: leg.ata ?? (isLast ? booking.ata : null),
  };
}

const vesselKey = (name: string): string => name.trim().toUpperCase();

/** Which legs of shipments can be watched, by the vessels that are known. */
async function watchShipments(deps: VoyageDeps, shipments: readonly WatchedShipment[]): Promise<void> {
  const { database } = deps;
  const legs = shipments.flatMap(({ content }) => content.legs);
  const { byImo, byName } = await findMmsis(
    database,
    [...new Set(legs.flatMap(({ vesselImo }) => (vesselImo ? [vesselImo] : [])))],
    [...new Set(legs.flatMap(({ vesselName }) => (vesselName ? [vesselKey(vesselName)] : [])))],
  );
  const resolve = deps.reference().rules.resolvePort;
  const watches = shipments.flatMap((shipment) =>
    shipment.ended
      ? []
      : shipment.content.legs.flatMap((leg) => {
          const mmsi =
            (leg.vesselImo === null ? undefined : byImo.get(leg.vesselImo)) ??
            (leg.vesselName === null ? undefined : byName.get(vesselKey(leg.vesselName)));
          const fromPort = leg.portOfLoading === null ? undefined : resolve(leg.portOfLoading);
          const toPort = leg.portOfDischarge === null ? undefined : resolve(leg.portOfDischarge);
          if (mmsi === undefined || fromPort === undefined || toPort === undefined) return [];
          return [
            {
              subscription_id: shipment.subscription_id,
              sequence: leg.sequence,
              tenant_id: shipment.tenant_id,
              mmsi,
              vessel_name: leg.vesselName,
              from_port: fromPort,
              to_port: toPort,
              leg: legAsShown(leg, shipment.content),
            },
          ];
        }),
  );
  await replaceWatches(
    database,
    shipments.map(({ subscription_id }) => subscription_id),
    watches,
  );
}

function stateOf(sighting: LegSighting, leg: WatchedLeg): Pick<Watch, 'state' | 'departed_at'> {
  const departedAt = sighting.loading === null ? leg.atd : sighting.loading.departedAt;
  if (sighting.discharge !== null || (leg.ata !== null && sighting.loading === null))
    return { state: 'arrived', departed_at: departedAt };
  if (departedAt !== null) return { state: leg.ata === null ? 'underway' : 'arrived', departed_at: departedAt };
  return { state: sighting.loading === null ? 'waiting' : 'loading', departed_at: null };
}

const timeOf = (
  visit: ObservedPortCall | null | undefined,
  seen: (visit: ObservedPortCall) => Instant | null,
): Instant | null => (visit == null ? null : seen(visit));

/** What positions say about the legs of one subscription. */
function toReport(watches: readonly Watch[], sightings: readonly LegSighting[]): Omit<VoyageReport, 'observedAt'> {
  const legs = watches.map((watch, index) => ({
    sequence: watch.sequence,
    // Whose times these are: they are nothing to the cargo once it goes by another ship.
    vesselName: watch.vessel_name,
    portOfLoading: watch.from_port,
    portOfDischarge: watch.to_port,
    atd: timeOf(sightings[index]?.loading, seenDeparture),
    ata: timeOf(sightings[index]?.discharge, seenArrival),
  }));
  // Without all legs of the route it is not clear which one is the first and the last.
  const isWhole = legs.every((leg, index) => leg.sequence === index + 1);
  return {
    atd: legs[0]?.sequence === 1 ? legs[0].atd : null,
    vesselName: legs[0]?.sequence === 1 ? legs[0].vesselName : null,
    ata: null,
    legs: isWhole ? legs : [],
  };
}

const newsOf = (report: Omit<VoyageReport, 'observedAt'>): boolean =>
  report.atd !== null || report.legs.some(({ atd, ata }) => atd !== null || ata !== null);

type Report = { subscriptionId: number; tenantId: number; hash: string; report: VoyageReport };

function judge(
  watches: readonly Watch[],
  visits: ReadonlyMap<number, ObservedPortCall[]>,
  deps: VoyageDeps,
  now: Instant,
) {
  const resolve = deps.reference().rules.resolvePort;
  const canonical = (code: string): string => resolve(code) ?? code;
  const sightings = findSightings(
    watches.map(({ leg, mmsi }) => ({ leg, visits: visits.get(mmsi) ?? [] })),
    canonical,
  );
  const states = watches.map((watch, index) => ({
    subscription_id: watch.subscription_id,
    sequence: watch.sequence,
    ...stateOf(itemAt(sightings, index), watch.leg),
  }));
  const statement = toReport(watches, sightings);
  const seen = sightings.flatMap(({ loading, discharge }) => [loading?.departedAt ?? 0, discharge?.arrivedAt ?? 0]);
  const first = itemAt(watches, 0);
  const report: Report = {
    subscriptionId: first.subscription_id,
    tenantId: first.tenant_id,
    hash: createHash('sha256').update(JSON.stringify(statement)).digest('hex').slice(0, 32),
    report: { ...statement, observedAt: Math.min(now, Math.max(...seen) || now) },
  };
  return { states, report, hasNews: newsOf(statement) };
}

/** Tells the collection what positions say, as a source that pushes. */
async function notify(deps: VoyageDeps, reports: readonly Report[], now: Instant): Promise<void> {
  const { database } = deps;
  const fresh = await keepNewReports(database, reports);
  if (fresh.length === 0) return;
  const sourceId = await ensureAisSource(database);
  const targets = await ensureTargets(database, sourceId, fresh);
  await keepPushed(
    database,
    fresh.map(({ subscriptionId, tenantId, report }) => {
      const body = packReport(report);
      return {
        tenantId,
        subscriptionId,
        sourceId,
        receivedAt: now,
        ...packBody(body),
        hash: createHash('sha256').update(body).digest().subarray(0, 16),
      };
    }),
  );
  await deps.scheduleProcessing([...targets.values()]);
}

async function reportSubscriptions(
  deps: VoyageDeps,
  subscriptionIds: readonly number[],
  now: Instant,
): Promise<number> {
  if (subscriptionIds.length === 0) return 0;
  const { database } = deps;
  const watches = await listWatches(database, subscriptionIds);
  const visits = await listVisits(database, [...new Set(watches.map(({ mmsi }) => mmsi))], now - lookBackMs);
  const judged = [...Map.groupBy(watches, (watch) => watch.subscription_id).values()].map((own) =>
    judge(own, visits, deps, now),
  );
  const before = new Map(watches.map((watch) => [`${watch.subscription_id} ${watch.sequence}`, watch]));
  await updateWatchStates(
    database,
    judged
      .flatMap(({ states }) => states)
      .filter((state) => {
        const known = before.get(`${state.subscription_id} ${state.sequence}`);
        return known?.state !== state.state || known.departed_at !== state.departed_at;
      }),
  );
  const reported = judged.filter(({ hasNews }) => hasNews).map(({ report }) => report);
  await notify(deps, reported, now);
  return reported.length;
}

/** What one look did, and whether there may be more changes. */
export type LinkSummary = { shipments: number; vessels: number; reports: number; more: boolean };

/**
 * Looks at shipments and stays that changed since the last time: which legs are carried by which vessels, where those legs
 * stand, and what positions say about departure and arrival. What is new becomes a record of the source `ais`.
 */
export async function linkVoyages(deps: VoyageDeps): Promise<LinkSummary> {
  const { database } = deps;
  const now = deps.clock.now();
  return database.transaction(async () => {
    const cursor = await readCursor(database);
    const snapshot = await readSnapshot(database);
    const changed = await listChangedShipments(database, cursor, { overlap, limit: changesAtOnce });
    const { shipments } = changed;
    if (shipments.length > 0) await watchShipments(deps, shipments);
    const moved = await listMovedVessels(database, cursor.visitChange, visitsAtOnce);
    const ids = new Set([
      ...shipments.filter(({ ended }) => !ended).map(({ subscription_id }) => subscription_id),
      ...(moved.mmsis.length === 0 ? [] : await listSubscriptionsOn(database, moved.mmsis)),
    ]);
    const reports = await reportSubscriptions(deps, [...ids], now);
    await writeCursor(database, {
      // Also past changes of what does not go by sea.
      shipmentChange: changed.last,
      visitChange: moved.last,
      snapshot,
    });
    return { shipments: shipments.length, vessels: moved.mmsis.length, reports, more: changed.more };
  });
}
