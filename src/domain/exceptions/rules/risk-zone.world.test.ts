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
import type { RuleSettings } from '../types.ts';
import { riskZone } from './risk-zone.ts';

// Another world, for a look at the rule: ZONES_SEED=other vitest run <this file>
const world = createWorld({ seed: process.env['ZONES_SEED'] ?? 'zones' });
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

/** When her true way first leads through each zone after a moment, looked at every five hours for so many days. */
function trueEntries({ ship, to }: Voyage, now: Instant, days: number): Map<string, Instant> {
  const found = new Map<string, Instant>();
  const end = Math.min(to.actualArrival, now + days * DAY_MS);
  for (let at = now + HOUR_MS; at < end; at += 5 * HOUR_MS) {
    const place = finder.placeOf(ship, at);
    if (place === undefined) continue;
    for (const { code, outline } of zones)
      if (!found.has(code) && isInOutline([place.lon, place.lat], outline)) found.set(code, at);
  }
  return found;
}

function foundZones({ ship, from, to }: Voyage, now: Instant, settings: RuleSettings): Set<string> {
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
    speed: place.speed,
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
        destination: place?.next.port.code ?? null,
      },
    }),
  };
  return new Set(riskZone.detect(view, now, settings, known).map(({ key }) => key));
}

/**
 * How well zones are reported at some moments of all voyages. Entries within `slackMs` of the horizon count neither way: the
 * times of a voyage are estimates, and a day at the edge of a week is no mistake.
 */
function judge(shares: readonly number[], settings: RuleSettings, horizonDays: number, slackMs: number) {
  const counts = { planted: 0, found: 0, raised: 0, right: 0 };
  for (let service = 0; service < world.network.services.length; service += 1) {
    for (const voyage of voyagesOf(service, 120)) {
      const { actualDeparture: leaves, actualArrival: arrives } = voyage.from;
      expect(arrives).toBeLessThanOrEqual(leaves);
      const span = voyage.to.actualArrival - leaves;
      for (const now of [leaves - 2 * DAY_MS, ...shares.map((share) => leaves + span * share)]) {
        const entries = trueEntries(voyage, Math.max(now, leaves), horizonDays + slackMs / DAY_MS + 2);
        const reportedValue = foundZones(voyage, now, settings);
        const horizon = now + horizonDays * DAY_MS;
        const must = [...entries].filter(([, at]) => at <= horizon - slackMs).map(([code]) => code);
        const may = new Set([...entries].filter(([, at]) => at <= horizon + slackMs).map(([code]) => code));
        counts.planted += must.length;
        counts.found += must.filter((code) => reportedValue.has(code)).length;
        counts.raised += reportedValue.size;
        counts.right += [...reportedValue].filter((code) => may.has(code)).length;
      }
    }
  }
  return { ...counts, recall: counts.found / counts.planted, precision: counts.right / counts.raised };
}

const report = (label: string, { planted, found, raised, right, recall, precision }: ReturnType<typeof judge>): void =>
  console.info(
    `RISK_ZONE ${label}: recall ${found}/${planted} = ${recall.toFixed(3)}, precision ${right}/${raised} = ${precision.toFixed(3)}`,
  );

/** What was known when booked is reported too. */
const reported = { ...riskZone.defaults, reportKnown: 1 };

test('zones known when subscribed are found a month ahead, and hardly any other', () => {
  const far = judge([0.3, 0.7], { ...reported, knownHorizonDays: 30 }, 30, DAY_MS);
  report('30 days ahead', far);
  expect(far.planted).toBeGreaterThan(60);
  expect(far.recall).toBeGreaterThanOrEqual(0.95);
  expect(far.precision).toBeGreaterThanOrEqual(0.95);
});

test('at its default settings zones known when subscribed are found in the week before', () => {
  const shares = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9];
  const strict = judge(shares, reported, 7, 0);
  report('at the default settings, to the hour', strict);
  expect(strict.recall).toBeGreaterThanOrEqual(0.97);
  expect(strict.precision).toBeGreaterThanOrEqual(0.96);
  const near = judge(shares, reported, 7, DAY_MS);
  report('at the default settings, a day at the edge left out', near);
  expect(near.planted).toBeGreaterThan(60);
  expect(near.recall).toBeGreaterThanOrEqual(0.95);
  expect(near.precision).toBeGreaterThanOrEqual(0.95);
});
