import { expect, test } from 'vitest';
import { at, buildLeg, buildSimpleView, detectIn, keysIn } from '../../testing/builders.ts';
import { ataBeforeAtd } from './ata-before-atd.ts';

test('fires when the arrival is a minute earlier, not when both are one', () => {
  expect(keysIn(ataBeforeAtd, buildSimpleView({ booking: { atd: at(0, 9), ata: at(0, 9) } }))).toEqual([]);
  expect(keysIn(ataBeforeAtd, buildSimpleView({ booking: { atd: at(0, 9), ata: at(0, 9) - 60_000 } }))).toEqual([
    'booking',
  ]);
});

test('finds the leg, and does not tell the booking again when it shows the same times', () => {
  const legs = [buildLeg(1, 'CNSHA', 'NLRTM', { atd: at(0, 9), ata: at(-2, 9) })];
  expect(detectIn(ataBeforeAtd, buildSimpleView({ legs }))).toMatchObject([{ key: 'leg:1', params: { leg: 1 } }]);
  expect(keysIn(ataBeforeAtd, buildSimpleView({ legs, booking: { atd: at(0, 9), ata: at(-2, 9) } }))).toEqual([
    'leg:1',
  ]);
  // The last leg that is known ends before the port of discharge.
  const booking = { portOfDischarge: 'DEHAM', ata: at(-3, 9) };
  expect(keysIn(ataBeforeAtd, buildSimpleView({ legs, booking }))).toEqual(['booking', 'leg:1']);
});

test('a date without a time stands for its whole day', () => {
  // Midnight in Shanghai is 16:00 UTC of the day before.
  const legs = (ata: number) => [buildLeg(1, 'CNNGB', 'CNSHA', { atd: at(0, -10), ata })];
  expect(keysIn(ataBeforeAtd, buildSimpleView({ legs: legs(at(-1, 8)) }))).toEqual(['leg:1']);
  expect(keysIn(ataBeforeAtd, buildSimpleView({ legs: legs(at(-1, -8)) }))).toEqual([]);
  expect(keysIn(ataBeforeAtd, buildSimpleView({ legs: legs(at(-2, -8)) }))).toEqual(['leg:1']);
});

test('is silent while a time is missing', () => {
  expect(keysIn(ataBeforeAtd, buildSimpleView({ booking: { ata: at(-3) } }))).toEqual([]);
  expect(keysIn(ataBeforeAtd, buildSimpleView({ legs: [buildLeg(1, null, null, { atd: at(0) })] }))).toEqual([]);
});
