import { expect, test } from 'vitest';
import { MINUTE_MS } from '#shared/time/instant.ts';
import { advanceVehicle, noVehicleMemory, type VehicleMemory } from './advance.ts';
import { type AlarmKind, alarmsOf808, alarmsOfGt06 } from './alarms.ts';
import type { VehicleFix } from './types.ts';

const start = Date.UTC(2026, 2, 9, 8);
const minutes = (count: number): number => start + count * MINUTE_MS;
const fixAt = (at: number, alarms: readonly AlarmKind[], more: Partial<VehicleFix> = {}): VehicleFix => ({
  at,
  lon: 121.5,
  lat: 31.2,
  located: true,
  speedKmh: 0,
  course: 0,
  altitudeM: null,
  ignition: null,
  mileageKm: null,
  fuelL: null,
  temperatureC: null,
  satellites: 9,
  late: false,
  alarms,
  ...more,
});

/** News of alarms of reports in the order in which they came: kind, beginning and end in minutes. */
function reported(fixes: readonly VehicleFix[], now = minutes(120)) {
  let memory: VehicleMemory = noVehicleMemory;
  return fixes.flatMap((fix) => {
    const step = advanceVehicle(memory, fix, { sites: [], lane: null }, now, { checksumOk: true });
    memory = step.memory;
    return step.news.alarms.map(({ kind, beganAt, endedAt }) => [
      kind,
      (beganAt - start) / MINUTE_MS,
      endedAt === null ? null : (endedAt - start) / MINUTE_MS,
    ]);
  });
}

test('an alarm that is raised again and again is one, until it has been quiet for ten minutes', () => {
  const raised = [0, 1, 5, 14].map((at) => fixAt(minutes(at), ['overspeed']));
  expect(reported([...raised, fixAt(minutes(20), [])])).toEqual([['overspeed', 0, null]]);
  expect(reported([...raised, fixAt(minutes(20), []), fixAt(minutes(24), [])])).toEqual([
    ['overspeed', 0, null],
    ['overspeed', 0, 14],
  ]);
  expect(reported([...raised, fixAt(minutes(30), ['overspeed', 'powerCut'])])).toEqual([
    ['overspeed', 0, null],
    ['powerCut', 30, null],
    ['overspeed', 0, 14],
    ['overspeed', 30, null],
  ]);
});

test('an alarm counts without satellites, and with a place that is not believed; not with a time that cannot be', () => {
  expect(reported([fixAt(minutes(0), ['emergency'], { located: false })])).toEqual([['emergency', 0, null]]);
  expect(reported([fixAt(minutes(0), []), fixAt(minutes(1), ['theft'], { lon: 10 })])).toEqual([['theft', 1, null]]);
  expect(reported([fixAt(minutes(0), ['emergency'])], minutes(-60))).toEqual([]);
});

test('alarms from the memory of a device that come late are over as far as is known; repeated ones are no others', () => {
  const live = fixAt(minutes(60), ['powerCut']);
  expect(reported([live, live])).toEqual([['powerCut', 60, null]]);
  const late = [10, 12, 40].map((at) => fixAt(minutes(at), ['powerCut']));
  expect(reported([live, ...late])).toEqual([
    ['powerCut', 60, null],
    ['powerCut', 10, 10],
    ['powerCut', 10, 12],
    ['powerCut', 40, 40],
  ]);
});

test('alarms of both protocols by what they are about', () => {
  expect(alarmsOf808(0)).toEqual([]);
  expect(alarmsOf808(0b1_0000_0011)).toEqual(['emergency', 'overspeed', 'powerCut']);
  expect(alarmsOf808(0x8000_0030)).toEqual(['fault', 'doorOpened']);
  expect(alarmsOfGt06(2, 0)).toEqual(['powerCut']);
  expect(alarmsOfGt06(0, 0b0010_0000)).toEqual(['emergency']);
  expect(alarmsOfGt06(4, 0)).toEqual([]);
});
