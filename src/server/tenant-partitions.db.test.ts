import { writeFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { calls } from '#contract/index.ts';
import type { CallName } from '#contract/paths.ts';
import { TENANT_TABLES } from '#generated/schema.ts';
import { assembleDatabase } from '#server/platform/db/database.ts';
import { createWorker, enqueueRecurring } from '#server/platform/queue/index.ts';
import { DAY_MS } from '#shared/time/instant.ts';
import { backgroundTasks } from '#server/product.ts';
import { startWorldThread } from '#testing/world-thread.ts';
import { openPostgresEngine } from '#server/platform/db/postgres-engine.ts';
import { kindOfCall } from '#server/platform/http/statement-limits.ts';
import { idNamesOf, inputOf } from '#testing/call-inputs.ts';
import { fillWalkedTenant, rowIds } from '#testing/caller-walk.ts';
import { createPostgresDatabase, postgresTemplate, silentLog } from '#testing/database-templates.ts';
import { buildUser } from '#testing/people.ts';
import { testProductModules } from '#testing/product-modules.ts';
import { testDatabaseKind } from '#testing/run-kind.ts';
import { loggingEngine } from '#testing/statement-log.ts';
import { makeTenantPartitions, refillTenantPartitions, spreadStatements } from '#testing/tenant-partitions.ts';
import { testApp } from '#testing/test-app.ts';

const isHere = testDatabaseKind() === 'postgres';
const everywhere = new Set<string>((process.env['EVERYWHERE'] ?? '').split(','));

async function openLogged() {
  const opened = await createPostgresDatabase(await postgresTemplate());
  const { engine, ...log } = loggingEngine(
    await openPostgresEngine({ url: opened.url, poolSize: 5, log: silentLog }),
  );
  const database = assembleDatabase(engine, silentLog);
  afterAll(async () => {
    await database.close();
    await opened.drop();
  });
  return { database, ...log };
}

const inputsOf = (name: CallName) => [
  ...[false, true].map((everything) => inputOf(name, { id: rowIds.first, texts: {}, everything })),
  ...idNamesOf(name).map((idName) => inputOf(name, { id: rowIds.first, idName, texts: {}, everything: false })),
];

const start = Date.UTC(2026, 4, 4);
test.runIf(isHere)('tasks', async () => {
  const { database, during, statements } = await openLogged();
  const thread = await startWorldThread(database, { start, land: true, bookingFeed: true });
  const [tenant] = await database.query<{ id: number }>('select id from tenant order by id limit 1');
  const boss = await buildUser(database, { tenantId: tenant!.id, userType: 'admin' });
  const works = backgroundTasks(thread.deps);
  const handlers = Object.fromEntries(works.map(({ kind, handler }) => [kind, { ...handler, run: (...args: Parameters<typeof handler.run>) => during(kind, () => handler.run(...args)) }]));
  const worker = createWorker({ queue: thread.queue, handlers });
  const underWay = thread.world.shipmentsAlive(start).filter(({ milestones }) => Math.max(...milestones.map(({ actual }) => actual)) > start + 10 * DAY_MS);
  const troubled = underWay.filter((shipment) => thread.world.causesOf(shipment).some(({ codes }) => codes.length > 0));
  await thread.subscribe(troubled.slice(0, 12).map((shipment) => ({ tenantId: tenant!.id, shipment })), start);
  await makeTenantPartitions(database, Object.keys(TENANT_TABLES).filter((t) => !everywhere.has(t)));
  const found = [];
  const seen = new Set<string>();
  let dead = 0;
  for (let now = start; now <= start + 2 * DAY_MS; now += 12 * 3_600_000) {
    thread.clock.set(now);
    await enqueueRecurring(thread.queue, works);
    dead += (await during('queue', () => worker.processAll())).failed;
  }
  await refillTenantPartitions(database);
  const all = statements().filter((s) => { const k = s.text; if (seen.has(k)) return false; seen.add(k); return true; });
  found.push(...await spreadStatements(database, all));
  const kinds = works.map(({ kind }) => kind);
  const silent = kinds.filter((kind) => !all.some((s) => s.sentFor === kind));
  writeFileSync('/tmp/spread-tasks.json', JSON.stringify({ total: all.length, spread: found, dead, silent, counts: await database.query('select (select count(*) from shipment) s, (select count(*) from shipment_exception) e, (select count(*) from raw_answer) r') }, null, 1));
}, 580_000);

test.runIf(isHere)('calls', async () => {
  const { database, during, statements } = await openLogged();
  const { tenant } = await fillWalkedTenant(database);
  const boss = await buildUser(database, { tenantId: tenant.id, userType: 'admin' });
  const { signedIn } = await testApp(database, {
    modules: await testProductModules(database),
    settings: { validateAnswers: false },
  });
  const client = await signedIn(boss.userCode);
  const names = (Object.keys(calls) as CallName[]).toSorted(
    (a, b) => Number(kindOfCall(a) === 'write') - Number(kindOfCall(b) === 'write'),
  );
  await makeTenantPartitions(database, Object.keys(TENANT_TABLES).filter((t) => !everywhere.has(t)));
  const failures: string[] = [];
  for (const name of names)
    for (const input of inputsOf(name)) {
      const { http } = await during(name, () => client.call(name, input));
      if (http >= 500) failures.push(name);
    }
  const all = statements();
  const spread = await spreadStatements(database, all);
  writeFileSync('/tmp/spread-calls.json', JSON.stringify({ total: new Set(all.map((s) => s.text)).size, spread, failures }, null, 1));
  expect(true).toBe(true);
}, 500_000);
