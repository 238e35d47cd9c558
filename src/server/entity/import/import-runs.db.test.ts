import { httpModule } from '#server/module/index.ts';
import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { type EntityHooks, importRoutes } from '#server/entity/index.ts';
import { configuration } from '#server/modules/administration/configuration/index.ts';
import { entityServices } from '#server/product.ts';
import { openReferenceStore } from '#server/modules/administration/masterdata/index.ts';
import { seedMasterData } from '#server/modules/world/seed/index.ts';
import { imoCheckDigit } from '#shared/ids/imo.ts';
import { silentLog } from '#testing/database-templates.ts';
import { type FileRow, sendRows, testImportWork } from '#testing/imports.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { testApp } from '#testing/test-app.ts';
import { testDatabase } from '#testing/test-database.ts';

const database = await testDatabase();
await seedMasterData(database);
const reference = await openReferenceStore(database, silentLog);
afterAll(() => reference.stop());
const services = entityServices({ reference, keys: [randomBytes(32)] });
const { queue, worker, work, chores } = testImportWork(database, services);
const { signedIn } = await testApp(database, {
  modules: [
    httpModule(configuration, { services: services }),
    { name: 'import', routes: importRoutes({ services, queue }) },
  ],
});
const tenant = await buildTenant(database);
const buildAdmin = (userCode: string) =>
  buildUser(database, { tenantId: tenant.id, userCode, userType: 'admin', allTenants: true });
await buildAdmin('boss');
await buildAdmin('other');
const boss = await signedIn('boss');

let serial = 200_000;
const vesselRow = (): FileRow => {
  const six = String((serial += 1));
  return { vesselName: 'importa', imo: `${six}${imoCheckDigit(six)}`, teu: '1200' };
};
const vesselRows = (count: number): FileRow[] => Array.from({ length: count }, vesselRow);
const imosOf = (rows: readonly FileRow[]) => rows.map(({ imo }) => String(imo));

/** The names of the vessels that there are of rows, each as often as it is there. */
const namesOf = async (rows: readonly FileRow[]) =>
  (await database.system.selectFrom('md_vessel').select('name').where('imo', 'in', imosOf(rows)).execute()).map(
    ({ name }) => name,
  );
const auditsOf = async (rows: readonly FileRow[]) =>
  (
    await database.query<{ action: string; n: number }>(
      `select a.action, count(*)::int as n from audit_log a join md_vessel v on a.entity = 'vessel' and a.entity_id = v.id::text
       where v.imo = any($1) group by a.action order by a.action`,
      [imosOf(rows)],
    )
  ).map(({ action, n }) => `${n} ${action}`);
const order = async (importId: string) =>
  expect(await boss.call('importRun', { body: { importId } })).toMatchObject({ status: 1, data: { state: 'running' } });
const statusOf = async (importId: string) => (await boss.call('importGet', { query: { importId } })).data;
const refusedOf = async (importId: string) =>
  (await boss.call('importResult', { query: { importId, outcome: 'refused' } })).data.records;

/** What works on imports where the hook of vessels does something before rows are written. */
const workWith = (beforeWriteMany: NonNullable<EntityHooks['beforeWriteMany']>) =>
  testImportWork(database, { ...services, hooks: { ...services.hooks, vessel: { beforeWriteMany } } }).work;
const allowed = (changes: readonly unknown[]) => changes.map(() => undefined);

