import { expect, test } from 'vitest';
import { at, buildRecord, buildView, detectIn, keysIn } from '../../testing/builders.ts';
import { dataStale } from './data-stale.ts';

const heard = (hours: number, content = {}) => buildView([buildRecord('r1', content, { observedAt: at(0, -hours) })]);

test('fires at 72 hours of silence and not before', () => {
  expect(keysIn(dataStale, heard(71.9))).toEqual([]);
  expect(detectIn(dataStale, heard(72))).toMatchObject([{ severity: 'medium', params: { hours: 72, lastAt: at(-3) } }]);
  expect(detectIn(dataStale, heard(216))).toMatchObject([{ severity: 'high' }]);
});

test('one source that speaks is enough', () => {
  const view = buildView([
    buildRecord('old', {}, { observedAt: at(-20) }),
    buildRecord('new', {}, { observedAt: at(-1) }),
  ]);
  expect(keysIn(dataStale, view)).toEqual([]);
  const source = {
    sourceCode: 'ft',
    consecutiveFailures: 0,
    lastSuccessAt: null,
    lastChangeAt: at(-1),
    lastError: null,
  };
  expect(keysIn(dataStale, { ...heard(100), sources: [source] })).toEqual([]);
});

test('at sea its own threshold counts', () => {
  const atSea = heard(100, { booking: { atd: at(-5) } });
  expect(keysIn(dataStale, atSea)).toEqual(['']);
  expect(keysIn(dataStale, atSea, { underWayHours: 120 })).toEqual([]);
  expect(keysIn(dataStale, heard(100), { underWayHours: 120 })).toEqual(['']);
});

test('is silent without records and after the end', () => {
  expect(keysIn(dataStale, buildView([]))).toEqual([]);
  const view = heard(500);
  expect(keysIn(dataStale, { ...view, subscription: { ...view.subscription, ended: true } })).toEqual([]);
});

test('after the arrival a container may stand for ten days', () => {
  const arrived = (hours: number) => heard(hours, { booking: { atd: at(-40), ata: at(-20) } });
  expect(keysIn(dataStale, arrived(239))).toEqual([]);
  expect(keysIn(dataStale, arrived(240))).toEqual(['']);
});
