import { describe, expect, test } from 'vitest';
import { parseSchedules } from './parse-schedules.ts';

const reference = {
  resolvePort: (code: string) => ({ CNSGH: 'CNSHA', CNSHA: 'CNSHA' })[code],
  carrierOf: (code: string) => (code === 'MRDU' ? 'MERI' : undefined),
};

type Call = Record<string, unknown>;

const stamp = (type: string, classifier: string, at: string): object => ({
  eventTypeCode: type,
  eventClassifierCode: classifier,
  eventDateTime: at,
});

const usual: Call = {
  transportCallReference: 'C-1',
  carrierImportVoyageNumber: '601E',
  carrierExportVoyageNumber: '602W',
  location: { UNLocationCode: 'CNSGH', facility: { facilityCode: 'SHAT1', facilityCodeListProvider: 'SMDG' } },
  timestamps: [
    stamp('ARRI', 'PLN', '2026-06-10T08:00:00+08:00'),
    stamp('ARRI', 'EST', '2026-06-10T12:00:00+08:00'),
    stamp('DEPA', 'PLN', '2026-06-11T08:00:00+08:00'),
  ],
  cutOffTimes: [
    { cutOffDateTimeCode: 'DCO', cutOffDateTime: '2026-06-08T12:00:00+08:00' },
    // A code that DCSA does not define.
    { cutOffDateTimeCode: 'ZZZ', cutOffDateTime: '2026-06-08T12:00:00+08:00' },
    { cutOffDateTimeCode: 'VCO', cutOffDateTime: 'soon' },
  ],
};
const vessel = { vesselIMONumber: '9074729', name: 'MERIDIAN', operatorCarrierCode: 'MRDU' };

const read = (calls: Call[], schedule: object = { vessel, isDummyVessel: false }) =>
  parseSchedules(
    new TextEncoder().encode(
      JSON.stringify([{ carrierServiceCode: 'AE1', vesselSchedules: [{ ...schedule, transportCalls: calls }] }]),
    ),
    reference,
  );
const reasons = (calls: Call[], schedule?: object): string[] =>
  read(calls, schedule).refusals.map(({ reason }) => reason);

