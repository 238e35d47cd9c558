import { expect, test } from 'vitest';
import { isInOutline } from '#shared/geo/outline.ts';
import { DAY_MS, HOUR_MS } from '#shared/time/instant.ts';
import type { Instant } from '#shared/time/instant.ts';
import { createShipFinder } from '#simulator/ais/vessels.ts';
import type { Ship } from '#simulator/ais/vessels.ts';
import { createWorld } from '#simulator/index.ts';
import type { SailingCall } from '#simulator/network/sailing.ts';
import { outlineOf, seededZones } from '#testing/seeded-zones.ts';
import { buildLeg, buildSimpleView, reference } from '../../testing/builders.ts';
import { createRiskZones } from '../risk-zones.ts';
import type { RiskZone } from '../risk-zones.ts';
import { riskZone } from './risk-zone.ts';

const world = createWorld({ seed: 'zones' });
const finder = createShipFinder(world);

const always = { severity: 'medium' as const, activeFrom: 0, activeTo: null };
/** The zones of the seeds and one over each of some lanes of the world, active all the time. */
const zones: RiskZone[] = [
  ...seededZones.map(({ code, outline }) => ({ ...always, code, outline })),
  { ...always, code: 'MALACCA', outline: outlineOf('97 6.5, 100 6.8, 102.9 2.6, 101.8 1.4, 99.4 2.6, 96.5 5.2') },
  { ...always, code: 'BISCAY', outline: outlineOf('-9 48, -3 48, -2 44, -9 44') },
  { ...always, code: 'LUZON', outline: outlineOf('118 22, 123 22, 123 18.5, 118 18.5') },
];
const ports = new Map([...world.network.ports.values()].map(({ code, position }) => [code, position]));
const known = {
  ...reference,
  resolvePort: (code: string) => (ports.has(code) ? code : undefined),
  riskZones: createRiskZones(zones, (code) => ports.get(code)),
};

/** Those that were known when a shipment was subscribed are told as far ahead as any other. */
const farAhead = { ...riskZone.defaults, knownHorizonDays: 30 };

type Voyage = { ship: Ship; from: SailingCall; to: SailingCall };

function voyagesOf(service: number, week: number): Voyage[] {
  const sailing = world.sailings.sailing(service, week);
  if (sailing.vessel !== sailing.plannedVessel) return [];
  const ship = { vessel: sailing.vessel, service: sailing.service, slot: sailing.week % sailing.service.fleet.length };
  const calls = sailing.calls.filter(({ skipped }) => !skipped);
  return calls.flatMap((from, index) => {
    const to = calls[index + 2 + (index % 3)];
    return index % 2 === 1 || to === undefined || to.port === from.port ? [] : [{ ship, from, to }];
  });
}

/** Zones her true way leads through after a moment, looked at every five hours. */
function trueZones({ ship, to }: Voyage, now: Instant): Set<string> {
  const found = new Set<string>();
  const end = Math.min(to.actualArrival, now + 30 * DAY_MS);
  for (let at = now + HOUR_MS; at < end; at += 5 * HOUR_MS) {
    const place = finder.placeOf(ship, at);
    if (place === undefined) continue;
    for (const { code, outline } of zones) if (isInOutline([place.lon, place.lat], outline)) found.add(code);
  }
  return found;
}

function foundZones({ ship, from, to }: Voyage, now: Instant): Set<string> {
  const left = now >= from.actualDeparture;
  const place = left ? finder.placeOf(ship, now) : undefined;
  const leg = buildLeg(1, from.port.code, to.port.code, {
    etd: from.plannedDeparture,
    atd: left ? from.actualDeparture : null,
    eta: to.plannedArrival,
  });
  const fix = place && {
    at: now,
    lon: place.lon,
    lat: place.lat,
    speed: null,
    course: null,
    heading: null,
    status: 0,
  };
  const view = {
    ...buildSimpleView({ legs: [leg] }),
    ...(fix && {
      voyage: {
        sequence: 1,
        vesselName: 'X',
        mmsi: 1,
        departedAt: from.actualDeparture,
        fix,
        stay: null,
        prediction: null,
      },
    }),
  };
  return new Set(riskZone.detect(view, now, farAhead, known).map(({ key }) => key));
}

test('zones on the ways of the world are found, and hardly any other', () => {
  let [planted, found, raised, right] = [0, 0, 0, 0];
  for (let service = 0; service < world.network.services.length; service += 1) {
    for (const voyage of voyagesOf(service, 120)) {
      const { actualDeparture: leaves, actualArrival: arrives } = voyage.from;
      expect(arrives).toBeLessThanOrEqual(leaves);
      const span = voyage.to.actualArrival - leaves;
      for (const now of [leaves - 2 * DAY_MS, leaves + span * 0.3, leaves + span * 0.7]) {
        const truth = trueZones(voyage, Math.max(now, leaves));
        const told = foundZones(voyage, now);
        planted += truth.size;
        raised += told.size;
        found += [...truth].filter((code) => told.has(code)).length;
        right += [...told].filter((code) => truth.has(code)).length;
      }
    }
  }
  console.info(
    `RISK_ZONE: planted ${planted}, recall ${(found / planted).toFixed(3)}, precision ${(right / raised).toFixed(3)}`,
  );
  expect(planted).toBeGreaterThan(60);
  expect(found / planted).toBeGreaterThanOrEqual(0.95);
  expect(right / raised).toBeGreaterThanOrEqual(0.95);
});
