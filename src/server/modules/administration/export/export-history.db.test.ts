import { httpModule } from '#server/module/index.ts';
import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { realClock } from '#server/platform/clock/clock.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { createQueue, createWorker } from '#server/platform/queue/index.ts';
import { runTasks } from '#server/platform/run/index.ts';
import type { ListExport } from '#server/platform/sheet/index.ts';
import { silentLog } from '#testing/database-templates.ts';
import { buildUser } from '#testing/people.ts';
import { testApp } from '#testing/test-app.ts';
import { emptyTestDatabase } from '#testing/test-database.ts';
import { exporting } from './index.ts';
import { exportRuns } from './work-export.ts';

const database = await emptyTestDatabase();
const all = path.resolve(import.meta.dirname, '../../../../../migrations');
const directory = mkdtempSync(path.join(tmpdir(), 'portolan-export-history-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const moving = '0391_exports_are_runs.sql';
const bring = (wanted: (name: string) => boolean): void => {
  for (const name of readdirSync(all)) if (wanted(name)) copyFileSync(path.join(all, name), path.join(directory, name));
};
const acting = (scope: object) =>
  JSON.stringify({
    actor: {
      kind: 'user',
      userId: 70,
      userCode: 'mine',
      name: '我',
      userType: 'admin',
      tenantId: 5,
      menus: [],
      writesShared: false,
    },
    scope,
    requestId: 'r',
  });
const own = acting({ kind: 'tenants', tenantIds: [5] });
const rows: ListExport = {
  title: { zh: '行', en: 'Rows' },
  call: 'asset.query',
  prepare: () => ({
    titles: ['n'],
    ids: { sql: 'select id::bigint from generate_series(1, 2) id', parameters: [] },
    cells: (ids) => Promise.resolve(ids.map((id) => [id])),
  }),
};
const lists = { rows };

test(
  'exports of before are runs: files can be had, what was under way begins again',
  { timeout: 120_000 },
  async () => {
    bring((name) => name < moving);
    await migrate(database, { directory });
    await database.execute(`insert into tenant (id, code, name) overriding system value values (5, 'T', 'T')`);
    // Runs have ids that exports have too.
    await database.execute(
      `insert into run (kind, subject, params, total, cursors, state, handler_code, handler_name, started_at)
     select 'x', '', '{}', 1, '{0}', 'done', 'a', 'a', now() from generate_series(1, 4)`,
    );
    // The newest run and the newest exports are removed by now; the audit still names them.
    await database.execute('delete from run where id = 4');
    await database.execute(`select setval(pg_get_serial_sequence('export_job', 'id'), 30)`);
    await database.execute(
      `insert into export_job (id, client_key, user_id, list, kind, lang, request, acting, title, state, attempt, total, done_rows,
       size_bytes, problem, ordered_at, finished_at) overriding system value
     values (1, 'key-done', 70, 'rows', 'csv', 'en', '{"query": {"keyword": "K"}}', $1, 'Rows', 'done', 2, 3, 2, 10, null,
         '2026-01-02T00:00:00Z', '2026-01-02T00:01:00Z'),
       (2, 'key-failed', 70, 'rows', 'xlsx', 'zh', '{"query": {}}', $1, '行', 'failed', 4, null, 0, 0, 'export.failed',
         '2026-01-03Z', '2026-01-03Z'),
       (3, 'key-cancelled', 70, 'rows', 'csv', 'zh', '{"query": {}}', $1, '行', 'cancelled', 1, 9, 4, 0, null, '2026-01-04Z', '2026-01-04Z'),
       (4, 'key-running', 70, 'rows', 'csv', 'zh', '{"query": {}, "columns": ["n"]}', $2, '行', 'running', 1, 9000, 1000, 0, null,
         '2026-01-05Z', null),
       (5, 'key-waiting', 71, 'rows', 'csv', 'zh', '{"query": {}}', $1, '行', 'waiting', 0, null, 0, 0, null, '2026-01-06Z', null)`,
      [own, acting({ kind: 'all' })],
    );
    await database.execute(
      `insert into export_part (export_id, attempt, part_no, body)
     values (1, 1, 0, 'half'), (1, 2, 0, 'whole'), (1, 2, 1, ' file'), (4, 1, 0, 'begin')`,
    );
    await database.execute(`insert into export_rows (export_id, attempt, part_no, ids) values (4, 1, 0, '{1,2}')`);
    await database.execute(
      `insert into audit_log (at, actor_code, origin, entity, entity_id, action, request_id)
     select now(), 'mine', 'Manual', entity, id, 'export', 'r'
     from (values ('export', '1'), ('asset', '1'), ('export', '30')) as named(entity, id)`,
    );
    await database.execute(
      `insert into task (kind, payload, run_at, created_at) values ('list_export', '{"exportId": 4}', now(), now())`,
    );

    bring((name) => name >= moving);
    await migrate(database, { directory });
    expect(await database.query(`select * from run where kind = 'export' order by id`)).toMatchObject([
      {
        id: 5,
        tenant_id: null,
        subject: 'rows',
        scope: null,
        state: 'done',
        total: 3,
        user_id: 70,
        client_key: 'key-done',
        handler_code: 'mine',
        handler_name: '我',
        params: { list: 'rows', kind: 'csv', lang: 'en', title: 'Rows', request: { query: { keyword: 'K' } } },
        outcome: { lines: 2, parts: 2, sizeBytes: 10, complete: true },
      },
      { id: 6, state: 'failed', error: 'export.failed', outcome: {} },
      { id: 7, state: 'cancelled', error: null, total: 9, done: 4 },
      { id: 8, state: 'running', total: 0, done: 0, cursors: [0], outcome: {} },
      { id: 9, state: 'running', user_id: 71, outcome: {} },
    ]);
    expect(await database.query('select entity, entity_id from audit_log order by id')).toEqual([
      { entity: 'export', entity_id: '5' },
      { entity: 'asset', entity_id: '1' },
      { entity: 'export', entity_id: '34' },
    ]);
    expect(await database.query(`select id from task where kind = 'list_export'`)).toEqual([]);

    const { rows: next } = await database.execute<{ id: number }>(
      `insert into run (kind, subject, params, total, cursors, state, handler_code, handler_name, started_at)
       values ('x', '', '{}', 1, '{0}', 'done', 'a', 'a', now()) returning id`,
    );
    expect(next).toEqual([{ id: 35 }]);

    const { id: userId } = await buildUser(database, {
      tenantId: 5,
      userCode: 'mine',
      userType: 'admin',
      allTenants: true,
    });
    await database.execute('update run set user_id = $1 where user_id = 70', [userId]);
    const queue = createQueue({ database, clock: realClock, log: silentLog });
    const { signedIn } = await testApp(database, {
      modules: [httpModule(exporting, { exportLists: lists, queue: queue })],
    });
    const mine = await signedIn('mine');
    expect((await mine.call('exportList')).data).toMatchObject([
      { exportId: '8', state: 'waiting', total: null, done: 0 },
      { exportId: '7', state: 'cancelled', total: 9, done: 4, sizeBytes: 0 },
      { exportId: '6', state: 'failed', total: null, problem: '导出失败，请重试' },
      {
        exportId: '5',
        state: 'done',
        total: 3,
        done: 2,
        sizeBytes: 10,
        orderedAt: Date.UTC(2026, 0, 2),
        finishedAt: Date.UTC(2026, 0, 2, 0, 1),
      },
    ]);
    expect((await mine.call('exportDownload', { query: { exportId: '5' } })).text).toBe('whole file');

    const runs = exportRuns({ database, clock: realClock, log: silentLog, lists });
    const deps = { database, clock: realClock, log: silentLog, queue, runs, refresh: () => Promise.resolve() };
    const { tasks, chores = [] } = runTasks(deps);
    for (const chore of chores) await chore.run();
    const handlers = Object.fromEntries(tasks.map((task) => [task.kind, task.handler]));
    await createWorker({ queue, handlers }).processAll();
    expect((await mine.call('exportDownload', { query: { exportId: '8' } })).text).toBe('\ufeffn\r\n1\r\n2\r\n');
  },
);
