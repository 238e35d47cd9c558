import { describe, expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#shared/time/instant.ts';
import { toLane } from '../position/lane.ts';
import { advanceVehicle, noVehicleMemory } from './advance.ts';
import type { VehicleMemory } from './advance.ts';
import type { VehicleFix } from './types.ts';

const now = Date.UTC(2026, 10, 22, 8);
const fixOf = (values: Partial<VehicleFix> = {}): VehicleFix => ({
  at: now,
  lon: 121,
  lat: 31,
  located: true,
  speedKmh: 60,
  course: 90,
  altitudeM: null,
  ignition: true,
  mileageKm: null,
  fuelL: null,
  temperatureC: null,
  satellites: 9,
  late: false,
  alarms: [],
  ...values,
});
const nothing = { sites: [], lane: null };
const step = (memory: VehicleMemory, values: Partial<VehicleFix>, plan = nothing as never, checksumOk = true) =>
  advanceVehicle(memory, fixOf(values), plan, now, { checksumOk });
const known = step(noVehicleMemory, { at: now - HOUR_MS }).memory;

describe('positions that are not believed', () => {
  test.each([
    ['future', { at: now + 11 * MINUTE_MS }],
    ['tooOld', { at: now - 31 * 24 * HOUR_MS }],
    ['nowhere', { lon: 0, lat: 0 }],
    ['noSatellites', { located: false }],
    ['jump', { lon: 126 }],
  ] as const)('%s', (flaw, values) => {
    const { memory, news } = step(known, values);
    expect(news.flaw).toBe(flaw);
    expect(memory.last).toBe(known.last);
  });

  test('a wrong checksum', () => {
    expect(step(known, {}, nothing as never, false).news.flaw).toBe('checksum');
  });

  test.each([
    ['ten minutes ahead', { at: now + 10 * MINUTE_MS }],
    ['as far as a truck gets in an hour', { lon: 122.85 }],
  ])('but %s is', (_name, values) => {
    expect(step(known, values).news.flaw).toBeNull();
  });

  test('but a jump that somebody confirmed is, and what follows from there', () => {
    const far = fixOf({ at: now - MINUTE_MS, lon: 126 });
    const { memory, news } = advanceVehicle(known, far, nothing, now, { checksumOk: true, isConfirmed: true });
    expect(news.flaw).toBeNull();
    expect(step(memory, { lon: 126.01 }).news.flaw).toBeNull();
  });

  test('a second place that agrees with a jump is believed: the vehicle was carried there', () => {
    const jumped = step(known, { at: now - MINUTE_MS, lon: 126 });
    const again = step(jumped.memory, { lon: 126.01 });
    expect([jumped.news.flaw, again.news.flaw]).toEqual(['jump', null]);
    expect(again.memory.last?.lon).toBe(126.01);
  });
});

test('a vehicle drives, idles with its engine on, and is stopped', () => {
  const states = [
    { at: now - 3 * MINUTE_MS, speedKmh: 40 },
    { at: now - 2 * MINUTE_MS, speedKmh: 2.9 },
    { at: now - MINUTE_MS, speedKmh: 0 },
    { at: now, speedKmh: 0, ignition: false },
  ].reduce<VehicleMemory[]>((all, values) => [...all, step(all.at(-1) ?? known, values).memory], []);
  expect(states.map(({ movement, movementSince }) => [movement, now - (movementSince as number)])).toEqual([
    ['driving', HOUR_MS],
    ['idling', 2 * MINUTE_MS],
    ['idling', 2 * MINUTE_MS],
    ['stopped', 0],
  ]);
});

test('stays at sites begin inside the circle and end a fifth outside of it', () => {
  const plan = { sites: [{ id: 7, lon: 121, lat: 31, radiusM: 1000 }], lane: null } as never;
  const degrees = (metres: number): number => 31 + metres / 111_195;
  const arrived = step(noVehicleMemory, { at: now - 3 * HOUR_MS, lat: degrees(990) }, plan);
  const wandered = step(arrived.memory, { at: now - 2 * HOUR_MS, lat: degrees(1150) }, plan);
  const left = step(wandered.memory, { at: now - HOUR_MS, lat: degrees(1250) }, plan);
  const near = step(left.memory, { at: now, lat: degrees(1100) }, plan);
  expect([arrived, wandered, left, near].map(({ news }) => news.stays)).toEqual([
    [{ siteId: 7, arrivedAt: now - 3 * HOUR_MS, departedAt: null }],
    [],
    [{ siteId: 7, arrivedAt: now - 3 * HOUR_MS, departedAt: now - HOUR_MS }],
    [],
  ]);
});

test('the distance beside the usual way is reported in km', () => {
  const plan = {
    sites: [],
    lane: toLane([
      [121, 31],
      [122, 31],
    ]),
  } as never;
  expect(step(noVehicleMemory, { lon: 121.5, lat: 31.1 }, plan).memory.offLaneKm).toBeCloseTo(11.1, 1);
});

test('what a device sends late is kept and changes nothing of what is known now', () => {
  const { memory, news } = step(known, { at: now - 2 * HOUR_MS, late: true });
  expect([memory, news.flaw]).toEqual([known, null]);
});
