import { expect, test } from 'vitest';
import { taskHandlers } from '#server/product.ts';
import type { Database } from '#server/platform/db/database.ts';
import { createWorker } from '#server/platform/queue/index.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/time/instant.ts';
import type { Instant } from '#shared/time/instant.ts';
import { testDatabase } from '#testing/test-database.ts';
import { startWorldThread } from '#testing/world-thread.ts';
import { startSimulator } from '../../../../simulator/index.ts';

const seed = 'faults';
const start = Date.UTC(2026, 4, 4);
const perCarrier = 5;
/** Longest real time of a carrier that the slow one never keeps. On a busy machine others miss it too. */
const shortLimitMs = 700;
/** No carrier that is well takes as long, on a busy machine neither. */
const usualLimitMs = 10_000;
/** In the first half of an hour at the start of every third hour one carrier is out of order. */
const outage = 10 * MINUTE_MS;
const healed = start + 30 * HOUR_MS;

type Thread = Awaited<ReturnType<typeof startWorldThread>>;

async function subscribe(database: Database, { world, subscribe: subscribeAll }: Thread): Promise<void> {
  const [tenant] = await database.query<{ id: number }>(`select id from tenant where code <> 'PORTOLAN' order by id`);
  const counts = new Map<string, number>();
  const shipments = world.shipmentsAlive(start).filter(({ carrier, milestones }) => {
    // What comes to its end is requested no longer, anyone who still owes an answer.
    if (Math.max(...milestones.map(({ actual }) => actual)) < healed + 5 * DAY_MS) return false;
    counts.set(carrier.code, (counts.get(carrier.code) ?? 0) + 1);
    return (counts.get(carrier.code) as number) <= perCarrier;
  });
  const tenantId = (tenant as { id: number }).id;
  await subscribeAll(
    shipments.map((shipment) => ({ tenantId, shipment })),
    start,
  );
}

async function runTo({ clock, worker }: Pick<Thread, 'clock' | 'worker'>, moments: readonly Instant[]): Promise<void> {
  for (const now of moments) {
    clock.set(now);
    const { failed } = await worker.processAll();
    expect(failed).toBe(0);
  }
}

const failing = (database: Database): Promise<{ code: string; failing: number; waits: number }[]> =>
  database.query(
    `select s.code, count(*)::int as failing,
       count(*) filter (where p.next_pull_at > p.last_pull_at)::int as waits
     from subscription_source p join source s on s.id = p.source_id
     where p.consecutive_failures > 0 group by s.code order by s.code`,
  );

/** Everything that is known of every bill, without when we came to know it. */
const known = (database: Database): Promise<{ billNo: string; source: string; content: unknown }[]> =>
  database.query(
    `select u.bill_no as "billNo", s.source_code as source, s.content
     from shipment s join subscription u on u.id = s.subscription_id order by 1, s.fused, 2`,
  );

const openExceptions = (database: Database): Promise<{ billNo: string | null; code: string }[]> =>
  database.query(
    `select distinct u.bill_no as "billNo", e.type_code as code
     from shipment_exception e left join subscription u on u.id = e.subscription_id
     where e.resolved_at is null and e.type_code in ('SOURCE_FAILING', 'NO_DATA', 'DATA_STALE', 'PORT_UNMATCHED', 'TZ_INVALID')
     order by 1, 2`,
  );

const everyThreeHours = (from: Instant, to: Instant): Instant[] =>
  Array.from({ length: Math.ceil((to - from) / (3 * HOUR_MS)) }, (_, index) => from + outage + index * 3 * HOUR_MS);

test('carriers that fail, lie and are slow cost time and nothing else', { timeout: 600_000 }, async () => {
  const database = await testDatabase();
  const thread = await startWorldThread(database, { start, seed, faults: true, sourceTimeoutMs: shortLimitMs });
  await subscribe(database, thread);

  await runTo(thread, everyThreeHours(start, healed));
  const troubled = await failing(database);
  // Too slow for the limit all the time, and out of order at every one of these moments.
  expect(troubled.map(({ code }) => code)).toEqual(expect.arrayContaining(['dcsa:PELA', 'dcsa:QUAY']));
  for (const source of troubled) expect(source.waits, `${source.code} is asked again later`).toBe(source.failing);
  const alarms = await openExceptions(database);
  expect(alarms.filter(({ code }) => code === 'SOURCE_FAILING')).not.toEqual([]);

  // The carriers are out of order altogether, then come back well, and may take the usual time.
  const handlers = taskHandlers({ ...thread.deps, sourceTimeoutMs: usualLimitMs });
  const patient = { clock: thread.clock, worker: createWorker({ queue: thread.queue, handlers }) };
  const { port } = new URL(thread.simulator.baseUrl);
  await thread.simulator.stop();
  await runTo(patient, [healed + HOUR_MS]);
  const back = { seed, host: '127.0.0.1', port: Number(port), now: thread.clock.now, pushEveryMs: 3_600_000 };
  const well = await startSimulator({ ...back, faults: false });
  const after = everyThreeHours(healed + 2 * HOUR_MS, healed + 30 * HOUR_MS);
  await runTo(patient, after);
  await well.stop();
  expect(await failing(database)).toEqual([]);
  expect((await thread.queue.counts()).filter(({ status }) => status === 'dead')).toEqual([]);

  // The same days without any trouble end in the same knowledge and the same complaints.
  const plainDatabase = await testDatabase();
  const plain = await startWorldThread(plainDatabase, { start, seed, sourceTimeoutMs: usualLimitMs });
  await subscribe(plainDatabase, plain);
  await runTo(plain, [...everyThreeHours(start, healed), healed + HOUR_MS, ...after]);
  expect(await openExceptions(database)).toEqual(await openExceptions(plainDatabase));
  const [mine, theirs] = [await known(database), await known(plainDatabase)];
  expect(mine.map(({ billNo, source }) => `${billNo} ${source}`)).toEqual(
    theirs.map(({ billNo, source }) => `${billNo} ${source}`),
  );
  expect(mine.length).toBeGreaterThan(100);
  expect(mine).toEqual(theirs);
});
