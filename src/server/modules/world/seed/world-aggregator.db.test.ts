import { randomBytes } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { exampleEnvelope } from '#server/connectors/ft/record-builders.ts';
import { exampleBill } from '#server/connectors/dcsa/event-builders.ts';
import { keepPushed, packBody, pushScheduler } from '#server/modules/intake/collection/index.ts';
import { seal } from '#server/platform/crypto/index.ts';
import { HOUR_MS } from '#shared/time/instant.ts';
import { siteOf } from '#simulator/pages/sites.ts';
import { startSimulator } from '#simulator/servers/start-simulator.ts';
import { buildSubscription } from '#testing/factories.ts';
import { buildTenant } from '#testing/people.ts';
import { productApp } from '#testing/pipeline-app.ts';
import { startPipeline } from '#testing/pipeline.ts';
import { testDatabase } from '#testing/test-database.ts';
import { seedWorld } from './seed-world.ts';
import { notifyWorldAggregators } from './world-aggregator.ts';

const database = await testDatabase();
const pipeline = await startPipeline(database, { start: Date.UTC(2026, 10, 21, 6) });
const simulator = await startSimulator({
  seed: 'demo',
  host: '127.0.0.1',
  port: 0,
  now: pipeline.clock.now,
  faults: false,
  pushEveryMs: 3_600_000,
});
afterAll(() => simulator.stop());
const tenant = await buildTenant(database, { code: 'OLDW' });
const world = { baseUrl: simulator.baseUrl, secretKey: pipeline.keys, carriers: [] };

/** The source as worlds had it before. */
const former = await database.system
  .insertInto('source')
  .values({
    code: 'ft',
    protocol: 'ft',
    source_type: 'FT',
    channel: 'CARRIER_DISTRIBUTE',
    name_cn: '飞程聚合平台 (FT)',
    name_en: 'FT aggregator',
    base_url: 'http://127.0.0.1:1/ft',
    credential: seal('portolan-demo:ft-demo-secret', pipeline.keys),
    pull_interval_s: 1800,
  })
  .returning('id')
  .executeTakeFirstOrThrow();

const shipment = simulator.world
  .shipmentsAlive(pipeline.clock.now())
  .find(
    (one) =>
      siteOf(one.carrier.code) === undefined &&
      simulator.world.causesOf(one).length === 0 &&
      one.confirmedAt < pipeline.clock.now() - 24 * HOUR_MS &&
      one.aliveTo > pipeline.clock.now() + 20 * 24 * HOUR_MS,
  );
const [bill, carrierCode] = [shipment?.billNo ?? '', shipment?.carrier.code ?? ''];
const rowsOf = (subscriptionId: number) =>
  database.query<{ content: { booking: { portOfLoading: string } } }>(
    `select content from shipment where subscription_id = $1 and source_code = 'ft'`,
    [subscriptionId],
  );

test('an older world goes on: its aggregator is asked by the new protocol, and what it had answered stays readable', async () => {
  const subscription = await buildSubscription(database, { tenantId: tenant.id, billNo: bill, carrierCode });
  const later = Date.UTC(2027, 0, 1);
  const target = await pipeline.subscribe(subscription, former.id, later);
  const answer = Buffer.from(JSON.stringify(exampleEnvelope()).replaceAll(exampleBill, bill));
  await keepPushed(database, [
    {
      tenantId: tenant.id,
      subscriptionId: subscription.id,
      sourceId: former.id,
      receivedAt: pipeline.clock.now(),
      ...packBody(answer),
      hash: randomBytes(16),
    },
  ]);
  await database.execute(`update raw_answer set via = 'pull' where subscription_id = $1`, [subscription.id]);
  await seedWorld(database, world);
  const [source] = await database.query(
    'select id, profile, base_url, access_url, push_enabled from source where code = $1',
    ['ft'],
  );
  expect(source).toEqual({
    id: former.id,
    profile: 'freightower',
    base_url: `${simulator.baseUrl}/ft`,
    access_url: `${simulator.baseUrl}/ft/auth/api/token`,
    push_enabled: true,
  });
  await pushScheduler(pipeline.queue)([target]);
  await pipeline.worker.processAll();
  expect((await rowsOf(subscription.id))[0]?.content.booking).toMatchObject({
    portOfLoading: 'CNSHA',
    bookingNo: expect.any(String),
  });

  await pipeline.schedulePulls([{ subscriptionSourceId: target, at: pipeline.clock.now() }]);
  await pipeline.worker.processAll();
  const [requested] = await database.query(
    'select last_error, has_data from subscription_source ss join subscription s on s.id = ss.subscription_id where ss.id = $1',
    [target],
  );
  expect(requested).toEqual({ last_error: null, has_data: true });
  const first = shipment?.milestones.find(({ code }) => code === 'DLPT')?.port.code;
  expect((await rowsOf(subscription.id))[0]?.content.booking).toMatchObject({ bookingNo: null });
  if (!['CNTAO', 'CNXMN', 'CNDLC'].includes(first ?? ''))
    expect((await rowsOf(subscription.id))[0]?.content.booking.portOfLoading).toBe(first);
});

test('the world starts again elsewhere, and what an operator changed stays', async () => {
  await database.execute(`update source set pull_interval_s = 777, credential = $1 where code = 'ft'`, [
    seal('{"clientId":"x"}', pipeline.keys),
  ]);
  const [before] = await database.query<{ credential: string }>(`select credential from source where code = 'ft'`);
  await seedWorld(database, { ...world, baseUrl: 'http://127.0.0.1:2' });
  const [after] = await database.query(
    `select pull_interval_s, credential, base_url, access_url from source where code = 'ft'`,
  );
  expect(after).toEqual({
    pull_interval_s: 777,
    credential: before?.credential,
    base_url: 'http://127.0.0.1:2/ft',
    access_url: 'http://127.0.0.1:2/ft/auth/api/token',
  });
});

