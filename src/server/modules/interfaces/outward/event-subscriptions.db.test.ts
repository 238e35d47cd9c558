import { randomBytes, randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { verifySignature } from '#server/connectors/dcsa/index.ts';
import { equipmentEvent, exampleContainer } from '#server/connectors/dcsa/event-builders.ts';
import type { WireEvent } from '#server/connectors/dcsa/event-builders.ts';
import { testDatabase } from '#testing/test-database.ts';
import { outwardApi } from '#testing/outward-api.ts';

const database = await testDatabase();
const { answers, ask, callbackUrl, clock, pipeline, received, run, strangerKey, reported } = await outwardApi(database);

const codeOf = (event: WireEvent): unknown =>
  event['transportEventTypeCode'] ?? event['equipmentEventTypeCode'] ?? event['shipmentEventTypeCode'];

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
    const body = { callbackUrl, secret, eventType: ['EQUIPMENT'], equipmentReference: exampleContainer };
    const created = await ask('/event-subscriptions', { method: 'POST', body });
    expect(created).toMatchObject({ http: 201, json: { callbackUrl, eventType: ['EQUIPMENT'] } });
    expect(JSON.stringify(created.json)).not.toContain(secret);
    expect(received.map(({ method }) => method)).toEqual(['HEAD']);
    await run();
    expect(notified()).toEqual([]);

    reported.push(
      equipmentEvent({
        id: 'in',
        code: 'INSP',
        port: 'CNSHA',
        at: '2026-01-09T09:00:00+08:00',
        createdAt: '2026-01-21T13:00:00Z',
      }),
    );
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
    reported.push(
      equipmentEvent({
        id: 'in2',
        code: 'INSP',
        port: 'CNSHA',
        at: '2026-01-09T19:00:00+08:00',
        createdAt: '2026-01-22T13:00:00Z',
      }),
    );
    pipeline.clock.set(Date.UTC(2026, 0, 23, 18));
    await pipeline.worker.processAll();
    answers.push(410);
    await run();
    expect((await ask('/event-subscriptions')).json).toEqual([]);
  });
});
