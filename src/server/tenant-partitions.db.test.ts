import { writeFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { calls } from '#contract/index.ts';
import type { CallName } from '#contract/paths.ts';
import { openReferenceStore } from '#server/modules/administration/masterdata/index.ts';
import { realClock } from '#server/platform/clock/clock.ts';
import { assembleDatabase } from '#server/platform/db/database.ts';
import { tablesByTenant } from '#server/platform/db/placement.ts';
import { openPostgresEngine } from '#server/platform/db/postgres-engine.ts';
import { kindOfCall } from '#server/platform/http/statement-limits.ts';
import { createQueue, createWorker, enqueueRecurring, type TaskWork } from '#server/platform/queue/index.ts';
import { backgroundTasks, handlersOf } from '#server/product.ts';
import { DAY_MS, HOUR_MS } from '#shared/time/instant.ts';
import { idNamesOf, inputOf } from '#testing/call-inputs.ts';
import { fillWalkedTenant, rowIds } from '#testing/caller-walk.ts';
import { createPostgresDatabase, postgresTemplate, silentLog } from '#testing/database-templates.ts';
import { buildUser } from '#testing/people.ts';
import { testProductModules } from '#testing/product-modules.ts';
import { testDatabaseKind } from '#testing/run-kind.ts';
import { loggingEngine, type StatementLog } from '#testing/statement-log.ts';
import { makeTenantPartitions, spreadStatements } from '#testing/tenant-partitions.ts';
import { testApp } from '#testing/test-app.ts';
import { startWorldThread } from '#testing/world-thread.ts';

const isHere = testDatabaseKind() === 'postgres';

/** A database of PostgreSQL whose statements are kept. */
async function openLogged() {
  const opened = await createPostgresDatabase(await postgresTemplate());
  const { engine, ...log } = loggingEngine(await openPostgresEngine({ url: opened.url, poolSize: 5, log: silentLog }));
  const database = assembleDatabase(engine, silentLog);
  afterAll(async () => {
    await database.close();
    await opened.drop();
  });
  return { database, ...log };
}

/** Background work whose statements are kept by the kind of its task. */
const logged = (works: readonly TaskWork[], { during }: StatementLog): TaskWork[] =>
  works.map(({ handler, ...work }) => ({
    ...work,
    handler: { ...handler, run: (...given) => during(work.kind, () => handler.run(...given)) },
  }));

const inputsOf = (name: CallName) => [
  ...[false, true].map((everything) => inputOf(name, { id: rowIds.first, texts: {}, everything })),
  ...idNamesOf(name).map((idName) => inputOf(name, { id: rowIds.first, idName, texts: {}, everything: false })),
];

test.runIf(isHere)('calls', async () => {
  const { database, ...log } = await openLogged();
  const { tenant } = await fillWalkedTenant(database);
  const boss = await buildUser(database, { tenantId: tenant.id, userType: 'admin' });
  const queue = createQueue({ database, clock: realClock, log: silentLog });
  const keys = [randomBytes(32)];
  const reference = await openReferenceStore(database, silentLog);
  const deps = { queue, clock: realClock, machine: realClock, reference, keys, concurrency: 1, bookingFeedUrl: null, callbackBase: null };
  const { signedIn } = await testApp(database, {
    queue,
    modules: await testProductModules(database, { queue, keys }),
    settings: { validateAnswers: false },
  });
  const client = await signedIn(boss.userCode);
  const names = (Object.keys(calls) as CallName[]).toSorted(
    (a, b) => Number(kindOfCall(a) === 'write') - Number(kindOfCall(b) === 'write'),
  );
  await makeTenantPartitions(database, tablesByTenant);
  for (const name of names)
    for (const input of inputsOf(name)) await log.during(name, () => client.call(name, input));
  const worker = createWorker({ queue, handlers: handlersOf(logged(backgroundTasks(deps), log)) });
  await worker.processAll();
  await reference.stop();
  const all = log.statements();
  const spread = await spreadStatements(database, all);
  writeFileSync('/tmp/spread-calls.json', JSON.stringify({ total: new Set(all.map((s) => s.text)).size, spread, kinds: [...new Set(all.map((s) => s.sentFor))] }, null, 1));
  expect(true).toBe(true);
}, 500_000);

const start = Date.UTC(2026, 4, 4);

test.runIf(isHere)('tasks', async () => {
  const { database, ...log } = await openLogged();
  const { deps, clock, queue, world, subscribe } = await startWorldThread(database, { start, land: true });
  const [tenant] = await database.query<{ id: number }>('select id from tenant order by id limit 1');
  const works = logged(backgroundTasks(deps), log);
  const worker = createWorker({ queue, handlers: handlersOf(works) });
  const troubled = world
    .shipmentsAlive(start)
    .filter(({ milestones }) => Math.max(...milestones.map(({ actual }) => actual)) > start + 10 * DAY_MS)
    .filter((shipment) => world.causesOf(shipment).some(({ codes }) => codes.length > 0));
  const wanted = troubled.slice(0, 40).map((shipment) => ({ tenantId: tenant?.id ?? 0, shipment }));
  await log.during('subscribing', () => subscribe(wanted, start));
  for (let now = start; now <= start + 6 * DAY_MS; now += 12 * HOUR_MS) {
    clock.set(now);
    await enqueueRecurring(queue, works);
    await worker.processAll();
  }
  await makeTenantPartitions(database, tablesByTenant);
  const all = log.statements();
  const found = await spreadStatements(database, all);
  const kinds = works.map(({ kind }) => kind);
  const silent = kinds.filter((kind) => !all.some((s) => s.sentFor === kind));
  writeFileSync('/tmp/spread-tasks.json', JSON.stringify({ total: new Set(all.map((s) => s.text)).size, spread: found, silent, counts: await database.query('select (select count(*) from shipment) s, (select count(*) from shipment_exception) e, (select count(*) from raw_answer) r') }, null, 1));
}, 580_000);
