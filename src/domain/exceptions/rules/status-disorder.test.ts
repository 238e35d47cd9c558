import { expect, test } from 'vitest';
import { at, buildEvent, buildLeg, buildSimpleView, detectIn, keysIn } from '../../testing/builders.ts';
import { statusDisorder } from './status-disorder.ts';

const container = 'MERU1234567';
const view = (gateInAt: number, loadedAt: number, more: ReturnType<typeof buildEvent>[] = []) =>
  buildSimpleView({
    events: [
      buildEvent(container, 'GITM', 'CNSHA', { actual: gateInAt }),
      buildEvent(container, 'LOBD', 'CNSHA', { actual: loadedAt }),
      ...more,
    ],
  });

test('fires above the tolerance of two hours, not at two', () => {
  expect(keysIn(statusDisorder, view(at(0, 9), at(0, 7)))).toEqual([]);
  expect(detectIn(statusDisorder, view(at(0, 9) + 1, at(0, 7)))).toMatchObject([
    { key: `LOBD|CNSHA`, params: { earlierStatus: 'GITM', laterStatus: 'LOBD' }, severity: 'low' },
  ]);
});

test('a date without a time does not contradict a time of the same day', () => {
  expect(keysIn(statusDisorder, view(at(0, 9), at(-1, 16)))).toEqual([]);
  expect(keysIn(statusDisorder, view(at(0, 17), at(-1, 16)))).toEqual([`LOBD|CNSHA`]);
});

test('one wrong time is one finding, not one per later milestone', () => {
  const later = [
    buildEvent(container, 'DLPT', 'CNSHA', { actual: at(1, 9) }),
    buildEvent(container, 'BDAR', 'NLRTM', { actual: at(5, 9) }),
  ];
  expect(keysIn(statusDisorder, view(at(30, 9), at(0, 9), later))).toEqual([`LOBD|CNSHA`]);
});

test('papers come in any order, estimates do not count, other containers are other containers', () => {
  const release = [buildEvent(container, 'PASS', 'CNSHA', { actual: at(3, 9) })];
  expect(keysIn(statusDisorder, view(at(0, 9), at(1, 9), release))).toEqual([]);
  const estimated = [buildEvent(container, 'DLPT', 'CNSHA', { estimated: at(-9) })];
  expect(keysIn(statusDisorder, view(at(0, 9), at(1, 9), estimated))).toEqual([]);
  const other = [buildEvent('MERU7654321', 'DLPT', 'CNSHA', { actual: at(-9, 9) })];
  expect(keysIn(statusDisorder, view(at(0, 9), at(1, 9), other))).toEqual([]);
});

test('transhipments are ordered by the route; ports off the route are left alone', () => {
  const legs = [buildLeg(1, 'CNSHA', 'SGSIN'), buildLeg(2, 'SGSIN', 'DEHAM'), buildLeg(3, 'DEHAM', 'NLRTM')];
  const events = (first: string, second: string) => [
    buildEvent(container, 'TSDC', first, { actual: at(1, 9) }),
    buildEvent(container, 'TSLB', first, { actual: at(2, 9) }),
    buildEvent(container, 'TSDC', second, { actual: at(5, 9) }),
  ];
  expect(keysIn(statusDisorder, buildSimpleView({ legs, events: events('SGSIN', 'DEHAM') }))).toEqual([]);
  expect(keysIn(statusDisorder, buildSimpleView({ legs, events: events('DEHAM', 'SGSIN') }))).toEqual([`TSDC|DEHAM`]);
  expect(keysIn(statusDisorder, buildSimpleView({ legs, events: events('USLAX', 'SGSIN') }))).toEqual([]);
});

test('a repeated visit that fits is enough', () => {
  const again = [buildEvent(container, 'LOBD', 'CNSHA', { actual: at(4, 9), occurrence: 2 })];
  expect(keysIn(statusDisorder, view(at(0, 9), at(-9, 9), again))).toEqual([]);
});

test('a ship that sailed without the container says nothing of it: part of the cargo goes with a later one', () => {
  const first = { vesselName: 'STAR PINE', voyage: '012W' };
  const later = { vesselName: 'STAR OAK', voyage: '004W' };
  const split = (loadedOn: object) =>
    buildSimpleView({
      events: [
        buildEvent(container, 'LOBD', 'CNSHA', { actual: at(6), ...loadedOn }),
        buildEvent(null, 'DLPT', 'CNSHA', { actual: at(0), ...first }),
      ],
    });
  expect(keysIn(statusDisorder, split(first))).toEqual(['DLPT|CNSHA']);
  expect(keysIn(statusDisorder, split({}))).toEqual(['DLPT|CNSHA']);
  expect(keysIn(statusDisorder, split(later))).toEqual([]);
  expect(keysIn(statusDisorder, split({ ...first, voyage: '013W' }))).toEqual([]);
});

test('a ship that came without the container says nothing of it: the container was loaded on a later one and is still at sea', () => {
  const first = { vesselName: 'STAR PINE', voyage: '012W' };
  const later = { vesselName: 'STAR OAK', voyage: '004W' };
  const split = (left: object, legs = [buildLeg(1, 'CNSHA', 'KRKAN', first)]) =>
    buildSimpleView({
      legs,
      events: [
        buildEvent(null, 'BDAR', 'KRKAN', { actual: at(3), ...first }),
        buildEvent(container, 'DLPT', 'CNSHA', { actual: at(6), ...left }),
      ],
    });
  expect(keysIn(statusDisorder, split(first))).toEqual(['BDAR|KRKAN']);
  expect(keysIn(statusDisorder, split({}))).toEqual(['BDAR|KRKAN']);
  expect(keysIn(statusDisorder, split(later))).toEqual([]);
  // Of a ship that came from elsewhere it is not known whether the container was put on her there.
  const elsewhere = [buildLeg(1, 'CNSHA', 'KRPUS', later), buildLeg(2, 'KRPUS', 'KRKAN', first)];
  expect(keysIn(statusDisorder, split(later, elsewhere))).toEqual(['BDAR|KRKAN']);
});
