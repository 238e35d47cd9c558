import { expect, test } from 'vitest';
import {
  at,
  buildContainer,
  buildEvent,
  buildLeg,
  buildOverride,
  buildRecord,
  buildView,
} from '#domain/testing/builders.ts';
import { packProvenance, shownIn, unpackProvenance } from './packed-provenance.ts';

const content = (hours: number) => ({
  booking: { eta: at(3, hours), vesselName: 'STAR' },
  legs: [buildLeg(1, 'CNSHA', 'NLRTM', { vesselName: 'STAR', eta: at(3, hours) })],
  containers: [buildContainer('MERU1234567')],
  events: [buildEvent('MERU1234567', 'LOBD', 'CNSHA', { actual: at(-3, hours) })],
});
const view = buildView(
  [
    buildRecord('7', content(0)),
    buildRecord('8', content(5), { sourceType: 'FT', sourceCode: 'ft', observedAt: at(-1) }),
  ],
  { overrides: [buildOverride('booking.vesselName', 'MOON'), buildOverride('booking.billNo', null)] },
);
const provenance = view.fused?.provenance ?? {};

test('what is packed is unpacked the same, with overrides, conflicts and nulls', () => {
  expect(Object.keys(provenance).length).toBeGreaterThan(7);
  const stored: unknown = JSON.parse(JSON.stringify(packProvenance(provenance)));
  expect(unpackProvenance(stored)).toEqual(provenance);
  expect(JSON.stringify(stored).length).toBeLessThan(JSON.stringify(provenance).length / 2);
});

test('what is shown is read without the rest', () => {
  const shown = shownIn(packProvenance(provenance));
  for (const [path, { winner }] of Object.entries(provenance))
    expect(shown.get(path)).toEqual([winner.value, winner.sourceCode]);
  expect(shown.size).toBe(Object.keys(provenance).length);
});

test('records of sources have none', () => {
  expect(unpackProvenance(null)).toBeNull();
  expect(shownIn(null).size).toBe(0);
});
