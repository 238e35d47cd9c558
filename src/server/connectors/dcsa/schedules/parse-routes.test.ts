import { describe, expect, test } from 'vitest';
import { parseRoutes } from './parse-routes.ts';

const reference = {
  resolvePort: (code: string) => ({ CNSGH: 'CNSHA', CNSHA: 'CNSHA' })[code],
  carrierOf: (code: string) => (code === 'MRDU' ? 'MERI' : undefined),
};
const end = (code: string, dateTime: string) => ({ location: { UNLocationCode: code }, dateTime });
const ride = (more: Record<string, unknown> = {}) => ({
  sequenceNumber: 1,
  transport: {
    modeOfTransport: 'VESSEL',
    servicePartners: [{ carrierCode: 'MRDU', carrierServiceCode: 'AE1', carrierExportVoyageNumber: '602W' }],
    vessel: { vesselIMONumber: '9074729', name: 'MERIDIAN', operatorCarrierCode: 'MRDU' },
  },
  departure: end('CNSGH', '2026-06-11T08:00:00+08:00'),
  arrival: end('NLRTM', '2026-07-10T08:00:00+02:00'),
  ...more,
});
const read = (routes: unknown) => parseRoutes(new TextEncoder().encode(JSON.stringify(routes)), reference);
const reasons = (routes: unknown) => read(routes).refusals.map(({ reason }) => reason);

describe('point-to-point routes of a carrier', () => {
  test('are read with vessels, ports as we know them, instants and cut-offs', () => {
    const truck = { transport: { modeOfTransport: 'TRUCK' }, departure: end('CNSZX', '2026-06-09T08:00:00+08:00') };
    const { routes, refusals } = read([
      {
        legs: [truck, ride()],
        cutOffTimes: [{ cutOffDateTimeCode: 'DCO', cutOffDateTime: '2026-06-08T12:00:00+08:00' }],
      },
    ]);
    expect(refusals).toEqual([]);
    expect(routes).toEqual([
      {
        legs: [
          {
            operatorCode: 'MERI',
            serviceCode: 'AE1',
            imo: '9074729',
            vesselName: 'MERIDIAN',
            voyage: '602W',
            fromPort: 'CNSHA',
            toPort: 'NLRTM',
            departsAt: Date.UTC(2026, 5, 11),
            arrivesAt: Date.UTC(2026, 6, 10, 6),
            cutOffs: [],
            calls: [],
          },
        ],
        cutOffs: [{ code: 'DCO', at: Date.UTC(2026, 5, 8, 4) }],
      },
    ]);
  });

  test('keep what a leg says of itself: calls on the way and its own cut-offs', () => {
    const call = {
      ...end('CNSHA', ''),
      arrivalDateTime: '2026-06-12T08:00:00+08:00',
      departureDateTime: '2026-06-13T08:00:00+08:00',
    };
    const unknown = { location: { locationName: 'Anchorage' } };
    const cutOffTimes = [{ cutOffDateTimeCode: 'VCO', cutOffDateTime: '2026-06-10T12:00:00+08:00' }];
    const { routes, refusals } = read([{ legs: [ride({ intermediateCalls: [call, unknown], cutOffTimes })] }]);
    const cutOffs = [{ code: 'VCO', at: Date.UTC(2026, 5, 10, 4) }];
    expect(routes).toEqual([{ legs: [expect.objectContaining({ cutOffs })], cutOffs }]);
    expect(routes[0]?.legs[0]?.calls).toEqual([
      { port: 'CNSHA', arrivesAt: Date.UTC(2026, 5, 12), departsAt: Date.UTC(2026, 5, 13) },
    ]);
    expect(refusals.map(({ reason }) => reason)).toEqual(['missing_field']);
  });

  test('a place is given by its facility alone, and a barge is named like a vessel', () => {
    const facility = { facilityCode: 'NLRTMAPMT', facilityCodeListProvider: 'BIC' };
    const barge = {
      ...ride({ departure: end('NLRTM', '2026-07-11T08:00:00+02:00'), arrival: end('NLAMS', '2026-07-12T08:00:00Z') }),
      transport: { modeOfTransport: 'BARGE', barge: { name: 'RIJN 7' } },
    };
    const { routes, refusals } = read([
      { legs: [ride({ arrival: { location: { facility }, dateTime: '2026-07-10T08:00:00+02:00' } }), barge] },
    ]);
    expect(refusals).toEqual([]);
    expect(routes[0]?.legs.map(({ toPort, vesselName }) => [toPort, vesselName])).toEqual([
      ['NLRTM', 'MERIDIAN'],
      ['NLAMS', 'RIJN 7'],
    ]);
  });

  test('a truck between two rides by an address without a code leads to another port', () => {
    const address = { location: { address: { street: 'Albert Plesmanweg', city: 'Rotterdam', countryCode: 'NL' } } };
    const truck = {
      transport: { modeOfTransport: 'TRUCK' },
      departure: { ...address, dateTime: '2026-07-11T08:00:00+02:00' },
      arrival: { ...address, dateTime: '2026-07-11T20:00:00+02:00' },
    };
    const onward = ride({
      departure: end('BEANR', '2026-07-13T08:00:00+02:00'),
      arrival: end('GBLGP', '2026-07-14T08:00:00+01:00'),
    });
    const { routes, refusals } = read([{ legs: [ride(), truck, onward] }]);
    expect(refusals).toEqual([]);
    expect(routes[0]?.legs.map(({ toPort }) => toPort)).toEqual(['NLRTM', 'GBLGP']);
  });

  test.each([
    [
      'an arrival before the departure',
      [ride({ arrival: end('NLRTM', '2026-06-01T08:00:00+02:00') })],
      'contradiction',
    ],
    ['a time without its offset', [ride({ arrival: end('NLRTM', '2026-07-10T08:00:00') })], 'no_offset'],
    ['a port of another form', [ride({ arrival: end('鹿特丹', '2026-07-10T08:00:00Z') })], 'bad_reference'],
    ['no rides by sea', [{ ...ride(), transport: { modeOfTransport: 'RAIL' } }], 'missing_field'],
    [
      'a change at two ports at once',
      [
        ride(),
        ride({ departure: end('SGSIN', '2026-08-01T08:00:00Z'), arrival: end('DEHAM', '2026-08-09T08:00:00Z') }),
      ],
      'contradiction',
    ],
    [
      'a second ride that leaves before the first arrives',
      [
        ride(),
        ride({ departure: end('NLRTM', '2026-07-01T08:00:00Z'), arrival: end('DEHAM', '2026-07-03T08:00:00Z') }),
      ],
      'contradiction',
    ],
    ['more rides than there can be', Array.from({ length: 13 }, () => ride()), 'too_many_events'],
  ])('with %s are refused, and the others are taken', (_name, legs, reason) => {
    expect(read([{ legs }, { legs: [ride()] }]).routes).toHaveLength(1);
    expect(reasons([{ legs }, { legs: [ride()] }])).toContain(reason);
  });

  test('an answer that is no list of routes is refused', () => {
    expect(parseRoutes(new TextEncoder().encode('[{'), reference).refusals[0]?.reason).toBe('unreadable');
    expect(reasons({ routes: [] })).toEqual(['not_an_array']);
    expect(reasons([3])).toEqual(['malformed_event']);
  });
});

