import { expect, test } from 'vitest';
import { nextDue } from '#server/platform/queue/queries.ts';
import { createWorker } from '#server/platform/queue/index.ts';
import type { Database } from '#server/platform/db/database.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#shared/time/instant.ts';
import { buildSubscription } from '#testing/factories.ts';
import { buildTenant } from '#testing/people.ts';
import { startPipeline } from '#testing/pipeline.ts';
import { startScriptedSource } from '#testing/scripted-source.ts';
import { testDatabase } from '#testing/test-database.ts';

const start = Date.UTC(2026, 0, 28);
const database = await testDatabase();
const pipeline = await startPipeline(database, { start });
const { clock, keys } = pipeline;
const [large, small] = [await buildTenant(database), await buildTenant(database)];
let serial = 0;

/** A carrier that is queried by one call for each bill, and when it was requested which. */
async function limitedCarrier(limits: { most_per_minute?: number; most_per_hour?: number; most_at_once?: number }) {
  const source = await startScriptedSource();
  serial += 1;
  const code = `LIM${String.fromCharCode(64 + serial)}`;
  const id = await pipeline.addCarrier(code, source.baseUrl);
  await database.system
    .updateTable('source')
    .set({ ...limits, pull_interval_s: 600 })
    .where('id', '=', id)
    .execute();
  const calls: { at: number; bill: string }[] = [];
  let answer = { status: 404, headers: {} as Record<string, string>, body: { statusCode: 404, errors: [] } as unknown };
  let [open, maxOpen] = [0, 0];
  source.respond(async (url) => {
    calls.push({ at: clock.now(), bill: url.searchParams.get('equipmentReference') ?? url.search });
    open += 1;
    maxOpen = Math.max(maxOpen, open);
    await new Promise(setImmediate);
    open -= 1;
    return answer;
  });
  const subscribe = async (tenantId: number, n: number): Promise<string[]> => {
    const containers: string[] = [];
    for (let index = 0; index < n; index += 1) {
      serial += 1;
      const containerNo = `TSTU${String(1_000_000 + serial)}`;
      const one = await buildSubscription(database, { tenantId, containerNo, carrierCode: code, subscribedAt: start });
      await pipeline.subscribe(one, id, clock.now());
      containers.push(containerNo);
    }
    return containers;
  };
  return {
    id,
    calls,
    subscribe,
    answer: (next: typeof answer): void => void (answer = next),
    maxOpen: () => maxOpen,
  };
}

/** A worker of its own database view that only asks sources, as another process would. */
async function process(view: Database = database) {
  const { queue, handlers } = await startPipeline(view, { start, clock, keys });
  const { pull } = handlers;
  if (pull === undefined) throw new Error('nothing asks sources');
  return createWorker({ queue, handlers: { pull } });
}

/** Goes through time from one due question to the next, with all workers at work at once. */
async function runUntil(end: number, workers: readonly Awaited<ReturnType<typeof process>>[]): Promise<void> {
  for (;;) {
    await Promise.all(workers.map((worker) => worker.processAll()));
    const due = await nextDue(database, ['pull']);
    if (due === undefined || due > end) break;
    // In steps, so that what comes at about the same time is queried together.
    clock.set(Math.max(due, clock.now() + 2 * SECOND_MS));
  }
  clock.set(Math.max(end, clock.now()));
}

const maxWithin = (times: readonly number[], lengthMs: number): number =>
  Math.max(0, ...times.map((at, index) => times.slice(index).filter((other) => other < at + lengthMs).length));

test(
  'four workers stay within the limits for an hour, are fair to small tenants, and lose nothing with one that is killed',
  { timeout: 240_000 },
  async () => {
    const limited = await limitedCarrier({ most_per_minute: 12, most_per_hour: 200, most_at_once: 3 });
    const free = await limitedCarrier({});
    const begin = clock.now();
    const containers = await limited.subscribe(large.id, 230);
    const few = await limited.subscribe(small.id, 3);
    const others = await free.subscribe(large.id, 5);
    let isAlive = true;
    const dying: Database = {
      ...database,
      execute: (text, values) => (isAlive ? database.execute(text, values) : Promise.reject(new Error('killed'))),
    };
    const workers = [await process(), await process(), await process()];
    const killed = await process(dying);
    // It dies while it has calls in its hands.
    let seen = 0;
    const before = limited.calls.push.bind(limited.calls);
    limited.calls.push = (...items) => {
      seen += items.length;
      if (seen === 5) isAlive = false;
      return before(...items);
    };
    await killed.processAll().catch(() => {});
    expect(isAlive).toBe(false);
    await database.execute("update task set lease_until = '2000-01-01' where status = 'running'");
    await runUntil(begin + HOUR_MS, workers);

    const times = limited.calls.map(({ at }) => at);
    expect(maxWithin(times, MINUTE_MS)).toBeLessThanOrEqual(12);
    expect(maxWithin(times, HOUR_MS)).toBeLessThanOrEqual(200);
    expect(limited.maxOpen()).toBeLessThanOrEqual(3);
    // The budget is used, not only kept.
    expect(times.length).toBeGreaterThan(180);
    const first = (container: string): number => limited.calls.find(({ bill }) => bill === container)?.at ?? Infinity;
    for (const container of few)
      expect(first(container) - begin, 'a small tenant waits minutes').toBeLessThan(3 * MINUTE_MS);
    const requested = containers.filter((container) => first(container) < Infinity).length;
    // Shipments take turns too: none is queried twice before the others were queried. Those of the small tenant have come again meanwhile.
    expect(requested).toBeGreaterThan(170);
    // A source without limits is not held up by another one, and costs nothing.
    expect(
      free.calls
        .filter(({ at }) => at === begin)
        .map(({ bill }) => bill)
        .toSorted(),
    ).toEqual(others.toSorted());
    expect(await database.query('select id from source_calls where source_id = $1', [free.id])).toEqual([]);
    // Whatever was not queried yet waits, and says for what.
    const waiting = await database.query<{ next_pull_why: string | null; waits: boolean }>(
      `select next_pull_why, exists (select from task t where t.kind = 'pull' and t.status = 'waiting'
       and t.singleton_key = ss.id::text) as waits from subscription_source ss where source_id = $1`,
      [limited.id],
    );
    expect(waiting.filter(({ waits }) => !waits)).toEqual([]);
    expect(waiting.filter(({ next_pull_why: why }) => why === 'calls').length).toBeGreaterThan(50);
  },
);

