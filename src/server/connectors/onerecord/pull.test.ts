import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { asRecord } from '#shared/values/objects.ts';
import { statusCodes } from '#testing/standards/one-record.ts';
import { sampleOneRecord, sampleWaybill } from '#testing/air-samples.ts';
import { oneRecordConnector, pullWaybillOf } from './index.ts';

const now = Date.UTC(2026, 2, 11);
const answers = new Map<string, unknown>();
const requested: string[] = [];
let base = '';
let maxPageSize = 1_000;
const server = createServer((request, reply) => {
  const url = new URL(request.url ?? '/', 'http://one');
  requested.push(`${url.pathname}${url.search}`);
  const all = answers.get(url.pathname);
  if (all === undefined) return void reply.writeHead(404).end('{}');
  if (typeof all === 'number') return void reply.writeHead(all).end();
  const [skip, limit] = ['skip', 'limit'].map((name) => url.searchParams.get(name));
  const items = asRecord(all)['api:hasItem'];
  // JSON-LD has no list of one.
  const size = Math.min(Number(limit ?? 99), maxPageSize);
  const page = Array.isArray(items) ? items.slice(Number(skip ?? 0), Number(skip ?? 0) + size) : items;
  const body = Array.isArray(page) ? { ...asRecord(all), 'api:hasItem': page.length === 1 ? page[0] : page } : all;
  return void reply.writeHead(200, { 'content-type': 'application/ld+json' }).end(JSON.stringify(body));
});
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());
beforeEach(() => {
  answers.clear();
  requested.length = 0;
  maxPageSize = 1_000;
});

const CODES = 'https://onerecord.iata.org/ns/code-lists/';
const at = (id: string): string => `${base}/logistics-objects/${id}`;
const link = (id: string, type: string) => ({ '@id': at(id), '@type': `cargo:${type}` });
const place = (code: string) => ({ '@type': 'cargo:Location', 'cargo:locationCodes': [{ 'cargo:code': code }] });
const moment = (value: string) => ({ '@type': 'http://www.w3.org/2001/XMLSchema#dateTime', '@value': value });
const weight = (kilograms: number) => ({
  '@type': 'cargo:Value',
  'cargo:numericalValue': kilograms,
  'cargo:unit': { '@id': `${CODES}MeasurementUnitCode#KGM` },
});
const flight = (number: string, leaves: string) => ({
  '@id': at(number),
  '@type': 'cargo:TransportMovement',
  'cargo:transportIdentifier': number,
  'cargo:departureLocation': place('PVG'),
  'cargo:arrivalLocation': place('FRA'),
  'cargo:movementTimes': [
    {
      '@type': 'cargo:MovementTime',
      'cargo:direction': { '@id': 'cargo:OUTBOUND' },
      'cargo:movementTimeType': { '@id': 'cargo:SCHEDULED' },
      'cargo:movementTimestamp': moment(leaves),
    },
  ],
});
const event = (owner: string, serial: number, code: string, time: string, more: Record<string, unknown> = {}) => ({
  '@id': `${at(owner)}/logistics-events/${serial}`,
  '@type': ['cargo:StatusUpdateEvent', 'cargo:LogisticsEvent'],
  'cargo:eventCode': { '@id': `${CODES}StatusCode#${code}` },
  'cargo:eventDate': moment(time),
  'cargo:creationDate': moment(time),
  'cargo:eventTimeType': 'cargo:ACTUAL',
  'cargo:eventFor': link(owner, 'Shipment'),
  ...more,
});
const waybill = (more: Record<string, unknown> = {}) => ({
  ...link('w', 'Waybill'),
  'cargo:waybillPrefix': sampleWaybill.slice(0, 3),
  'cargo:waybillNumber': sampleWaybill.slice(4),
  'cargo:departureLocation': place('PVG'),
  'cargo:arrivalLocation': place('FRA'),
  'cargo:shipment': link('s', 'Shipment'),
  ...more,
});
const shipment = (pieces: number) => ({
  ...link('s', 'Shipment'),
  'cargo:waybill': link('w', 'Waybill'),
  'cargo:totalGrossWeight': weight(pieces * 10),
  'cargo:pieces': Array.from({ length: pieces }, (_none, index) => ({
    ...link(`p${index}`, 'Piece'),
    'cargo:grossWeight': weight(10),
  })),
});
const collection = (owner: string, items: readonly object[]) => ({
  '@id': `${at(owner)}/logistics-events`,
  '@type': 'api:Collection',
  'api:hasTotalItems': items.length,
  ...(items.length > 0 && { 'api:hasItem': items }),
});
const reportEvents = (owner: string, items: readonly object[]) =>
  answers.set(`/logistics-objects/${owner}/logistics-events`, collection(owner, items));
