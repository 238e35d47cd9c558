import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { afterAll, expect, test } from 'vitest';
import { createWorker } from '#server/platform/queue/index.ts';
import { seal } from '#server/platform/crypto/index.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/time/instant.ts';
import { startSimulator } from '#simulator/index.ts';
import { createConsignments } from '#simulator/air/consignments.ts';
import { collectionOf, eventsOf as writtenEvents, shipmentAddress, toLogisticsObject } from '#simulator/air/wire.ts';
import { buildSubscription } from '#testing/factories.ts';
import { buildTenant } from '#testing/people.ts';
import { productApp } from '#testing/pipeline-app.ts';
import { startPipeline } from '#testing/pipeline.ts';
import { testDatabase } from '#testing/test-database.ts';
import { subscriberPath } from './object-notices-route.ts';
import { subscribeSources } from './subscribe-sources.ts';

const start = Date.UTC(2026, 10, 18, 6);
const seed = 'notices';
const database = await testDatabase();
const pipeline = await startPipeline(database, { start });
const { clock, keys } = pipeline;
const simulator = await startSimulator({
  seed,
  host: '127.0.0.1',
  port: 0,
  now: clock.now,
  faults: false,
  pushEveryMs: 3_600_000,
});
afterAll(() => simulator.stop());
const tenant = await buildTenant(database, { code: 'ONER' });
const other = await buildTenant(database, { code: 'ONES' });
const { app, anonymous } = await productApp(database, pipeline);
const callbackBase = await app.listen({ host: '127.0.0.1', port: 0 });
const log = pino({ level: 'silent' });
const secret = Buffer.from('what an airline proves itself by').toString('base64');

