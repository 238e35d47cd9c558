import { afterEach, describe, expect, test } from 'vitest';
import { dayAt } from '#shared/time/day.ts';
import { toLocalText } from '#shared/time/zone.ts';
import { stopServers } from '../local-servers.ts';
import {
  type Requested,
  type Answered,
  askAndRead,
  platform,
  profileNamed,
  question,
  refused,
} from '../trackers/strict-platform.ts';
import type { ParseReference, PullFailure } from '../types.ts';
import type { ShipmentContent } from '#domain/tracking/model.ts';

afterEach(stopServers);

const dhl = profileNamed('dhl');
const billNo = '1234567891';
const keys = { apiKey: 'KEY-1' };
const zones: Readonly<Record<string, string>> = { DEZZZ: 'Europe/Berlin', NLZZZ: 'Europe/Amsterdam' };
/** What master data know: the only zone of a country. */
const reference: ParseReference = { resolvePort: () => undefined, zoneOf: (code) => zones[code] };

/** Scans in short: milestone, place, the time there. */
const short = (content: ShipmentContent | null): string[] =>
  (content?.events ?? []).map(
    ({ statusCode, portCode, actual, zone }) =>
      `${statusCode} ${portCode} ${toLocalText(actual ?? 0, zone ?? 'UTC').slice(0, 16)}`,
  );

const at = (addressLocality: string, countryCode?: string) => ({
  address: { addressLocality, ...(countryCode && { countryCode }) },
});
const event = (timestamp: string, location: object, statusCode: string, description: string, status = statusCode) => ({
  timestamp,
  location,
  statusCode,
  status,
  description,
});
const shipment = {
  id: Number(billNo),
  service: 'express',
  origin: at('SHENZHEN - CHINA MAINLAND'),
  destination: at('UTRECHT - NETHERLANDS, THE'),
  status: event('2026-02-04T10:12:00', at('UTRECHT - NETHERLANDS, THE'), 'delivered', 'Delivered'),
  estimatedTimeOfDelivery: '2026-02-04T00:00:00Z',
  estimatedTimeOfDeliveryRemark: 'By End of Day',
  details: {
    product: { productName: 'EXPRESS WORLDWIDE' },
    totalNumberOfPieces: 2,
    weight: { value: 10, unitText: 'LB' },
    pieceIds: ['JD014600000000000001'],
  },
  events: [
    event(
      '2026-02-04T10:12:00',
      at('UTRECHT - NETHERLANDS, THE'),
      'delivered',
      'Delivered - nobody at home, left with neighbour',
    ),
    event(
      '2026-02-04T08:30:00+01:00',
      at('Utrecht', 'NL'),
      'transit',
      'Shipment is out with courier for delivery',
      'Out for delivery',
    ),
    event('2026-02-03T18:00:00', at('LEIPZIG - GERMANY'), 'transit', 'Clearance processing complete at LEIPZIG'),
    event('2026-02-03T02:10:00', at('CINCINNATI HUB,OH - USA'), 'transit', 'Departed Facility in CINCINNATI HUB'),
    event('2026-02-02T20:00:00', at('SHENZHEN - CHINA MAINLAND'), 'transit', 'Petals counted'),
    event('2026-02-02T19:00:00', at('MARS'), 'transit', 'Processed'),
    event('2026-02-02T18:00:00', at('SHENZHEN - CHINA MAINLAND'), 'pre-transit', 'Shipment picked up'),
  ],
};

/** DHL as its documentation has it; problems are RFC 7807. */
const strict = (shipments: object[], override?: (requested: Requested) => Answered | undefined) =>
  platform((requested) => {
    const { path, query, headers } = requested;
    if (headers['dhl-api-key'] !== keys.apiKey) return [401, { title: 'Unauthorized', status: 401 }];
    const other = override?.(requested);
    if (other !== undefined) return other;
    const from = Number(query.get('offset'));
    const found = shipments.slice(from, from + Number(query.get('limit')));
    if (path !== '/track/shipments' || query.get('trackingNumber') !== billNo || found.length === 0)
      return [404, { title: 'No result found', detail: 'No shipment with given tracking number found.', status: 404 }];
    return [200, { shipments: found, ...(found.length === 10 && { nextUrl: '/shipments?offset=10' }) }];
  });

