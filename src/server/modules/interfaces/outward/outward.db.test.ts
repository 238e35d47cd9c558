import { describe, expect, test } from 'vitest';
import { event as eventShape } from '#contract/interfaces/outward-api/shapes.ts';
import { equipmentEvent, exampleBill, exampleContainer } from '#server/connectors/dcsa/event-builders.ts';
import { transportEvent, ships } from '#server/connectors/dcsa/event-builders.ts';
import type { WireEvent } from '#server/connectors/dcsa/event-builders.ts';
import { findDcsaProblems } from '#testing/simulator/dcsa-check.ts';
import { testDatabase } from '#testing/test-database.ts';
import { outwardApi } from '#testing/outward-api.ts';

const database = await testDatabase();
const {
  ask,
  eventsOf,
  keeper,
  key,
  mine,
  newKey,
  outside,
  pipeline,
  run,
  stranger,
  strangerKey,
  subscription,
  reported,
} = await outwardApi(database);

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
    for (const word of ['Bearer', 'bearer', 'BEARER']) {
      const headers = { authorization: `${word} ${key}` };
      expect((await outside.send('GET', '/api/data-center/tnt/v2/events', undefined, headers)).http).toBe(200);
    }
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
    `?equipmentReference=${exampleContainer}`,
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

  test('codes are requested in any case', async () => {
    const inCapitals = await eventsOf('?UNLocationCode=CNSHA&eventType=TRANSPORT');
    expect(inCapitals.length).toBeGreaterThan(0);
    expect(await eventsOf('?UNLocationCode=cnsha&eventType=transport')).toEqual(inCapitals);
  });

  test('beside a cursor stands what it was made with, or the question is refused', async () => {
    const first = await ask('/events?limit=1&eventType=EQUIPMENT');
    const next = `cursor=${String(first.headers['next-page'])}`;
    const second = await eventsOf(`?${next}`);
    expect(await eventsOf(`?${next}&limit=1&eventType=EQUIPMENT`)).toEqual(second);
    for (const [name, other] of [
      ['eventType', 'eventType=TRANSPORT'],
      ['UNLocationCode', 'UNLocationCode=CNSHA'],
      ['limit', 'limit=5'],
    ])
      expect((await ask(`/events?${next}&${other}`)).json).toMatchObject({
        statusCode: 400,
        errors: [{ message: expect.stringContaining(`${name} is not as it was when the cursor was made`) }],
      });
  });

  test('and subscriptions are described without a key, as they are answered', async () => {
    const { http, json } = await ask('/openapi.json', { apiKey: '' });
    expect([http, json.openapi, json.servers]).toEqual([
      200,
      '3.1.0',
      [{ url: '/api/data-center/tnt/v2', description: expect.any(String) }],
    ]);
    const described = Object.entries<Record<string, { parameters?: { name: string; in: string }[] }>>(json.paths);
    expect(described.map(([path]) => path)).toHaveLength(10);
    for (const [path, methods] of described)
      for (const method of Object.keys(methods)) {
        const answer = await ask(path.replace(/\{\w+\}/, '00000000-0000-4000-8000-0000000000ff'), {
          method: method.toUpperCase() as 'GET',
          body: method === 'get' || method === 'delete' ? undefined : {},
        });
        expect([path, method, answer.http, answer.json?.errors?.[0]?.message]).not.toEqual([
          path,
          method,
          expect.toBeOneOf([404, 405]),
          expect.stringMatching(/address|Use/),
        ]);
      }
    const parameters = json.paths['/events'].get.parameters.filter(({ name }: { name: string }) => name !== 'cursor');
    for (const { name, schema } of parameters) {
      const value = { sort: 'eventType:ASC', limit: '1', vesselIMONumber: '9321483' }[String(name)] ?? schema.enum?.[0];
      const sample = value ?? schema.items?.enum?.[0] ?? (schema.format === 'date-time' ? '2026-01-01T00:00:00Z' : 'X');
      const text = /^(schedule|transportDocument)ID$/.test(name) ? '00000000-0000-4000-8000-0000000000ff' : sample;
      expect([name, (await ask(`/events?${name}=${text}`)).http]).toEqual([name, 200]);
    }
    // Members that are not described would be missing after reading.
    const events = await eventsOf('');
    expect(new Set(events.map(({ eventType }) => eventType)).size).toBe(3);
    for (const one of events) expect(eventShape.parse(one)).toEqual(one);
  });

  test('are described for language models, with links that lead somewhere', async () => {
    const { http, text } = await outside.send('GET', '/llms.txt');
    expect(http).toBe(200);
    const links = [...text.matchAll(/\]\((\/[^)]+)\)/g)].map(([, url = '']) => url);
    expect(links).toHaveLength(4);
    // Only assistants need a key.
    for (const url of links)
      expect([url, (await outside.send('GET', url)).http]).toEqual([
        url,
        url === '/mcp' ? 401 : expect.toBeOneOf([200, 302]),
      ]);
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
    reported.push(
      transportEvent({
        id: 'late',
        code: 'ARRI',
        classifier: 'EST',
        port: 'NLRTM',
        at: '2026-02-15T06:00:00+01:00',
        createdAt: '2026-01-21T00:00:00Z',
        ship: ships.first,
      }),
    );
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

test('an estimate that passes without the event is history: no new one is written, and what was sent stays', async () => {
  const gateOut = { code: 'GTOT', classifier: 'EST', port: 'NLRTM', at: '2026-02-20T06:00:00+01:00' } as const;
  reported.push(equipmentEvent({ ...gateOut, id: 'out', createdAt: '2026-01-22T00:00:00Z' }));
  pipeline.clock.set(Date.UTC(2026, 0, 22, 12));
  await pipeline.worker.processAll();
  await run();
  const before = await eventsOf('');
  const counting = () =>
    database.query(
      "select event_code as code from outward_event where current and classifier = 'EST' and event_at > '2026-02-01' order by event_at",
    );
  expect(await counting()).toEqual([{ code: 'ARRI' }, { code: 'GTOT' }]);
  pipeline.clock.set(Date.UTC(2026, 1, 16));
  await run();
  expect(await counting()).toEqual([{ code: 'GTOT' }]);
  pipeline.clock.set(Date.UTC(2026, 2, 16));
  await run();
  expect(await counting()).toEqual([]);
  expect(await eventsOf('')).toEqual(before);
});

test('without a key in use nothing is written any more', async () => {
  for (const { apiKeyId } of (await keeper.call('apiKeyQuery')).data as { apiKeyId: string }[])
    await keeper.call('apiKeyRevoke', { body: { apiKeyId } });
  reported.push(
    equipmentEvent({
      id: 'in3',
      code: 'INSP',
      port: 'CNSHA',
      at: '2026-01-09T21:00:00+08:00',
      createdAt: '2026-01-23T19:00:00Z',
    }),
  );
  pipeline.clock.set(Date.UTC(2026, 0, 25));
  await pipeline.worker.processAll();
  expect(await database.query('select 1 from outward_pending')).toEqual([]);
});