test('a land leg between two rides joins them, and one that leads elsewhere is a contradiction', () => {
  const second = ride({
    departure: end('BEANR', '2026-07-13T06:00:00+02:00'),
    arrival: end('GBFXT', '2026-07-14T06:00:00Z'),
  });
  const road = (to: string) => ({
    transport: { modeOfTransport: 'TRUCK' },
    departure: end('NLRTM', '2026-07-11T06:00:00+02:00'),
    arrival: end(to, '2026-07-11T16:00:00+02:00'),
  });
  const { routes, refusals } = read([{ legs: [ride(), road('BEANR'), second] }]);
  expect(refusals).toEqual([]);
  expect(routes[0]?.legs.map(({ fromPort, toPort }) => `${fromPort}-${toPort}`)).toEqual([
    'CNSHA-NLRTM',
    'BEANR-GBFXT',
  ]);
  expect(reasons([{ legs: [ride(), road('DEHAM'), second] }])).toEqual(['contradiction']);
  expect(reasons([{ legs: [ride(), second] }])).toEqual(['contradiction']);
});

test('a place may be given by the BIC code of its facility alone', () => {
  const arrival = { location: { facilityBICCode: 'NLRTMRWGT' }, dateTime: '2026-07-10T08:00:00+02:00' };
  expect(read([{ legs: [ride({ arrival })] }]).routes[0]?.legs[0]?.toPort).toBe('NLRTM');
  expect(reasons([{ legs: [ride({ arrival: { ...arrival, location: { facilitySMDGCode: 'RWG' } } })] }])).toEqual([
    'missing_field',
  ]);
});
