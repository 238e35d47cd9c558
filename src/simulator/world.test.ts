import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { findContainerNumberProblem } from '#shared/ids/container-number.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/time/instant.ts';
import { customsLines } from './customs.ts';
import { longDisorder } from './disorder/expected-rates.ts';
import { toDcsaEvent } from './reports/dcsa-wire.ts';
import { keyOfBill, keyOfBooking, keyOfContainer } from './shipments/numbers.ts';
import { listTruth, truthOf } from './ground-truth.ts';
import { type World, createWorld } from './world.ts';

const now = Date.UTC(2026, 10, 21, 6);

let world: World;
// One for both parts: its shipments and reports take seconds to work out.
beforeAll(() => {
  world = createWorld({ seed: 'demo' });
});

function digest(of: World, at: number): string {
  const hash = createHash('sha256');
  for (const shipment of of.shipmentsAlive(at).slice(0, 300)) {
    for (const record of of.carrierReport(shipment)) hash.update(JSON.stringify(toDcsaEvent(of, shipment, record)));
    hash.update(JSON.stringify(of.aggregatorRecord(shipment, at) ?? null));
  }
  return hash.digest('hex');
}

describe('the world', () => {
  test('has some 290 ships of 15 carriers and about 2,000 shipments at any time', () => {
    const ships = new Set(world.network.services.flatMap(({ fleet }) => fleet.map(({ imo }) => imo)));
    expect(ships.size).toBeGreaterThanOrEqual(270);
    for (const days of [0, 45, 200]) {
      const alive = world.shipmentsAlive(now + days * DAY_MS);
      expect(alive.length).toBeGreaterThan(1_600);
      expect(alive.length).toBeLessThan(2_600);
      expect(new Set(alive.map(({ carrier }) => carrier.code)).size).toBe(15);
      expect(new Set(alive.map(({ tenantCode }) => tenantCode))).toEqual(new Set(['ALPHA', 'BETA', 'GAMMA']));
      expect(new Set(alive.map(({ billNo }) => billNo)).size).toBe(alive.length);
    }
    const alive = world.shipmentsAlive(now);
    const share = (of: (one: (typeof alive)[number]) => boolean): number => alive.filter(of).length / alive.length;
    expect(share(({ byContainer }) => byContainer)).toBeCloseTo(0.15, 1);
    expect(share(({ legs }) => legs.length > 1)).toBeGreaterThan(0.12);
    expect(alive.some(({ legs }) => legs.length === 3)).toBe(true);
    expect(share(({ tenantCode }) => tenantCode === 'GAMMA')).toBeLessThan(0.1);
  });

  test('has news in most minutes at speed 1, and in every ten of them: carriers report, customs decide', () => {
    for (const start of [now, now + 11 * HOUR_MS, now + 40 * DAY_MS]) {
      const reportedValue = world
        .shipmentsAlive(start)
        .flatMap((shipment) => [
          ...world.carrierReport(shipment).map(({ createdAt }) => createdAt),
          ...customsLines(world.seed, shipment).map(({ at }) => at),
        ])
        .filter((at) => at >= start && at < start + HOUR_MS)
        .map((at) => Math.floor((at - start) / MINUTE_MS));
      const minutes = [...new Set(reportedValue)].toSorted((a, b) => a - b);
      expect(minutes.length).toBeGreaterThan(25);
      const gaps = [...minutes, 60].map((minute, index) => minute - (minutes[index - 1] ?? 0));
      expect(Math.max(...gaps)).toBeLessThanOrEqual(10);
    }
  });

  test('is the same for the same seed, in whatever order it is asked', () => {
    const other = createWorld({ seed: 'demo' });
    other.shipmentsAlive(now + 80 * DAY_MS);
    expect(digest(other, now)).toBe(digest(world, now));
    expect(digest(createWorld({ seed: 'another' }), now)).not.toBe(digest(world, now));
  }, 180_000);

  test('finds a shipment by each of its numbers and by no other', () => {
    for (const shipment of world.shipmentsAlive(now).slice(0, 400)) {
      expect(keyOfBill(shipment.billNo)).toEqual(shipment.key);
      expect(keyOfBooking(shipment.bookingNo)).toEqual(shipment.key);
      for (const [container, { number }] of shipment.containers.entries()) {
        expect(keyOfContainer(world.network, number)).toEqual({ ...shipment.key, container });
        expect(world.find({ type: 'container', value: number }, now)?.billNo).toBe(shipment.billNo);
      }
      expect(world.find({ type: 'bill', value: shipment.billNo }, shipment.bookedAt - 1)).toBeUndefined();
    }
    expect(world.shipment('MERI000000001')).toBeUndefined();
    expect(world.find({ type: 'bill', value: 'nonsense' }, now)).toBeUndefined();
  });

  test('gives valid container numbers but for the planted ones', () => {
    for (const shipment of world.shipmentsAlive(now)) {
      const wrong = shipment.containers.filter(({ number }) => findContainerNumberProblem(number) !== undefined);
      expect(wrong.length).toBe(shipment.disorder.identity === 'checkDigit' ? 1 : 0);
    }
  });

  test('only adds to what was reported as time passes', () => {
    for (const shipment of world.shipmentsAlive(now).slice(0, 200)) {
      const reference = { type: 'bill', value: shipment.billNo } as const;
      let before: readonly unknown[] = [];
      for (let at = now - 20 * DAY_MS; at <= now; at += 5 * DAY_MS) {
        const reported = world.reportsOf(shipment.carrier.code, reference, at);
        expect(reported.slice(0, before.length)).toEqual(before);
        expect(reported.every(({ createdAt }) => createdAt <= at)).toBe(true);
        before = reported;
      }
    }
  });

  test('works out only the shipment that is asked about', () => {
    const fresh = createWorld({ seed: 'fresh' });
    const requested = world.shipmentsAlive(now).filter((_, i) => i % 200 === 0);
    for (const { carrier, billNo } of requested) fresh.reportsOf(carrier.code, { type: 'bill', value: billNo }, now);
    const { shipments, reports, spans, sailings } = fresh.cacheCounts();
    // Not every bill is known to its carrier yet.
    expect(shipments).toBeGreaterThan(requested.length / 2);
    expect(shipments).toBeLessThanOrEqual(requested.length);
    expect({ reports, spans }).toEqual({ reports: shipments, spans: 0 });
    // A cargo that misses its ship looks at the next ones.
    expect(sailings).toBeLessThan(requested.length * 10);
  });

  test('stays small while 90 days pass', () => {
    const fresh = createWorld({ seed: 'fresh' });
    // A thousand times real speed, looked at every ten seconds.
    for (let at = now; at < now + 90 * DAY_MS; at += 10_000_000) fresh.shipmentsAlive(at);
    for (const shipment of fresh.shipmentsAlive(now + 90 * DAY_MS)) fresh.carrierReport(shipment);
    for (const count of Object.values(fresh.cacheCounts())) expect(count).toBeLessThanOrEqual(4_000);
  }, 180_000);
});

