import { describe, expect, test } from 'vitest';
import { dayAt } from '#shared/time/day.ts';
import { bodyOf, exampleBill, exampleContainer, exampleReference, otherContainer } from '../dcsa/event-builders.ts';
import type { ParsedRecord } from '../types.ts';
import { parseFreightower as parseRecord } from './freightower-record.ts';
import {
  exampleEnvelope,
  exampleRecord,
  nodeOf,
  placeOf,
  type WirePart,
} from '#testing/connectors/ft/record-builders.ts';

const receivedAt = Date.UTC(2026, 0, 20);
const about = { subject: 'bill', billNo: exampleBill, containerNo: null, carrierCode: 'MERI', receivedAt } as const;

const parse = (envelope: unknown): ParsedRecord => parseRecord([bodyOf(envelope)], about, exampleReference);
const withNodes = (...nodes: WirePart[]): ParsedRecord =>
  parse(
    exampleEnvelope({
      ...exampleRecord(),
      containers: [{ containerNo: exampleContainer, containerType: '45G1', sealNo: 'S', nodes }],
    }),
  );
const refusalsOf = ({ refusals }: ParsedRecord): string[] => refusals.map(({ reason, field }) => `${reason}:${field}`);

describe('a healthy record', () => {
  const { content, observedAt, refusals } = parse(exampleEnvelope());

  test('gives booking and legs in instants', () => {
    expect(refusals).toEqual([]);
    expect(observedAt).toBe(Date.UTC(2026, 0, 18, 1));
    expect(content?.booking).toMatchObject({
      billNo: exampleBill,
      carrierCode: 'MERI',
      vesselName: 'BIRCH WAKE',
      voyage: '207W',
      portOfLoading: 'CNSHA',
      portOfDischarge: 'NLRTM',
      etd: Date.UTC(2026, 0, 10, 4),
      atd: Date.UTC(2026, 0, 10, 11, 30),
      eta: Date.UTC(2026, 1, 10, 6, 15),
      ata: null,
    });
    expect(
      content?.legs.map((leg) => [leg.sequence, leg.vesselImo, leg.portOfLoading, leg.portOfDischarge, leg.ata]),
    ).toEqual([
      [1, '9321483', 'CNSHA', 'SGSIN', Date.UTC(2026, 0, 17, 6)],
      [2, '9074729', 'SGSIN', 'NLRTM', null],
    ]);
  });

  test('gives ships’ milestones once for the bill and the others for each container', () => {
    expect(content?.containers.map(({ containerNo }) => containerNo)).toEqual([exampleContainer, otherContainer]);
    expect(
      content?.events.map((event) => [event.containerNo, event.statusCode, event.portCode, event.occurrence]),
    ).toEqual([
      [exampleContainer, 'LOBD', 'CNSHA', 1],
      [otherContainer, 'LOBD', 'CNSHA', 1],
      [null, 'DLPT', 'CNSHA', 1],
      [null, 'TSBA', 'SGSIN', 1],
      [null, 'BDAR', 'NLRTM', 1],
    ]);
    expect(content?.events[4]).toMatchObject({
      estimated: Date.UTC(2026, 1, 10, 6, 15),
      actual: null,
      zone: 'Europe/Amsterdam',
      vesselName: 'BIRCH WAKE',
    });
  });

  test('of one container requested leaves the others out', () => {
    const ofContainer = { ...about, subject: 'container', billNo: null, containerNo: otherContainer } as const;
    const one = parseRecord([bodyOf(exampleEnvelope())], ofContainer, exampleReference).content;
    expect(one?.containers.map(({ containerNo }) => containerNo)).toEqual([otherContainer]);
    expect(one?.events.filter(({ containerNo }) => containerNo === exampleContainer)).toEqual([]);
  });
});

describe('times and zones', () => {
  test('local text is read in the zone given, old port codes lead to the port', () => {
    const { content } = withNodes({ ...nodeOf('LOBD', 'CNSHA', '2026-07-01 08:00:00'), portCd: 'CNSGH' });
    expect(content?.events[0]).toMatchObject({
      portCode: 'CNSHA',
      actual: Date.UTC(2026, 6, 1),
      zone: 'Asia/Shanghai',
    });
  });

  test('a date without a time is that day at the place', () => {
    const { content, refusals } = withNodes(nodeOf('LOBD', 'CNSHA', '2026-01-10'));
    expect([content?.events[0]?.actual, refusals]).toEqual([dayAt('2026-01-10', 'Asia/Shanghai'), []]);
  });

  test('without a zone the port’s own counts', () => {
    const { content, refusals } = withNodes(nodeOf('DSCH', 'NLRTM', '2026-07-01 08:00:00', { timeZone: null }));
    expect(content?.events[0]).toMatchObject({ actual: Date.UTC(2026, 6, 1, 6), zone: 'Europe/Amsterdam' });
    expect(refusals).toEqual([]);
  });

  test('an unknown zone is noted and the port’s own counts', () => {
    const parsed = withNodes(nodeOf('DSCH', 'NLRTM', '2026-07-01 08:00:00', { timeZone: 'Mars/Olympus' }));
    expect(parsed.content?.events[0]).toMatchObject({ actual: Date.UTC(2026, 6, 1, 6) });
    expect(refusalsOf(parsed)).toEqual(['bad_zone:containers[0].nodes[0].timeZone']);
  });
});

