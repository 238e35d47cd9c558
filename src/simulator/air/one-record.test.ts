import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { subscriptionTo } from '#server/connectors/onerecord/subscribe.ts';
import { DAY_MS, HOUR_MS } from '#shared/time/instant.ts';
import { asRecord } from '#shared/values/objects.ts';
import { notificationEventTypes, oneRecordProblems, statusCodes } from '#testing/standards/one-record.ts';
import { startSimulator } from '../servers/start-simulator.ts';
import { airlines } from './flights.ts';
import { createConsignments } from './consignments.ts';
import { notificationOf } from './notices.ts';

const seed = 'one-record-standard';
const start = Date.UTC(2026, 10, 18, 6);
let now = start;
const simulator = await startSimulator({
  seed,
  host: '127.0.0.1',
  port: 0,
  now: () => now,
  faults: false,
  pushEveryMs: 3_600_000,
});
afterAll(() => simulator.stop());
const consignments = createConsignments(seed).booked(start - 12 * DAY_MS, start);
const authorization = (code: string) => ({ authorization: `Bearer ${code}-demo-key` });

async function get(code: string, path: string, status = 200): Promise<Record<string, unknown>> {
  const answer = await fetch(`${simulator.baseUrl}/airlines/${code}/${path}`, { headers: authorization(code) });
  expect(answer.status, path).toBe(status);
  expect(answer.headers.get('content-type')).toMatch(/^application\/ld\+json/);
  return asRecord(await answer.json());
}
const itemsOf = (collection: Record<string, unknown>): Record<string, unknown>[] =>
  [collection['api:hasItem'] ?? []].flat().map(asRecord);
const idOf = (node: unknown): string => String(asRecord(node)['@id']);

