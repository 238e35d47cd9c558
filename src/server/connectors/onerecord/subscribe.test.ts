import { createServer } from 'node:http';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { MINUTE_MS } from '#shared/time/instant.ts';
import { listen, stopServers } from '#testing/connectors/local-servers.ts';
import { subscribeToObjects } from './subscribe.ts';

let base = '';
let now = Date.UTC(2026, 2, 11);
let kept: string | null = null;
let [calls, made]: [string[], number] = [[], 0];
/** Status of the answer to a subscription for a topic; others are taken. */
const refused = new Map<string, number>();
/** How a subscription that is taken is named. */
let named: 'location' | 'body' | 'nowhere' = 'location';

beforeEach(async () => {
  [calls, made, kept] = [[], 0, null];
  refused.clear();
  named = 'location';
  base = await listen(
    createServer(async (request, reply) => {
      let text = '';
      for await (const chunk of request) text += String(chunk);
      const topic = /cargo#(\w+)"/.exec(text)?.[1] ?? '';
      calls.push([request.method, request.url?.split('/').at(-1), topic].join(' ').trim());
      if (request.method !== 'POST') return void reply.writeHead(request.method === 'GET' ? 200 : 204).end('{}');
      const status = refused.get(topic);
      if (status !== undefined) return void reply.writeHead(status).end('{}');
      made += 1;
      const id = `${base}/action-requests/r${made}`;
      const body = named === 'body' ? JSON.stringify({ '@id': id }) : '';
      return void reply.writeHead(201, { ...(named === 'location' && { location: id }) }).end(body);
    }),
  );
});
afterEach(stopServers);

async function subscribe(secret = 'c2VjcmV0'): Promise<string[]> {
  calls = [];
  const access = { baseUrl: base, credential: 'key', now, timeoutMs: 20_000, maxBytes: 10_000 };
  const wanted = { subscriber: 'https://portolan.example/one', secret };
  await subscribeToObjects(access, wanted, kept, (state) => {
    kept = state;
    return Promise.resolve();
  }).catch((error: unknown) => calls.push(String(error)));
  now += 30_000;
  return calls;
}

test('a topic that is taken is not requested again while the other one is refused', async () => {
  refused.set('Shipment', 403);
  expect(await subscribe()).toEqual([
    'POST subscriptions Waybill',
    'POST subscriptions Shipment',
    expect.stringContaining('not_permitted'),
  ]);
  expect(await subscribe()).toEqual(['GET r1']);
  now += 5 * MINUTE_MS;
  expect(await subscribe()).toEqual([
    'GET r1',
    'POST subscriptions Shipment',
    expect.stringContaining('not_permitted'),
  ]);
  refused.clear();
  now += 5 * MINUTE_MS;
  expect(await subscribe()).toEqual(['GET r1', 'POST subscriptions Shipment']);
  expect(await subscribe()).toEqual(['GET r1', 'GET r2']);
});

test.each(['body', 'nowhere'] as const)('a subscription whose name is reported %s is made once', async (where) => {
  named = where;
  expect(await subscribe()).toEqual(['POST subscriptions Waybill', 'POST subscriptions Shipment']);
  now += 6 * MINUTE_MS;
  expect(await subscribe()).toEqual(where === 'body' ? ['GET r1', 'GET r2'] : []);
  // Without a name nothing can be revoked.
  expect((await subscribe('YW5vdGhlcg==')).slice(2)).toEqual(where === 'body' ? ['DELETE r1', 'DELETE r2'] : []);
});

test('a server that fails at the first topic is asked for the second one, and soon again for the first', async () => {
  refused.set('Waybill', 503);
  expect(await subscribe()).toHaveLength(3);
  refused.clear();
  expect(await subscribe()).toEqual(['POST subscriptions Waybill', 'GET r1']);
});

test('for another secret the old ones are revoked as soon as there are new ones, also those kept as one id', async () => {
  kept = 'r0';
  refused.set('Shipment', 503);
  expect(await subscribe()).toHaveLength(3);
  refused.clear();
  expect(await subscribe()).toEqual(['GET r1', 'POST subscriptions Shipment', 'DELETE r0']);
  expect(await subscribe()).toEqual(['GET r1', 'GET r2']);
  expect((await subscribe('YW5vdGhlcg==')).slice(2)).toEqual(['DELETE r1', 'DELETE r2']);
  expect(await subscribe('YW5vdGhlcg==')).toEqual(['GET r3', 'GET r4']);
});