test('a status reported twice as a fact has two occurrences; an expectation stands beside the fact', () => {
  const { content } = withNodes(
    nodeOf('DSCH', 'NLRTM', '2026-02-10 15:00:00'),
    nodeOf('DSCH', 'NLRTM', '2026-02-10 12:00:00'),
    nodeOf('DSCH', 'NLRTM', '2026-02-09 12:00:00', { isEst: 'Y' }),
  );
  expect(content?.events.map(({ occurrence, estimated, actual }) => [occurrence, estimated, actual])).toEqual([
    [1, Date.UTC(2026, 1, 9, 11), Date.UTC(2026, 1, 10, 11)],
    [2, null, Date.UTC(2026, 1, 10, 14)],
  ]);
});

test('containers on different ships keep their own departures', () => {
  const containers = [exampleContainer, otherContainer].map((containerNo, index) => ({
    containerNo,
    nodes: [nodeOf('DLPT', 'CNSHA', `2026-01-1${index}  19:30:00`.replace('  ', ' '), { vesselName: `Ship ${index}` })],
  }));
  const { content } = parse(exampleEnvelope({ ...exampleRecord(), containers }));
  expect(content?.events.map(({ containerNo, vesselName }) => [containerNo, vesselName])).toEqual([
    [exampleContainer, 'SHIP 0'],
    [otherContainer, 'SHIP 1'],
  ]);
});

describe('a node is refused', () => {
  test.each<[string, WirePart, string]>([
    ['with an unknown code', nodeOf('ABCD', 'CNSHA', '2026-01-10 02:00:00'), 'bad_enumeration:nodeCd'],
    ['without code', nodeOf('LOBD', 'CNSHA', '2026-01-10 02:00:00', { nodeCd: null }), 'missing_field:nodeCd'],
    ['with a number as code', nodeOf('LOBD', 'CNSHA', '2026-01-10 02:00:00', { nodeCd: 5 }), 'bad_type:nodeCd'],
    ['without time', nodeOf('LOBD', 'CNSHA', ''), 'missing_field:occurTime'],
    ['with no real time', nodeOf('LOBD', 'CNSHA', '2026-02-30 02:00:00'), 'bad_time:occurTime'],
    ['with a time in 1901', nodeOf('LOBD', 'CNSHA', '1901-02-03 02:00:00'), 'bad_time:occurTime'],
    ['with a number as time', nodeOf('LOBD', 'CNSHA', '', { occurTime: 20_260_110 }), 'bad_type:occurTime'],
    [
      'where no zone is known',
      nodeOf('LOBD', 'CNSHA', '2026-01-10 02:00:00', { portCd: 'XXABC', timeZone: null }),
      'no_zone:occurTime',
    ],
    [
      'without telling plan from fact',
      nodeOf('LOBD', 'CNSHA', '2026-01-10 02:00:00', { isEst: 'maybe' }),
      'bad_enumeration:isEst',
    ],
  ])('%s, the others are kept', (_, node, expected) => {
    const parsed = withNodes(node, nodeOf('GITM', 'CNSHA', '2026-01-08 02:00:00'));
    expect(parsed.content?.events.map(({ statusCode }) => statusCode)).toEqual(['GITM']);
    expect(refusalsOf(parsed)[0]).toBe(expected.replace(':', ':containers[0].nodes[0].'));
  });
});

describe('an answer without record', () => {
  test.each([['B0404'], ['B0202']])('%s means that nothing is known (yet)', (code) => {
    expect(parse({ code, msg: '', data: null })).toEqual({ content: null, observedAt: receivedAt, refusals: [] });
  });

  test.each<[string, Uint8Array, string]>([
    ['broken off', new TextEncoder().encode('{"code":"0","da'), 'unreadable'],
    ['a list', bodyOf([exampleEnvelope()]), 'malformed_event'],
    ['without data', bodyOf({ code: '0' }), 'malformed_event'],
    ['with a number as code', bodyOf({ ...exampleEnvelope(), code: 0 }), 'malformed_event'],
    ['of another bill', bodyOf(exampleEnvelope({ ...exampleRecord(), billNo: 'MERI000000001' })), 'unknown_reference'],
  ])('%s is refused', (_, body, reason) => {
    expect(parseRecord([body], about, exampleReference)).toMatchObject({ content: null, refusals: [{ reason }] });
  });
});