describe('schedules of a carrier', () => {
  test('are read with their own port codes, the three kinds of times, cut-offs that we know and the operator', () => {
    const { calls, refusals } = read([usual]);
    expect(calls).toEqual([
      expect.objectContaining({
        ref: 'C-1',
        serviceCode: 'AE1',
        operatorCode: 'MERI',
        portCode: 'CNSHA',
        terminal: 'SHAT1',
        omitted: false,
        arrival: { planned: Date.UTC(2026, 5, 10), estimated: Date.UTC(2026, 5, 10, 4), actual: null },
        departure: { planned: Date.UTC(2026, 5, 11), estimated: null, actual: null },
        cutOffs: [{ code: 'DCO', at: Date.UTC(2026, 5, 8, 4) }],
      }),
    ]);
    expect(refusals.map(({ reason }) => reason)).toEqual(['bad_time']);
  });

  test.each([
    [
      'a departure before the arrival',
      {
        timestamps: [
          stamp('ARRI', 'PLN', '2026-06-12T08:00:00+08:00'),
          stamp('DEPA', 'PLN', '2026-06-11T08:00:00+08:00'),
        ],
      },
      'contradiction',
    ],
    ['no times', { timestamps: [] }, 'missing_field'],
    ['a time without its offset', { timestamps: [stamp('ARRI', 'PLN', '2026-06-12T08:00:00')] }, 'no_offset'],
    ['no port', { location: {} }, 'missing_field'],
    ['a port of another form', { location: { UNLocationCode: '上海' } }, 'bad_reference'],
    ['no reference', { transportCallReference: '' }, 'missing_field'],
  ])('of a call with %s: it is refused, and the others are taken', (_name, wrong, reason) => {
    const { calls, refusals } = read([
      { ...usual, cutOffTimes: [], ...wrong },
      { ...usual, transportCallReference: 'C-2', cutOffTimes: [] },
    ]);
    expect(calls).toHaveLength(1);
    expect(refusals.map((one) => one.reason)).toContain(reason);
  });

  const lies = (ref: string, port: string, from: string, to: string, more: Call = {}): Call => ({
    transportCallReference: ref,
    location: { UNLocationCode: port },
    timestamps: [stamp('ARRI', 'PLN', from), stamp('DEPA', 'PLN', to)],
    ...more,
  });
  const shanghai = lies('C-1', 'CNSHA', '2026-06-10T08:00:00+08:00', '2026-06-11T08:00:00+08:00');

  test.each([
    ['a call told twice', { ...shanghai }],
    ['a port twice at the same time', { ...shanghai, transportCallReference: 'C-2' }],
    [
      'a local time that is called UTC, so that she would lie in two ports at once',
      lies('C-2', 'CNNGB', '2026-06-11T02:00:00Z', '2026-06-11T20:00:00Z', {
        timestamps: [stamp('ARRI', 'PLN', '2026-06-10T20:00:00Z'), stamp('DEPA', 'PLN', '2026-06-11T12:00:00Z')],
      }),
    ],
  ])('that contradict themselves are refused: %s', (_name, wrong) => {
    const { calls, refusals } = read([shanghai, wrong]);
    expect(calls.map(({ ref }) => ref)).toEqual(['C-1']);
    expect(refusals.map(({ reason }) => reason)).toEqual(['contradiction']);
  });

  test('of a port that is called at twice, of a change of berth and of a late vessel are no contradiction', () => {
    const { calls, refusals } = read([
      shanghai,
      lies('C-2', 'CNSHA', '2026-06-20T08:00:00+08:00', '2026-06-21T08:00:00+08:00'),
      lies('C-3', 'CNSHA', '2026-06-11T06:00:00+08:00', '2026-06-11T20:00:00+08:00', {
        location: { UNLocationCode: 'CNSHA', facility: { facilityCode: 'SHAT2', facilityCodeListProvider: 'SMDG' } },
      }),
      // Expected behind the departure that is still the planned one.
      lies('C-4', 'NLRTM', '2026-07-10T08:00:00+02:00', '2026-07-11T08:00:00+02:00', {
        timestamps: [
          stamp('ARRI', 'PLN', '2026-07-10T08:00:00+02:00'),
          stamp('ARRI', 'EST', '2026-07-12T08:00:00+02:00'),
          stamp('DEPA', 'PLN', '2026-07-11T08:00:00+02:00'),
        ],
      }),
    ]);
    expect(refusals).toEqual([]);
    expect(calls).toHaveLength(4);
  });

  test('of a vessel that is not named yet are left out, of one with a wrong number refused', () => {
    expect(read([usual], { vessel, isDummyVessel: true })).toEqual({ calls: [], refusals: [] });
    expect(reasons([usual], { vessel: { ...vessel, vesselIMONumber: '9074728' } })).toEqual(['bad_reference']);
    expect(reasons([usual], {})).toEqual(['missing_field']);
  });

  test('that are no list, or no JSON at all, are one refusal', () => {
    const parse = (text: string) => parseSchedules(new TextEncoder().encode(text), reference);
    expect(parse('{"a":1}').refusals.map(({ reason }) => reason)).toEqual(['not_an_array']);
    expect(parse('[{').refusals.map(({ reason }) => reason)).toEqual(['unreadable']);
    expect(parse('[3]').refusals.map(({ reason }) => reason)).toEqual(['malformed_event']);
  });

  test('a call left out is marked', () => {
    expect(read([{ ...usual, statusCode: 'OMIT' }]).calls[0]?.omitted).toBe(true);
  });
});

test('two terminals of one port are two calls, by the codes where the standard has them', () => {
  const at = (ref: string, location: Record<string, string>, comes: string, leaves: string): Call => ({
    transportCallReference: ref,
    location: { UNLocationCode: 'NLRTM', ...location },
    timestamps: [stamp('ARRI', 'PLN', comes), stamp('DEPA', 'PLN', leaves)],
  });
  const { calls, refusals } = read([
    at('r1', { facilitySMDGCode: 'RWG' }, '2026-12-01T06:00:00+01:00', '2026-12-02T06:00:00+01:00'),
    at('r2', { facilitySMDGCode: 'ECTDELTA' }, '2026-12-02T04:00:00+01:00', '2026-12-03T06:00:00+01:00'),
  ]);
  expect(refusals).toEqual([]);
  expect(calls.map(({ portCode, terminal }) => [portCode, terminal])).toEqual([
    ['NLRTM', 'RWG'],
    ['NLRTM', 'ECTDELTA'],
  ]);
});
