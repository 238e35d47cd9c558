import { afterAll, expect, test } from 'vitest';
import { TABLES } from '#generated/schema.ts';
import { calls } from '#contract/index.ts';
import type { CallName } from '#contract/paths.ts';
import { assembleDatabase } from '#server/platform/db/database.ts';
import { placementOf } from '#server/platform/db/placement.ts';
import { openPostgresEngine } from '#server/platform/db/postgres-engine.ts';
import { kindOfCall } from '#server/platform/http/statement-limits.ts';
import { createWorker, enqueueRecurring, type TaskWork } from '#server/platform/queue/index.ts';
import { backgroundTasks, handlersOf } from '#server/product.ts';
import { DAY_MS, HOUR_MS } from '#shared/time/instant.ts';
import { anyTask } from '#testing/any-task.ts';
import { idNamesOf, inputOf } from '#testing/call-inputs.ts';
import { fillWalkedTenant, rowIds } from '#testing/caller-walk.ts';
import { createPostgresDatabase, postgresTemplate, silentLog } from '#testing/database-templates.ts';
import { buildUser } from '#testing/people.ts';
import { testProductModules } from '#testing/product-modules.ts';
import { testDatabaseKind } from '#testing/run-kind.ts';
import { loggingEngine, type StatementLog } from '#testing/statement-log.ts';
import { makeTenantPartitions, type Spread, spreadStatements } from '#testing/tenant-partitions.ts';
import { testApp } from '#testing/test-app.ts';
import { startWorldThread } from '#testing/world-thread.ts';

const tablesByTenant = Object.keys(TABLES).filter((table) => placementOf(table) === 'tenant');
const isHere = testDatabaseKind() === 'postgres';

/**
 * What reads all tenants, by the kind of its task and how its statement begins (`''`: whatever it does), with the reason. All of it runs
 * in the background and finds something; what is done with each finding names its tenant.
 */
const acrossTenants: readonly (readonly [kind: string, begins: string, why: string])[] = [
  ['subscribing', 'insert into task', 'a task takes the turn of the tenant whose row it names by its id'],
  [
    'pull',
    'select ss.id, ss.tenant_id',
    'tasks name rows by their ids alone: the first statement of a batch finds their tenants',
  ],
  ['pull', 'select id, tenant_id, subject, bill_no', 'the lock of a batch, by the ids of its tasks'],
  [
    'pull',
    'select e.id, e.tenant_id, e.subscription_id, e.type_code',
    'a source that answers nobody is an exception of every tenant that asks it',
  ],
  ['orders', 'with part as materialized', 'which orders changed since the last time'],
  ['orders', 'select id, tenant_id, order_no from cargo_order where due_at', 'which orders are due'],
  ['outward', 'insert into outward_pending', 'estimates that have passed'],
  ['outward', 'select distinct tenant_id from outward_pending', 'which tenants have events to write'],
  ['outward', 'select s.id, s.tenant_id, s.callback_url', 'which webhooks have events to send'],
  ['voyages', '', 'a vessel carries goods of many tenants: its watches are found by the vessel'],
  ['vehicle_excursions', '', 'vehicles and what they report are in one place'],
  ['edi_tie', '', 'messages of partners wait for subscriptions of any tenant'],
  ['cargo_imp_tie', '', 'messages of airlines wait for subscriptions of any tenant'],
  ['test_shipment', '', 'test shipments of all tenants, once a minute'],
  ['rule_tracks', '', 'tracks for trials of rules, made of the newest changes'],
  ['housekeeping', '', 'removes, folds and finds rows of all tenants, once a minute'],
];

/** Kinds of tasks without statements here, with the reason. */
const silentKinds: Readonly<Record<string, string>> = {
  edi_file: 'files of partners are in one place; what they report goes the way of `pushed`',
  mail: 'received mails are in one place',
  mail_answer: 'received mails are in one place',
  robot_answer: 'answers of robots are in one place; what they report goes the way of `pushed`',
  pushed_retraction: 'waits for events that a source takes back',
  pushed_object: 'waits for a notice of a source',
  run: 'runs are ordered by people',
  awaited_run: 'runs are ordered by people',
  file_run: 'files are ordered by people: what is in them is read by the calls of their lists',
};

const lineOf = ({ sentFor, problem, text }: Spread): string =>
  `${sentFor}: ${problem}: ${text.replaceAll(/\s+/g, ' ').trim()}`;

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

test.runIf(isHere)('every statement of a call of one tenant reads one partition of each table', async () => {
  const { database, ...log } = await openLogged();
  const { tenant } = await fillWalkedTenant(database);
  const boss = await buildUser(database, { tenantId: tenant.id, userType: 'admin' });
  const { signedIn } = await testApp(database, {
    modules: await testProductModules(database),
    settings: { validateAnswers: false },
  });
  const client = await signedIn(boss.userCode);
  await makeTenantPartitions(database, tablesByTenant);
  const names = (Object.keys(calls) as CallName[]).toSorted(
    (a, b) => Number(kindOfCall(a) === 'write') - Number(kindOfCall(b) === 'write'),
  );
  for (const name of names) for (const input of inputsOf(name)) await log.during(name, () => client.call(name, input));
  const spread = await spreadStatements(database, log.statements());
  expect(spread.map(lineOf)).toEqual([]);
  expect(new Set(log.statements().map(({ text }) => text)).size).toBeGreaterThan(800);
});

const start = Date.UTC(2026, 4, 4);

test.runIf(isHere)(
  'statements of background work read the partitions of the tenants they work for, but for those that find work',
  async () => {
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
    const [target] = await database.query<{ id: number }>('select id from subscription_source order by id limit 1');
    await queue.enqueue(anyTask('pushed'), { subscriptionSourceId: target?.id });
    await worker.processAll();
    await makeTenantPartitions(database, tablesByTenant);
    const statements = log.statements();
    const spread = await spreadStatements(database, statements);
    const used = new Set<string>();
    const unexpected = spread.filter(({ sentFor, text }) => {
      const known = acrossTenants.find(
        ([kind, begins]) =>
          (kind === sentFor || (kind === 'pull' && sentFor === 'pushed')) && text.trim().startsWith(begins),
      );
      if (known !== undefined) used.add(known.join());
      return known === undefined;
    });
    expect(unexpected.map(lineOf)).toEqual([]);
    expect(acrossTenants.filter((one) => !used.has(one.join()))).toEqual([]);
    const heard = new Set(statements.map(({ sentFor }) => sentFor));
    const silent = works.map(({ kind }) => kind).filter((kind) => !heard.has(kind));
    expect(silent.toSorted()).toEqual(Object.keys(silentKinds).toSorted());
  },
);
