import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { createRandom, type Random } from '#shared/random/prng.ts';
import { mailTexts } from '#shared/mail/read-mail.ts';
import { parseAirports, parseRailStations } from '#shared/reference/places.ts';
import { DAY_MS } from '#shared/time/instant.ts';
import { createParcels } from '#simulator/land/parcels.ts';
import { toSfAnswer, toUpsAnswer, toUpsEvent } from '#simulator/land/parcel-wire.ts';
import { createRoadOrders, toFleetAnswer } from '#simulator/land/road-orders.ts';
import { createRailLoads, toRailAnswer } from '#simulator/land/trains.ts';
import { sampleFsu, sampleWaybill } from '#testing/air-samples.ts';
import { createStopwatch, FUZZED, isStorable, SLOWEST_MS } from '#testing/fuzz.ts';
import { splitCargoImp } from './cargoimp/index.ts';
import { splitParcelEvents } from './consignment/index.ts';
import { connectors } from './index.ts';
import { mutateBytes, mutateJson } from '#testing/connectors/mutate.ts';
import { splitObjectNotices } from './onerecord/index.ts';
import { refusalReasons } from './refusal-reasons.ts';
import type { ParseRefusal } from './types.ts';

const now = Date.UTC(2026, 2, 20);
const seed = 'bent';
const read = (path: string): string => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
const zones = new Map(
  [...parseAirports(read('generated/airports.csv')), ...parseRailStations(read('seeds/rail-stations.csv'))].map(
    ({ code, zone }) => [code, zone],
  ),
);
const bytes = (value: unknown): Uint8Array => Buffer.from(JSON.stringify(value) ?? '');
const isExplained = ({ reason, value }: ParseRefusal): boolean =>
  (refusalReasons as readonly string[]).includes(reason) && (value ?? '').length <= 200;

const parcels = createParcels(seed).booked(now - 12 * DAY_MS, now);
const loads = createRailLoads(seed).booked(now - 20 * DAY_MS, now - 6 * DAY_MS);
const orders = createRoadOrders(seed).booked(now - 2 * DAY_MS, now);
const byCourier = (courier: string) => parcels.filter((parcel) => parcel.courier === courier);

const site = { city: 'Reno', stateOrProvinceCode: 'NV', countryCode: 'US' };
const stop = { address: { addressLocality: 'RENO,NV - USA' } };
const window = { window: { ends: '2026-03-04T10:30:00-08:00' } };
const times = (of: (time: string) => object) =>
  Array.from({ length: 8 }, (_, day) => of(`2026-03-0${day + 1}T1${day}:30:00`));

/** Answers of couriers that the simulated world does not have. */
const abroad = {
  dhl: {
    shipments: [
      {
        id: '1234567891',
        service: 'express',
        origin: stop,
        destination: stop,
        estimatedTimeOfDelivery: '2026-03-09T00:00:00',
        details: { totalNumberOfPieces: 2, weight: { value: 3, unitText: 'KG' }, pieceIds: ['JD01'] },
        events: times((timestamp) => ({ timestamp, location: stop, statusCode: 'transit', description: 'Departed' })),
      },
    ],
  },
  fedex: {
    trackingNumber: '100000000003',
    trackResults: [
      {
        trackingNumberInfo: { trackingNumber: '100000000003', trackingNumberUniqueId: '1~2~FX' },
        serviceDetail: { description: 'Ground' },
        originLocation: { locationContactAndAddress: { address: site } },
        destinationLocation: { locationContactAndAddress: { address: site } },
        packageDetails: { count: '1', weightAndDimensions: { weight: [{ unit: 'LB', value: '1.0' }] } },
        standardTransitTimeWindow: window,
        estimatedDeliveryTimeWindow: window,
        scanEvents: times((time) => ({ date: `${time}-08:00`, eventType: 'AR', scanLocation: site })),
      },
    ],
  },
  usps: {
    trackingNumber: '9400100000000000000006',
    mailClass: 'PRIORITY_MAIL',
    destinationState: 'NV',
    destinationZIP: '89501',
    guaranteedDeliveryTimeStamp: '2026-03-09T18:00:00',
    expectedDeliveryTimeStamp: '2026-03-09T00:00:00',
    trackingEvents: times((eventTimestamp) => ({
      eventTimestamp,
      eventCode: '07',
      eventType: 'Arrived',
      eventCity: 'RENO',
      eventState: 'NV',
      eventZIP: '89501',
      GMTTimestamp: `${eventTimestamp}.000Z`,
      GMTOffset: '-8:00',
    })),
  },
};

