import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll } from 'vitest';
import { directVoyage, exampleBill } from '#server/connectors/dcsa/event-builders.ts';
import type { WireEvent } from '#server/connectors/dcsa/event-builders.ts';
import { nothingConfigured } from '#server/modules/administration/notification/index.ts';
import { buildSubscription } from './factories.ts';
import { buildTenant, buildUser } from './people.ts';
import { productApp } from './pipeline-app.ts';
import { startPipeline } from './pipeline.ts';
import { startScriptedSource } from './scripted-source.ts';
import { type TestAnswer, TestClient } from './test-app.ts';
import { outwardTask } from '#server/modules/interfaces/outward/routes.ts';
import { silentLog } from './database-templates.ts';
import type { Database } from '#server/platform/db/database.ts';

/** A subscriber's server: what came in, and what it answers next. */
async function startSubscriber() {
  const received: { method: string; headers: Record<string, unknown>; body: string }[] = [];
  const answers: number[] = [];
  const receiver = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push({ method: request.method ?? '', headers: request.headers, body: Buffer.concat(chunks).toString() });
      response.writeHead(request.method === 'HEAD' ? 204 : (answers.shift() ?? 204)).end();
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  afterAll(() => receiver.close());
  return { received, answers, callbackUrl: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/dcsa` };
}

/** A carrier whose events are reported until now by the clock; more can be added to them. */
async function startCarrier(database: Database, pipeline: Awaited<ReturnType<typeof startPipeline>>, tenantId: number) {
  const source = await startScriptedSource();
  const reported: WireEvent[] = directVoyage();
  source.respond((url) => ({
    body: url.searchParams.has('transportDocumentReference')
      ? reported.filter((event) => Date.parse(String(event['eventCreatedDateTime'])) <= pipeline.clock.now())
      : [],
  }));
  const carrier = await pipeline.addCarrier('OUTC', source.baseUrl);
  const subscription = await buildSubscription(database, { tenantId, carrierCode: 'OUTC', billNo: exampleBill });
  await pipeline.subscribe(subscription, carrier, pipeline.clock.now());
  await pipeline.worker.processAll();
  return { reported, subscription };
}

/** Two tenants with keys for the outward API, a shipment of one of them, and a server that may be called back. */
export async function outwardApi(database: Database, { rateLimitPerMinute = 0 }: { rateLimitPerMinute?: number } = {}) {
  const { received, answers, callbackUrl } = await startSubscriber();
  const allowed = [callbackUrl];
  const pipeline = await startPipeline(database, { start: Date.UTC(2026, 0, 20) });
  const [mine, theirs] = [await buildTenant(database, { code: 'OUTA' }), await buildTenant(database, { code: 'OUTB' })];
  await buildUser(database, { tenantId: mine.id, userCode: 'keeper', menus: ['/integrations'] });
  await buildUser(database, { tenantId: theirs.id, userCode: 'stranger', menus: ['/integrations'] });
  const delivery = { ...nothingConfigured, allowedUrls: allowed } as never;
  const { app, signedIn } = await productApp(database, pipeline, { delivery }, { rateLimitPerMinute });
  const [keeper, stranger] = [await signedIn('keeper'), await signedIn('stranger')];
  const { clock } = pipeline;
  const run = outwardTask({
    database,
    // A world that is a hundred times as fast as the machine.
    clock: { now: clock.now, realMsUntil: (instant: number) => Math.max(0, instant - clock.now()) / 100 },
    keys: pipeline.keys,
    log: silentLog,
    reference: () => pipeline.reference.current(),
    allowed,
  });
  const { reported, subscription } = await startCarrier(database, pipeline, mine.id);
  const newKey = async (client: TestClient, tenantId: number): Promise<string> =>
    (await client.call('apiKeyInsert', { body: { tenantId, name: 'ERP' } })).data.key as string;
  const key = await newKey(keeper, mine.id);
  const strangerKey = await newKey(stranger, theirs.id);
  await run();

  const outside = new TestClient(app);
  async function ask(
    path: string,
    { apiKey = key, method = 'GET' as 'GET' | 'POST' | 'PUT' | 'DELETE', body = undefined as unknown } = {},
  ): Promise<Pick<TestAnswer, 'http' | 'headers'> & { json: TestAnswer['data'] }> {
    const answer = await outside.send(method, `/api/data-center/tnt/v2${path}`, body, { 'api-key': apiKey });
    return { http: answer.http, headers: answer.headers, json: answer.text === '' ? null : JSON.parse(answer.text) };
  }
  /** Opens a port for programs of other processes; gives the address of the product. */
  const listen = (): Promise<string> => app.listen({ port: 0, host: '127.0.0.1' });
  const eventsOf = async (query: string): Promise<WireEvent[]> => (await ask(`/events${query}`)).json;
  return {
    /** Lets the product call an address of this machine. */
    allow: (address: string) => allowed.push(address),
    answers,
    ask,
    callbackUrl,
    clock,
    eventsOf,
    keeper,
    key,
    listen,
    mine,
    newKey,
    outside,
    pipeline,
    received,
    reported,
    run,
    stranger,
    strangerKey,
    subscription,
  };
}
