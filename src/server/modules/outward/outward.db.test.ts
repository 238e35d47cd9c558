import { randomBytes, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { afterAll, describe, expect, test } from 'vitest';
import { verifySignature } from '#server/connectors/dcsa/index.ts';
import { directVoyage, equipmentEvent, exampleBill, exampleBox } from '#server/connectors/dcsa/event-builders.ts';
import { transportEvent, ships } from '#server/connectors/dcsa/event-builders.ts';
import type { WireEvent } from '#server/connectors/dcsa/event-builders.ts';
import { nothingConfigured } from '#server/modules/notification/index.ts';
import { findDcsaProblems } from '#simulator/servers/dcsa-check.ts';
import { buildSubscription } from '#testing/factories.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { productApp } from '#testing/pipeline-app.ts';
import { startPipeline } from '#testing/pipeline.ts';
import { startScriptedSource } from '#testing/scripted-source.ts';
import { TestClient } from '#testing/test-app.ts';
import { testDatabase } from '#testing/test-database.ts';
import { outwardTask } from './routes.ts';
import { outwardBase } from './dcsa-routes.ts';

/** A subscriber's server: what came in, and what it answers next. */
const received: { method: string; headers: Record<string, unknown>; body: string }[] = [];
const answers: number[] = [];
const receiver = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    received.push({ method: request.method ?? '', headers: request.headers, body: Buffer.concat(chunks).toString() });
    response.writeHead(request.method === 'HEAD' ? 204 : (answers.shift() ?? 204)).end();
  });
});
await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
afterAll(() => receiver.close());
const callbackUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/dcsa`;
const allowed = [callbackUrl];

const database = await testDatabase();
const pipeline = await startPipeline(database, { start: Date.UTC(2026, 0, 20) });
const [mine, theirs] = [await buildTenant(database, { code: 'OUTA' }), await buildTenant(database, { code: 'OUTB' })];
await buildUser(database, { tenantId: mine.id, userCode: 'keeper', menus: ['/api-keys'] });
await buildUser(database, { tenantId: theirs.id, userCode: 'stranger', menus: ['/api-keys'] });
const delivery = { ...nothingConfigured, allowedUrls: allowed } as never;
const { app, signedIn } = await productApp(database, pipeline, { delivery });
const [keeper, stranger] = [await signedIn('keeper'), await signedIn('stranger')];
const { clock } = pipeline;
/** A world that is a hundred times as fast as the machine. */
const fast = { now: clock.now, realMsUntil: (instant: number) => Math.max(0, instant - clock.now()) / 100 };
const run = outwardTask({
  database,
  clock: fast,
  keys: pipeline.keys,
  log: pino({ level: 'silent' }),
  reference: () => pipeline.reference.current(),
  allowed,
});

const source = await startScriptedSource();
let told: WireEvent[] = directVoyage();
source.respond((url) => ({
  body: url.searchParams.has('transportDocumentReference')
    ? told.filter((event) => Date.parse(String(event['eventCreatedDateTime'])) <= pipeline.clock.now())
    : [],
}));
const carrier = await pipeline.addCarrier('OUTC', source.baseUrl);
const subscription = await buildSubscription(database, { tenantId: mine.id, carrierCode: 'OUTC', billNo: exampleBill });
await pipeline.subscribe(subscription, carrier, pipeline.clock.now());
await pipeline.worker.processAll();

const newKey = async (client: TestClient, tenantId: number): Promise<string> =>
  (await client.call('apiKeyInsert', { body: { tenantId, name: 'ERP' } })).data.key as string;
const key = await newKey(keeper, mine.id);
const strangerKey = await newKey(stranger, theirs.id);
await run();

const outside = new TestClient(app);
type Answer = { http: number; headers: Record<string, unknown>; json: any };
async function ask(
  path: string,
  { apiKey = key, method = 'GET' as 'GET' | 'POST' | 'PUT' | 'DELETE', body = undefined as unknown } = {},
): Promise<Answer> {
  const answer = await outside.send(method, `${outwardBase}${path}`, body, { 'api-key': apiKey });
  return { http: answer.http, headers: answer.headers, json: answer.text === '' ? null : JSON.parse(answer.text) };
}
const eventsOf = async (query: string): Promise<WireEvent[]> => (await ask(`/events${query}`)).json as WireEvent[];
const codeOf = (event: WireEvent): unknown =>
  event['transportEventTypeCode'] ?? event['equipmentEventTypeCode'] ?? event['shipmentEventTypeCode'];

describe('keys', () => {
  test('are shown once, listed by their beginning, and never found again', async () => {
    const { data } = await keeper.call('apiKeyQuery');
    expect(data).toMatchObject([{ name: 'ERP', prefix: key.slice(0, 10), revokedTime: null }]);
    expect(JSON.stringify(data)).not.toContain(key);
    const rows = await database.query('select * from api_key');
    expect(JSON.stringify(rows)).not.toContain(key.slice(10));
  });

  test('belong to the tenants of who makes and ends them', async () => {
    expect((await stranger.call('apiKeyQuery')).data).toHaveLength(1);
    expect((await stranger.call('apiKeyInsert', { body: { tenantId: mine.id, name: 'x' } })).status).toBe(0);
    const [own] = (await keeper.call('apiKeyQuery')).data as { apiKeyId: string }[];
    expect((await stranger.call('apiKeyRevoke', { body: { apiKeyId: own?.apiKeyId } })).status).toBe(0);
    expect((await ask('/events')).http).toBe(200);
  });

  test('are needed, and end at once', async () => {
    expect(await ask('/events', { apiKey: '' })).toMatchObject({
      http: 401,
      json: { statusCode: 401, httpMethod: 'GET' },
    });
    expect((await ask('/events', { apiKey: `${key}x` })).http).toBe(401);
    const extra = await newKey(keeper, mine.id);
    expect((await ask('/events', { apiKey: extra })).http).toBe(200);
    const [newest] = (await keeper.call('apiKeyQuery')).data as { apiKeyId: string }[];
    await keeper.call('apiKeyRevoke', { body: { apiKeyId: newest?.apiKeyId } });
    expect((await ask('/events', { apiKey: extra })).http).toBe(401);
  });
});

describe('what waits to be written', () => {
  // The embedded database has one connection: there nothing happens beside a transaction.
  test.skipIf(database.kind === 'embedded')('is not taken before a new state of it is committed', async () => {
    const pending = () =>
      database.query<{ subscription_id: number }>(
        'select subscription_id from outward_pending where subscription_id = $1',
        [subscription.id],
      );
    const touch =
      "update shipment set content_hash = decode(md5(random()::text), 'hex') where fused and subscription_id = $1";
    await database.execute(touch, [subscription.id]);
    expect(await pending()).toHaveLength(1);
    await database.transaction(async () => {
      await database.execute(touch, [subscription.id]);
      await database.detached(() => run());
    });
    expect(await pending()).toHaveLength(1);
    await run();
    expect(await pending()).toEqual([]);
  });
});

describe('events', () => {
  test('of the own tenant only, each as the standard wants it', async () => {
    const events = await eventsOf('');
    expect(events.length).toBeGreaterThan(8);
    for (const event of events) expect(findDcsaProblems(event), JSON.stringify(event)).toEqual([]);
    expect((await ask('/events', { apiKey: strangerKey })).json).toEqual([]);
    const id = String(events[0]?.['eventID']);
    expect((await ask(`/events/${id}`)).json).toEqual(events[0]);
    expect((await ask(`/events/${id}`, { apiKey: strangerKey })).http).toBe(404);
    expect((await ask('/events/none')).http).toBe(400);
  });

  test.each([
    ['?eventType=SHIPMENT&shipmentEventTypeCode=RELS', (event: WireEvent) => event['shipmentEventTypeCode'] === 'RELS'],
    [
      '?eventType=EQUIPMENT&equipmentEventTypeCode=LOAD,DISC',
      (e: WireEvent) => ['LOAD', 'DISC'].includes(String(codeOf(e))),
    ],
    ['?transportEventTypeCode=ARRI', (event: WireEvent) => codeOf(event) === 'ARRI'],
    ['?documentTypeCode=CUS', (event: WireEvent) => event['documentTypeCode'] === 'CUS'],
    [
      '?UNLocationCode=NLRTM',
      (e: WireEvent) => (e['transportCall'] as WireEvent | undefined)?.['UNLocationCode'] === 'NLRTM',
    ],
    [`?vesselIMONumber=${ships.first.imo}`, (e: WireEvent) => JSON.stringify(e).includes(ships.first.imo)],
    [`?exportVoyageNumber=${ships.first.voyage}`, (e: WireEvent) => JSON.stringify(e).includes(ships.first.voyage)],
    [
      '?carrierServiceCode=AE7',
      (e: WireEvent) => (e['transportCall'] as WireEvent | undefined)?.['carrierServiceCode'] === 'AE7',
    ],
  ])('%s gives these and no others', async (query, fits) => {
    const [some, all] = [await eventsOf(query), await eventsOf('')];
    expect(some.length).toBeGreaterThan(0);
    expect(some).toEqual(all.filter(fits));
  });

  test.each([
    `?transportDocumentReference=${exampleBill}`,
    '?carrierBookingReference=BK55001',
    `?equipmentReference=${exampleBox}`,
  ])('%s gives the shipment', async (query) => {
    expect(await eventsOf(query)).toEqual(await eventsOf(''));
    expect(await eventsOf(query.replace(/=.*/, '=OTHER'))).toEqual([]);
  });

  test('by time of creation, with each operator', async () => {
    const [first] = await eventsOf('');
    const at = encodeURIComponent(String(first?.['eventCreatedDateTime']));
    const counts: Record<string, number> = {};
    for (const operator of ['', ':eq', ':gte', ':gt', ':lte', ':lt'])
      counts[operator] = (await eventsOf(`?eventCreatedDateTime${operator}=${at}`)).length;
    const all = (await eventsOf('')).length;
    expect(counts).toEqual({ '': all, ':eq': all, ':gte': all, ':gt': 0, ':lte': all, ':lt': 0 });
  });

  test('page by page, each once, also while others are added, and sorted', async () => {
    const all = await eventsOf('');
    const pages: WireEvent[] = [];
    let query = '?limit=4';
    for (;;) {
      const { json, headers } = await ask(`/events${query}`);
      pages.push(...(json as WireEvent[]));
      expect(headers['api-version']).toBe('2.2.0');
      if (headers['next-page'] === undefined) break;
      query = `?cursor=${String(headers['next-page'])}`;
    }
    expect(pages).toEqual(all);
    const sorted = await eventsOf('?sort=eventDateTime:DESC&limit=1000');
    const times = sorted.map((event) => Date.parse(String(event['eventDateTime'])));
    expect(times).toEqual(times.toSorted((a, b) => b - a));
  });

  test.each([
    '?eventType=NONE',
    '?shipmentEventTypeCode=NONE',
    '?documentTypeCode=NONE',
    '?equipmentEventTypeCode=NONE',
    '?eventType=SHIPMENT&transportEventTypeCode=ARRI',
    '?eventType=TRANSPORT&shipmentEventTypeCode=DRFT',
    '?limit=0',
    '?limit=x',
    '?cursor=nonsense',
    '?sort=secret:ASC',
    '?eventCreatedDateTime=yesterday',
    '?eventCreatedDateTime:like=2026-01-01T00:00:00Z',
    '?unknown=1',
    "?carrierBookingReference='%20or%20true",
  ])('%s is refused or harmless', async (query) => {
    const { http, json } = await ask(`/events${query}`);
    if (query.includes('BookingReference')) expect(json).toEqual([]);
    else
      expect({ http, json }).toMatchObject({
        http: 400,
        json: { statusCode: 400, errors: [{ reason: 'invalidParameter' }] },
      });
  });

  test('what changes gets an event of its own, what stays keeps its id', async () => {
    const before = await eventsOf('');
    told = [
      ...told,
      transportEvent({
        id: 'late',
        code: 'ARRI',
        classifier: 'EST',
        port: 'NLRTM',
        at: '2026-02-15T06:00:00+01:00',
        createdAt: '2026-01-21T00:00:00Z',
        ship: ships.first,
      }),
    ];
    pipeline.clock.set(Date.UTC(2026, 0, 21, 12));
    await pipeline.worker.processAll();
    await run();
    const after = await eventsOf('');
    expect(after.slice(0, before.length)).toEqual(before);
    const fresh = after.slice(before.length);
    expect(fresh.map((event) => [codeOf(event), event['eventClassifierCode'], event['eventDateTime']])).toEqual([
      ['ARRI', 'EST', '2026-02-15T06:00:00+01:00'],
    ]);
    await run();
    expect(await eventsOf('')).toEqual(after);
  });
});

describe('event subscriptions', () => {
  const secret = randomBytes(32).toString('base64');
  const notified = (): WireEvent[] =>
    received.filter(({ method }) => method === 'POST').flatMap(({ body }) => JSON.parse(body) as WireEvent[]);

  test('are refused without a callback that answers, a good secret and known filters', async () => {
    for (const body of [
      { callbackUrl, secret: 'short' },
      { callbackUrl: 'http://169.254.1.1/x', secret },
      { callbackUrl: 'ftp://127.0.0.1/', secret },
      { callbackUrl, secret, eventType: ['NONE'] },
      { callbackUrl, secret, other: 'x' },
      { callbackUrl, secret, vesselIMONumber: '9321484' },
      { callbackUrl },
      { secret },
      [],
      null,
    ])
      expect((await ask('/event-subscriptions', { method: 'POST', body })).http, JSON.stringify(body)).toBe(400);
    expect((await ask('/event-subscriptions')).json).toEqual([]);
  });

  test('tell what is new, signed, once, and again after a failure', async () => {
    received.length = 0;
    const body = { callbackUrl, secret, eventType: ['EQUIPMENT'], equipmentReference: exampleBox };
    const created = await ask('/event-subscriptions', { method: 'POST', body });
    expect(created).toMatchObject({ http: 201, json: { callbackUrl, eventType: ['EQUIPMENT'] } });
    expect(JSON.stringify(created.json)).not.toContain(secret);
    expect(received.map(({ method }) => method)).toEqual(['HEAD']);
    await run();
    expect(notified()).toEqual([]);

    told = [
      ...told,
      equipmentEvent({
        id: 'in',
        code: 'INSP',
        port: 'CNSHA',
        at: '2026-01-09T09:00:00+08:00',
        createdAt: '2026-01-21T13:00:00Z',
      }),
    ];
    pipeline.clock.set(Date.UTC(2026, 0, 22, 12));
    await pipeline.worker.processAll();
    answers.push(500);
    await run();
    expect(notified().map(codeOf)).toEqual(['INSP']);
    // Five seconds of the machine are more than eight minutes of this world.
    clock.set(clock.now() + 60_000);
    await run();
    expect(notified()).toHaveLength(1);
    clock.set(clock.now() + 600_000);
    await run();
    expect(notified().map(codeOf)).toEqual(['INSP', 'INSP']);
    await run();
    expect(notified()).toHaveLength(2);
    const last = received[received.length - 1];
    expect(last?.headers['subscription-id']).toBe(created.json.subscriptionID);
    expect(
      verifySignature(Buffer.from(last?.body ?? ''), String(last?.headers['notification-signature']), secret),
    ).toBe(true);
  });

  test('are seen, changed and ended by their tenant alone', async () => {
    const [one] = (await ask('/event-subscriptions')).json as { subscriptionID: string }[];
    const path = `/event-subscriptions/${one?.subscriptionID}`;
    const none = await ask('/event-subscriptions', { apiKey: strangerKey });
    expect([none.json, none.headers['current-page']]).toEqual([[], expect.any(String)]);
    for (const [method, where, body] of [
      ['GET', path, undefined],
      ['PUT', path, { callbackUrl }],
      ['PUT', `${path}/secret`, { secret }],
      ['DELETE', path, undefined],
    ] as const)
      expect((await ask(where, { apiKey: strangerKey, method, body })).http).toBe(404);
    expect((await ask(path, { method: 'PUT', body: { callbackUrl, eventType: 'TRANSPORT' } })).json).toEqual({
      subscriptionID: one?.subscriptionID,
      callbackUrl,
      eventType: ['TRANSPORT'],
    });
    // What excludes each other is met by no event, and no fault.
    const ofNone = {
      callbackUrl,
      eventType: ['SHIPMENT'],
      vesselIMONumber: '9074729',
      equipmentEventTypeCode: ['DISC'],
    };
    expect((await ask(path, { method: 'PUT', body: ofNone })).http).toBe(200);
    expect((await ask('/event-subscriptions/')).json).toMatchObject([ofNone]);
    for (const method of ['GET', 'DELETE'] as const) expect((await ask(`${path}1`, { method })).http).toBe(400);
    const other = { callbackUrl, subscriptionID: randomUUID() };
    expect((await ask(path, { method: 'PUT', body: other })).http).toBe(400);
    expect((await ask(`${path}/secret`, { method: 'PUT', body: { secret } })).http).toBe(204);
    expect((await ask(path, { method: 'DELETE' })).http).toBe(204);
    expect((await ask(path)).http).toBe(404);
  });

  test('end when the callback says that it is gone', async () => {
    await ask('/event-subscriptions', { method: 'POST', body: { callbackUrl, secret } });
    told = [
      ...told,
      equipmentEvent({
        id: 'in2',
        code: 'INSP',
        port: 'CNSHA',
        at: '2026-01-09T19:00:00+08:00',
        createdAt: '2026-01-22T13:00:00Z',
      }),
    ];
    pipeline.clock.set(Date.UTC(2026, 0, 23, 18));
    await pipeline.worker.processAll();
    answers.push(410);
    await run();
    expect((await ask('/event-subscriptions')).json).toEqual([]);
  });
});

test('without a key in use nothing is written any more', async () => {
  for (const { apiKeyId } of (await keeper.call('apiKeyQuery')).data as { apiKeyId: string }[])
    await keeper.call('apiKeyRevoke', { body: { apiKeyId } });
  told = [
    ...told,
    equipmentEvent({
      id: 'in3',
      code: 'INSP',
      port: 'CNSHA',
      at: '2026-01-09T21:00:00+08:00',
      createdAt: '2026-01-23T19:00:00Z',
    }),
  ];
  pipeline.clock.set(Date.UTC(2026, 0, 25));
  await pipeline.worker.processAll();
  expect(await database.query('select 1 from outward_pending')).toEqual([]);
});
