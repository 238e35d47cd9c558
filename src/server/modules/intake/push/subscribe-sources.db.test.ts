import { createServer } from 'node:http';
import pino from 'pino';
import { afterAll, expect, test } from 'vitest';
import { listen, stopServers } from '#server/connectors/local-servers.ts';
import { seal } from '#server/platform/crypto/index.ts';
import { buildSource } from '#testing/factories.ts';
import { startPipeline } from '#testing/pipeline.ts';
import { testDatabase } from '#testing/test-database.ts';
import { subscribeSources } from './subscribe-sources.ts';

const database = await testDatabase();
const { clock, keys } = await startPipeline(database, { start: Date.UTC(2026, 10, 18) });
const log = pino({ level: 'silent' });
const standing = new Set<string>();
let refusal: number | undefined;
let requested = 0;
const carrier = createServer((request, response) => {
  requested += 1;
  request.resume();
  const id = request.url?.split('/event-subscriptions/')[1] ?? '';
  if (refusal !== undefined) response.writeHead(refusal).end();
  else if (request.method === 'POST') {
    const subscriptionID = `sub-${standing.size + 1}`;
    standing.add(subscriptionID);
    response.writeHead(201, { 'content-type': 'application/json' }).end(JSON.stringify({ subscriptionID }));
  } else if (request.method === 'DELETE') response.writeHead(standing.delete(id) ? 204 : 404).end();
  else response.writeHead(204).end();
});
const baseUrl = await listen(carrier);
afterAll(stopServers);

const source = await buildSource(database, { baseUrl });
const change = (enabled: boolean, pushed: boolean): Promise<unknown> =>
  database.execute('update source set enabled = $2, push_enabled = $3, push_secret = $4 where id = $1', [
    source.id,
    enabled,
    pushed,
    seal(Buffer.alloc(32, 7).toString('base64'), keys),
  ]);
const run = (): Promise<boolean> =>
  subscribeSources({ database, clock, log, keys, callbackBase: 'http://127.0.0.1:9' });

test('a subscription ends at its source when pushing is switched off, once', async () => {
  await change(true, true);
  expect(await run()).toBe(true);
  expect(standing.size).toBe(1);

  // The source is out of order: it is queried again at the next regular time, and nobody else is queried earlier for that.
  await change(true, false);
  refusal = 503;
  expect(await run()).toBe(true);
  expect(standing.size).toBe(1);
  refusal = undefined;
  expect(await run()).toBe(true);
  expect(standing.size).toBe(0);
  const before = requested;
  expect(await run()).toBe(true);
  expect(requested).toBe(before);
});

test.each([401, 403, 405])('a source that is switched off and answers with %s is left alone', async (status) => {
  refusal = undefined;
  await change(true, true);
  await run();
  await change(false, true);
  refusal = status;
  expect(await run()).toBe(true);
  const before = requested;
  expect(await run()).toBe(true);
  expect(requested).toBe(before);
});