type Fuzzed = 'sf' | 'ups' | 'railway' | 'fleet' | keyof typeof abroad;

/** A sound answer of each source with the number it is about. */
const sources: Readonly<Record<Fuzzed, (random: Random) => { no: string; answer: object }>> = {
  dhl: () => ({ no: '1234567891', answer: abroad.dhl }),
  fedex: () => ({ no: abroad.fedex.trackingNumber, answer: abroad.fedex }),
  usps: () => ({ no: abroad.usps.trackingNumber, answer: abroad.usps }),
  sf: (random) => {
    const parcel = random.pick(byCourier('SF'));
    return { no: parcel.waybill, answer: toSfAnswer(seed, parcel, now, zones) };
  },
  ups: (random) => {
    const parcel = random.pick(byCourier('UPS'));
    return { no: parcel.waybill, answer: toUpsAnswer(parcel, now) };
  },
  railway: (random) => {
    const load = random.pick(loads);
    return { no: load.waybill, answer: toRailAnswer(load, now, zones) };
  },
  fleet: (random) => {
    const order = random.pick(orders);
    return { no: order.orderNo, answer: toFleetAnswer(order, now) };
  },
};

describe.each(['sf', 'ups', 'railway', 'fleet', 'dhl', 'fedex', 'usps'] as const)('%s', (protocol) => {
  test(`${FUZZED} bent answers never throw, never take long, never make what cannot be stored, and say what is wrong`, () => {
    const random = createRandom(`fuzz/${protocol}`);
    const stopwatch = createStopwatch();
    let [records, refused] = [0, 0];
    const unfit: string[] = [];
    for (let run = 0; run < FUZZED; run += 1) {
      const { no, answer } = sources[protocol](random);
      const bent = bytes(mutateJson(answer, random, random.pick([8, 40, 150])));
      const bodies = random.chance(0.2) ? [bytes(answer), mutateBytes(bent, random)] : [bent];
      const about = { subject: 'bill', billNo: no, containerNo: null, carrierCode: 'OPER', receivedAt: now } as const;
      const { content, observedAt, refusals } = stopwatch.run(() =>
        connectors[protocol].parse(bodies, about, {
          resolvePort: () => undefined,
          zoneOf: (code) => zones.get(code),
        }),
      );
      records += content === null ? 0 : 1;
      refused += refusals.length;
      if (!Number.isFinite(observedAt) || !isStorable({ content, refusals }) || !refusals.every(isExplained))
        unfit.push(JSON.stringify({ content, refusals }).slice(0, 400));
      if (content?.legs.some(({ sequence }, index) => sequence !== index + 1)) unfit.push('legs out of order');
    }
    expect(unfit.slice(0, 3)).toEqual([]);
    expect(stopwatch.slowestMs()).toBeLessThan(SLOWEST_MS);
    expect(records).toBeGreaterThan(FUZZED / 10);
    expect(refused).toBeGreaterThan(FUZZED / 10);
  }, 120_000);
});

/** Tries one splitter with bent bytes; gives how many pieces were taken and how many refused. */
function tryOut(
  name: string,
  make: (random: Random) => Uint8Array,
  split: (body: Uint8Array) => { taken: readonly unknown[]; refusals: readonly ParseRefusal[] },
): { taken: number; refused: number } {
  const random = createRandom(`fuzz/${name}`);
  const stopwatch = createStopwatch();
  const unfit: string[] = [];
  let [taken, refused] = [0, 0];
  for (let run = 0; run < FUZZED; run += 1) {
    const body = make(random);
    const result = stopwatch.run(() => split(body));
    taken += result.taken.length;
    refused += result.refusals.length;
    if (!isStorable(result.refusals) || !result.refusals.every(isExplained))
      unfit.push(JSON.stringify(result.refusals).slice(0, 400));
  }
  expect(unfit.slice(0, 3)).toEqual([]);
  expect(stopwatch.slowestMs()).toBeLessThan(SLOWEST_MS);
  return { taken, refused };
}

