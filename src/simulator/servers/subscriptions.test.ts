import { createHmac, randomBytes } from 'node:crypto';
import { type IncomingMessage, type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '#shared/time/instant.ts';
import { findDcsaProblems } from './dcsa-check.ts';
import { type Simulator, startSimulator } from './start-simulator.ts';

type Received = { method: string; headers: IncomingMessage['headers']; body: string };

const start = Date.UTC(2026, 10, 21, 6);
const secret = randomBytes(48);
let now = start;
let answerStatus = 204;
let received: Received[] = [];
let simulator: Simulator;
let listener: Server;
let callbackUrl: string;

beforeAll(async () => {
  listener = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push({
        method: request.method ?? '',
        headers: request.headers,
        body: Buffer.concat(chunks).toString(),
      });
      response.writeHead(answerStatus).end();
    });
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  callbackUrl = `http://127.0.0.1:${(listener.address() as AddressInfo).port}/callback`;
  simulator = await startSimulator({
    seed: 'demo',
    host: '127.0.0.1',
    port: 0,
    now: () => now,
    faults: false,
    pushEveryMs: 36e5,
  });
});

afterAll(async () => {
  await simulator.stop();
  listener.closeAllConnections();
  await new Promise((resolve) => listener.close(resolve));
});

beforeEach(() => {
  now = start;
  answerStatus = 204;
  received = [];
});

function call(method: string, path: string, body?: unknown, carrier = 'MERI'): Promise<Response> {
  return fetch(`${simulator.baseUrl}/carriers/${carrier}/v2/event-subscriptions${path}`, {
    method,
    headers: {
      'api-key': `${carrier}-demo-key`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
}

async function subscribe(filters: Record<string, unknown> = {}): Promise<string> {
  const response = await call('POST', '', { callbackUrl, secret: secret.toString('base64'), ...filters });
  expect(response.status).toBe(201);
  return ((await response.json()) as { subscriptionID: string }).subscriptionID;
}

type Pushed = Record<string, unknown> & { eventID: string };

function pushed(): Pushed[] {
  return received.filter(({ method }) => method === 'POST').flatMap(({ body }) => JSON.parse(body) as Pushed[]);
}

describe('event subscriptions', () => {
  test('ask the callback first, push new events signed, and stop when deleted', async () => {
    const id = await subscribe();
    expect(received.map(({ method }) => method)).toEqual(['HEAD']);
    await simulator.pushNow();
    expect(pushed()).toEqual([]);
    now = start + 6 * HOUR_MS;
    await simulator.pushNow();
    const events = pushed();
    expect(events.length).toBeGreaterThan(5);
    for (const event of events) {
      expect(findDcsaProblems(event)).toEqual([]);
      const created = Date.parse(String(event['eventCreatedDateTime']));
      expect(created).toBeGreaterThan(start);
      expect(created).toBeLessThanOrEqual(now);
    }
    for (const { headers, body, method } of received.filter((one) => one.method === 'POST')) {
      expect(method).toBe('POST');
      expect(headers['subscription-id']).toBe(id);
      expect(headers['notification-signature']).toBe(
        `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
      );
    }
    const query = new URLSearchParams({
      'eventCreatedDateTime:gt': new Date(start).toISOString(),
      limit: '1000',
    });
    const requested = await fetch(`${simulator.baseUrl}/carriers/MERI/v2/events?${query}`, {
      headers: { 'api-key': 'MERI-demo-key' },
    });
    const ids = ((await requested.json()) as Pushed[]).map(({ eventID }) => eventID);
    expect(events.map(({ eventID }) => eventID).toSorted()).toEqual(ids.toSorted());
    expect((await call('DELETE', `/${id}`)).status).toBe(204);
    received = [];
    now += 6 * HOUR_MS;
    await simulator.pushNow();
    expect(received).toEqual([]);
  });

  test('push each event once, in parts, over a long jump of the clock', async () => {
    const id = await subscribe({ eventType: ['EQUIPMENT'], equipmentEventTypeCode: 'LOAD,DISC' });
    for (const days of [3, 9, 9.01]) {
      now = start + days * DAY_MS;
      await simulator.pushNow();
    }
    const events = pushed();
    expect(events.length).toBeGreaterThan(100);
    expect(new Set(events.map(({ eventID }) => eventID)).size).toBe(events.length);
    expect(new Set(events.map((event) => event['equipmentEventTypeCode']))).toEqual(new Set(['LOAD', 'DISC']));
    await call('DELETE', `/${id}`);
  });

  test('keep what could not be delivered, and try again later', async () => {
    const shipment = simulator.world
      .shipmentsAlive(start)
      .find((one) => one.carrier.code === 'MERI' && one.aliveTo > start + 60 * DAY_MS);
    const id = await subscribe({ transportDocumentReference: shipment?.billNo });
    answerStatus = 500;
    now = start + 5 * DAY_MS;
    await simulator.pushNow();
    const failed = pushed();
    expect(failed.length).toBeGreaterThan(0);
    answerStatus = 204;
    // Back-off: nothing is tried again at once.
    received = [];
    await simulator.pushNow();
    expect(received).toEqual([]);
    await expect
      .poll(
        async () => {
          await simulator.pushNow();
          return pushed().map(({ eventID }) => eventID);
        },
        { timeout: 10_000 },
      )
      .toEqual(failed.map(({ eventID }) => eventID));
    await call('DELETE', `/${id}`);
  });

  test('are listed, read, changed and given a new secret', async () => {
    const id = await subscribe({ eventType: ['TRANSPORT'] });
    const one = (await (await call('GET', `/${id}`)).json()) as Record<string, unknown>;
    expect(one).toEqual({ subscriptionID: id, callbackUrl, eventType: ['TRANSPORT'] });
    expect(await (await call('GET', '')).json()).toEqual([one]);
    expect((await call('PUT', `/${id}`, { callbackUrl, eventType: ['EQUIPMENT'] })).status).toBe(200);
    expect((await call('PUT', `/${id}`, { callbackUrl, secret: 'x' })).status).toBe(400);
    const fresh = randomBytes(32);
    expect((await call('PUT', `/${id}/secret`, { secret: fresh.toString('base64') })).status).toBe(204);
    now = start + DAY_MS;
    await simulator.pushNow();
    const post = received.find(({ method }) => method === 'POST');
    expect(post?.headers['notification-signature']).toBe(
      `sha256=${createHmac('sha256', fresh)
        .update(post?.body ?? '')
        .digest('hex')}`,
    );
    expect(pushed().every((event) => event['eventType'] === 'EQUIPMENT')).toBe(true);
    expect((await call('GET', `/${id}`, undefined, 'HALC')).status).toBe(404);
    await call('DELETE', `/${id}`);
    expect((await call('GET', `/${id}`)).status).toBe(404);
  });

  test('are refused with a weak secret, a deaf callback, a wrong filter, or a carrier that does not push', async () => {
    const body = { callbackUrl, secret: secret.toString('base64') };
    expect((await call('POST', '', { ...body, secret: 'c2hvcnQ=' })).status).toBe(400);
    expect((await call('POST', '', { ...body, callbackUrl: 'ftp://x' })).status).toBe(400);
    expect((await call('POST', '', { ...body, eventType: ['NONE'] })).status).toBe(400);
    expect((await call('POST', '', [])).status).toBe(400);
    answerStatus = 404;
    expect((await call('POST', '', body)).status).toBe(400);
    answerStatus = 204;
    expect((await call('POST', '', body, 'VEGA')).status).toBe(404);
  });
});