async function addAirline(code: string): Promise<number> {
  const { id } = await database.system
    .insertInto('source')
    .values({
      code: `onerecord:${code}`,
      protocol: 'onerecord',
      source_type: 'CARRIER',
      channel: 'SHIPPING_TRACKING',
      carrier_code: code,
      mode: 'air',
      name_cn: code,
      name_en: code,
      base_url: `${simulator.baseUrl}/airlines/${code}`,
      credential: seal(`${code}-demo-key`, keys),
      push_secret: seal(secret, keys),
      push_enabled: true,
      pull_interval_s: 900,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
const sources = new Map([
  ['CZ', await addAirline('CZ')],
  ['CK', await addAirline('CK')],
]);
/** Those of both airlines that go on after the start: one signs what it tells, the other shows the secret. */
const consignments = createConsignments(seed)
  .booked(start - 2 * DAY_MS, start)
  .filter(({ airline, endsAt }) => sources.has(airline.code) && endsAt > start + DAY_MS);

const follow = async (tenantId: number, waybill: string, code: string) => {
  const subscription = await buildSubscription(database, { tenantId, billNo: waybill, carrierCode: code });
  await database.execute(`update subscription set mode = 'air' where id = $1`, [subscription.id]);
  const target = await pipeline.subscribe(subscription, sources.get(code) as number, start + 300 * DAY_MS);
  return { id: subscription.id, target };
};
const eventsOf = async (subscriptionId: number): Promise<number> => {
  const [row] = await database.query<{ n: number }>(
    `select json_array_length(content->'events') as n from shipment where subscription_id = $1 and fused`,
    [subscriptionId],
  );
  return row?.n ?? 0;
};
const refusalsOf = async (code: string): Promise<string[]> =>
  (
    await database.query<{ reason: string }>('select distinct reason from refusal where source_id = $1', [
      sources.get(code),
    ])
  ).map(({ reason }) => reason);

test('an airline tells that a waybill has news, and is requested it at once for everybody who follows it', async () => {
  const followed = await Promise.all(
    consignments
      .slice(0, 12)
      .map(async ({ waybill, airline }) => [
        await follow(tenant.id, waybill, airline.code),
        await follow(other.id, waybill, airline.code),
      ]),
  );
  expect(followed.length).toBeGreaterThan(5);
  expect(await subscribeSources({ database, clock, log, keys, callbackBase })).toBe(true);
  clock.advance(18 * HOUR_MS);
  await simulator.pushNow();
  await createWorker({ queue: pipeline.queue, handlers: pipeline.handlers }).processAll();
  const reported = await Promise.all(followed.map(async (both) => Promise.all(both.map(({ id }) => eventsOf(id)))));
  expect(reported.filter(([mine]) => (mine ?? 0) > 2).length).toBeGreaterThan(followed.length / 2);
  for (const [mine, theirs] of reported) expect(theirs).toBe(mine);
  // Waybills of nobody are counted, and nothing else was wrong.
  for (const code of sources.keys()) expect(await refusalsOf(code)).toEqual(['unknown_reference']);

  // A known subscription is renewed; a server that forgot it after a restart gets a new one.
  const kept = () =>
    database.query(`select key, value from app_state where key like 'push_subscription_%' order by key`);
  const before = await kept();
  expect(before).toHaveLength(sources.size);
  expect(await subscribeSources({ database, clock, log, keys, callbackBase })).toBe(true);
  expect(await kept()).toEqual(before);
  await database.execute(`update app_state set value = '"gone"' where key like 'push_subscription_onerecord%'`);
  expect(await subscribeSources({ database, clock, log, keys, callbackBase })).toBe(true);
});

test('nobody else is believed, and nothing is requested', async () => {
  const path = `${subscriberPath.replace(':sourceCode', 'onerecord:CZ')}/notifications`;
  const body = JSON.stringify({
    '@type': 'api:Notification',
    'api:hasEventType': { '@id': 'api:LOGISTICS_OBJECT_UPDATED' },
    'api:hasLogisticsObject': { '@id': 'https://one.example/logistics-objects/waybill-784-12345675' },
  });
  const send = (headers: Record<string, string>, text = body, to = path) =>
    anonymous.send('POST', to, text, { 'content-type': 'application/ld+json; version=2.1.0', ...headers });
  const wrong = await send({ authorization: 'Bearer another' });
  expect(wrong.http).toBe(401);
  expect(JSON.parse(wrong.text)).toMatchObject({ '@type': 'api:Error' });
  expect((await send({})).http).toBe(401);
  expect(
    (await send({ 'notification-signature': `sha256=${'0'.repeat(64)}`, authorization: `Bearer ${secret}` })).http,
  ).toBe(401);
  const bearer = { authorization: `Bearer ${secret}` };
  expect((await send(bearer, body, path.replace('CZ', 'XX'))).http).toBe(401);
  expect((await send(bearer, '{')).http).toBe(400);
  expect((await send(bearer)).http).toBe(204);
  await database.execute('update source set push_enabled = false where id = $1', [sources.get('CZ')]);
  expect((await send(bearer)).http).toBe(403);
  const tally = await database.query<{ n: number }>(
    'select coalesce(sum(n), 0)::int as n from refusal_tally where source_id = $1',
    [sources.get('CZ')],
  );
  expect(tally[0]?.n).toBeGreaterThanOrEqual(4);
});

test('an object under an id of its own is requested at the address of its source, read, and followed from then on', async () => {
  const [consignment, nobodys] = createConsignments('opaque')
    .booked(start - 2 * DAY_MS, start)
    .filter(({ endsAt }) => endsAt > start + 4 * DAY_MS);
  let base = 'http://one';
  const [own, foreign] = ['1a8ded38-1804-467c', 'b6b1c7a0-93d1-4f6e'];
  const piece = `piece-${consignment!.waybill}-1`;
  const requested: string[] = [];
  const server = createServer((request, reply) => {
    const path = new URL(request.url ?? '/', 'http://one').pathname;
    // Flights are linked from events; here their server does not tell them.
    if (!path.includes('/flight-')) requested.push(path);
    const [, id, events] = /^\/one\/logistics-objects\/([^/]+)(\/logistics-events)?$/.exec(path) ?? [];
    const [shipment, isOwn] = [shipmentAddress(base, consignment!), id === own];
    const isPiece = id === piece && events === undefined;
    const found = isPiece
      ? toLogisticsObject(base, consignment!, 1, true)
      : events !== undefined && shipment.endsWith(`/${id}`)
        ? collectionOf(shipment, writtenEvents('opaque', base, consignment!, clock.now()))
        : isOwn || shipment.endsWith(`/${id}`)
          ? events === undefined && toLogisticsObject(base, consignment!, isOwn ? 'waybill' : 'shipment', true)
          : id === foreign && toLogisticsObject(base, nobodys!, 'waybill', true);
    if (found === false) return void reply.writeHead(404).end('{}');
    reply.writeHead(200, { 'content-type': 'application/ld+json' });
    return void reply.end(JSON.stringify(found).replaceAll(`/waybill-${consignment!.waybill}"`, `/${own}"`));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const code = 'OPQ';
    sources.set(code, await addAirline(code));
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/one`;
    await database.execute('update source set base_url = $2 where id = $1', [sources.get(code), base]);
    const { id } = await follow(tenant.id, consignment!.waybill, code);
    clock.advance(HOUR_MS);
    const notify = async (objectId: string) => {
      const body = JSON.stringify({
        '@type': 'api:Notification',
        'api:hasEventType': { '@id': 'api:LOGISTICS_EVENT_RECEIVED' },
        // Wherever the address leads, the source is queried.
        'api:hasLogisticsObject': { '@id': `http://169.254.169.254/logistics-objects/${objectId}` },
      });
      const path = `${subscriberPath.replace(':sourceCode', `onerecord:${code}`)}/notifications`;
      const { http } = await anonymous.send('POST', path, body, { authorization: `Bearer ${secret}` });
      expect(http).toBe(204);
      await createWorker({ queue: pipeline.queue, handlers: pipeline.handlers }).processAll();
    };
    await notify(own as string);
    expect(await eventsOf(id)).toBeGreaterThan(0);
    const paths = {
      waybill: `/one/logistics-objects/${own}`,
      shipment: new URL(shipmentAddress(base, consignment!)).pathname,
    };
    const pulled = [paths.waybill, `${paths.waybill}/logistics-events`, `${paths.shipment}/logistics-events`];
    expect(requested).toEqual([paths.waybill, ...pulled]);
    // Known from now on: one question, and news is taken in.
    const before = await eventsOf(id);
    clock.advance(2 * DAY_MS);
    await notify(own as string);
    expect(requested.filter((path) => path.endsWith(own as string)).length).toBeGreaterThanOrEqual(3);
    expect(await eventsOf(id)).toBeGreaterThan(before);
    expect(await refusalsOf(code)).toEqual([]);
    // Events hang on its shipment, which is known from the first answer.
    clock.advance(MINUTE_MS);
    requested.length = 0;
    await notify(paths.shipment.slice(paths.shipment.lastIndexOf('/') + 1));
    expect(requested).toEqual(pulled);
    // An object that nobody has reported of leads to its waybill too.
    clock.advance(MINUTE_MS);
    requested.length = 0;
    await notify(piece);
    expect(requested).toEqual([`/one/logistics-objects/${piece}`, paths.shipment, paths.waybill, ...pulled]);
    expect(await refusalsOf(code)).toEqual([]);
    await notify(foreign as string);
    await notify('gone');
    expect(await refusalsOf(code)).toEqual(['unknown_reference']);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