test('the aggregator pushes what is new of what was requested: everything, changes, or a notice', async () => {
  await database.execute(`delete from source where code = 'ft' and id <> $1`, [former.id]);
  await database.execute(`update source set profile = null where code = 'ft'`);
  await seedWorld(database, world);
  const { anonymous } = await productApp(database, pipeline);
  await anonymous.app.listen({ host: '127.0.0.1', port: 0 });
  const address = anonymous.app.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  expect(await notifyWorldAggregators(simulator.baseUrl, `http://127.0.0.1:${port}`)).toBe(true);
  const some = simulator.world
    .shipmentsAlive(pipeline.clock.now())
    .filter(
      (one) =>
        siteOf(one.carrier.code) === undefined &&
        one.billNo !== bill &&
        one.aliveTo > pipeline.clock.now() + 20 * 24 * HOUR_MS,
    )
    .slice(0, 12);
  for (const one of some) {
    const subscription = await buildSubscription(database, {
      tenantId: tenant.id,
      billNo: one.billNo,
      carrierCode: one.carrier.code,
    });
    await pipeline.subscribe(subscription, former.id, pipeline.clock.now());
  }
  await pipeline.worker.processAll();
  const count = async (): Promise<Record<string, number>> => {
    const rows = await database.query<{ via: string; n: number }>(
      'select via, count(*)::int as n from raw_answer group by via',
    );
    return Object.fromEntries(rows.map(({ via, n }) => [via, n]));
  };
  const before = await count();
  for (let step = 0; step < 10; step += 1) {
    pipeline.clock.advance(24 * HOUR_MS);
    await simulator.pushNow();
  }
  const after = await count();
  expect((after['push'] ?? 0) - (before['push'] ?? 0)).toBeGreaterThan(5);
  const refused = await database.query('select reason from refusal_tally');
  expect(refused).toEqual([]);
  // Notices have the bills requested.
  const requested = await database.query<{ n: number }>(
    `select count(*)::int as n from task where kind = 'pull' and status = 'waiting' and run_at <= $1`,
    [new Date(pipeline.clock.now())],
  );
  expect(requested[0]?.n).toBeGreaterThan(0);
});

test('an older world is given the platforms, whose sources are asked and push; a real source of that name stays as it is', async () => {
  await database.system
    .insertInto('source')
    .values({
      code: 'shipsgo',
      protocol: 'shipsgo',
      profile: 'shipsgo',
      source_type: 'FT',
      channel: 'CARRIER_DISTRIBUTE',
      name_cn: '真',
      name_en: 'Real',
      base_url: 'https://api.shipsgo.com/v2',
    })
    .execute();
  await seedWorld(database, { ...world, baseUrl: 'http://127.0.0.1:2' });
  await seedWorld(database, world);
  const sources = await database.query<{ id: number; code: string; base_url: string; carrier: string }>(
    `select id, code, base_url, carrier_codes as carrier from source where profile = any($1) order by code`,
    [['shipsgo', 'terminal49', 'trackingeyes']],
  );
  expect(sources.map(({ code, base_url }) => [code, base_url.replace(simulator.baseUrl, '')])).toEqual([
    ['shipsgo', 'https://api.shipsgo.com/v2'],
    ['shipsgo:HALC', '/shipsgo/v2'],
    ['terminal49:BORE', '/terminal49/v2'],
    ['trackingeyes:MERI', '/trackingeyes'],
  ]);
  const requested = [];
  for (const { id, carrier } of sources.slice(1)) {
    const one = simulator.world
      .shipmentsAlive(pipeline.clock.now())
      .find(
        (candidate) =>
          candidate.carrier.code === carrier &&
          simulator.world.causesOf(candidate).length === 0 &&
          candidate.confirmedAt < pipeline.clock.now() - 24 * HOUR_MS &&
          candidate.aliveTo > pipeline.clock.now() + 20 * 24 * HOUR_MS,
      );
    const subscription = await buildSubscription(database, {
      tenantId: tenant.id,
      billNo: one?.billNo ?? '',
      carrierCode: carrier,
    });
    requested.push({ id: subscription.id, target: await pipeline.subscribe(subscription, id, pipeline.clock.now()) });
  }
  await pipeline.worker.processAll();
  // What was created there is requested by its id from then on.
  await pipeline.schedulePulls(
    requested.map(({ target }) => ({ subscriptionSourceId: target, at: pipeline.clock.now() })),
  );
  await pipeline.worker.processAll();
  const states = await database.query(
    `select ss.last_error, ss.object_id is not null as created, exists (select from shipment r
       where r.subscription_id = ss.subscription_id and r.source_code = s.code and not r.fused) as told
     from subscription_source ss join source s on s.id = ss.source_id where ss.id = any($1)`,
    [requested.map(({ target }) => target)],
  );
  expect(states).toEqual(requested.map(() => ({ last_error: null, created: true, told: true })));
  // Two of them number their messages.
  const pushedBy = (): Promise<{ code: string }[]> =>
    database.query(
      `select distinct s.code from push_nonce n join source s on s.id = n.source_id where s.code = any($1) order by 1`,
      [sources.map(({ code }) => code)],
    );
  for (let step = 0; step < 8 && (await pushedBy()).length < 2; step += 1) {
    pipeline.clock.advance(24 * HOUR_MS);
    await simulator.pushNow();
  }
  expect(await pushedBy()).toEqual([{ code: 'shipsgo:HALC' }, { code: 'terminal49:BORE' }]);
  expect(await database.query('select reason from refusal_tally')).toEqual([]);
});
