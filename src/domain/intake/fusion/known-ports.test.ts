import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HOUR_MS } from '#shared/time/instant.ts';
import { anyRecords } from '../../testing/arbitraries.ts';
import { at, buildEvent, buildLeg, buildRecord } from '../../testing/builders.ts';
import { fuse } from './fuse.ts';
import { defaultPrecedence } from './precedence.ts';

const ship = { vesselName: 'MERIDIAN STAR', voyage: '012W' };
/** A carrier that has a code of its own for the port of discharge. */
const carrier = buildRecord('carrier', {
  unknownPorts: ['MNX07'],
  booking: { portOfLoading: 'CNSHA', portOfDischarge: 'MNX07', ata: at(-2, 3), eta: at(-2) },
  legs: [buildLeg(1, 'CNSHA', 'MNX07', { ...ship, atd: at(-30), eta: at(-2), ata: at(-2, 3) })],
  events: [
    buildEvent(null, 'BDAR', 'MNX07', { actual: at(-2, 3), zone: 'UTC', ...ship }),
    buildEvent('MERU1234567', 'DSCH', 'MNX07', { actual: at(-1), zone: 'UTC' }),
  ],
});
const terminal = buildRecord(
  'terminal',
  {
    booking: { portOfDischarge: 'PHMNL', ata: at(-2, 4) },
    events: [
      buildEvent(null, 'BDAR', 'PHMNL', { actual: at(-2, 4), zone: 'Asia/Manila', ...ship }),
      buildEvent('MERU1234567', 'DSCH', 'PHMNL', { actual: at(-1, 1), zone: 'Asia/Manila' }),
    ],
  },
  { sourceType: 'FT', sourceCode: 'ft' },
);

test('a code that nobody knows gives way to the known one of the same call, which stands once with the word of both', () => {
  for (const records of [
    [carrier, terminal],
    [terminal, carrier],
  ]) {
    const { content, provenance } = fuse(records, [], defaultPrecedence);
    expect(content.booking.portOfDischarge).toBe('PHMNL');
    expect(content.legs[0]?.portOfDischarge).toBe('PHMNL');
    const arrivals = content.events.filter(({ statusCode }) => statusCode === 'BDAR');
    expect(arrivals).toMatchObject([{ portCode: 'PHMNL', zone: 'Asia/Manila' }]);
    const statement = provenance['event[MERU1234567|DSCH|PHMNL|1].actual'];
    expect([statement?.winner.recordId, ...(statement?.others ?? []).map(({ recordId }) => recordId)].sort()).toEqual([
      'carrier',
      'terminal',
    ]);
  }
});

test('a code stays where nobody tells the call otherwise, where the record names that port itself, or at another time', () => {
  const portsOf = (...records: Parameters<typeof fuse>[0][number][]) =>
    fuse(records, [], defaultPrecedence).content.events.map(({ portCode }) => portCode);
  expect(portsOf(carrier)).toEqual(['MNX07', 'MNX07']);
  const later = { ...terminal, content: { ...terminal.content, events: [] } };
  later.content = { ...later.content, booking: { ...later.content.booking, ata: at(4) } };
  expect(portsOf(carrier, later)).toEqual(['MNX07', 'MNX07']);
  const both = {
    ...carrier,
    content: { ...carrier.content, legs: [...carrier.content.legs, buildLeg(2, 'MNX07', 'PHMNL')] },
  };
  expect(portsOf(both, terminal)).toContain('MNX07');
});

test('the order of records plays no part, and what is known to all is as it was', () => {
  const anyUnknown = anyRecords.map((records) =>
    records.map((record, index) =>
      index % 2 === 0 ? { ...record, content: { ...record.content, unknownPorts: ['ZZZZZ'] } } : record,
    ),
  );
  fc.assert(
    fc.property(anyUnknown, (records) => {
      const fused = fuse(records, [], defaultPrecedence);
      expect(fuse(records.toReversed(), [], defaultPrecedence)).toEqual(fused);
      expect(fuse([buildRecord('again', fused.content)], [], defaultPrecedence).content).toEqual(fused.content);
      for (const { actual } of fused.content.events) if (actual !== null) expect(actual % HOUR_MS).toBe(0);
    }),
    { numRuns: 200 },
  );
});
