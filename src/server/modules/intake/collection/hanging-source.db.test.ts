import { expect, test } from 'vitest';
import { buildSubscription } from '#testing/factories.ts';
import { buildTenant } from '#testing/people.ts';
import { startPipeline } from '#testing/pipeline.ts';
import { startScriptedSource } from '#testing/scripted-source.ts';
import { testDatabase } from '#testing/test-database.ts';

const subscriptions = 130;
const database = await testDatabase();
const start = Date.UTC(2026, 0, 9);
// No task waits for the end of a request to the source that hangs.
const pipeline = await startPipeline(database, {
  start,
  sourceTimeoutMs: 300_000,
  concurrency: 2,
  hangsAfterMs: 1_500,
});
const tenant = await buildTenant(database);

/** Subscriptions at a source of their own that are due at a moment. */
async function subscribed(code: string, baseUrl: string, at: number): Promise<void> {
  const source = await pipeline.addCarrier(code, baseUrl);
  for (let place = 0; place < subscriptions; place += 1)
    await pipeline.subscribe(await buildSubscription(database, { tenantId: tenant.id, carrierCode: code }), source, at);
}

const requestedOf = async (code: string): Promise<number> =>
  (
    await database.query<{ n: number }>(
      `select count(*)::int as n from subscription_source p join source s on s.id = p.source_id
       where s.carrier_code = $1 and p.last_success_at is not null`,
      [code],
    )
  )[0]?.n ?? 0;

test('a source that hangs holds up no other, and its own shipments are requested once it answers', async () => {
  const [hanging, healthy] = [await startScriptedSource(), await startScriptedSource()];
  const open: (() => void)[] = [];
  let answers = false;
  hanging.respond(() =>
    answers
      ? { body: [] }
      : (_request, response) =>
          void open.push(() => response.writeHead(200, { 'content-type': 'application/json' }).end('[]')),
  );
  await subscribed('HANG', hanging.baseUrl, start - 60_000);
  await subscribed('FINE', healthy.baseUrl, start);
  await pipeline.worker.start();
  try {
    await expect.poll(() => requestedOf('FINE'), { timeout: 60_000 }).toBe(subscriptions);
    expect(await requestedOf('HANG')).toBe(0);
    expect(open.length, 'requests that hang').toBeLessThanOrEqual(25);
    // A postponed request does not count as a failure of the source or of the task.
    const tasks = await database.query<{ attempts: number; last_error: string | null }>(
      `select distinct attempts, last_error from task where kind = 'pull' and status = 'waiting'`,
    );
    expect(tasks).toEqual([{ attempts: 0, last_error: null }]);
    answers = true;
    for (const answer of open.splice(0)) answer();
    // What was not queried comes again after half a minute, also what is being put off at this moment.
    const requestedLater = (): Promise<number> => {
      pipeline.clock.advance(10_000);
      return requestedOf('HANG');
    };
    await expect.poll(requestedLater, { timeout: 60_000, interval: 200 }).toBe(subscriptions);
  } finally {
    await pipeline.worker.stop(0);
  }
}, 120_000);

test('a worker that stops while sources hang gives their tasks back: they are due again at once, and no attempt was made', async () => {
  const stopped = await startPipeline(database, { start, sourceTimeoutMs: 300_000, clock: pipeline.clock });
  const silent = await startScriptedSource();
  let requested = 0;
  silent.respond(() => () => void (requested += 1));
  await subscribed('MUTE', silent.baseUrl, pipeline.clock.now());
  await stopped.worker.start();
  await expect.poll(() => requested, { timeout: 60_000 }).toBeGreaterThan(10);
  // The sources would hang for five minutes, which is longer than this test may take.
  await stopped.worker.stop();
  const due = await database.query(
    `select t.status, t.attempts, t.lost_workers, t.worker, t.run_at <= $1 as due, count(*)::int as n
     from task t join subscription_source p on p.id = (t.payload->>'subscriptionSourceId')::int8
     join source s on s.id = p.source_id where s.carrier_code = 'MUTE' and t.kind = 'pull' group by 1, 2, 3, 4, 5`,
    [new Date(pipeline.clock.now() + 60_000)],
  );
  expect(due).toEqual([{ status: 'waiting', attempts: 0, lost_workers: 0, worker: null, due: true, n: subscriptions }]);
}, 120_000);
