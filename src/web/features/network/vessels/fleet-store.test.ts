import { expect, test } from 'vitest';
import type { FleetVessel } from '#contract/network/vessel.ts';
import { createFleetStore } from './fleet-store.ts';

const hour = 3_600_000;
const heard = (mmsi: string, at: number, activity: FleetVessel[6] = 'underway'): FleetVessel => [
  mmsi,
  'BOREALIS ARDOUR',
  121,
  31,
  12,
  90,
  activity,
  at,
];

test('the map is notified of vessels that changed and of those that are no longer heard', () => {
  const store = createFleetStore();
  const reported: string[][] = [];
  store.map.listen((vessels) => reported.push(vessels.map(({ id, tone }) => `${id} ${tone}`)));
  store.take([heard('111111111', 0), heard('222222222', 0, 'moored')], 0);
  expect(store.summary()).toMatchObject({ total: 2, counts: { underway: 1, moored: 1, stale: 0 } });
  for (let look = 1; look < 60; look += 1) store.take([heard('222222222', 5 * hour, 'anchored')], 5 * hour);
  store.take([], 7 * hour);
  expect(reported[0]).toEqual(['111111111 underway', '222222222 moored']);
  expect(reported.at(-1)).toEqual(['111111111 stale']);
  expect(store.summary().counts).toMatchObject({ underway: 0, anchored: 1, moored: 0, stale: 1 });
});

test('a line that is gone is shown once and forgotten when it is back', () => {
  const store = createFleetStore();
  let news = 0;
  store.subscribe(() => (news += 1));
  store.fail();
  store.fail();
  expect([news, store.summary().failed]).toEqual([1, true]);
  store.take([], 0);
  expect([news, store.summary().failed]).toEqual([2, false]);
});
