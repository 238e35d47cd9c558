import { describe, expect, test } from 'vitest';
import { flightsOf } from '#domain/network/flight/schedule.ts';
import { createRandom } from '#shared/random/prng.ts';
import { createStopwatch, FUZZED, isStorable, SLOWEST_MS } from '#testing/fuzz.ts';
import { mutateJson } from '../mutate.ts';
import { refusalReasons } from '../refusal-reasons.ts';
import { parseFlights } from './parse-flights.ts';

const zones: Readonly<Record<string, string>> = {
  PVG: 'Asia/Shanghai',
  ANC: 'America/Anchorage',
  LAX: 'America/Los_Angeles',
  FRA: 'Europe/Berlin',
};
const reference = { zoneOf: (airport: string) => zones[airport] };
const leg = (origin: string, destination: string, leaves: number, arrives: number, more: object = {}) => ({
  sequenceNumber: 1,
  origin,
  destination,
  serviceType: 'F',
  aircraftType: '77F',
  aircraftDepartureTimeLT: leaves,
  aircraftDepartureTimeDateDiffLT: 0,
  aircraftArrivalTimeLT: arrives,
  aircraftArrivalTimeDateDiffLT: 0,
  latestAcceptanceMinutes: 240,
  ...more,
});
const period = (more: object = {}) => ({
  airline: 'CK',
  flightNumber: 7,
  suffix: '',
  periodOfOperationLT: { startDate: '23MAR26', endDate: '05APR26', daysOfOperation: '1 3 5 7' },
  legs: [leg('PVG', 'FRA', 1_410, 345, { aircraftArrivalTimeDateDiffLT: 1 })],
  ...more,
});
const parse = (items: unknown) => parseFlights(new TextEncoder().encode(JSON.stringify(items)), 'CK', reference);
const window = { from: Date.UTC(2026, 2, 20), to: Date.UTC(2026, 3, 10) };
const legsOf = (items: unknown) => flightsOf(parse(items).periods, window, (airport) => zones[airport] ?? 'UTC');

describe('flight schedules', () => {
  test('are flights of single days in the local times of their airports, over a change of the clock', () => {
    const legs = legsOf([period()]);
    expect(legs.map(({ flightDate }) => flightDate)).toEqual([
      '2026-03-23',
      '2026-03-25',
      '2026-03-27',
      '2026-03-29',
      '2026-03-30',
      '2026-04-01',
      '2026-04-03',
      '2026-04-05',
    ]);
    const [first, last] = [legs[0], legs.at(-1)];
    expect(first).toMatchObject({ flightNo: 'CK7', days: '1357', aircraft: '77F', legNo: 1 });
    expect(first?.departsAt).toBe(Date.parse('2026-03-23T23:30:00+08:00'));
    expect(first?.arrivesAt).toBe(Date.parse('2026-03-24T05:45:00+01:00'));
    expect(last?.arrivesAt).toBe(Date.parse('2026-04-06T05:45:00+02:00'));
    expect(first?.closesAt).toBe(Date.parse('2026-03-23T19:30:00+08:00'));
  });

  test('keep the days of the week of a flight whose single days differ', () => {
    const [odd] = legsOf([
      period(),
      period({
        periodOfOperationLT: { startDate: '26MAR26', endDate: '26MAR26', daysOfOperation: '   4   ' },
      }),
    ]).filter(({ flightDate }) => flightDate === '2026-03-26');
    expect(odd?.days).toBe('1357');
  });

  test('have a leg for every stop, also over the date line where it lands before it left', () => {
    const legs = legsOf([period({ legs: [leg('PVG', 'ANC', 600, 120), leg('ANC', 'LAX', 240, 600)] })]);
    expect(legs.slice(0, 2).map(({ legNo, from, to }) => [legNo, from, to])).toEqual([
      [1, 'PVG', 'ANC'],
      [2, 'ANC', 'LAX'],
    ]);
    expect(legs[1]?.departsAt).toBeGreaterThan(legs[0]?.arrivesAt ?? Number.POSITIVE_INFINITY);
  });

  test.each([
    [{ airline: 'CZ' }, 'unknown_reference airline'],
    [{ flightNumber: 'seven' }, 'bad_type flightNumber'],
    [{ flightNumber: 0 }, 'bad_time flightNumber'],
    [{ periodOfOperationLT: { startDate: '31FEB26', endDate: '05APR26', daysOfOperation: '1' } }, 'bad_time startDate'],
    [
      { periodOfOperationLT: { startDate: '06APR26', endDate: '05APR26', daysOfOperation: '1' } },
      'contradiction periodOfOperationLT',
    ],
    [
      { periodOfOperationLT: { startDate: '23MAR26', endDate: '05APR26', daysOfOperation: '1 8' } },
      'bad_enumeration daysOfOperation',
    ],
    [{ legs: [] }, 'missing_field legs'],
    [{ legs: [leg('PVG', 'XQX', 60, 600)] }, 'no_zone destination'],
    [{ legs: [leg('PVG', 'FRA', 1_440, 600)] }, 'bad_time aircraftDepartureTimeLT'],
    [{ legs: [leg('FRA', 'PVG', 600, 700)] }, 'contradiction legs'],
    [{ legs: [leg('PVG', 'ANC', 600, 120), leg('FRA', 'LAX', 240, 600)] }, 'contradiction legs'],
  ])('that cannot be are refused with the reason: %j', (more, reason) => {
    const { periods, refusals } = parse([period(), period(more)]);
    expect(periods).toHaveLength(1);
    expect(refusals.map((one) => `${one.reason} ${one.field ?? ''}`)).toEqual([reason]);
  });

  test(`${FUZZED} bent answers never throw, never take long, and say what is wrong`, () => {
    const random = createRandom('fuzz/flights');
    const stopwatch = createStopwatch();
    const sound = [period(), period({ flightNumber: 8 })];
    let [read, refused] = [0, 0];
    for (let run = 0; run < FUZZED; run += 1) {
      const body = new TextEncoder().encode(
        JSON.stringify(mutateJson(sound, random, random.pick([8, 40, 150])) ?? null),
      );
      const { legs, refusals } = stopwatch.run(() => {
        const parsed = parseFlights(body, 'CK', reference);
        return { ...parsed, legs: flightsOf(parsed.periods, window, (airport) => zones[airport] ?? 'UTC') };
      });
      read += legs.length > 0 ? 1 : 0;
      refused += refusals.length;
      expect(isStorable({ legs, refusals })).toBe(true);
      expect(legs.every(({ departsAt, arrivesAt }) => departsAt < arrivesAt)).toBe(true);
      expect(refusals.every(({ reason }) => (refusalReasons as readonly string[]).includes(reason))).toBe(true);
    }
    expect(stopwatch.slowestMs()).toBeLessThan(SLOWEST_MS);
    expect(read).toBeGreaterThan(FUZZED / 10);
    expect(refused).toBeGreaterThan(FUZZED / 10);
  }, 60_000);
});
