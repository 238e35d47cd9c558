import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyOverrides, anyRecords } from '../../testing/arbitraries.ts';
import { at, buildBooking, buildEvent, buildLeg, buildRecord } from '../../testing/builders.ts';
import type { ShipmentContent } from '../../tracking/model.ts';
import { fuse } from './fuse.ts';
import { applyChanges, contentOfValues } from './known-values.ts';
import type { DatedValue, ValueChanges } from './known-values.ts';
import { nothingOnward } from './onward.ts';
import { defaultPrecedence } from './precedence.ts';
import type { AttributeValue } from './types.ts';

/** A leg or milestone of which nothing at all is stated cannot be shown and is no part of what is known. */
const hasOnlyStated = ({ legs, events }: ShipmentContent): boolean =>
  legs.every(({ sequence: _sequence, ...rest }) => Object.values(rest).some((value) => value !== null)) &&
  events.every(({ planned, estimated, actual, vesselName, voyage, zone, place }) =>
    [planned, estimated, actual, vesselName, voyage, zone, place].some((value) => value !== null),
  );

test('a run of fusions kept as changes gives back every moment of it', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(anyRecords, anyOverrides), { minLength: 1, maxLength: 5 }), (run) => {
      const known = new Map<string, DatedValue>();
      for (const [index, [records, overrides]] of run.entries()) {
        const { content, provenance } = fuse(records, overrides, defaultPrecedence);
        fc.pre(hasOnlyStated(content));
        const changes: Record<string, [string | number | null, string | null]> = {};
        for (const [path, { winner }] of Object.entries(provenance)) {
          const before = known.get(path);
          if (before?.value !== winner.value || before.sourceCode !== winner.sourceCode)
            changes[path] = [winner.value, winner.sourceCode];
        }
        for (const path of known.keys()) if (!(path in provenance)) changes[path] = [null, null];
        applyChanges(known, changes as ValueChanges, index);
        expect(contentOfValues(known)).toEqual(content);
        for (const [path, { winner }] of Object.entries(provenance))
          expect(known.get(path)?.sourceCode).toBe(winner.sourceCode);
      }
    }),
    { numRuns: 300 },
  );
});

/** The content that these values describe, known in the given order. */
const contentOf = (values: Readonly<Record<string, AttributeValue>>): ShipmentContent =>
  contentOfValues(new Map(Object.entries(values).map(([path, value]) => [path, { value }])));

/** A shipment by sea of which nothing is known. */
const nothing = { booking: buildBooking(), legs: [], containers: [], events: [] };

const onAir: Partial<ShipmentContent> = {
  mode: 'air',
  legs: [buildLeg(1, 'CNSHA', 'NLRTM', { vesselName: 'AT 101' })],
  containers: [
    {
      containerNo: 'PIECES 1',
      sealNo: null,
      sizeType: null,
      quantity: 4,
      grossWeightKg: 120,
      volumeM3: null,
      vesselName: 'AT 101',
      voyage: null,
      portOfLoading: 'CNSHA',
      portOfDischarge: 'NLRTM',
      receivedQuantity: 3,
    },
  ],
  events: [buildEvent('PIECES 1', 'DLPT', 'CNSHA', { actual: at(-1), vesselName: 'AT 101' })],
  cutoffs: [
    { code: 'DCO', time: at(-3) },
    { code: 'VCO', time: at(-2) },
  ],
  onward: { ...nothingOnward, vesselName: 'BARGE 7', eta: at(9) },
  businessNo: 'PO-4711',
};