describe('disorder', () => {
  const sample = () => [0, 70, 140, 210].flatMap((days) => world.shipmentsAlive(now + days * DAY_MS));

  test('befalls 12 to 15 % of the shipments, each cause at about its rate', () => {
    const shipments = sample();
    const counts = new Map<string, number>();
    let disturbed = 0;
    for (const shipment of shipments) {
      const causes = world.causesOf(shipment);
      if (causes.some(({ codes }) => codes.length > 0)) disturbed += 1;
      for (const kind of new Set(causes.map((cause) => cause.kind))) counts.set(kind, (counts.get(kind) ?? 0) + 1);
    }
    expect(disturbed / shipments.length).toBeGreaterThan(0.12);
    expect(disturbed / shipments.length).toBeLessThan(0.155);
    for (const [kind, [low, high]] of Object.entries(longDisorder)) {
      const share = (counts.get(kind) ?? 0) / shipments.length;
      expect(share, kind).toBeGreaterThanOrEqual(low);
      expect(share, kind).toBeLessThanOrEqual(high);
    }
  });

  test('leaves healthy shipments healthy in every report', () => {
    for (const shipment of sample()) {
      const causes = world.causesOf(shipment);
      if (causes.length > 0) continue;
      const report = world.carrierReport(shipment);
      const problems: string[] = [];
      for (const [leg] of shipment.legs.entries()) {
        for (const [code, atEnd] of [
          ['DEPA', false],
          ['ARRI', true],
        ] as const) {
          const of = report.filter((one) => one.code === code && one.leg?.index === leg && one.leg.atEnd === atEnd);
          const planned = of.find(({ classifier }) => classifier === 'PLN');
          const actual = of.filter(({ classifier }) => classifier === 'ACT');
          if (planned === undefined || actual.length !== 1) problems.push(`${code} ${leg}`);
          else if (Math.abs((actual[0]?.eventAt ?? 0) - planned.eventAt) > 48 * HOUR_MS) problems.push(`late ${code}`);
        }
      }
      const returned = Math.max(...report.filter(({ code }) => code === 'DROP').map(({ createdAt }) => createdAt));
      for (const [i, record] of report.entries()) {
        if (record.classifier === 'ACT' && record.eventAt > record.createdAt) problems.push('future');
        const gap = record.createdAt - (report[i - 1]?.createdAt ?? record.createdAt);
        if (gap > 71 * HOUR_MS && record.createdAt <= returned) problems.push('silence');
      }
      const chain = ['PICK', 'STUF', 'GTIN', ...shipment.legs.flatMap(() => ['LOAD', 'DISC']), 'GTOT', 'STRP', 'DROP'];
      for (const container of shipment.containers.keys()) {
        const lived = report
          .filter((one) => one.container === container && one.classifier === 'ACT')
          .toSorted((a, b) => a.eventAt - b.eventAt);
        if (lived.map(({ code }) => code).join() !== chain.join()) problems.push('chain');
      }
      expect(problems, shipment.billNo).toEqual([]);
    }
  });

  test('is reported by the truth with its time and code', () => {
    const visible = listTruth(world, now);
    expect(visible.length).toBeGreaterThan(60);
    expect(new Set(visible.map(({ code }) => code)).size).toBeGreaterThan(12);
    for (const { billNo, cause } of visible) {
      expect(cause.from).toBeLessThanOrEqual(now);
      expect(truthOf(world, billNo)?.causes).toContainEqual(cause);
    }
    // Where a call is skipped, the route tells the port that was skipped and the one that took its place.
    const skipped = [0, 70, 140, 210]
      .flatMap((days) => listTruth(world, now + days * DAY_MS))
      .filter(({ code }) => code === 'ROUTE_CHANGED')
      .map(({ billNo }) => truthOf(world, billNo));
    expect(skipped.length).toBeGreaterThan(0);
    for (const truth of skipped) {
      const ends = new Set(truth?.routesReported.map(([, to]) => to.code));
      const reached = new Set(truth?.shipment.milestones.filter(({ leg }) => leg >= 0).map(({ port }) => port.code));
      expect([...ends].some((code) => !reached.has(code))).toBe(true);
      expect([...ends].some((code) => reached.has(code))).toBe(true);
    }
    expect(truthOf(world, 'none')).toBeUndefined();
  });
});
