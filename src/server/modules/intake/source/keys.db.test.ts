import { createServer, type IncomingMessage } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { bodyOf, directVoyage, exampleBill } from '#server/connectors/dcsa/event-builders.ts';
import { listen, stopServers } from '#server/connectors/local-servers.ts';
import { seal } from '#server/platform/crypto/index.ts';
import { buildSubscription } from '#testing/factories.ts';
import { buildTenant } from '#testing/people.ts';
import { startPipeline } from '#testing/pipeline.ts';
import { testDatabase } from '#testing/test-database.ts';
import { tokenKeepers } from './token-keeper.ts';

const database = await testDatabase();
const start = Date.UTC(2026, 2, 1);
const pipeline = await startPipeline(database, { start });
afterEach(stopServers);

/** A carrier that shows each key its own shipments and refuses all others. */
async function carrier(answers: Readonly<Record<string, unknown>>) {
  const requested: string[] = [];
  const base = await listen(
    createServer((request: IncomingMessage, response) => {
      const key = String(request.headers['keyid'] ?? '');
      requested.push(key);
      const answer = answers[key];
      if (answer === undefined) response.writeHead(401).end('{}');
      else response.end(Buffer.from(bodyOf(answer)));
    }),
  );
  return { base, asked: requested };
}

async function addSource(
  code: string,
  baseUrl: string,
  platformKey: string | null,
): Promise<{ sourceId: number; assetId: number }> {
  const asset = await database.system
    .insertInto('asset')
    .values({
      asset_type: `KEYS_${code}`,
      asset_desc: code,
      value_type: 'CREDENTIAL',
      default_value: platformKey === null ? null : seal(platformKey, pipeline.keys),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const source = await database.system
    .insertInto('source')
    .values({
      code,
      protocol: 'dcsa',
      profile: 'cma-cgm',
      source_type: 'CARRIER',
      channel: 'SHIPPING_TRACKING',
      carrier_code: 'CMDU',
      name_cn: code,
      name_en: code,
      base_url: baseUrl,
      asset_id: asset.id,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { sourceId: source.id, assetId: asset.id };
}

const addKey = (tenantId: number, assetId: number, key: string) =>
  database.system
    .insertInto('tenant_asset')
    .values({
      tenant_id: tenantId,
      asset_id: assetId,
      asset_value: seal(JSON.stringify({ apiKey: key }), pipeline.keys),
    })
    .execute();

const failingOf = async (tenantId: number): Promise<string[]> =>
  (
    await database.query<{ problem_key: string }>(
      `select problem_key from shipment_exception where tenant_id = $1 and type_code = 'SOURCE_FAILING' and open`,
      [tenantId],
    )
  ).map((row) => row.problem_key);

test('each tenant is requested with its own key, and a wrong key is the problem of its tenant only', async () => {
  const { base, asked: requested } = await carrier({ 'key-of-a': directVoyage(), 'key-of-platform': [] });
  const [a, b, c] = [await buildTenant(database), await buildTenant(database), await buildTenant(database)];
  const { sourceId, assetId } = await addSource('keys-1', base, 'key-of-platform');
  await addKey(a.id, assetId, 'key-of-a');
  await addKey(b.id, assetId, 'wrong');
  const subscribed = [];
  for (const tenant of [a, b, c]) {
    const one = await buildSubscription(database, { tenantId: tenant.id, billNo: exampleBill, carrierCode: 'CMDU' });
    subscribed.push(one);
    await pipeline.subscribe(one, sourceId, start);
  }
  await pipeline.at(start);
  for (let hour = 1; hour <= 12; hour += 1) await pipeline.at(start + hour * 3_600_000);
  expect(new Set(requested)).toEqual(new Set(['key-of-a', 'wrong', 'key-of-platform']));
  const rows = await database.query<{
    tenant_id: number;
    asked_with: string;
    has_data: boolean;
    last_error: string | null;
  }>(
    `select ss.tenant_id, ss.asked_with, s.has_data, ss.last_error from subscription_source ss
     join subscription s on s.id = ss.subscription_id where ss.source_id = $1 order by ss.tenant_id`,
    [sourceId],
  );
  expect(rows).toEqual([
    { tenant_id: a.id, asked_with: 'tenant', has_data: true, last_error: null },
    { tenant_id: b.id, asked_with: 'tenant', has_data: false, last_error: expect.stringContaining('unauthorized') },
    { tenant_id: c.id, asked_with: 'platform', has_data: false, last_error: null },
  ]);
  // What one key was shown is kept for its tenant alone.
  const kept = await database.query<{ tenant_id: number }>(
    'select distinct tenant_id from shipment where source_id = $1',
    [sourceId],
  );
  expect(kept).toEqual([{ tenant_id: a.id }]);
  const [source] = await database.query<{ consecutive_failures: number }>(
    'select consecutive_failures from source where id = $1',
    [sourceId],
  );
  expect(source?.consecutive_failures).toBe(0);
  expect([await failingOf(a.id), await failingOf(b.id), await failingOf(c.id)]).toEqual([[], ['keys-1'], []]);
});

test('a tenant without keys of its own is not requested with those of the platform where that is not allowed', async () => {
  const { base, asked: requested } = await carrier({ 'key-of-platform': directVoyage() });
  const { sourceId } = await addSource('keys-2', base, 'key-of-platform');
  await database.execute('update source set platform_key_for_all = false where id = $1', [sourceId]);
  const tenant = await buildTenant(database);
  const one = await buildSubscription(database, { tenantId: tenant.id, billNo: exampleBill, carrierCode: 'CMDU' });
  await pipeline.subscribe(one, sourceId, pipeline.clock.now());
  await pipeline.at(pipeline.clock.now());
  expect(requested).not.toContain('key-of-platform');
});

test('two workers fetch one token; another key gets another, and a refused one is fetched again', async () => {
  const { sourceId } = await addSource('keys-3', 'http://127.0.0.1:1', null);
  const workers = [tokenKeepers({ database, keys: pipeline.keys }), tokenKeepers({ database, keys: pipeline.keys })];
  let fetched = 0;
  const fetch = () => {
    fetched += 1;
    return Promise.resolve({ token: `token-${fetched}`, expiresAt: Date.now() + 3_600_000 });
  };
  const owner = { sourceId, tenantId: null, credential: 'secret' };
  const tokens = await Promise.all(Array.from({ length: 50 }, (_, index) => workers[index % 2]?.(owner).token(fetch)));
  expect(new Set(tokens)).toEqual(new Set(['token-1']));
  expect(await workers[0]?.({ ...owner, credential: 'other' }).token(fetch)).toBe('token-2');
  await workers[0]?.({ ...owner, credential: 'other' }).refused('token-2');
  expect(await workers[1]?.({ ...owner, credential: 'other' }).token(fetch)).toBe('token-3');
  const [row] = await database.query<{ sealed: string }>('select sealed from source_token where source_id = $1', [
    sourceId,
  ]);
  expect(row?.sealed).toMatch(/^v1\./);
});

test('a token server that fails is queried again by the next request, and nobody waits for a lost worker for ever', async () => {
  const { sourceId } = await addSource('keys-4', 'http://127.0.0.1:1', null);
  const keeper = tokenKeepers({ database, keys: pipeline.keys })({ sourceId, tenantId: null, credential: 'secret' });
  await expect(keeper.token(() => Promise.reject(new Error('down')))).rejects.toThrow('down');
  expect(await keeper.token(() => Promise.resolve({ token: 'up', expiresAt: null }))).toBe('up');
  await database.execute(
    `update source_token set sealed = null, fetching_until = clock_timestamp() - interval '1 second' where source_id = $1`,
    [sourceId],
  );
  const other = tokenKeepers({ database, keys: pipeline.keys })({ sourceId, tenantId: null, credential: 'secret' });
  expect(await other.token(() => Promise.resolve({ token: 'again', expiresAt: null }))).toBe('again');
});