describe('doing it once', () => {
  test('the same announcement is the same import, an order given twice is done once', async () => {
    const clientKey = randomUUID();
    const rows = [vesselRow()];
    const first = await sendRows(boss, 'vessel', rows, { clientKey });
    const second = await sendRows(boss, 'vessel', rows, { clientKey });
    expect(second.importId).toBe(first.importId);
    const { importId } = first;
    const orders = await Promise.all([1, 2].map(() => boss.call('importRun', { body: { importId } })));
    expect(orders.map(({ status }) => status)).toEqual([1, 1]);
    expect(await database.query(`select kind from task where singleton_key = $1`, [importId])).toEqual([
      { kind: 'file_run' },
    ]);
    await worker.processAll();
    expect(await statusOf(importId)).toMatchObject({ state: 'done', outcomes: { insert: 1, refused: 0 } });
    expect((await boss.call('importRows', { body: { importId, first: 1, rows } })).msg).toBe(
      '该导入已经开始，不能再修改内容',
    );
    // The order is also the same when it comes again after the import has ended.
    expect(await boss.call('importRun', { body: { importId } })).toMatchObject({ status: 1, data: { state: 'done' } });
    await work(importId);
    expect(await namesOf(rows)).toEqual(['IMPORTA']);
  });

  test('the key of a browser is the own of its user', async () => {
    const clientKey = randomUUID();
    const mine = await sendRows(boss, 'vessel', [vesselRow()], { clientKey });
    const other = await signedIn('other');
    const theirs = await sendRows(other, 'vessel', [vesselRow()], { clientKey });
    expect(theirs.importId).not.toBe(mine.importId);
    const query = { importId: mine.importId };
    expect((await other.call('importGet', { query })).data).toMatchObject({ notFound: true });
    expect((await boss.call('importGet', { query })).status).toBe(1);
  });

  test('a run of another kind is no import', async () => {
    const { rows } = await database.execute<{ id: number }>(
      `insert into run (kind, subject, params, total, cursors, handler_code, handler_name, user_id, started_at)
       select 'counting', '', '{}', 1, '{0}', 'boss', 'boss', id, now() from app_user where user_code = 'boss' returning id`,
    );
    const importId = String(rows[0]?.id);
    expect((await boss.call('importGet', { query: { importId } })).data).toMatchObject({ notFound: true });
    await database.execute(`delete from run where kind = 'counting'`);
  });

  test('nothing is done before it is ordered', async () => {
    const rows = vesselRows(2);
    const { importId } = await sendRows(boss, 'vessel', rows);
    for (const chore of chores) await chore.run();
    await worker.processAll();
    await work(importId);
    expect(await statusOf(importId)).toMatchObject({
      state: 'receiving',
      received: 2,
      done: 0,
      planned: { insert: 2 },
    });
    expect(await namesOf(rows)).toEqual([]);
  });

  test('of two imports of the same new rows each row is added once', async () => {
    const rows = vesselRows(60);
    const [one, two] = [await sendRows(boss, 'vessel', rows), await sendRows(boss, 'vessel', rows)];
    for (const { importId } of [one, two]) await order(importId);
    await Promise.all([work(one.importId), work(two.importId)]);
    const outcomes = await Promise.all([one, two].map(async ({ importId }) => (await statusOf(importId)).outcomes));
    expect(outcomes[0].insert + outcomes[1].insert).toBe(60);
    expect(outcomes[0].refused + outcomes[1].refused).toBe(60);
  });

  test('two workers on one import do each row once', async () => {
    const rows = vesselRows(1100);
    await order((await sendRows(boss, 'vessel', rows.slice(0, 50))).importId);
    await worker.processAll();
    const changed = rows.map((row) => ({ ...row, teu: '900' }));
    const { importId } = await sendRows(boss, 'vessel', changed, { mode: 'addAndUpdate' });
    await order(importId);
    await Promise.all([work(importId), work(importId)]);
    await worker.processAll();
    expect(await statusOf(importId)).toMatchObject({
      state: 'done',
      total: 1100,
      done: 1100,
      outcomes: { insert: 1050, update: 50, same: 0, refused: 0 },
    });
    expect(await auditsOf(rows)).toEqual(['1100 insert', '50 update']);
  });
});

