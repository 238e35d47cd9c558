import { expect, test } from 'vitest';
import { at, buildEvent, buildRecord, buildView } from '../../testing/builders.ts';
import { placeOfField, valueSourcesOf } from './value-sources.ts';

const booking = { portOfLoading: 'CNSHA', portOfDischarge: 'NLRTM', plannedArrival: at(10), vesselName: 'EVER' };
const carrier = buildRecord('1', { booking: { ...booking, eta: at(11) } }, { observedAt: at(-1) });
const aggregator = buildRecord(
  '2',
  { booking: { ...booking, eta: at(13) }, events: [buildEvent(null, 'LOBD', 'CNSHA', { actual: at(-5) })] },
  { sourceType: 'FT', sourceCode: 'ft:ONE', observedAt: at(0) },
);
const { fused } = buildView([carrier, aggregator]);
if (fused === null) throw new Error('nothing is fused');
const paths = { LATE: 'arrival.delayHours', LOADED: 'milestone.LOBD.hoursSince', NEWS: 'journey.hoursSinceNews' };

test('an event names the source of each value that its conditions saw, and when that source stated it', () => {
  const reported = valueSourcesOf(fused, { place: 'arrival', paths });
  const winner = fused.provenance['booking.eta']?.winner ?? fused.items?.['booking']?.['eta']?.winner;
  expect(reported?.cause['LATE']).toEqual({
    sourceType: winner?.sourceType,
    sourceCode: winner?.sourceCode,
    observedAt: winner?.observedAt,
  });
  expect(reported?.cause['LOADED']).toEqual({ sourceType: 'FT', sourceCode: 'ft:ONE', observedAt: at(0) });
  // Hours without news are nobody's word.
  expect(reported?.cause).not.toHaveProperty('NEWS');
  expect(Object.keys(reported?.shown ?? {})).toEqual(
    expect.arrayContaining(['plannedTime', 'estimatedTime', 'vesselName', 'polCode', 'podCode']),
  );
  expect(reported?.shown).not.toHaveProperty('actualTime');
});

test('of an event that is over only values are named that the shipment still has', () => {
  const kept = {
    plannedTime: at(10),
    estimatedTime: at(9),
    actualTime: null,
    vesselName: 'OTHER',
    voyage: null,
    polCode: 'CNSHA',
    podCode: 'NLRTM',
  };
  const reported = valueSourcesOf(fused, { place: 'arrival', paths, kept });
  expect(reported?.cause).toEqual({});
  expect(Object.keys(reported?.shown ?? {}).toSorted()).toEqual(['plannedTime', 'podCode', 'polCode']);
});

test('a shipment that does not know which source stated what says nothing, so that it is looked up later', () => {
  expect(valueSourcesOf({ content: fused.content, provenance: {} }, { place: 'arrival', paths })).toBeNull();
});

test('a field that the journey does not have stands nowhere', () => {
  expect(placeOfField('nothing.here', fused.content)).toBeUndefined();
  expect(placeOfField('milestone.DSCH.actual', fused.content)).toBeUndefined();
});
