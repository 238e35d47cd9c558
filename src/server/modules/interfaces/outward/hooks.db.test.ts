import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { sampleEvents } from '#contract/interfaces/outward-api/examples.ts';
import { eventList, eventSubscription, hook } from '#contract/interfaces/outward-api/shapes.ts';
import { outwardApi } from '#testing/outward-api.ts';
import { testDatabase } from '#testing/test-database.ts';
import { transportEvent, ships } from '#server/connectors/dcsa/event-builders.ts';
import { HOUR_MS } from '#shared/time/instant.ts';

const database = await testDatabase();
const api = await outwardApi(database);
const { ask, answers, callbackUrl, clock, pipeline, received, run, strangerKey, reported } = api;

const create = (body: unknown, apiKey = api.key) => ask('/hooks', { method: 'POST', body, apiKey });
const remove = (id: string, apiKey = api.key) => ask(`/hooks/${id}`, { method: 'DELETE', apiKey });

/** The carrier reports something new, and subscribers are notified. */
async function somethingNew(id: string): Promise<void> {
  const at = new Date(clock.now()).toISOString();
  reported.push(transportEvent({ id, code: 'DEPA', port: 'CNSHA', at, createdAt: at, ship: ships.first }));
  clock.advance(24 * HOUR_MS);
  await pipeline.worker.processAll();
  await run();
}

describe('a hook', () => {
  test('is created without a HEAD request, shows its secret once, and is a subscription like any other', async () => {
    const { http, json, headers } = await create({ callbackUrl, eventType: ['TRANSPORT'] });
    expect([http, headers['cache-control']]).toEqual([201, 'no-store']);
    expect(hook.parse(json)).toEqual(json);
    expect(Buffer.from(json.secret.replace('whsec_', ''), 'base64')).toHaveLength(32);
    expect(received).toEqual([]);
    const { json: listed } = await ask('/event-subscriptions');
    const { secret: _, ...shown } = json;
    expect(listed).toEqual([shown]);
    expect(eventSubscription.parse(listed[0])).toEqual(listed[0]);
    await remove(json.subscriptionID);
  });

  test('is called with new events, signed by both conventions, under one id at every attempt', async () => {
    const { json } = await create({ callbackUrl });
    answers.push(503);
    await somethingNew('hook-1');
    clock.advance(HOUR_MS);
    await run();
    const calls = received.splice(0);
    expect(calls.map(({ method }) => method)).toEqual(['POST', 'POST']);
    const [first, second] = calls;
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    for (const { headers, body } of calls) {
      expect(eventList.parse(JSON.parse(body))).toEqual(JSON.parse(body));
      const verified = new Webhook(json.secret).verify(body, headers as Record<string, string>);
      expect(verified).toEqual(JSON.parse(body));
      const key = Buffer.from(json.secret.replace('whsec_', ''), 'base64');
      expect(headers['notification-signature']).toBe(`sha256=${createHmac('sha256', key).update(body).digest('hex')}`);
    }
    await somethingNew('hook-2');
    expect(received.splice(0)[0]?.headers['webhook-id']).not.toBe(first?.headers['webhook-id']);
    await remove(json.subscriptionID);
  });

  test('ends once, for its own tenant only, and is not called after that', async () => {
    const { json } = await create({ callbackUrl });
    expect((await remove(json.subscriptionID, strangerKey)).http).toBe(404);
    expect((await remove(json.subscriptionID)).http).toBe(204);
    expect((await remove(json.subscriptionID)).http).toBe(204);
    expect((await remove('00000000-0000-4000-8000-0000000000ff')).http).toBe(404);
    await somethingNew('hook-3');
    expect(received.splice(0)).toEqual([]);
  });

  test('is audited when it is created and when it ends', async () => {
    const { json } = await create({ callbackUrl });
    await remove(json.subscriptionID);
    const actions = await database.query<{ action: string; tenant_id: number }>(
      `select action, tenant_id from audit_log where entity = 'eventSubscription' and entity_id = $1 order by id`,
      [json.subscriptionID],
    );
    expect(actions).toEqual([
      { action: 'insert', tenant_id: api.mine.id },
      { action: 'delete', tenant_id: api.mine.id },
    ]);
  });

  test.each([
    [{}, 'callbackUrl must be an http or https address'],
    [{ callbackUrl: 'ftp://example.com/x' }, 'callbackUrl must be an http or https address'],
    [{ callbackUrl: 'http://127.0.0.1:1/internal' }, 'callbackUrl is no address we may call'],
    [{ callbackUrl, secret: 'AAAA' }, 'secret is made by us: leave it out'],
    [{ callbackUrl, eventType: 'LANDING' }, 'eventType has no value LANDING'],
    [{ callbackUrl, colour: 'red' }, 'unknown parameter colour'],
    [[], 'the body is no object'],
  ])('is refused with a reason: %j', async (body, message) => {
    expect((await create(body)).json).toMatchObject({ statusCode: 400, errors: [{ message }] });
  });

  test('needs a key with the scope of events', async () => {
    const { data } = await api.keeper.call('apiKeyInsert', {
      body: { tenantId: api.mine.id, name: 'assistant', scopes: ['read', 'act'] },
    });
    for (const apiKey of ['', data.key as string])
      for (const [path, method] of [
        ['/hooks', 'POST'],
        ['/hooks/00000000-0000-4000-8000-0000000000ff', 'DELETE'],
        ['/hooks/samples', 'GET'],
      ] as const)
        expect((await ask(path, { apiKey, method, body: method === 'POST' ? { callbackUrl } : undefined })).http).toBe(
          401,
        );
  });
});

describe('samples of hooks', () => {
  test('are one event of each type, or of the wanted types', async () => {
    expect((await ask('/hooks/samples')).json).toEqual(sampleEvents);
    const { json } = await ask('/hooks/samples?eventType=TRANSPORT,SHIPMENT');
    expect(json.map(({ eventType }: { eventType: string }) => eventType)).toEqual(['SHIPMENT', 'TRANSPORT']);
    expect((await ask('/hooks/samples?limit=1')).http).toBe(400);
  });

  test('a wrong method names the right ones', async () => {
    expect((await ask('/hooks', { method: 'GET' })).headers['allow']).toBe('POST');
    expect((await ask('/hooks/samples/x')).http).toBe(404);
  });
});
