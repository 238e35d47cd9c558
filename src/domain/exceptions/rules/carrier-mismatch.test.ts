import { expect, test } from 'vitest';
import { reference, buildContainer, buildSimpleView, detectIn, keysIn } from '../../testing/builders.ts';
import { carrierMismatch } from './carrier-mismatch.ts';

const containers = (...numbers: string[]) => ({ containers: numbers.map((number) => buildContainer(number)) });

test('fires on another carrier in the data and, lower, on a container of another carrier', () => {
  expect(
    detectIn(carrierMismatch, buildSimpleView({ booking: { carrierCode: 'OCEA' }, ...containers('OCEU1234567') })),
  ).toMatchObject([
    { key: 'carrier', severity: 'medium', params: { carrier: 'MERI', toldCarrier: 'OCEA' } },
    { key: 'owner:OCEA', severity: 'low', params: { otherCarrier: 'OCEA' } },
  ]);
});

test('own containers under every prefix are normal; those of lessors are a warning that can be switched off', () => {
  const view = buildSimpleView(containers('MERU1234567', 'MEXU1234567', 'LEAU1234567'));
  expect(detectIn(carrierMismatch, view)).toMatchObject([
    { key: 'prefix:LEAU', severity: 'low', params: { prefix: 'LEAU' } },
  ]);
  expect(keysIn(carrierMismatch, view, { reportLeased: 0 })).toEqual([]);
});

test('an SCAC of the subscribed carrier is its code too, and an unverified one says nothing', () => {
  const scacs: Record<string, string | null> = { MERL: 'MERI', OCLN: 'OCEA', DOUB: null };
  const findings = (reported: string): string[] =>
    carrierMismatch
      .detect(buildSimpleView({ booking: { carrierCode: reported } }), 0, carrierMismatch.defaults, {
        ...reference,
        carrierOfCode: (code) => scacs[code],
      })
      .map(({ key }) => key);
  expect(['MERL', 'OCLN', 'DOUB', 'NONE'].map(findings)).toEqual([[], ['carrier'], [], ['carrier']]);
});

test('is silent on missing codes, other case, and carriers whose prefixes nobody knows', () => {
  expect(keysIn(carrierMismatch, buildSimpleView({ booking: { carrierCode: ' meri' } }))).toEqual([]);
  expect(keysIn(carrierMismatch, buildSimpleView({}))).toEqual([]);
  expect(
    keysIn(carrierMismatch, buildSimpleView(containers('OCEU1234567'), { subscription: { carrierCode: 'NEWC' } })),
  ).toEqual([]);
});
