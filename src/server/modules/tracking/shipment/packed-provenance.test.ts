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
import { provenanceByPath } from '#domain/intake/fusion/provenance.ts';
import type { Provenance } from '#domain/intake/fusion/types.ts';
import { packProvenance, shownChanges, shownIn, unpackProvenance } from './packed-provenance.ts';

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
const items = view.fused?.items ?? {};
const provenance = provenanceByPath(items);
/** What is packed when one path is stated otherwise. */
const packedWith = (path: string, entry: Provenance) => {
  const [item = '', attribute = ''] = path.split('.');
  return packProvenance({ ...items, [item]: { ...items[item], [attribute]: entry } });
};

test('what is packed is unpacked the same, with overrides, conflicts and nulls', () => {
  expect(Object.keys(provenance).length).toBeGreaterThan(7);
  const stored: unknown = JSON.parse(JSON.stringify(packProvenance(items)));
  expect(unpackProvenance(stored)).toEqual(provenance);
  expect(JSON.stringify(stored).length).toBeLessThan(JSON.stringify(provenance).length / 2);
});

test('what is shown is read without the rest', () => {
  const shown = shownIn(packProvenance(items));
  for (const [path, { winner }] of Object.entries(provenance))
    expect(shown.get(path)).toEqual([winner.value, winner.sourceCode]);
  expect(shown.size).toBe(Object.keys(provenance).length);
});

test('records of sources have none', () => {
  expect(unpackProvenance(null)).toBeNull();
  expect(shownIn(null).size).toBe(0);
});

test('what is shown otherwise is reported with who says it; what is stated the same by others is not', () => {
  const now = packProvenance(items);
  expect(shownChanges(JSON.parse(JSON.stringify(now)), now)).toBeNull();
  const shown = Object.fromEntries(shownIn(now));
  for (const nothing of [null, undefined, {}, { 'booking.eta': {} }]) expect(shownChanges(nothing, now)).toEqual(shown);
  const gone = shownChanges(now, packProvenance({}));
  expect(gone).toEqual(Object.fromEntries(Object.keys(shown).map((path) => [path, [null, null]])));

  const eta = provenance['booking.eta'] as NonNullable<(typeof provenance)[string]>;
  const [other] = eta.others as [typeof eta.winner];
  const turned = packedWith('booking.eta', { ...eta, winner: other, others: [eta.winner] });
  expect(shownChanges(turned, now)).toEqual({
    'booking.eta': [eta.winner.value, eta.winner.sourceCode],
  });
  const quiet = packedWith('booking.eta', { ...eta, others: [] });
  expect(shownChanges(quiet, now)).toBeNull();
  const same = { ...eta.winner, sourceCode: 'another', recordId: '9' };
  const restated = packedWith('booking.eta', { ...eta, winner: same });
  expect(shownChanges(restated, now)).toEqual({
    'booking.eta': [eta.winner.value, eta.winner.sourceCode],
  });
});
