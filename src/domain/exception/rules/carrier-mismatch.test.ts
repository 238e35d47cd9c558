import { expect, test } from 'vitest';
import { buildContainer, buildSimpleView, detectIn, keysIn } from '../../testing/builders.ts';
import { carrierMismatch } from './carrier-mismatch.ts';

const boxes = (...numbers: string[]) => ({ containers: numbers.map((number) => buildContainer(number)) });

test('fires on another carrier in the data and, lower, on a box of another carrier', () => {
  expect(
    detectIn(carrierMismatch, buildSimpleView({ booking: { carrierCode: 'OCEA' }, ...boxes('OCEU1234567') })),
  ).toMatchObject([
    { key: 'carrier', severity: 'medium', params: { carrier: 'MERI', toldCarrier: 'OCEA' } },
    { key: 'OCEU1234567', severity: 'low', params: { otherCarrier: 'OCEA' } },
  ]);
});

test('own boxes under every prefix are normal; those of lessors are a warning that can be switched off', () => {
  const view = buildSimpleView(boxes('MERU1234567', 'MEXU1234567', 'LEAU1234567'));
  expect(detectIn(carrierMismatch, view)).toMatchObject([
    { key: 'LEAU1234567', severity: 'low', params: { prefix: 'LEAU' } },
  ]);
  expect(keysIn(carrierMismatch, view, { reportLeased: 0 })).toEqual([]);
});

test('is silent on missing codes, other case, and carriers whose prefixes nobody knows', () => {
  expect(keysIn(carrierMismatch, buildSimpleView({ booking: { carrierCode: ' meri' } }))).toEqual([]);
  expect(keysIn(carrierMismatch, buildSimpleView({}))).toEqual([]);
  expect(
    keysIn(carrierMismatch, buildSimpleView(boxes('OCEU1234567'), { subscription: { carrierCode: 'NEWC' } })),
  ).toEqual([]);
});