test(`${FUZZED} bent files of Cargo-IMP are split by waybill, the rest is refused with its reason`, () => {
  const { taken, refused } = tryOut(
    'cargoimp-split',
    (random) => mutateBytes(Buffer.from(random.shuffle([...sampleFsu]).join('')), random),
    (body) => {
      const { parts, refusals } = splitCargoImp(Buffer.from(body).toString('utf8'));
      return { taken: parts, refusals };
    },
  );
  expect(taken).toBeGreaterThan(FUZZED);
  expect(refused).toBeGreaterThan(FUZZED / 20);
}, 120_000);

test(`${FUZZED} bent mails are read, and long ones of nothing but marks, headers and escapes take no time`, () => {
  const attached = [
    'From: =?UTF-8?B?5Lit5Zu9?= <a@b.example>',
    'Content-Type: multipart/mixed; boundary="b"',
    '',
    '--b',
    'Content-Type: text/plain',
    'Content-Transfer-Encoding: quoted-printable',
    '',
    'Dear=20customer=E4=BD=A0',
    '--b',
    'Content-Disposition: attachment; filename=f.txt',
    'Content-Type: application/octet-stream',
    'Content-Transfer-Encoding: base64',
    '',
    Buffer.from(sampleFsu.join('')).toString('base64'),
    '--b--',
  ].join('\r\n');
  const { taken } = tryOut(
    'mail',
    (random) => mutateBytes(Buffer.from(attached), random),
    (body) => ({ taken: mailTexts(Buffer.from(body).toString('latin1')), refusals: [] }),
  );
  expect(taken).toBeGreaterThan(FUZZED / 2);
  const stopwatch = createStopwatch();
  for (const piece of [
    '--b\r\n',
    'A: b\r\n',
    '=3D',
    '=\r\n',
    'Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n',
    ' \t',
    '\n\n',
  ])
    stopwatch.run(() => mailTexts(`Content-Type: multipart/mixed; boundary=b\r\n\r\n${piece.repeat(20_000)}`));
  expect(stopwatch.slowestMs()).toBeLessThan(10 * SLOWEST_MS);
}, 120_000);

test(`${FUZZED} bent pushes of a courier are split into events and refusals`, () => {
  const all = byCourier('UPS').map((parcel) => parcel.scans.map((scan, serial) => toUpsEvent(parcel, scan, serial)));
  const { taken, refused } = tryOut(
    'ups-push',
    (random) => {
      const bent = bytes(mutateJson(random.pick(all), random, random.pick([8, 40])));
      return random.chance(0.2) ? mutateBytes(bent, random) : bent;
    },
    (body) => {
      const { events, refusals } = splitParcelEvents(body, now);
      return { taken: events, refusals };
    },
  );
  expect(taken).toBeGreaterThan(FUZZED);
  expect(refused).toBeGreaterThan(FUZZED / 4);
}, 120_000);

test(`${FUZZED} bent notifications of ONE Record are split into waybills and refusals`, () => {
  const notice = {
    '@context': { api: 'https://onerecord.iata.org/ns/api#' },
    '@graph': Array.from({ length: 5 }, () => ({
      '@type': 'api:Notification',
      'api:hasEventType': { '@id': 'api:LOGISTICS_EVENT_RECEIVED' },
      'api:hasLogisticsObject': { '@id': `https://one.example/logistics-objects/waybill-${sampleWaybill}` },
    })),
  };
  const { taken, refused } = tryOut(
    'onerecord-push',
    (random) => {
      const bent = bytes(mutateJson(notice, random, random.pick([8, 40])));
      return random.chance(0.2) ? mutateBytes(bent, random) : bent;
    },
    (body) => {
      const { notices, refusals } = splitObjectNotices(body);
      return { taken: notices, refusals };
    },
  );
  expect(taken).toBeGreaterThan(FUZZED / 2);
  expect(refused).toBeGreaterThan(FUZZED / 4);
}, 120_000);