test('a source that asks to be left alone is not queried before, for these keys only; others are not held up', async () => {
  const busy = await limitedCarrier({});
  const other = await limitedCarrier({});
  const begin = clock.now();
  await busy.subscribe(large.id, 1);
  const worker = await process();
  busy.answer({ status: 429, headers: { 'retry-after': '900' }, body: {} });
  await worker.processAll();
  expect(busy.calls).toHaveLength(1);
  await busy.subscribe(large.id, 4);
  await other.subscribe(large.id, 2);
  await worker.processAll();
  expect(busy.calls).toHaveLength(1);
  expect(other.calls).toHaveLength(2);
  const [reported] = await database.query<{ next_pull_why: string; next_pull_at: number }>(
    'select next_pull_why, next_pull_at from subscription_source where source_id = $1 and next_pull_why is not null',
    [busy.id],
  );
  expect(reported?.next_pull_why).toBe('limit');
  expect(reported?.next_pull_at).toBeGreaterThanOrEqual(begin + 15 * MINUTE_MS);
  busy.answer({ status: 503, headers: { 'retry-after': '3600' }, body: {} });
  await runUntil(begin + 15 * MINUTE_MS - 1, [worker]);
  expect(busy.calls).toHaveLength(1);
  await runUntil(begin + 20 * MINUTE_MS, [worker]);
  // The first question meets the maintenance; the others do not try.
  expect(busy.calls).toHaveLength(2);
  busy.answer({ status: 404, headers: {}, body: { statusCode: 404, errors: [] } });
  await runUntil(begin + 80 * MINUTE_MS, [worker]);
  expect(new Set(busy.calls.map(({ bill }) => bill)).size).toBe(5);
});

test('nothing is queried during a maintenance that was entered, and everything afterwards', async () => {
  const carrier = await limitedCarrier({});
  const begin = clock.now();
  await database.execute('update source set maintenance_until = $2 where id = $1', [
    carrier.id,
    new Date(begin + HOUR_MS),
  ]);
  await carrier.subscribe(large.id, 3);
  const worker = await process();
  await runUntil(begin + HOUR_MS - 1, [worker]);
  expect(carrier.calls).toEqual([]);
  await runUntil(begin + HOUR_MS + MINUTE_MS, [worker]);
  expect(carrier.calls).toHaveLength(3);
});

test('a question that takes more calls than are left comes again, and one that no limit allows is reported', async () => {
  const carrier = await limitedCarrier({ most_per_minute: 3 });
  const begin = clock.now();
  const worker = await process();
  const bill = async () => {
    serial += 1;
    const one = await buildSubscription(database, {
      tenantId: large.id,
      billNo: `LIMD${serial}000`,
      carrierCode: 'LIMD',
      subscribedAt: start,
    });
    return pipeline.subscribe(one, carrier.id, clock.now());
  };
  // Each bill takes two calls: the bill, then the booking of that number.
  const targets = [await bill(), await bill()];
  await worker.processAll();
  expect(carrier.calls).toHaveLength(3);
  await runUntil(begin + 3 * MINUTE_MS, [worker]);
  const states = await database.query<{ last_pull_at: number | null; calls_of_pull: number }>(
    'select last_pull_at, calls_of_pull from subscription_source where id = any($1) order by id',
    [targets],
  );
  expect(states.map(({ last_pull_at: at, calls_of_pull: calls }) => [at !== null, calls])).toEqual([
    [true, 2],
    [true, 2],
  ]);
  expect(
    maxWithin(
      carrier.calls.map(({ at }) => at),
      MINUTE_MS,
    ),
  ).toBeLessThanOrEqual(3);
  await database.execute('update source set most_per_minute = 1 where id = $1', [carrier.id]);
  await runUntil(begin + 30 * MINUTE_MS, [worker]);
  const [error] = await database.query<{ last_error: string }>(
    'select last_error from subscription_source where id = $1',
    [targets[0]],
  );
  expect(error?.last_error).toMatch(/^rate_limited: one question takes more calls/);
});
