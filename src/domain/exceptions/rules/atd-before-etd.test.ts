import { expect, test } from 'vitest';
import {
  at,
  buildOverride,
  buildRecord,
  buildSimpleView,
  buildView,
  detectIn,
  keysIn,
} from '../../testing/builders.ts';
import { atdBeforeEtd } from './atd-before-etd.ts';

test('fires above three days, not at three', () => {
  expect(keysIn(atdBeforeEtd, buildSimpleView({ booking: { etd: at(0), atd: at(-3) } }))).toEqual([]);
  expect(detectIn(atdBeforeEtd, buildSimpleView({ booking: { etd: at(0, 1), atd: at(-3) } }))).toMatchObject([
    { key: '', params: { days: 3 } },
  ]);
});

test('is silent while a time is missing and when the ship is late', () => {
  expect(keysIn(atdBeforeEtd, buildSimpleView({ booking: { etd: at(0) } }))).toEqual([]);
  expect(keysIn(atdBeforeEtd, buildSimpleView({ booking: { atd: at(0) } }))).toEqual([]);
  expect(keysIn(atdBeforeEtd, buildSimpleView({ booking: { etd: at(-9), atd: at(0) } }))).toEqual([]);
});

test('an estimate that another source has not touched since the departure is old, not wrong', () => {
  const view = (observedAt: number) =>
    buildView([
      buildRecord('actual', { booking: { atd: at(-5) } }, { sourceType: 'TERMINAL' }),
      buildRecord('estimate', { booking: { etd: at(0) } }, { observedAt }),
    ]);
  expect(keysIn(atdBeforeEtd, view(at(-6)))).toEqual([]);
  expect(keysIn(atdBeforeEtd, view(at(-4)))).toEqual(['']);
});

test('an expert who confirms an old estimate says nothing new, one who enters another does', () => {
  const records = [
    buildRecord('actual', { booking: { atd: at(-5) } }, { sourceType: 'TERMINAL' }),
    buildRecord('estimate', { booking: { etd: at(0) } }, { observedAt: at(-6) }),
  ];
  const view = (etd: number) => buildView(records, { overrides: [buildOverride('booking.etd', etd)] });
  expect(keysIn(atdBeforeEtd, view(at(0)))).toEqual([]);
  expect(keysIn(atdBeforeEtd, view(at(1)))).toEqual(['']);
});