const ask = (base: string, more: object = {}) => question(base, keys, { billNo, carrierCode: 'DHL', ...more });

describe('reading', () => {
  test('local times are those of the place, a written offset counts, and what is unknown is shown in words and counted', async () => {
    const { base } = await strict([shipment]);
    const record = (await askAndRead(dhl, ask(base))).read(reference);
    expect(short(record.content)).toEqual([
      'XPU SHENZHEN CN 2026-02-02 18:00',
      'XIT SHENZHEN CN 2026-02-02 20:00',
      'XDP CINCINNATI HUB OH US 2026-02-03 02:10',
      'XCC LEIPZIG DE 2026-02-03 18:00',
      'XOD UTRECHT NL 2026-02-04 08:30',
      'XDL UTRECHT NL 2026-02-04 10:12',
    ]);
    expect(refused(record)).toEqual(['bad_enumeration: transit · Petals counted', 'no_zone: 2026-02-02T19:00:00']);
    expect(record.content?.events[1]?.place).toBe('transit · Petals counted');
    expect(record.content?.booking).toMatchObject({
      billNo,
      serviceCode: 'EXPRESS WORLDWIDE',
      portOfLoading: 'SHENZHEN CN',
      portOfDischarge: 'UTRECHT NL',
      plannedArrival: null,
      eta: dayAt('2026-02-04', 'Europe/Amsterdam'),
      ata: Date.UTC(2026, 1, 4, 9, 12),
    });
    expect(record.content?.containers).toMatchObject([{ quantity: 2, grossWeightKg: 4.536 }]);
  });

  test('of several businesses the one that was heard of last counts; a piece is answered with its shipment', async () => {
    const older = { ...shipment, status: { ...shipment.status, timestamp: '2025-01-01T00:00:00' }, events: [] };
    const { base } = await strict([older, shipment]);
    expect((await askAndRead(dhl, ask(base))).read(reference).content?.events).toHaveLength(6);
    const answer = new TextEncoder().encode(JSON.stringify({ shipments: [{ ...shipment, id: '5555555555' }] }));
    const about = { subject: 'bill', containerNo: null, carrierCode: 'DHL', receivedAt: Date.UTC(2026, 2, 1) } as const;
    const piece = dhl.connector.parse([answer], { ...about, billNo: 'JD014600000000000001' }, reference);
    expect(piece.content?.booking.billNo).toBe('JD014600000000000001');
  });
});

describe('asking', () => {
  test('all pages are requested; what DHL does not know is no failure', async () => {
    const { base, asked: requested } = await strict(Array.from({ length: 12 }, () => shipment));
    await askAndRead(dhl, ask(base));
    expect(requested.map(({ query }) => query.get('offset'))).toEqual(['0', '10']);
    expect(requested[0]?.query.has('service')).toBe(false);
    const record = (await askAndRead(dhl, ask(base, { billNo: '0000000000' }))).read(reference);
    expect(record).toMatchObject({ content: null, refusals: [] });
  });

  test.each<[string, object, Answered | undefined, string, number | null]>([
    ['a wrong key', { apiKey: 'other' }, undefined, 'unauthorized', null],
    [
      'the limit',
      keys,
      [429, { status: 429, title: 'Too Many Requests' }, { 'retry-after': '5' }],
      'rate_limited',
      5_000,
    ],
    ['an answer without shipments', keys, [200, { fault: 'x' }], 'bad_answer', null],
  ])('%s is a failure with a reason', async (_, credential, answer, reason, wait) => {
    const { base } = await strict([shipment], () => answer);
    const failed: PullFailure = await dhl.connector
      .pull(question(base, credential, { billNo, carrierCode: 'DHL' }))
      .then(
        () => Promise.reject(new Error('answered')),
        (error: PullFailure) => error,
      );
    expect([failed.reason, failed.retryAfterMs]).toEqual([reason, wait]);
  });
});
