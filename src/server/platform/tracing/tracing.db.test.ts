import { expect, test } from 'vitest';
import { silentLog } from '#testing/database-templates.ts';
import { answering, startHttpReceiver } from '#testing/http-receiver.ts';
import { testDelivery } from '#testing/notifications.ts';
import { startPushing } from '#testing/pushing.ts';
import { testDatabase } from '#testing/test-database.ts';
import { currentTrace, inSpan, startTracing } from './index.ts';

const database = await testDatabase();
const collector = await startHttpReceiver();
const webhook = await startHttpReceiver();
const { pipeline, mine, carrier, push } = await startPushing(database, {
  delivery: { ...testDelivery, allowedUrls: [webhook.url] },
});

type Span = { name: string; traceId: string; spanId: string; parentSpanId?: string };
type Export = { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] };
const exported = (): Span[] =>
  collector.requests
    .filter(({ path }) => path === '/v1/traces')
    .flatMap(({ body }) => (JSON.parse(body) as Export).resourceSpans)
    .flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans));

const tracing = { endpoint: `${collector.url}/`, service: 'portolan', version: '0', role: 'test', log: silentLog };

test('from a message of a source over the tasks to the notification is one trace, which continues that of the sender', async () => {
  const stop = await startTracing(tracing);
  const one = await carrier();
  await one.subscribe(mine.id);
  await database.system
    .insertInto('feedback')
    .values({
      tenant_id: mine.id,
      feedback_name: 'All',
      feedback_type: 'WEBHOOK',
      feedback_addr: `${webhook.url}/told`,
      trigger_status: 'Faulted',
      trigger_events: 'EXCEPTION_OPENED',
    })
    .execute();
  // Long after the departure, of which no event came.
  pipeline.clock.set(Date.UTC(2026, 0, 16));
  const sender = { trace: 'a'.repeat(32), span: 'b'.repeat(16) };
  const planned = one.events.filter(
    (event) => String(event['eventDateTime']) < '2026-01-08' || event['eventClassifierCode'] !== 'ACT',
  );
  await push(one.code, planned, { traceparent: `00-${sender.trace}-${sender.span}-01` });
  await pipeline.worker.processAll();
  expect(webhook.requests).toHaveLength(1);
  await stop();
  const spans = exported();
  const names = [
    'POST /api/data-center/dcsa/v2/notifications/:sourceCode',
    'task pushed',
    'task notification',
    'notify WEBHOOK',
  ];
  const chain = names.map((name) => spans.find((span) => span.name === name));
  expect(chain.map((span) => span?.traceId)).toEqual(names.map(() => sender.trace));
  expect(chain.map((span) => span?.parentSpanId)).toEqual([
    sender.span,
    ...chain.slice(0, -1).map((span) => span?.spanId),
  ]);
  expect(currentTrace()).toBeNull();
});

test('a failure is noted without its words, work that plans itself begins anew, and a foreign header is no parent', async () => {
  collector.behave(answering(200));
  const stop = await startTracing(tracing);
  const secret = 'postgres://user:secret@host/db';
  const failing = inSpan('fails', { parent: 'not a traceparent', chain: 'pull' }, () => {
    expect(currentTrace()).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
    expect(currentTrace('pull')).toBeNull();
    return Promise.reject(new RangeError(secret));
  });
  await expect(failing).rejects.toThrow(secret);
  await stop();
  expect(exported().map(({ name, parentSpanId }) => [name, parentSpanId])).toEqual([['fails', undefined]]);
  expect(JSON.stringify(collector.requests)).toContain('RangeError');
  expect(JSON.stringify(collector.requests)).not.toContain('secret');
});

test('a collector that is silent does not hold the end of the process', async () => {
  collector.behave(() => {});
  const stop = await startTracing(tracing);
  await inSpan('lost', {}, () => Promise.resolve());
  const from = performance.now();
  await stop();
  // What is requested is 1.5 s; a loaded machine is slower.
  expect(performance.now() - from).toBeLessThan(4_500);
});

test('without an endpoint there is no span and nothing is loaded', async () => {
  expect(await inSpan('nothing', {}, () => Promise.resolve(currentTrace()))).toBeNull();
});
