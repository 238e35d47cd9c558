import { expect, test } from 'vitest';
import { DAY_MS } from '#shared/time/instant.ts';
import { outwardApi } from '#testing/outward-api.ts';
import { testDatabase } from '#testing/test-database.ts';
import { countKeyCall } from './key-use.ts';

const database = await testDatabase();
const { ask, keeper, mine, outside } = await outwardApi(database, { rateLimitPerMinute: 500 });

type Key = {
  apiKeyId: string;
  name: string;
  rateLimit: number;
  rateRemaining: number;
  callsToday: number;
  isExpired: boolean;
};
const keys = async (): Promise<Key[]> => (await keeper.call('apiKeyQuery')).data;

test('an answer says how many calls are left, and the page says the same', async () => {
  const before = (await keys()).find(({ name }) => name === 'ERP');
  const { headers } = await ask('/events');
  expect(headers['ratelimit-policy']).toMatch(/^"key";q=\d+;w=60, "address";q=\d+;w=60$/);
  const [, left, resets] = /^"key";r=(\d+);t=(\d+), "address";r=\d+;t=\d+$/.exec(String(headers['ratelimit'])) ?? [];
  expect(Number(resets)).toBeLessThanOrEqual(60);
  const after = (await keys()).find(({ name }) => name === 'ERP');
  expect(after?.callsToday).toBe((before?.callsToday ?? 0) + 1);
  expect(after?.rateRemaining).toBe(Number(left));
  // Who has no key is counted by the address.
  expect((await ask('/events', { apiKey: 'ptk_none' })).headers['ratelimit-policy']).toMatch(/^"address";q=\d+;w=60$/);
});

test('a key is counted over all processes, minute by minute; what is too much is counted as refused', async () => {
  const [key] = await keys();
  const id = { id: Number(key?.apiKeyId), tenantId: mine.id };
  const noon = Date.UTC(2031, 0, 1, 12);
  const count = (at: number) => countKeyCall(database, id, 2, at);
  expect(await count(noon)).toEqual({ limit: 2, remaining: 1, resetS: 60, isExceeded: false });
  expect(await count(noon + 20_000)).toEqual({ limit: 2, remaining: 0, resetS: 40, isExceeded: false });
  expect(await count(noon + 30_000)).toMatchObject({ remaining: 0, isExceeded: true });
  expect(await count(noon + 60_000)).toMatchObject({ remaining: 1, isExceeded: false });
  expect(await database.query('select day_calls, day_refused from api_key_use where api_key_id = $1', [id.id])).toEqual(
    [{ day_calls: 4, day_refused: 1 }],
  );
  await count(noon + DAY_MS);
  expect(await database.query('select day_calls, day_refused from api_key_use where api_key_id = $1', [id.id])).toEqual(
    [{ day_calls: 1, day_refused: 0 }],
  );
  expect(await countKeyCall(database, id, 0, noon + DAY_MS)).toBeUndefined();
});

test('a key that has expired opens nothing more', async () => {
  const body = { tenantId: mine.id, name: 'short', expireDays: 1 };
  const { data } = await keeper.call('apiKeyInsert', { body });
  expect((await ask('/events', { apiKey: data.key })).http).toBe(200);
  await database.execute(`update api_key set expires_at = now() - interval '1 second' where name = 'short'`);
  expect((await ask('/events', { apiKey: data.key })).http).toBe(401);
  expect((await keys()).find(({ name }) => name === 'short')).toMatchObject({ isExpired: true });
});

test('what is deprecated says so, with the day of its end; the list of changes needs no key', async () => {
  const plain = await ask('/events?limit=1');
  expect([plain.headers['deprecation'], plain.headers['sunset']]).toEqual([undefined, undefined]);
  const old = await ask('/events?limit=1&scheduleID=00000000-0000-4000-8000-000000000001');
  expect(old.headers['deprecation']).toMatch(/^@\d+$/);
  expect(Date.parse(String(old.headers['sunset']))).toBeGreaterThan(
    Number(String(old.headers['deprecation']).slice(1)) * 1000,
  );
  expect(old.headers['link']).toContain('rel="deprecation"');
  const { http, text } = await outside.send('GET', '/api/data-center/tnt/v2/changes', undefined, {});
  expect(http).toBe(200);
  expect(JSON.parse(text)).toContainEqual(
    expect.objectContaining({ call: 'GET /events', field: 'scheduleID', kind: 'deprecated' }),
  );
});
