import { httpModule } from '#server/module/index.ts';
import { createServer } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { listen, stopServers } from '#server/connectors/local-servers.ts';
import { realClock } from '#server/platform/clock/clock.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/time/instant.ts';
import { seedTestDictionary } from '#testing/entities.ts';
import { buildSubscription } from '#testing/factories.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { startPipeline } from '#testing/pipeline.ts';
import { testProductModules } from '#testing/product-modules.ts';
import { testApp } from '#testing/test-app.ts';
import { testDatabase } from '#testing/test-database.ts';
import { callKeeper, moveCalls } from './call-keeper.ts';
import { source } from './index.ts';

const database = await testDatabase();
await seedTestDictionary(database);
const pipeline = await startPipeline(database, { start: realClock.now() });
const { clock, keys } = pipeline;
const tested = httpModule(source, { keys, reference: pipeline.reference.current, allowed: undefined, machine: clock });
const product = await testProductModules(database, { keys });
const { signedIn } = await testApp(database, {
  clock,
  modules: [...product.filter(({ name }) => name !== tested.name), tested],
});
const [mine, theirs] = [await buildTenant(database), await buildTenant(database)];
await buildUser(database, { tenantId: mine.id, userCode: 'boss', userType: 'admin', allTenants: true });
await buildUser(database, { tenantId: mine.id, userCode: 'clerk', menus: ['/sources'] });
const [boss, clerk] = [await signedIn('boss'), await signedIn('clerk')];
afterEach(stopServers);

/** A counterpart that answers by key, and how often each key was used. */
async function counterpart(statusOf: (key: string) => [number, Record<string, string>?] = () => [200]) {
  const used = new Map<string, number>();
  const baseUrl = await listen(
    createServer((request, response) => {
      const key = String(request.headers['keyid']);
      used.set(key, (used.get(key) ?? 0) + 1);
      const [status, headers] = statusOf(key);
      response.writeHead(status, headers).end('[]');
    }),
  );
  return { baseUrl, used: (key: string): number => used.get(key) ?? 0 };
}

let serial = 0;
/** A source with keys of the platform and of one tenant. */
async function connect(baseUrl: string, more: object): Promise<string> {
  serial += 1;
  const body = { sourceCode: `calls${serial}`, nameCn: 'x', nameEn: 'x', profile: 'cma-cgm', baseUrl, ...more };
  const { data, status } = await boss.call('source.insert', { body: { ...body, carrierCodes: `LM${serial}U` } });
  expect(status).toBe(1);
  expect(data.polling).toBe('shipment');
  const { sourceId } = data;
  await boss.call('sourceKeySave', { body: { sourceId, values: { apiKey: 'shared' } } });
  await boss.call('sourceKeySave', { body: { sourceId, tenantId: theirs.id, values: { apiKey: 'theirs' } } });
  return sourceId;
}

async function follow(sourceId: string, tenantId: number, n: number): Promise<void> {
  for (let index = 0; index < n; index += 1) {
    serial += 1;
    const one = await buildSubscription(database, { tenantId, containerNo: `TSTU${2_000_000 + serial}` });
    await pipeline.subscribe(one, Number(sourceId), clock.now());
  }
}

const callsOf = async (person: typeof boss, sourceId: string) =>
  (await person.call('sourceCallQuery', { query: { sourceId } })).data;

test('each set of keys has its own calls; people see those of their tenants', async () => {
  const { baseUrl, used } = await counterpart();
  const sourceId = await connect(baseUrl, { mostPerHour: 4 });
  await follow(sourceId, mine.id, 6);
  await follow(sourceId, theirs.id, 2);
  await pipeline.at(clock.now());
  expect([used('shared'), used('theirs')]).toEqual([4, 2]);
  const hour = (n: number) => [expect.objectContaining({ window: 'hour', limit: 4, used: n })];
  expect((await callsOf(boss, sourceId)).sets).toEqual([
    expect.objectContaining({ tenantId: null, windows: hour(4), waiting: 2, pausedUntil: null }),
    expect.objectContaining({ tenantId: String(theirs.id), windows: hour(2), waiting: 0 }),
  ]);
  expect((await callsOf(clerk, sourceId)).sets.map(({ tenantId }: { tenantId: string | null }) => tenantId)).toEqual([
    null,
  ]);
  // A person who tries the source uses the same calls, and is refused in words when none is left.
  const tried = await boss.call('sourceTest', { body: { sourceId } });
  expect(tried.data.steps.at(-1)).toMatchObject({ step: 'ask', state: 'failed' });
  expect(used('shared')).toBe(4);
  // It asks for a bill, then for the booking of that number.
  expect((await boss.call('sourceTest', { body: { sourceId, tenantId: theirs.id } })).data.ok).toBe(true);
  expect((await callsOf(boss, sourceId)).sets[1].windows).toEqual(hour(4));
  await pipeline.worker.processAll({ until: clock.now() + HOUR_MS + 5 * MINUTE_MS });
  expect(used('shared')).toBeGreaterThan(4);
  expect(used('shared')).toBeLessThanOrEqual(8);
});

test('a source that limits one key leaves the others as they are', async () => {
  const { baseUrl, used } = await counterpart((key) => (key === 'theirs' ? [429, { 'retry-after': '1200' }] : [200]));
  const sourceId = await connect(baseUrl, {});
  const begin = clock.now();
  await follow(sourceId, theirs.id, 1);
  await pipeline.at(begin);
  await follow(sourceId, theirs.id, 2);
  await follow(sourceId, mine.id, 2);
  await pipeline.at(begin + MINUTE_MS);
  expect([used('shared'), used('theirs')]).toEqual([2, 1]);
  const { sets } = await callsOf(boss, sourceId);
  expect(sets[0]).toMatchObject({ tenantId: null, pausedUntil: null });
  expect(sets[1]).toMatchObject({ pausedBy: 'limit', waiting: 2 });
  expect(sets[1].pausedUntil).toBe(begin + 20 * MINUTE_MS);
});

test('what a worker was allowed is not lost with a clock that is set', async () => {
  const { baseUrl } = await counterpart();
  const sourceId = Number(await connect(baseUrl, { mostPerMinute: 2 }));
  const calls = callKeeper({ database, machine: clock });
  const owner = { sourceId, tenantId: null };
  const ask = async () => {
    const wanted = [{ tenant: String(mine.id), calls: 1, again: true }];
    const taken = await calls.take(owner, { perMinute: 2 }, wanted);
    const [place] = taken.places;
    if (place === null) taken.callsOf(0).end(true);
    await taken.settle();
    return place === null;
  };
  expect([await ask(), await ask(), await ask()]).toEqual([true, true, false]);
  await moveCalls(database, HOUR_MS);
  clock.advance(HOUR_MS);
  expect(await ask()).toBe(false);
  clock.advance(2 * MINUTE_MS);
  expect(await ask()).toBe(true);
});