test('wrong parts of a record are left out and noted, the rest is kept', () => {
  const parsed = parse(
    exampleEnvelope({
      ...exampleRecord(),
      pol: { ...placeOf('CNSHA'), portCd: 'Shanghai' },
      vessels: [
        'Amber Tide',
        { seq: 'first', imo: 'x', vesselName: 'Amber Tide', pol: placeOf('CNSHA'), pod: placeOf('SGSIN'), etd: 'soon' },
      ],
      containers: [{ containerNo: 'BOX1' }, { containerNo: exampleContainer, containerType: 'forty', nodes: {} }],
    }),
  );
  expect(parsed.content).toMatchObject({
    booking: { portOfLoading: 'CNSHA', vesselName: 'AMBER TIDE' },
    legs: [{ sequence: 1, vesselImo: null, etd: null }],
    containers: [{ containerNo: exampleContainer, sizeType: null }],
  });
  expect(refusalsOf(parsed)).toEqual([
    'bad_reference:pol.portCd',
    'malformed_event:vessels',
    'bad_type:vessels[0].seq',
    'bad_reference:vessels[0].imo',
    'bad_time:vessels[0].etd',
    'bad_reference:containers[0].containerNo',
    'bad_reference:containers[1].containerType',
    'bad_type:containers[1].nodes',
  ]);
});

describe('what aggregators write in several ways', () => {
  test.each<[unknown, 'estimated' | 'actual']>([
    ['Y', 'estimated'],
    ['y', 'estimated'],
    [true, 'estimated'],
    ['true', 'estimated'],
    [1, 'estimated'],
    ['1', 'estimated'],
    ['N', 'actual'],
    [false, 'actual'],
    ['0', 'actual'],
    [0, 'actual'],
    ['', 'actual'],
    [null, 'actual'],
  ])('isEst %j: %s', (isEst, kind) => {
    const reported = withNodes(nodeOf('LOBD', 'CNSHA', '2026-01-10 02:00:00', { isEst }));
    expect(reported.refusals).toEqual([]);
    expect(reported.content?.events[0]?.[kind]).toBe(Date.UTC(2026, 0, 9, 18));
  });

  test.each([2, 'maybe', {}])('isEst %j says nothing', (isEst) =>
    expect(refusalsOf(withNodes(nodeOf('LOBD', 'CNSHA', '2026-01-10 02:00:00', { isEst })))).toHaveLength(1),
  );

  test('numbers as texts and IMO numbers as numbers', () => {
    const { vessels, ...record } = exampleRecord() as { vessels: WirePart[] };
    const [first, second] = vessels as [WirePart, WirePart];
    const swapped = [
      { ...second, seq: '2', imo: 9_074_729 },
      { ...first, seq: '1', imo: 9_321_483 },
    ];
    const { content, refusals } = parse(exampleEnvelope({ ...record, vessels: swapped }));
    expect(refusals).toEqual([]);
    expect(content?.legs.map((leg) => [leg.sequence, leg.vesselImo])).toEqual([
      [1, '9321483'],
      [2, '9074729'],
    ]);
  });

  test('unknown fields, nulls and empty texts change nothing', () => {
    const noisy = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(noisy);
      if (typeof value !== 'object' || value === null) return value;
      const parts = Object.entries(value).map(([name, part]) => [name, noisy(part)]);
      return { ...Object.fromEntries(parts), remark: null, extra: { a: [1] }, ext1: '' };
    };
    expect(parse(noisy(exampleEnvelope()))).toEqual(parse(exampleEnvelope()));
  });
});

describe('cut-offs', () => {
  const withCutOffs = (...cutOffs: unknown[]): ParsedRecord =>
    parse(exampleEnvelope({ ...exampleRecord(), cutOffs: cutOffs as WirePart[] }));

  test('are in the time of the port of loading, each kind once', () => {
    const { content, refusals } = withCutOffs(
      { cutOffCd: 'vco', cutOffTime: '2026-01-09 18:00:00' },
      { cutOffCd: 'DCO', cutOffTime: '2026-01-08 12:00' },
      { cutOffCd: 'DCO', cutOffTime: '2026-01-08 16:00' },
    );
    expect(refusals).toEqual([]);
    expect(content?.cutoffs).toEqual([
      { code: 'DCO', time: Date.UTC(2026, 0, 8, 8) },
      { code: 'VCO', time: Date.UTC(2026, 0, 9, 10) },
    ]);
    expect(withCutOffs().content).not.toHaveProperty('cutoffs');
  });

  test('that cannot be read are refused one by one', () => {
    const parsed = withCutOffs(
      { cutOffCd: 'DCO', cutOffTime: 'tomorrow' },
      { cutOffCd: 'UNKNOWN', cutOffTime: '2026-01-09 18:00:00' },
      { cutOffTime: '2026-01-09 18:00:00' },
      { cutOffCd: 'FCO' },
      'DCO',
      { cutOffCd: 'ECP', cutOffTime: '2026-01-05 09:00:00' },
    );
    expect(parsed.content?.cutoffs).toEqual([{ code: 'ECP', time: Date.UTC(2026, 0, 5, 1) }]);
    expect(refusalsOf(parsed).sort()).toEqual([
      'bad_enumeration:cutOffs[1].cutOffCd',
      'bad_time:cutOffs[0].cutOffTime',
      'malformed_event:cutOffs',
      'missing_field:cutOffs[2].cutOffCd',
      'missing_field:cutOffs[3].cutOffTime',
    ]);
  });
});
