import { randomBytes, randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calls } from '#contract/index.ts';
import type { CallName } from '#contract/paths.ts';
import { openReferenceStore } from '#server/modules/administration/masterdata/index.ts';
import { seedMasterData, seedWorld } from '#server/modules/world/seed/index.ts';
import { realClock } from '#server/platform/clock/clock.ts';
import { type Database, openDatabase } from '#server/platform/db/database.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { kindOfCall } from '#server/platform/http/statement-limits.ts';
import { createQueue, createWorker } from '#server/platform/queue/index.ts';
import { taskHandlers } from '#server/product.ts';
import { inputOf } from '#testing/call-inputs.ts';
import { fillWalkedTenant, rowIds } from '#testing/caller-walk.ts';
import { findPostgresBinaries, type TemporaryPostgres } from '#testing/postgres.ts';
import { startPrimary, startReplica } from '#testing/postgres-replica.ts';
import { testProductModules } from '#testing/product-modules.ts';
import { type TestAnswer, type TestClient, testApp } from '#testing/test-app.ts';

const log = pino({ level: 'silent' });
const names = (Object.keys(calls) as CallName[]).filter((name) => kindOfCall(name) !== 'write');

/** Lists, searches, exports, maps and figures that people open most. */
const hot: readonly CallName[] = [
  'queryExceptions',
  'querySubscriptions',
  'queryIncidents',
  'overview',
  'exportExceptions',
  'exportDownload',
  'traceIndex.list',
  'orderVessels',
  'jobQuery',
  'vesselCargo',
  'riskMap',
];

/** An answer without the number of a problem; rows that mean nothing may fail. */
const factsOf = ({ http, status, msg }: TestAnswer): unknown => [http, status, http === 500 ? '' : msg];

/** An administrator of the product on this database. */
async function adminOf(database: Database): Promise<TestClient> {
  const settings = { validateAnswers: false };
  const { signedIn } = await testApp(database, { modules: await testProductModules(database), settings });
  return signedIn('admin');
}

describe.runIf(findPostgresBinaries() !== undefined)('calls with a replica', () => {
  let primary: TemporaryPostgres;
  let replica: TemporaryPostgres;
  let plain: { database: Database; admin: TestClient };
  let spread: { database: Database; admin: TestClient };
  const readsOf = (): number => spread.database.replicas().reduce((sum, { reads }) => sum + reads, 0);

  beforeAll(async () => {
    const started = await startPrimary();
    if (started === undefined) throw new Error('there are no binaries of PostgreSQL');
    primary = started;
    const database = await openDatabase({ url: primary.url, poolSize: 4, log });
    await migrate(database, { log });
    await seedMasterData(database);
    await seedWorld(database, { baseUrl: 'http://127.0.0.1:1', secretKey: [randomBytes(32)], carriers: [] });
    await fillWalkedTenant(database);
    replica = await startReplica(primary);
    const withReplica = await openDatabase({
      url: primary.url,
      replicas: { url: replica.url, waitMs: 5_000 },
      poolSize: 4,
      log,
    });
    plain = { database, admin: await adminOf(database) };
    spread = { database: withReplica, admin: await adminOf(withReplica) };
  });
  afterAll(async () => {
    await plain.database.close();
    await spread.database.close();
    await replica.stop();
    await primary.stop();
  });

  test('every call that only asks answers as without one, and most read on it', async () => {
    await expect.poll(() => spread.database.replicas(), { timeout: 60_000 }).toMatchObject([{ usable: true }]);
    const readThere = new Set<CallName>();
    for (const everything of [false, true])
      for (const name of names) {
        const input = inputOf(name, { id: rowIds.first, texts: {}, everything });
        const expected = await plain.admin.call(name, input);
        const before = readsOf();
        const found = await spread.admin.call(name, input);
        expect([name, factsOf(found)]).toEqual([name, factsOf(expected)]);
        if (readsOf() > before) readThere.add(name);
      }
    expect(hot.filter((name) => !readThere.has(name))).toEqual([]);
    // The others answer from memory, or refuse inputs that mean nothing before they read.
    expect(readThere.size).toBeGreaterThan(0.9 * names.length);
    expect(spread.database.replicas()).toMatchObject([{ usable: true }]);
  });

  test('the rows of an export are read there', async () => {
    const { database, admin } = spread;
    await expect.poll(() => database.replicas(), { timeout: 60_000 }).toMatchObject([{ usable: true }]);
    const reference = await openReferenceStore(database, log);
    const queue = createQueue({ database, clock: realClock, log });
    const { file_run: writing } = taskHandlers({
      queue,
      clock: realClock,
      machine: realClock,
      reference,
      keys: [randomBytes(32)],
      concurrency: 1,
      bookingFeedUrl: null,
      callbackBase: null,
    });
    const worker = createWorker({ queue, handlers: writing === undefined ? {} : { file_run: writing } });
    const body = { list: 'exceptions', kind: 'csv', clientKey: randomUUID() };
    const { exportId } = (await admin.call('exportOrder', { body })).data;
    const before = readsOf();
    await worker.processAll();
    const read = readsOf() - before;
    await reference.stop();
    const { data } = await admin.call('exportGet', { query: { exportId } });
    expect([data.state, data.total > 0, read > 0]).toEqual(['done', true, true]);
  });

  test('a file that is sent piece by piece is read there', async () => {
    const { database, admin } = spread;
    await expect.poll(() => database.replicas(), { timeout: 60_000 }).toMatchObject([{ usable: true }]);
    const before = readsOf();
    const { text } = await admin.call('auditExport', { body: {} });
    expect([text.split('\n').length > 2, readsOf() - before >= 1]).toEqual([true, true]);
  });
});