const pathsOf = (): string[] => requested.map((one) => one.replace(/^\/logistics-objects\//, '').replace(/\?.*$/, ''));

const request = (objectId: string | null = 'w') => ({
  baseUrl: base,
  credential: 'key',
  subject: 'bill' as const,
  billNo: sampleWaybill,
  containerNo: null,
  carrierCode: 'CZ',
  objectId,
  etag: null,
  now,
  timeoutMs: 20_000,
  maxBytes: 20_000_000,
});
const zones: Readonly<Record<string, string>> = { PVG: 'Asia/Shanghai', FRA: 'Europe/Berlin' };
async function record(objectId: string | null = 'w') {
  const answer = await oneRecordConnector.pull(request(objectId));
  if (answer.kind !== 'answer') throw new Error(answer.kind);
  const about = { ...request(), subject: 'bill' as const, receivedAt: now };
  return oneRecordConnector.parse([answer.body], about, {
    resolvePort: () => undefined,
    zoneOf: (code) => zones[code],
  });
}

test('the events of the shipment are requested where they hang, page by page', async () => {
  answers.set('/logistics-objects/w', waybill());
  answers.set('/logistics-objects/s', shipment(10));
  const dep = event('s', 0, 'DEP', '2026-03-09T15:50:00.000Z', {
    'cargo:eventLocation': place('PVG'),
    'cargo:partialEventIndicator': true,
    'cargo:recordedPieceCount': 6,
    'cargo:recordedWeight': weight(60),
    // Links are what the standard recommends.
    'cargo:transportMovementReference': link('CZ461', 'TransportMovement'),
  });
  answers.set('/logistics-objects/CZ461', flight('CZ461', '2026-03-09T15:45:00Z'));
  const remarks = Array.from({ length: 201 }, (_none, index) =>
    event('s', index + 1, 'OSI', `2026-03-08T00:00:00.${String(index).padStart(3, '0')}Z`),
  );
  reportEvents('s', [...remarks, dep]);
  const { content, refusals } = await record();
  expect(refusals).toEqual([]);
  expect(
    content?.containers.map(({ containerNo, quantity, grossWeightKg }) => [containerNo, quantity, grossWeightKg]),
  ).toEqual([
    [sampleWaybill, 10, 100],
    ['CZ461/09MAR/PVG', 6, 60],
  ]);
  expect(content?.legs).toMatchObject([
    { vesselName: 'CZ461', voyage: '2026-03-09', atd: Date.UTC(2026, 2, 9, 15, 50) },
  ]);
  expect(pathsOf()).toEqual(['w', 's', 'w/logistics-events', 's/logistics-events', 's/logistics-events', 'CZ461']);
  expect(requested.at(-2)).toMatch(/skip=200/);
});

test('pieces are queried where an event does not say how many of them are meant, and counted together', async () => {
  answers.set('/logistics-objects/w', waybill({ 'cargo:shipment': shipment(3) }));
  const part = { 'cargo:eventLocation': place('FRA'), 'cargo:partialEventIndicator': true };
  reportEvents('s', [event('s', 0, 'NFD', '2026-03-10T08:00:00Z', part)]);
  reportEvents('p0', [event('p0', 0, 'NFD', '2026-03-10T08:00:00Z', { 'cargo:eventLocation': place('FRA') })]);
  const counted = (owner: string, time: string) => ({
    ...event(owner, 1, 'RCF', time, { 'cargo:eventLocation': place('FRA') }),
    'cargo:transportMovementReference': flight('CZ461', '2026-03-09T15:45:00Z'),
  });
  reportEvents('p1', [counted('p1', '2026-03-10T06:00:00Z')]);
  reportEvents('p2', [counted('p2', '2026-03-10T06:05:00Z')]);
  const { content, refusals } = await record();
  expect(refusals).toEqual([]);
  expect(content?.containers).toMatchObject([
    { containerNo: sampleWaybill, quantity: 3 },
    { containerNo: 'CZ461/09MAR/PVG', receivedQuantity: 2 },
  ]);
  expect(content?.events.filter(({ statusCode }) => statusCode === 'NFD')).toHaveLength(1);
  expect(pathsOf()).toHaveLength(6);

  // Nothing has happened: some pieces are queried, not all.
  answers.clear();
  requested.length = 0;
  answers.set('/logistics-objects/w', waybill({ 'cargo:shipment': shipment(9) }));
  await record();
  const some = Array.from({ length: 5 }, (_none, index) => `p${index}/logistics-events`);
  expect(pathsOf()).toEqual(['w', 'w/logistics-events', 's/logistics-events', ...some]);

  // The first pieces may be those that have not come yet.
  reportEvents('p3', [event('p3', 0, 'RCS', '2026-03-09T08:00:00Z', { 'cargo:eventLocation': place('PVG') })]);
  expect((await record()).content?.events.map(({ statusCode }) => statusCode)).toEqual(['RCS']);
});

test('before the ontology of 2026 events name no flight: those of the booking are taken, by their airports', async () => {
  const leg = (number: string, from: string, to: string, leaves: string, arrives: string) => ({
    '@type': 'cargo:TransportLegs',
    'cargo:transportIdentifier': number,
    'cargo:departureLocation': place(from),
    'cargo:arrivalLocation': place(to),
    'cargo:departureDate': moment(leaves),
    'cargo:arrivalDate': moment(arrives),
  });
  const booking = {
    ...link('b', 'Booking'),
    'cargo:transportLegs': [leg('CZ 0461', 'PVG', 'FRA', '2026-03-09T15:45:00Z', '2026-03-10T04:40:00Z')],
  };
  answers.set('/logistics-objects/b', booking);
  const linked = { 'cargo:shipment': shipment(3), 'cargo:referredBookingOption': link('b', 'Booking') };
  answers.set('/logistics-objects/w', waybill(linked));
  const plain = (serial: number, code: string, time: string, airport: string) => ({
    ...event('s', serial, code, time, { 'cargo:eventLocation': place(airport) }),
    '@type': 'cargo:LogisticsEvent',
  });
  reportEvents('s', [
    plain(0, 'BKD', '2026-03-07T10:00:00Z', 'PVG'),
    plain(1, 'DEP', '2026-03-09T15:55:00Z', 'PVG'),
    plain(2, 'ARR', '2026-03-10T05:00:00Z', 'FRA'),
  ]);
  const { content, refusals } = await record();
  expect(refusals).toEqual([]);
  expect(content?.booking).toMatchObject({
    vesselName: 'CZ461',
    plannedDeparture: Date.UTC(2026, 2, 9, 15, 45),
    atd: Date.UTC(2026, 2, 9, 15, 55),
    plannedArrival: Date.UTC(2026, 2, 10, 4, 40),
    ata: Date.UTC(2026, 2, 10, 5),
  });
  expect(content?.events.find(({ statusCode }) => statusCode === 'BKD')?.actual).toBe(Date.UTC(2026, 2, 7, 10));
});

test('every official code is read', async () => {
  answers.set('/logistics-objects/w', waybill({ 'cargo:shipment': shipment(3) }));
  reportEvents(
    's',
    statusCodes.map((code, index) =>
      event('s', index, code, `2026-03-09T10:${String(index).padStart(2, '0')}:00Z`, {
        'cargo:eventLocation': place('PVG'),
      }),
    ),
  );
  const { content, refusals } = await record();
  expect(refusals).toEqual([]);
  const read = new Set(
    content?.events.map(({ statusCode, place: what }) => (what === null ? statusCode : `${statusCode}_${what}`)),
  );
  // The control of customs is what CRC says; OCI and OSI are remarks.
  expect(statusCodes.filter((code) => !read.has(code))).toEqual(['OCI', 'OSI', 'TGC']);
});

test('the former way to tell events, inside the waybill, is read from a server that has no list of them', async () => {
  answers.set(`/logistics-objects/waybill-${sampleWaybill}`, sampleOneRecord());
  const { content } = await record(null);
  const about = { ...request(), subject: 'bill' as const, receivedAt: now };
  const alone = oneRecordConnector.parse([Buffer.from(JSON.stringify(sampleOneRecord()))], about, {
    resolvePort: () => undefined,
    zoneOf: (code) => zones[code],
  });
  expect(content).toEqual(alone.content);
});

test('a waybill is found from its shipment and from a piece; what another server has is not requested here', async () => {
  answers.set('/logistics-objects/w', waybill());
  answers.set('/logistics-objects/s', shipment(2));
  answers.set('/logistics-objects/p0', { ...link('p0', 'Piece'), 'cargo:ofShipment': link('s', 'Shipment') });
  expect(await pullWaybillOf({ ...request(), objectId: 'p0' })).toEqual({
    waybill: sampleWaybill,
    waybillId: 'w',
    isShipment: false,
  });
  expect(await pullWaybillOf({ ...request(), objectId: 's' })).toMatchObject({ isShipment: true });
  expect(await pullWaybillOf({ ...request(), objectId: 'x' })).toBeUndefined();
  // Its own number is known, its id means nothing here.
  const foreign = { ...waybill(), '@id': 'https://forwarder.example/logistics-objects/w' };
  answers.set('/logistics-objects/s', { ...shipment(2), 'cargo:waybill': foreign });
  expect(await pullWaybillOf({ ...request(), objectId: 's' })).toEqual({
    waybill: sampleWaybill,
    waybillId: undefined,
    isShipment: true,
  });
  requested.length = 0;
  const elsewhere = { '@id': 'https://forwarder.example/logistics-objects/s', '@type': 'cargo:Shipment' };
  answers.set('/logistics-objects/w', waybill({ 'cargo:shipment': elsewhere }));
  expect((await record()).content?.containers).toMatchObject([{ containerNo: sampleWaybill, quantity: null }]);
  expect(pathsOf()).toEqual(['w', 'w/logistics-events']);
});

test('a server that fails while events are requested has not answered', async () => {
  answers.set('/logistics-objects/w', waybill({ 'cargo:shipment': shipment(3) }));
  answers.set('/logistics-objects/s/logistics-events', 503);
  await expect(oneRecordConnector.pull(request())).rejects.toMatchObject({ reason: 'server_error' });
  // What was notified of the waybill itself is kept all the same.
  reportEvents('w', [event('w', 0, 'BKD', '2026-03-08T08:00:00Z')]);
  expect((await record()).content?.events.map(({ statusCode }) => statusCode)).toEqual(['BKD']);
  answers.delete('/logistics-objects/w/logistics-events');
  answers.set('/logistics-objects/s/logistics-events', 403);
  await expect(oneRecordConnector.pull(request())).rejects.toMatchObject({ reason: 'not_permitted' });
  answers.clear();
  expect((await record()).content).toBeNull();
});

const rcs = (owner: string, more: Record<string, unknown> = {}) =>
  event(owner, 0, 'RCS', '2026-03-09T08:00:00Z', { 'cargo:eventLocation': place('PVG'), ...more });

test('the waybill is found in an answer of very many values; one too long to be looked through is refused in part', async () => {
  answers.set('/logistics-objects/w', waybill());
  answers.set('/logistics-objects/s', shipment(50));
  for (let piece = 0; piece < 50; piece += 1)
    reportEvents(
      `p${piece}`,
      Array.from({ length: 40 }, (_none, index) => ({
        ...rcs(`p${piece}`),
        '@id': at(`p${piece}/logistics-events/${index}`),
      })),
    );
  const { content, refusals } = await record();
  expect(refusals).toEqual([]);
  expect(content?.containers).toMatchObject([{ containerNo: sampleWaybill, quantity: 50, grossWeightKg: 500 }]);
  expect(content?.events.map(({ statusCode }) => statusCode)).toEqual(['RCS']);

  const long = waybill({ 'cargo:remarks': Array.from({ length: 100_000 }, () => ({})), 'cargo:shipment': shipment(2) });
  const about = { ...request(), receivedAt: now };
  const bodies = [Buffer.from(JSON.stringify({ '@graph': [waybill({ 'cargo:shipment': shipment(2) }), long] }))];
  const cut = oneRecordConnector.parse(bodies, about, { resolvePort: () => undefined, zoneOf: (code) => zones[code] });
  expect(cut.refusals.map(({ reason }) => reason)).toEqual(['too_many_events']);
  expect(cut.content?.containers).toMatchObject([{ quantity: 2 }]);
});

test('what is requested besides the waybill may be refused or missing: the rest is kept', async () => {
  const linked = { 'cargo:shipment': shipment(3), 'cargo:referredBookingOption': link('b', 'Booking') };
  answers.set('/logistics-objects/w', waybill(linked));
  answers.set('/logistics-objects/b', 500);
  answers.set('/logistics-objects/pvg', 403);
  answers.set('/logistics-objects/w/logistics-events', 403);
  const part = { 'cargo:partialEventIndicator': true, 'cargo:eventLocation': link('pvg', 'Location') };
  reportEvents('s', [rcs('s', part)]);
  answers.set('/logistics-objects/p0/logistics-events', 401);
  answers.set('/logistics-objects/p1/logistics-events', 400);
  reportEvents('p2', [event('p2', 0, 'NFD', '2026-03-10T08:00:00Z', { 'cargo:eventLocation': place('FRA') })]);
  const { content, refusals } = await record();
  expect(refusals).toEqual([]);
  expect(new Set(content?.events.map(({ statusCode }) => statusCode))).toEqual(new Set(['RCS', 'NFD']));
  expect(pathsOf()).toEqual(expect.arrayContaining(['b', 'pvg', 'p0/logistics-events', 'p1/logistics-events']));

  // A server that wants fewer questions is left alone.
  requested.length = 0;
  answers.set('/logistics-objects/pvg', 429);
  expect((await record()).content?.events.map(({ statusCode }) => statusCode)).toEqual(['RCS']);
  expect(pathsOf()).toEqual(['w', 'w/logistics-events', 's/logistics-events', 'pvg']);
});

test('no event is lost where pages are shorter than requested, or a collection has no id', async () => {
  maxPageSize = 100;
  answers.set('/logistics-objects/w', waybill({ 'cargo:shipment': shipment(3) }));
  const remarks = Array.from({ length: 249 }, (_none, index) =>
    event('s', index + 1, 'OSI', `2026-03-10T00:00:00.${String(index).padStart(3, '0')}Z`),
  );
  const items = [...remarks.slice(0, 150), rcs('s'), ...remarks.slice(150)];
  answers.set('/logistics-objects/s/logistics-events', { ...collection('s', items), '@id': undefined });
  const { content, refusals } = await record();
  expect(refusals).toEqual([]);
  expect(content?.events.map(({ statusCode }) => statusCode)).toEqual(['RCS']);
  expect(requested.slice(-3).map((one) => /skip=\d+/.exec(one)?.[0])).toEqual([undefined, 'skip=100', 'skip=200']);
});
