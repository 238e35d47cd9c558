import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyContent, anyOverrides, anyRecords } from '../../testing/arbitraries.ts';
import {
  at,
  buildBooking,
  buildContainer,
  buildContent,
  buildEvent,
  buildLeg,
  buildRecord,
} from '../../testing/builders.ts';
import { deriveContent } from '../../tracking/derive.ts';
import { emptyContent } from '../../tracking/empty-content.ts';
import type { ShipmentContent, SourceRecord } from '../../tracking/model.ts';
import { fuse } from './fuse.ts';
import { patchContent, planCorrection } from './plan-correction.ts';
import type { Correction } from './plan-correction.ts';
import { defaultPrecedence } from './precedence.ts';
import { withoutRemoved } from './removals.ts';
import type { FieldOverride } from './types.ts';

const expert = buildRecord('expert', emptyContent(), { sourceType: 'EXPERT', sourceCode: 'expert:EXPERT' });
const container = 'MERU1234567';
const carrier = buildRecord(
  'carrier',
  buildContent({
    booking: buildBooking({
      portOfLoading: 'CNSHA',
      portOfDischarge: 'NLRTM',
      atd: at(-3),
      eta: at(20),
      vesselName: 'A',
    }),
    legs: [buildLeg(1, 'CNSHA', 'NLRTM', { vesselName: 'A', voyage: '1W', atd: at(-3), eta: at(20) })],
    containers: [buildContainer(container, { sealNo: 'S1' })],
    events: [buildEvent(container, 'LOBD', 'CNSHA', { actual: at(-4) })],
  }),
);
const base = { records: [carrier], expert, overrides: [] as FieldOverride[], precedence: defaultPrecedence };

/** What is shown once a correction is entered. */
function shownAfter(
  plan: Correction,
  { records, overrides }: { records: readonly SourceRecord[]; overrides: readonly FieldOverride[] } = base,
): ShipmentContent {
  const removed = new Set(plan.removals);
  const isEmpty = JSON.stringify(plan.expert) === JSON.stringify(emptyContent());
  const paths = new Set(plan.values.map(({ path }) => path));
  return fuse(
    [
      ...records.map((record) => ({ ...record, content: withoutRemoved(record.content, removed) })),
      ...(isEmpty ? [] : [{ ...expert, content: deriveContent(plan.expert) }]),
    ],
    [
      ...overrides.filter(({ path }) => !paths.has(path)),
      ...plan.values.map(({ path, value }, index) => ({
        id: `v${index}`,
        path,
        value,
        active: true,
        enteredBy: 'e',
        enteredAt: at(0),
      })),
    ],
    defaultPrecedence,
  ).content;
}

const shown = fuse([carrier], [], defaultPrecedence).content;
const edited = (edit: (content: ShipmentContent) => void): ShipmentContent => {
  const wanted = structuredClone(shown);
  edit(wanted);
  return wanted;
};

describe('a correction', () => {
  test('of nothing enters nothing, whatever is shown', () => {
    fc.assert(
      fc.property(
        anyRecords.filter((records) => records.every(({ sourceType }) => sourceType !== 'EXPERT')),
        anyOverrides,
        (records, overrides) => {
          const now = fuse(records, overrides, defaultPrecedence).content;
          expect(planCorrection(now, structuredClone(now), { ...base, records, overrides })).toEqual({
            expert: emptyContent(),
            removals: [],
            values: [],
            reportedCutoffs: [],
          });
        },
      ),
      { numRuns: 200 },
    );
  });

  test.each([
    ['a time', edited(({ booking }) => (booking.eta = at(22)))],
    // Booking and leg tell one departure.
    [
      'a cleared departure',
      edited(({ booking, legs: [leg] }) => Object.assign(leg ?? {}, { atd: (booking.atd = null) })),
    ],
    ['a field of a leg', edited(({ legs }) => ((legs[0] as { voyage: string }).voyage = '2W'))],
    ['a seal', edited(({ containers }) => ((containers[0] as { sealNo: string }).sealNo = 'S2'))],
    ['a new container', edited(({ containers }) => containers.push(buildContainer('TSTU0000001')))],
    [
      'a container that goes with its milestones',
      edited((content) => Object.assign(content, { containers: [], events: [] })),
    ],
    [
      'the way onward',
      edited((content) => {
        const none = { voyage: null, loaded: null, etd: null, atd: null, ata: null };
        content.onward = { ...none, vesselName: 'BARGE', eta: at(25) };
      }),
    ],
    ['a cut-off', edited((content) => (content.cutoffs = [{ code: 'EFC', time: at(3) }]))],
    ["the customer's number", edited((content) => (content.businessNo = 'PO-1'))],
  ])('shows %s as it is wanted', (_name, wanted) => {
    expect(shownAfter(planCorrection(shown, wanted, base))).toEqual(wanted);
  });

  test('names the cut-offs of sources that cannot be cleared', () => {
    const [record] = base.records;
    if (record === undefined) throw new Error('no record');
    const cutoffs = [{ code: 'FCO', time: at(2) }];
    const records = [{ ...record, content: { ...record.content, cutoffs } }];
    const now = fuse(records, [], defaultPrecedence).content;
    const { cutoffs: _, ...wanted } = now;
    expect(planCorrection(now, wanted, { ...base, records }).reportedCutoffs).toEqual(['FCO']);
    const later = { ...now, cutoffs: [{ code: 'FCO', time: at(4) }] };
    expect(planCorrection(now, later, { ...base, records })).toMatchObject({
      reportedCutoffs: [],
      expert: { cutoffs: later.cutoffs },
    });
  });

  test('of the route shows the wanted ports, and keeps what is known of legs that stay', () => {
    const wanted = edited((content) => {
      content.legs = [
        buildLeg(1, 'CNSHA', 'SGSIN', { vesselName: 'F' }),
        buildLeg(2, 'SGSIN', 'NLRTM', { vesselName: 'M' }),
      ];
    });
    const after = shownAfter(planCorrection(shown, wanted, base));
    expect(after.legs.map((leg) => [leg.portOfLoading, leg.portOfDischarge, leg.vesselName])).toEqual([
      ['CNSHA', 'SGSIN', 'F'],
      ['SGSIN', 'NLRTM', 'M'],
    ]);
  });

  test('says nothing about what was not touched', () => {
    const plan = planCorrection(
      shown,
      edited(({ booking }) => (booking.voyage = '9X')),
      base,
    );
    expect(plan.values).toEqual([{ path: 'booking.voyage', value: '9X' }]);
  });
});

test('an untouched record put onto a shipment leaves it as it is', () => {
  fc.assert(
    fc.property(anyContent, anyRecords, (content, records) => {
      const onto = fuse(records, [], defaultPrecedence).content;
      expect(patchContent(content, structuredClone(content), onto)).toEqual(onto);
    }),
    { numRuns: 200 },
  );
});