describe('an import that is stopped', () => {
  test('goes on behind its last step, and what the step in hand did is undone', async () => {
    const rows = vesselRows(700);
    const { importId } = await sendRows(boss, 'vessel', rows);
    await order(importId);
    const stop = new AbortController();
    let steps = 0;
    const dies = workWith(async (_ctx, changes) => {
      steps += 1;
      if (steps === 2) stop.abort(new Error('stopped'));
      stop.signal.throwIfAborted();
      return allowed(changes);
    });
    await expect(dies(importId, stop.signal)).rejects.toThrow('stopped');
    expect(await statusOf(importId)).toMatchObject({ state: 'running', done: 500, outcomes: { insert: 500 } });
    expect(await namesOf(rows)).toHaveLength(500);
    // A worker finds the run, but its task is gone.
    await database.execute(`delete from task where singleton_key = $1`, [importId]);
    for (const chore of chores) await chore.run();
    await worker.processAll();
    expect(await statusOf(importId)).toMatchObject({
      state: 'done',
      total: 700,
      done: 700,
      outcomes: { insert: 700, update: 0, same: 0, refused: 0 },
    });
    expect(await namesOf(rows)).toHaveLength(700);
    expect(await auditsOf(rows)).toEqual(['700 insert']);
  });

  test('by the database is tried again, and no row is refused for it', async () => {
    const rows = vesselRows(3);
    const { importId } = await sendRows(boss, 'vessel', rows);
    await order(importId);
    const busy = workWith(async ({ database: own }, changes) => {
      await own.execute(`do $$ begin raise exception 'busy' using errcode = '57014'; end $$`);
      return allowed(changes);
    });
    await expect(busy(importId)).rejects.toThrow('busy');
    expect(await statusOf(importId)).toMatchObject({ state: 'running', done: 0 });
    await worker.processAll();
    expect(await statusOf(importId)).toMatchObject({ state: 'done', outcomes: { insert: 3, refused: 0 } });
  });

  test('as the connection to the database is lost is tried again, and no row is refused for it', async () => {
    const rows = [vesselRow()];
    const { importId } = await sendRows(boss, 'vessel', rows);
    await order(importId);
    // The driver gives no code.
    const cut = workWith(() => Promise.reject(new Error('Connection terminated unexpectedly')));
    await expect(cut(importId)).rejects.toThrow('Connection terminated');
    expect(await statusOf(importId)).toMatchObject({ state: 'running', done: 0 });
    await worker.processAll();
    expect(await statusOf(importId)).toMatchObject({ state: 'done', outcomes: { insert: 1, refused: 0 } });
  });

  test('as its entity is gone has ended', async () => {
    const { importId } = await sendRows(boss, 'vessel', [vesselRow()]);
    await order(importId);
    const { vessel: _gone, ...entities } = services.entities;
    await testImportWork(database, { ...services, entities }).work(importId);
    expect(await database.query(`select state, error from run where id = $1`, [importId])).toEqual([
      { state: 'failed', error: 'the import names vessel, which is no entity' },
    ]);
    expect(await statusOf(importId)).toMatchObject({ state: 'done', done: 0 });
  });
});

describe('a row that cannot be written', () => {
  test('as somebody adds the same in this moment is refused; all others are done', async () => {
    const rows = vesselRows(20);
    const taken = rows[7]?.['imo'];
    const { importId, judged } = await sendRows(boss, 'vessel', rows);
    expect(judged.map(({ plan }) => plan)).toEqual(rows.map(() => 'insert'));
    await order(importId);
    await workWith(async (ctx, changes) => {
      if (changes.some(({ after }) => after['imo'] === taken))
        await ctx.database.execute(`insert into md_vessel (name, imo, search_text) values ('FIRST', $1, '')`, [taken]);
      return allowed(changes);
    })(importId);
    expect(await statusOf(importId)).toMatchObject({
      state: 'done',
      done: 20,
      outcomes: { insert: 19, update: 0, same: 0, refused: 1 },
    });
    expect(await refusedOf(importId)).toEqual([
      { row: 8, outcome: 'refused', problems: [{ field: 'imo', message: '与已有数据重复' }] },
    ]);
    expect(await namesOf(rows)).toHaveLength(19);
    expect(await auditsOf(rows)).toEqual(['19 insert']);
  });

  test('for a reason that nobody foresaw is refused; all others are done', async () => {
    const rows = vesselRows(5);
    const { importId } = await sendRows(boss, 'vessel', rows);
    await order(importId);
    await workWith(async (_ctx, changes) => {
      if (changes.some(({ after }) => after['imo'] === rows[4]?.['imo'])) throw new TypeError('odd');
      return allowed(changes);
    })(importId);
    expect(await statusOf(importId)).toMatchObject({ state: 'done', done: 5, outcomes: { insert: 4, refused: 1 } });
    expect(await refusedOf(importId)).toEqual([
      { row: 5, outcome: 'refused', problems: [{ field: 'imo', message: '保存时出错，请重新导入该行' }] },
    ]);
  });
});
