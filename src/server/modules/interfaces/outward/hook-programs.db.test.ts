import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { outwardBase } from '#contract/interfaces/outward-api/calls.ts';
import { sampleEvents } from '#contract/interfaces/outward-api/examples.ts';
import { transportEvent, ships } from '#server/connectors/dcsa/event-builders.ts';
import { HOUR_MS } from '#shared/time/instant.ts';
import { runWorkflow } from '#testing/n8n-workflow.ts';
import { outwardApi } from '#testing/outward-api.ts';
import { projectFolder } from '#testing/run-program.ts';
import { testDatabase } from '#testing/test-database.ts';

const api = await outwardApi(await testDatabase());
const { ask, callbackUrl, clock, eventsOf, key, pipeline, received, run, reported } = api;
const baseUrl = await api.listen();
const clients = join(projectFolder, 'clients');

async function somethingNew(id: string) {
  const at = new Date(clock.now()).toISOString();
  reported.push(transportEvent({ id, code: 'DEPA', port: 'CNSHA', at, createdAt: at, ship: ships.first }));
  clock.advance(24 * HOUR_MS);
  await pipeline.worker.processAll();
  await run();
  const [posted] = received.splice(0);
  return posted;
}

describe('the workflows for n8n', () => {
  const workflow = (name: string) => join(clients, 'n8n', name);
  const headers = { 'api-key': key };
  const start = { first: { json: {} }, headers };

  test('create a hook, receive and verify its events, and end it', async () => {
    const [created] = await runWorkflow(workflow('create-hook.json'), { settings: { baseUrl, callbackUrl }, ...start });
    const { subscriptionID, secret } = created?.json as Record<string, string>;
    const posted = await somethingNew('n8n-1');
    const body = Buffer.from(posted?.body ?? '');
    const first = { json: { headers: posted?.headers }, binary: { data: { data: body.toString('base64') } } };
    const receive = (given: typeof first) =>
      runWorkflow(workflow('receive-events.json'), { settings: { secret: String(secret) }, first: given, headers });
    expect((await receive(first)).map(({ json }) => json)).toEqual(JSON.parse(body.toString()));
    const changed = { ...first, binary: { data: { data: Buffer.from('[]').toString('base64') } } };
    await expect(receive(changed)).rejects.toThrow('the signature does not match');
    const old = { ...first, json: { headers: { ...posted?.headers, 'webhook-timestamp': '1768197600' } } };
    await expect(receive(old)).rejects.toThrow('the webhook is too old');
    await runWorkflow(workflow('end-hook.json'), {
      settings: { baseUrl, subscriptionID: String(subscriptionID) },
      ...start,
    });
    expect((await ask('/event-subscriptions')).json).toEqual([]);
  });

  test('poll the events of the last hour', async () => {
    await somethingNew('n8n-2');
    // The product's clock stands in the past of this machine.
    const now = vi.spyOn(Date, 'now').mockReturnValue(clock.now());
    const items = await runWorkflow(workflow('poll-events.json'), { settings: { baseUrl }, ...start });
    now.mockRestore();
    const since = new Date(clock.now() - HOUR_MS).toISOString();
    const wanted = await eventsOf(`?eventCreatedDateTime:gte=${encodeURIComponent(since)}&limit=1000`);
    expect(items.map(({ json }) => json)).toEqual(wanted);
    expect(wanted.length).toBeGreaterThan(0);
    const wrong = { settings: { baseUrl }, first: { json: {} }, headers: { 'api-key': 'ptk_wrong' } };
    await expect(runWorkflow(workflow('poll-events.json'), wrong)).rejects.toThrow('HTTP 401');
  });
});

describe('the app for Zapier', () => {
  type Asked = { method?: string; url: string; body?: unknown; params?: Record<string, unknown>; headers?: object };
  type Z = { request: (asked: Asked) => Promise<{ status: number; data: unknown }> };
  type Act = (z: Z, bundle: Record<string, unknown>) => Promise<never>;
  type App = {
    beforeRequest: ((
      request: Asked,
      z: Z,
      bundle: Record<string, unknown>,
    ) => Asked & { headers: Record<string, string> })[];
    triggers: {
      shipment_event: { operation: Record<'performSubscribe' | 'performUnsubscribe' | 'perform' | 'performList', Act> };
    };
  };
  const app = createRequire(import.meta.url)(join(clients, 'zapier', 'index.js')) as App;
  const { operation } = app.triggers.shipment_event;
  const authData = { baseUrl, apiKey: key };

  /** The requests of Zapier: through what the app adds, JSON both ways, and an error for what is not 2xx. */
  const z: Z = {
    request: async (given) => {
      let asked: Asked & { headers: Record<string, string> } = { headers: {}, ...given } as never;
      for (const change of app.beforeRequest) asked = change(asked, z, { authData });
      const address = new URL(asked.url);
      for (const [name, value] of Object.entries(asked.params ?? {})) address.searchParams.set(name, String(value));
      const answer = await fetch(address, {
        method: asked.method ?? 'GET',
        headers: { ...asked.headers, ...(asked.body === undefined ? {} : { 'content-type': 'application/json' }) },
        ...(asked.body === undefined ? {} : { body: JSON.stringify(asked.body) }),
      });
      if (!answer.ok) throw new Error(`HTTP ${answer.status}: ${await answer.text()}`);
      const text = await answer.text();
      return { status: answer.status, data: text === '' ? undefined : JSON.parse(text) };
    },
  };

  test('subscribes, gives each event of a notification with an id, and unsubscribes', async () => {
    const inputData = { eventType: ['TRANSPORT'] };
    const subscribeData = await operation.performSubscribe(z, { authData, inputData, targetUrl: callbackUrl });
    expect(subscribeData).toMatchObject({ callbackUrl, eventType: ['TRANSPORT'] });
    const posted = await somethingNew('zapier-1');
    const cleanedRequest = JSON.parse(posted?.body ?? '[]') as { eventID: string }[];
    expect(cleanedRequest.length).toBeGreaterThan(0);
    const items: { id: string }[] = await operation.perform(z, { authData, cleanedRequest });
    expect(items).toEqual(cleanedRequest.map((event) => ({ id: event.eventID, ...event })));
    await operation.performUnsubscribe(z, { authData, subscribeData });
    await operation.performUnsubscribe(z, { authData, subscribeData });
    expect((await ask('/event-subscriptions')).json).toEqual([]);
  });

  test('shows the latest events, and samples while there are none', async () => {
    const [latest] = await eventsOf('?sort=eventCreatedDateTime:DESC&limit=1');
    const items: { id: string }[] = await operation.performList(z, { authData, inputData: {} });
    expect(items[0]?.id).toBe(latest?.['eventID']);
    const stranger = { baseUrl, apiKey: api.strangerKey };
    app.beforeRequest.push((request) => ({
      ...request,
      headers: { ...request.headers, 'Api-Key': stranger.apiKey } as never,
    }));
    const samples: { id: string }[] = await operation.performList(z, {
      authData: stranger,
      inputData: { eventType: ['TRANSPORT'] },
    });
    expect(samples.map(({ id }) => id)).toEqual(
      sampleEvents.filter(({ eventType }) => eventType === 'TRANSPORT').map(({ eventID }) => eventID),
    );
    app.beforeRequest.pop();
  });

  test('calls the product below the base address', () => {
    expect(JSON.stringify(app)).toContain(outwardBase);
  });
});
