import { expect, test } from 'vitest';
import { HOUR_MS } from '#shared/time/instant.ts';
import type { Instant } from '#shared/time/instant.ts';
import { createWorld } from '#simulator/index.ts';
import { isSilent } from '#simulator/ais/transmitter.ts';
import { createShipFinder } from '#simulator/ais/vessels.ts';
import type { Ship } from '#simulator/ais/vessels.ts';
import type { SailingCall } from '#simulator/network/sailing.ts';
import { aisStale } from '../../exceptions/rules/ais-stale.ts';
import { buildLeg, buildSimpleView, detectIn } from '../../testing/builders.ts';
import { indexFences, noFenceState, stepFence } from './geofence.ts';
import type { VesselFix } from './fix.ts';

const world = createWorld({ seed: 'stale' });
const finder = createShipFinder(world);
const fences = indexFences(
  [...world.network.ports.values()].map(({ code, position: [lon, lat] }) => ({
    portCode: code,
    lon,
    lat,
    radiusNm: 6,
  })),
);

/** A leg with one call on the way, and the ship that sails it. */
type Voyage = { ship: Ship; calls: readonly [SailingCall, SailingCall, SailingCall] };
/** Every two hours: whether the rule says she is stale, and for how long she really has been silent. */
type Look = { at: Instant; found: boolean; silentHours: number };

/** Shortest silence at sea that has to be found: the threshold and the time between two looks. */
const needHours = 26;
const reportedAfterMs = 2 * HOUR_MS;

function voyagesOf(service: number, weeks: number): Voyage[] {
  return Array.from({ length: weeks }, (_, n) => world.sailings.sailing(service, 100 + n)).flatMap((sailing) => {
    if (sailing.vessel !== sailing.plannedVessel) return [];
    const { fleet } = sailing.service;
    const ship = { vessel: sailing.vessel, service: sailing.service, slot: sailing.week % fleet.length };
    const calls = sailing.calls.filter(({ skipped }) => !skipped);
    return calls.flatMap((a, index): Voyage[] => {
      const [b, c] = [calls[index + 1], calls[index + 2]];
      return index % 2 === 1 || b === undefined || c === undefined || a.port === c.port
        ? []
        : [{ ship, calls: [a, b, c] }];
    });
  });
}

/** Sails a voyage with a receiver that hears her every hour, and asks the rule every two hours. */
function sail({ ship, calls: [from, , to] }: Voyage): Look[] {
  const mmsi = Number(ship.vessel.mmsi);
  let fence = noFenceState;
  let fix: VesselFix | null = null;
  let departedAt: Instant | null = null;
  let heardAt = from.actualArrival;
  const looks: Look[] = [];
  const begin = from.actualArrival + HOUR_MS;
  for (let at = begin; at < to.actualArrival; at += HOUR_MS) {
    const place = isSilent(world.seed, ship.vessel.mmsi, at) ? undefined : finder.placeOf(ship, at);
    if (place !== undefined) {
      heardAt = at;
      const { lon, lat, speed, course, moored } = place;
      fix = { at, lon, lat, speed, course, heading: null, status: moored ? 5 : 0 };
      const step = stepFence(fence, fix, fences);
      fence = step.state;
      const left = step.visits.find((visit) => visit.portCode === from.port.code && visit.departedAt !== null);
      departedAt ??= left?.departedAt ?? null;
    }
    if (((at - begin) / HOUR_MS) % 2 !== 0 || fix === null) continue;
    const atd = at >= from.actualDeparture + reportedAfterMs ? from.actualDeparture : departedAt;
    const ports = [from.port.code, to.port.code] as const;
    const { stay } = fence;
    const voyage = { sequence: 1, vesselName: ship.vessel.name, mmsi, departedAt, fix, stay, prediction: null };
    const view = buildSimpleView(
      { booking: { portOfLoading: ports[0], portOfDischarge: ports[1], atd }, legs: [buildLeg(1, ...ports, { atd })] },
      { voyage },
    );
    looks.push({ at, found: detectIn(aisStale, view, {}, at).length > 0, silentHours: (at - heardAt) / HOUR_MS });
  }
  return looks;
}

/** Hours of a silence at sea on the hop that ends at a call; whether it began in the port before it. */
function silenceOn(looks: readonly Look[], before: SailingCall, end: SailingCall): { hours: number; inPort: boolean } {
  const found = looks
    .filter(({ at }) => at > before.actualDeparture && at < end.actualArrival)
    .map(({ at, silentHours }) => ({
      hours: Math.min(silentHours, (at - before.actualDeparture) / HOUR_MS),
      inPort: at - silentHours * HOUR_MS <= before.actualDeparture,
    }));
  return found.toSorted((a, b) => b.hours - a.hours)[0] ?? { hours: 0, inPort: false };
}

test('AIS_STALE finds the ships whose transmitters are off for a day at sea, and no others', () => {
  const tried = [0, 5, 11, 19, 27]
    .flatMap((service) => voyagesOf(service, 24))
    .map((one) => ({ one, looks: sail(one) }));
  let [planted, recalled, raised, wrong, unknowable] = [0, 0, 0, 0, 0];
  for (const { one, looks } of tried) {
    const [a, b, c] = one.calls;
    const [first, second] = [silenceOn(looks, a, b), silenceOn(looks, b, c)];
    // One who falls silent in a port on the way may as well lie there: nobody can tell.
    if (second.inPort && second.hours >= needHours) unknowable += 1;
    const isPlanted = first.hours >= needHours || (second.hours >= needHours && !second.inPort);
    const finds = looks.filter(({ found }) => found);
    if (isPlanted) planted += 1;
    if (isPlanted && finds.length > 0) recalled += 1;
    if (finds.length > 0) raised += 1;
    if (finds.some(({ silentHours }) => silentHours < 24)) wrong += 1;
  }
  console.info(
    `AIS_STALE: ${tried.length} voyages, precision ${raised - wrong}/${raised}, recall ${recalled}/${planted}; ${unknowable} silent from a port on the way`,
  );
  expect(planted).toBeGreaterThan(10);
  expect(recalled / planted).toBeGreaterThanOrEqual(0.95);
  expect((raised - wrong) / raised).toBeGreaterThanOrEqual(0.95);
});