describe('the shipment that known values describe', () => {
  test('has what is reported besides booking, legs, containers and milestones, as the fusion showed it', () => {
    const { content, provenance } = fuse([buildRecord('r1', onAir)], [], defaultPrecedence);
    const values = Object.entries(provenance).map(([path, { winner }]) => [path, winner.value] as const);
    expect(content).toMatchObject(onAir);
    expect(contentOf(Object.fromEntries(values))).toStrictEqual(content);
    expect(contentOf(Object.fromEntries(values.toReversed()))).toStrictEqual(content);
  });

  test('leaves out what nobody tells', () => {
    expect(contentOf({})).toStrictEqual(nothing);
    expect(contentOf({ 'reference.mode': 'sea' })).toStrictEqual(nothing);
    expect(contentOf({ 'reference.mode': 'balloon' })).toStrictEqual(nothing);
    expect(contentOf({ 'reference.mode': null, 'reference.businessNo': null })).toStrictEqual(nothing);
    expect(contentOf({ 'reference.something': 'else', 'no path': 'at all' })).toStrictEqual(nothing);
  });

  test('has the customer’s own number', () => {
    expect(
      contentOf({ 'reference.businessNo': 'PO-4711', 'reference.mode': 'sea', 'booking.billNo': 'B1' }),
    ).toStrictEqual({
      ...nothing,
      booking: buildBooking({ billNo: 'B1' }),
      businessNo: 'PO-4711',
    });
  });

  test('has the whole way onward as soon as one attribute of it is known', () => {
    expect(contentOf({ 'onward.eta': at(9), 'onward.vesselName': 'BARGE 7' })).toStrictEqual({
      ...nothing,
      onward: { vesselName: 'BARGE 7', voyage: null, loaded: null, etd: null, atd: null, eta: at(9), ata: null },
    });
  });

  test('has cut-offs by code, and none without a time', () => {
    expect(contentOf({ 'cutoff[VCO].time': at(2), 'cutoff[FCO].time': null, 'cutoff[DCO].time': at(1) })).toStrictEqual(
      {
        ...nothing,
        cutoffs: [
          { code: 'DCO', time: at(1) },
          { code: 'VCO', time: at(2) },
        ],
      },
    );
    expect(contentOf({ 'cutoff[FCO].time': null })).toStrictEqual(nothing);
  });

  test('has legs, containers and milestones in their order, whatever became known first', () => {
    const content = contentOf({
      'leg[10].voyage': '103W',
      'leg[2].voyage': '102W',
      'container[OCEU7654321].sealNo': 'S2',
      'container[MERU1234567].sealNo': 'S1',
      'event[|DLPT|CNSHA|2].actual': at(2),
      'event[|DLPT|CNSHA|1].actual': at(1),
    });
    expect(content.legs.map(({ sequence, voyage }) => [sequence, voyage])).toEqual([
      [2, '102W'],
      [10, '103W'],
    ]);
    expect(content.containers.map(({ sealNo }) => sealNo)).toEqual(['S1', 'S2']);
    expect(content.events).toEqual([
      buildEvent(null, 'DLPT', 'CNSHA', { actual: at(1) }),
      buildEvent(null, 'DLPT', 'CNSHA', { occurrence: 2, actual: at(2) }),
    ]);
  });

  test('reads a milestone whose path lacks parts as the first one, without these parts', () => {
    const eventOf = (key: string) => contentOf({ [`event[${key}].actual`]: at(1) }).events;
    expect(eventOf('MERU1234567|DLPT|CNSHA')).toEqual([
      buildEvent('MERU1234567', 'DLPT', 'CNSHA', { actual: at(1), occurrence: 1 }),
    ]);
    expect(eventOf('|DLPT')).toEqual([buildEvent(null, 'DLPT', null, { actual: at(1) })]);
    expect(eventOf('MERU1234567')).toEqual([buildEvent('MERU1234567', '', null, { actual: at(1) })]);
  });
});

test('a value that is gone is removed, the others keep their moment', () => {
  const known = new Map<string, DatedValue>();
  applyChanges(known, { 'booking.eta': [at(1), 'a'], 'booking.voyage': ['101W', 'b'] }, 5);
  applyChanges(known, { 'booking.eta': [null, null] }, 6);
  expect([...known]).toEqual([['booking.voyage', { value: '101W', sourceCode: 'b', knownAt: 5 }]]);
  applyChanges(known, { 'booking.voyage': ['102W', 'c'] }, 7);
  expect([...known]).toEqual([['booking.voyage', { value: '102W', sourceCode: 'c', knownAt: 7 }]]);
});
