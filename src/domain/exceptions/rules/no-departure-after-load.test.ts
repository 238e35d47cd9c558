import { expect, test } from 'vitest';
import { at, buildEvent, buildSimpleView, detectIn, keysIn } from '../../testing/builders.ts';
import { noDepartureAfterLoad } from './no-departure-after-load.ts';

const loaded = (actual: number) => [buildEvent('MERU1234567', 'LOBD', 'CNSHA', { actual })];

test('fires seven days after the first loading and not before', () => {
  expect(keysIn(noDepartureAfterLoad, buildSimpleView({ events: loaded(at(-7, 1)) }))).toEqual([]);
  expect(detectIn(noDepartureAfterLoad, buildSimpleView({ events: loaded(at(-7)) }))).toMatchObject([
    { key: '', params: { days: 7, loadedZone: 'Asia/Shanghai' } },
  ]);
});

test('is silent when the ship has left, when anything later happened, and after the end', () => {
  const events = loaded(at(-20));
  expect(keysIn(noDepartureAfterLoad, buildSimpleView({ booking: { atd: at(-19) }, events }))).toEqual([]);
  const arrived = [...events, buildEvent(null, 'BDAR', 'NLRTM', { actual: at(-1) })];
  expect(keysIn(noDepartureAfterLoad, buildSimpleView({ events: arrived }))).toEqual([]);
  expect(keysIn(noDepartureAfterLoad, buildSimpleView({ events }, { subscription: { ended: true } }))).toEqual([]);
});

test('a planned loading is none', () => {
  const events = [buildEvent('MERU1234567', 'LOBD', 'CNSHA', { planned: at(-20), estimated: at(-20) })];
  expect(keysIn(noDepartureAfterLoad, buildSimpleView({ events }))).toEqual([]);
});
