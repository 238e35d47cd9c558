import { beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '#shared/time/instant.ts';
import { fromLocalText, zoneOffsetMs } from '#shared/time/zone.ts';
import type { CauseKind, PlantedCause } from '../disorder/causes.ts';
import type { Milestone, Shipment } from '../shipments/types.ts';
import { type World, createWorld } from '../world.ts';
import { toDcsaEvent } from './dcsa-wire.ts';
import type { CarrierRecord } from './types.ts';

const now = Date.UTC(2026, 10, 21);

type Found = { shipment: Shipment; cause: PlantedCause; report: readonly CarrierRecord[] };

let world: World;
const byKind = new Map<CauseKind, Found[]>();

beforeAll(() => {
  world = createWorld({ seed: 'demo' });
  for (const days of [0, 80, 160, 240]) {
    for (const shipment of world.shipmentsAlive(now + days * DAY_MS)) {
      for (const cause of world.causesOf(shipment)) {
        const list = byKind.get(cause.kind) ?? [];
        list.push({ shipment, cause, report: world.carrierReport(shipment) });
        byKind.set(cause.kind, list);
      }
    }
  }
});

/** Every place the cause was planted; at least one, or nothing would be proved. */
function planted(kind: CauseKind): Found[] {
  const found = byKind.get(kind) ?? [];
  expect(found.length, kind).toBeGreaterThan(0);
  return found;
}

function actual(report: readonly CarrierRecord[], code: string): CarrierRecord[] {
  return report.filter((one) => one.code === code && one.classifier === 'ACT' && one.type !== 'SHIPMENT');
}

function lived(shipment: Shipment, code: string): Milestone[] {
  return shipment.milestones.filter((one) => one.code === code);
}

describe('what the carrier reports', () => {
  test('noData: nothing from anybody for days after booking, then all at once', () => {
    for (const { shipment, cause, report } of planted('noData')) {
      const end = cause.to ?? 0;
      expect(end - shipment.bookedAt).toBeGreaterThan(2 * DAY_MS);
      expect(report.filter(({ createdAt }) => createdAt <= end)).toEqual([]);
      expect(report.filter(({ createdAt }) => createdAt <= end + HOUR_MS).length).toBeGreaterThan(1);
      expect(world.aggregatorRecord(shipment, end - 1)).toBeUndefined();
      expect(world.aggregatorRecord(shipment, end + DAY_MS)).toBeDefined();
    }
  });

  test('goneStale: no source says anything for days in mid-voyage', () => {
    for (const { shipment, cause, report } of planted('goneStale')) {
      const from = cause.from - 3 * DAY_MS;
      expect(report.some(({ createdAt }) => createdAt > from && createdAt <= (cause.to ?? 0))).toBe(false);
      expect(report.some(({ createdAt }) => createdAt > (cause.to ?? 0))).toBe(true);
      const [first, last] = [from + HOUR_MS, (cause.to ?? 0) - HOUR_MS].map((at) =>
        world.aggregatorRecord(shipment, at),
      );
      expect(last).toEqual(first);
    }
  });

  test.each([
    ['missingDischarge', 'DISC', 'DSCH'],
    ['missingLoad', 'LOAD', 'LOBD'],
  ] as const)('%s: the milestone is never reported, by nobody', (kind, code, node) => {
    for (const { shipment, report } of planted(kind)) {
      expect(actual(report, code)).toEqual([]);
      const reported = world.aggregatorRecord(shipment, shipment.aliveTo)?.containers.flatMap(({ status }) => status);
      expect(reported?.some(({ eventCode }) => eventCode === node)).toBe(false);
      expect(lived(shipment, node).length).toBeGreaterThan(0);
    }
  });

  test('duplicateEvent: the same container, event and port twice', () => {
    for (const { report } of planted('duplicateEvent')) {
      const keys = report
        .filter(({ classifier, type }) => classifier === 'ACT' && type === 'EQUIPMENT')
        .map((one) => `${one.code}:${one.container}:${one.portCode}`);
      expect(new Set(keys).size).toBe(keys.length - 1);
    }
  });

  test('eventDisorder and arrivalBeforeDeparture: times against the sequence', () => {
    for (const { report } of planted('eventDisorder')) {
      const wrong = actual(report, 'GTOT').some((out) =>
        actual(report, 'DISC').some((one) => one.container === out.container && one.eventAt > out.eventAt),
      );
      expect(wrong).toBe(true);
    }
    for (const { report } of planted('arrivalBeforeDeparture')) {
      expect(actual(report, 'ARRI').at(-1)?.eventAt).toBeLessThan(actual(report, 'DEPA').at(-1)?.eventAt ?? 0);
    }
  });

  test('localTimeAsUtc: the local clock with an offset of zero, ahead of its own creation', () => {
    for (const { shipment, cause, report } of planted('localTimeAsUtc')) {
      const record = report.find((one) => one.localAsUtc) as CarrierRecord;
      const written = Date.parse(toDcsaEvent(world, shipment, record).eventDateTime);
      expect(written - record.eventAt).toBe(zoneOffsetMs(record.eventAt, record.port.zone));
      expect(written - record.createdAt).toBeGreaterThan(2 * HOUR_MS);
      expect(cause.to).toBe(written - 2 * HOUR_MS);
    }
  });

  test('futureActual: an actual time days ahead, put right later', () => {
    for (const { cause, report } of planted('futureActual')) {
      const departures = actual(report, 'DEPA').filter(({ leg }) => leg?.index === 0);
      expect(departures.length).toBeGreaterThanOrEqual(2);
      expect((departures[0]?.eventAt ?? 0) - (departures[0]?.createdAt ?? 0)).toBeGreaterThan(2 * DAY_MS);
      expect(departures[1]?.createdAt).toBe(cause.to);
      expect(departures[1]?.eventAt).toBeLessThan(cause.to ?? 0);
    }
  });

  test('aliasPort and unknownPort: codes that are none, with or without an alias', () => {
    for (const kind of ['aliasPort', 'unknownPort'] as const) {
      for (const { shipment, report, cause } of planted(kind)) {
        const foreign = new Set(
          report.map(({ portCode }) => portCode).filter((code) => !world.network.ports.has(code)),
        );
        expect(foreign.size, shipment.billNo).toBe(1);
        expect(cause.codes).toEqual(kind === 'aliasPort' ? [] : ['PORT_UNMATCHED']);
      }
    }
  });
});

describe('what befalls the cargo', () => {
  test('rolled: another voyage a week later, known before loading', () => {
    for (const { shipment, cause } of planted('rolled')) {
      const versions = shipment.groups[0]?.legs[0]?.versions ?? [];
      const [before, after] = versions
        .slice(-2)
        .map(({ plan }) => world.sailings.call(plan.service, plan.week, plan.from));
      expect((after?.plannedDeparture ?? 0) - (before?.plannedDeparture ?? 0)).toBeGreaterThan(6 * DAY_MS);
      for (const { actual: at } of lived(shipment, 'LOBD')) expect(cause.from).toBeLessThan(at);
    }
  });

  test('splitCargo: containers of one bill leave a week apart', () => {
    for (const { report } of planted('splitCargo')) {
      const voyages = new Set(
        actual(report, 'LOAD')
          .filter(({ leg }) => leg?.index === 0)
          .map(({ leg }) => leg?.plan.week),
      );
      expect(voyages.size).toBe(2);
      expect(
        new Set(
          actual(report, 'DEPA')
            .filter(({ leg }) => leg?.index === 0)
            .map(({ group }) => group),
        ).size,
      ).toBe(2);
    }
  });

  test('longDwell: more than seven days between two ships', () => {
    for (const { shipment, cause } of planted('longDwell')) {
      const leg = (cause.leg ?? 2) - 1;
      const out = lived(shipment, 'TSDC').find((one) => one.leg === leg - 1)?.actual ?? 0;
      const on = lived(shipment, 'TSLB').find((one) => one.leg === leg)?.actual ?? 0;
      expect(on - out).toBeGreaterThan(7 * DAY_MS);
    }
  });

  test('customsHold, demurrage, detention: containers that stay where they are', () => {
    for (const { report } of planted('customsHold')) {
      const hold = report.find((one) => one.code === 'HOLD');
      const release = report.find((one) => one.code === 'RELS' && one.createdAt > (hold?.createdAt ?? 0));
      expect((release?.createdAt ?? 0) - (hold?.createdAt ?? 0)).toBeGreaterThan(4 * DAY_MS);
    }
    for (const [kind, first, second] of [
      ['demurrage', 'DSCH', 'STCS'],
      ['detention', 'STCS', 'RCVE'],
    ] as const) {
      for (const { shipment } of planted(kind)) {
        const stay = (lived(shipment, second)[0]?.actual ?? 0) - (lived(shipment, first)[0]?.actual ?? 0);
        expect(stay).toBeGreaterThan(8 * DAY_MS);
      }
    }
  });

  test('late ships: the call is as late as the truth says', () => {
    for (const kind of ['lateDeparture', 'lateArrival', 'etaSlip'] as const) {
      const late = planted(kind).filter(({ cause }) => cause.codes.includes('ARRIVE_DELAY'));
      expect(late.length).toBeGreaterThan(0);
      for (const { shipment } of late) {
        // Of split cargo the part on the late ship.
        const delays = shipment.groups.map(({ legs }, group) => {
          const arrival = lived(shipment, 'BDAR').find((one) => one.group === group) ?? lived(shipment, 'BDAR')[0];
          const plan = legs.at(-1)?.versions.at(-1)?.plan;
          const call = plan && world.sailings.call(plan.service, plan.week, plan.to);
          return (arrival?.actual ?? 0) - (call?.plannedArrival ?? 0);
        });
        expect(Math.max(...delays)).toBeGreaterThan(2 * DAY_MS);
      }
    }
  });
});

describe('what the aggregator tells against the carrier', () => {
  test('vesselNameDiffers, timesDiffer, containerSet', () => {
    for (const { shipment, report } of planted('vesselNameDiffers')) {
      const record = report.find((one) => one.code === 'DEPA' && one.classifier === 'ACT') as CarrierRecord;
      const call = toDcsaEvent(world, shipment, record)['transportCall'] as {
        vessel: { vesselName: string };
      };
      const reported = world.aggregatorRecord(shipment, shipment.aliveTo)?.routes[0]?.modeDetails.vessel;
      expect(reported).not.toBe(call.vessel.vesselName);
      expect(reported).toBeTruthy();
    }
    for (const { shipment } of planted('timesDiffer')) {
      const routes = world.aggregatorRecord(shipment, shipment.aliveTo)?.routes ?? [];
      const [left] = lived(shipment, 'DLPT');
      const arrived = lived(shipment, 'BDAR')[0];
      const departure =
        (fromLocalText(routes[0]?.modeDetails.polAtd ?? '', left?.port.zone ?? '') ?? 0) - (left?.actual ?? 0);
      const arrival =
        (fromLocalText(routes.at(-1)?.modeDetails.podAta ?? '', arrived?.port.zone ?? '') ?? 0) -
        (arrived?.actual ?? 0);
      expect(Math.max(Math.abs(departure), Math.abs(arrival))).toBeGreaterThan(DAY_MS);
    }
    for (const { shipment } of planted('containerSet')) {
      const reported = world
        .aggregatorRecord(shipment, shipment.aliveTo)
        ?.containers.map(({ containerNo }) => containerNo);
      expect(reported?.toSorted()).not.toEqual(shipment.containers.map(({ number }) => number).toSorted());
    }
  });
});