test('what an airline answers is as IATA has it: objects, the events that hang on shipments, and errors', async () => {
  const problems: string[] = [];
  const seen = new Set<string>();
  const flights = new Map<string, string>();
  for (const { waybill, airline } of consignments) {
    for (const path of [
      `waybill-${waybill}?embedded=true`,
      `waybill-${waybill}`,
      `shipment-${waybill}`,
      `piece-${waybill}-1`,
      `waybill-${waybill}/logistics-events`,
      `shipment-${waybill}/logistics-events`,
    ]) {
      const answer = await get(airline.code, `logistics-objects/${path}`);
      problems.push(...oneRecordProblems(answer));
      for (const event of itemsOf(answer)) {
        seen.add(idOf(event['cargo:eventCode']).replace(/^.*#/, ''));
        const flight = event['cargo:transportMovementReference'];
        if (flight !== undefined) flights.set(idOf(flight).replace(/^.*\/airlines\/\w+\//, ''), airline.code);
      }
    }
  }
  for (const [path, code] of flights) problems.push(...oneRecordProblems(await get(code, path)));
  expect(flights.size).toBeGreaterThan(5);
  expect([...new Set(problems)]).toEqual([]);
  expect([...seen].filter((code) => !statusCodes.includes(code))).toEqual([]);
  expect(seen.size).toBeGreaterThan(12);
  const [{ airline }] = consignments as [(typeof consignments)[number]];
  expect(oneRecordProblems(await get(airline.code, 'logistics-objects/nothing', 404))).toEqual([]);
  expect(
    oneRecordProblems(
      asRecord(await (await fetch(`${simulator.baseUrl}/airlines/${airline.code}/logistics-objects/x`)).json()),
    ),
  ).toEqual([]);
});

test('events are requested page by page, by their code and by their times', async () => {
  const { waybill, airline } = consignments[0] as (typeof consignments)[number];
  const path = `logistics-objects/shipment-${waybill}/logistics-events`;
  const all = await get(airline.code, path);
  const total = Number(all['api:hasTotalItems']);
  const sorted = await get(airline.code, `${path}?sort=ASC-creationDate`);
  const first = await get(airline.code, `${path}?sort=ASC-creationDate&limit=3`);
  const rest = await get(airline.code, `${path}?sort=ASC-creationDate&limit=100&skip=3`);
  // The number is that of all, whatever page is requested.
  expect([first, rest].map((page) => page['api:hasTotalItems'])).toEqual([total, total]);
  expect([...itemsOf(first), ...itemsOf(rest)].map(idOf)).toEqual(itemsOf(sorted).map(idOf));
  const one = await get(airline.code, `${path}?event-code=RCS&limit=1`);
  expect(Array.isArray(one['api:hasItem'])).toBe(false);
  expect(idOf(itemsOf(one)[0]?.['cargo:eventCode'])).toMatch(/StatusCode#RCS$/);
  const none = await get(airline.code, `${path}?created-before=20200101T000000Z`);
  expect(none).toMatchObject({ 'api:hasTotalItems': 0 });
  expect(none).not.toHaveProperty('api:hasItem');
  const single = await get(airline.code, idOf(itemsOf(all)[0]).replace(/^.*\/airlines\/\w+\//, ''));
  expect(oneRecordProblems(single)).toEqual([]);
});

test('subscriptions, the requests that they become, and notifications are as IATA has them', async () => {
  const reported: Record<string, unknown>[] = [];
  const server = createServer(async (request, reply) => {
    let text = '';
    for await (const part of request) text += String(part);
    reported.push(asRecord(JSON.parse(text)));
    reply.writeHead(204).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const subscriber = `http://127.0.0.1:${(server.address() as AddressInfo).port}/partner`;
    for (const { code } of airlines)
      for (const topic of ['Waybill', 'Shipment']) {
        const subscription = subscriptionTo(topic, { subscriber, secret: 'c2VjcmV0' });
        // The secret is between the two of them; JSON-LD passes over a name without a vocabulary.
        const { secret: _secret, ...written } = asRecord(subscription);
        expect(oneRecordProblems(written)).toEqual([]);
        const answer = await fetch(`${simulator.baseUrl}/airlines/${code}/subscriptions`, {
          method: 'POST',
          headers: { ...authorization(code), 'content-type': 'application/ld+json' },
          body: JSON.stringify(subscription),
        });
        expect(answer.status).toBe(201);
        expect(answer.headers.get('type')).toBe('https://onerecord.iata.org/ns/api#SubscriptionRequest');
        const [, path = ''] =
          /\/airlines\/\w+\/(action-requests\/.+)$/.exec(answer.headers.get('location') ?? '') ?? [];
        expect(oneRecordProblems(await get(code, path))).toEqual([]);
      }
    now = start + 12 * HOUR_MS;
    await simulator.pushNow();
  } finally {
    server.closeAllConnections();
    server.close();
  }
  expect(reported.length).toBeGreaterThan(20);
  expect(reported.flatMap(oneRecordProblems)).toEqual([]);
  const types = new Set(reported.map((one) => idOf(one['api:hasEventType'])));
  expect(types).toEqual(
    new Set(['api:LOGISTICS_EVENT_RECEIVED', 'api:LOGISTICS_OBJECT_UPDATED', 'api:LOGISTICS_OBJECT_CREATED']),
  );
});

test('the check finds what the standard does not have', () => {
  const good = notificationOf('https://one.example/logistics-objects/1', 'Shipment', 'LOGISTICS_EVENT_RECEIVED', null);
  expect(oneRecordProblems(good)).toEqual([]);
  const wrong = (more: object) => oneRecordProblems({ ...good, ...more }).length;
  expect(wrong({ 'api:hasEventType': { '@id': 'api:LOGISTICS_OBJECT_CHANGED' } })).toBe(1);
  expect(wrong({ 'api:flightDate': '2026-11-18' })).toBe(1);
  expect(wrong({ 'api:hasLogisticsObjectType': 'https://onerecord.iata.org/ns/cargo#Shipment' })).toBe(1);
  expect(notificationEventTypes).toHaveLength(25);
});
