import { createServer } from 'node:http';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { listen, stopServers } from '#testing/connectors/local-servers.ts';
import { removeSubscription, subscribeToEvents } from './subscribe.ts';

type Call = { method: string | undefined; url: string | undefined; body: unknown };

let base = '';
let calls: Call[] = [];
let known = new Set<string>();

beforeEach(async () => {
  calls = [];
  known = new Set(['s1']);
  base = await listen(
    createServer(async (request, response) => {
      let text = '';
      for await (const chunk of request) text += String(chunk);
      calls.push({ method: request.method, url: request.url, body: text === '' ? null : JSON.parse(text) });
      const id = request.url?.split('/')[3] ?? '';
      if (request.method === 'POST') response.writeHead(201).end('{"subscriptionID":"s2"}');
      else response.writeHead(known.has(id) ? 204 : 404).end();
    }),
  );
});
afterEach(stopServers);

const access = () => ({ baseUrl: base, credential: 'key', now: 0, timeoutMs: 20_000, maxBytes: 10_000 });
const wanted = { callbackUrl: 'https://portolan.example/push', secret: 'c2VjcmV0', billNo: 'MERI1' };

describe('an event subscription', () => {
  test('is made with address, secret and filter', async () => {
    expect(await subscribeToEvents(access(), wanted)).toEqual({ subscriptionId: 's2' });
    expect(calls).toEqual([
      {
        method: 'POST',
        url: '/v2/event-subscriptions',
        body: { callbackUrl: wanted.callbackUrl, transportDocumentReference: 'MERI1', secret: 'c2VjcmV0' },
      },
    ]);
  });

  test('is renewed with its secret', async () => {
    expect(await subscribeToEvents(access(), wanted, 's1')).toEqual({ subscriptionId: 's1' });
    expect(calls.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'PUT /v2/event-subscriptions/s1',
      'PUT /v2/event-subscriptions/s1/secret',
    ]);
    expect(calls[0]?.body).not.toHaveProperty('secret');
  });

  test('that the carrier has forgotten is subscribed again', async () => {
    expect(await subscribeToEvents(access(), wanted, 'gone')).toEqual({ subscriptionId: 's2' });
    expect(calls.map(({ method }) => method)).toEqual(['PUT', 'POST']);
  });

  test('is removed; one that is gone is no error', async () => {
    await removeSubscription(access(), 's1');
    await removeSubscription(access(), 'a/b');
    expect(calls.map(({ url }) => url)).toEqual(['/v2/event-subscriptions/s1', '/v2/event-subscriptions/a%2Fb']);
  });

  test('without an id in the answer is a bad answer', async () => {
    const server = await listen(createServer((_request, response) => response.writeHead(201).end('{}')));
    await expect(subscribeToEvents({ ...access(), baseUrl: server }, wanted)).rejects.toMatchObject({
      reason: 'bad_answer',
    });
  });
});
