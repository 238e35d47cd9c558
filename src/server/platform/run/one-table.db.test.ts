import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { emptyTestDatabase } from '#testing/test-database.ts';
import { migrate } from '../db/migrate.ts';

const database = await emptyTestDatabase();
const all = path.resolve(import.meta.dirname, '../../../../migrations');
const directory = mkdtempSync(path.join(tmpdir(), 'portolan-run-history-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const bring = (name: string): void => copyFileSync(path.join(all, name), path.join(directory, name));

/** Migrates as far as before the migration of a name. */
function migrateUntil(moving: string): Promise<string[]> {
  for (const name of readdirSync(all)) if (name < moving) bring(name);
  return migrate(database, { directory });
}

test('the history of re-fusions and of runs of parsers is kept', { timeout: 120_000 }, async () => {
  const moving = '0181_run.sql';
  await migrateUntil(moving);
  await database.execute(
    `insert into refusion_run (id, cause, cause_id, state, total, done, changed, opened, resolved, failed, positions, error,
       handler_code, handler_name, started_at, finished_at)
     values (7, 'port', 41, 'cancelled', 9, 5, 3, 2, 1, 1, '{12,13}', 'superseded', 'a', 'A', '2026-01-02Z', '2026-01-03Z'),
            (8, 'precedence', 2, 'running', 4, 0, 0, 0, 0, 0, '{0,0}', null, 'b', 'B', '2026-01-04Z', null)`,
  );
  await database.execute(
    `insert into robot_parser_run (id, kind, parser_id, version, before_version, since, state, total, done, position, outcome,
       handler_code, handler_name, started_at)
     values (7, 'trial', 'msc-a', 3, 2, '2026-01-01Z', 'done', 6, 6, 90, '{"equal": 6}', 'c', 'C', '2026-01-05Z')`,
  );
  // What the answer itself was is of no interest here.
  await database.execute('alter table robot_parser_difference drop constraint robot_parser_difference_answer_id_fkey');
  await database.execute(`insert into robot_parser_difference (run_id, answer_id, kind) values (7, 90, 'changed')`);
  await database.execute(
    `insert into task (kind, payload, run_at, created_at) values ('refusion', '{"runId": 8}', now(), now())`,
  );

  bring(moving);
  expect(await migrate(database, { directory })).toEqual(['0181_run']);
  const runs = await database.query('select * from run order by id');
  expect(runs).toMatchObject([
    {
      id: 7,
      kind: 'refusion-port',
      subject: '41',
      scope: '41',
      params: { causeId: 41 },
      state: 'cancelled',
      cursors: [12, 13],
      outcome: { changed: 3, opened: 2, resolved: 1 },
      failed: 1,
      error: 'superseded',
    },
    { id: 8, kind: 'refusion-precedence', subject: '2', scope: '', state: 'running', finished_at: null },
    {
      id: 15,
      kind: 'parser-trial',
      subject: 'msc-a',
      params: { parserId: 'msc-a', version: 3, beforeVersion: 2, since: Date.UTC(2026, 0, 1) },
      cursors: [90],
      outcome: { equal: 6 },
    },
  ]);
  expect(await database.query('select run_id from robot_parser_difference')).toEqual([{ run_id: 15 }]);
  expect(await database.query(`select id from task where kind = 'refusion'`)).toEqual([]);
  const { rows } = await database.execute<{ id: number }>(
    `insert into run (kind, subject, scope, params, total, cursors, handler_code, handler_name, started_at)
     values ('x', '', '', '{}', 0, '{0}', 'a', 'A', now()) returning id`,
  );
  expect(rows).toEqual([{ id: 16 }]);
});

test('the history of tests of rules is kept', { timeout: 120_000 }, async () => {
  const moving = '0295_rule_runs_are_runs.sql';
  await migrateUntil(moving);
  await database.execute(`insert into tenant (id, code, name) overriding system value values (5, 'T', 'T')`);
  await database.execute(
    `insert into rule_run (id, tenant_id, kind, rule_code, params, state, total, done, position, result, error, actor_code, actor_name,
       started_at, finished_at, event_item_id) overriding system value
     values (3, 5, 'trial', 'ETA_DELAY', '{"tenantIds": [5], "curve": [1]}', 'done', 4, 4, 11, '{"failures": 1}', null, 'a', 'A',
         '2026-01-02Z', '2026-01-03Z', null),
       (4, null, 'detect', 'ETA_DELAY', '{"tenantIds": null}', 'running', 9, 5, 12, '{"opened": 2}', null, 'b', 'B', '2026-01-04Z',
         null, null),
       (5, 5, 'trial', 'EVENT:8', '{"indicator": {"id": 8}}', 'failed', 2, 0, 0, '{}', 'interrupted', 'c', 'C', '2026-01-05Z',
         '2026-01-06Z', 8)`,
  );
  await database.execute(
    `insert into rule_run_problem (run_id, subscription_id, tenant_id, problem_key, outcome, first_at, openings, severity, params)
     values (3, 1, 5, '', 'same', now(), 1, 'high', '{}')`,
  );
  await database.execute(
    `insert into audit_log (at, actor_code, origin, entity, entity_id, action, request_id)
     select now(), 'a', 'Manual', entity, '3', 'try', 'r' from unnest(array['rule_run', 'subscription']) entity`,
  );
  bring(moving);
  expect(await migrate(database, { directory })).toEqual(['0295_rule_runs_are_runs']);
  expect(await database.query(`select * from run where id > 16 order by id`)).toMatchObject([
    {
      id: 19,
      tenant_id: 5,
      kind: 'rule-trial',
      subject: 'ETA_DELAY',
      scope: null,
      params: { ruleCode: 'ETA_DELAY', tenantIds: [5], curve: [1] },
      state: 'done',
      total: 4,
      done: 4,
      cursors: [11],
      outcome: { tally: { failures: 1 } },
      handler_code: 'a',
    },
    { id: 20, tenant_id: null, kind: 'rule-detect', state: 'running', cursors: [12], outcome: { opened: 2 } },
    { id: 21, kind: 'event-trial', subject: 'EVENT:8', state: 'failed', outcome: {}, error: 'interrupted' },
  ]);
  expect(await database.query('select run_id from rule_run_problem')).toEqual([{ run_id: 19 }]);
  expect(await database.query('select entity, entity_id from audit_log order by id')).toEqual([
    { entity: 'rule_run', entity_id: '19' },
    { entity: 'subscription', entity_id: '3' },
  ]);
});

test('the history of replays is kept', { timeout: 120_000 }, async () => {
  const moving = '0311_replays_are_runs.sql';
  await migrateUntil(moving);
  await database.execute(
    `insert into subscription (id, tenant_id, subject, carrier_code, bill_no, channel, source_type, subscribed_at, created_at) overriding system value
     values (9, 5, 'bill', 'C', 'B', 'SHIPPING_TRACKING', 'CARRIER', now(), now())`,
  );
  await database.execute(
    `insert into replay_run (id, tenant_id, subscription_id, kind, source_type, scope, params, state, total, done, position, outcome,
       error, handler_code, handler_name, started_at) overriding system value
     values (1, 5, 9, 'fuse', null, '', '{}', 'done', 1, 1, 0, '{"changed": 1, "dropped": 1}', null, 'a', 'A', '2026-01-02Z'),
       (2, 5, 9, 'ask', 'FT', '', '{}', 'running', 2, 0, 0, '{}', null, 'b', 'B', '2026-01-03Z'),
       (3, 5, null, 'replay', null, '["C",null,null]', '{"carrierCode": "C"}', 'running', 8, 4, 77, '{"changed": 2}', null, 'c', 'C',
         '2026-01-04Z')`,
  );
  await database.execute(
    `insert into field_override (tenant_id, subscription_id, path, value, active, entered_by, entered_at, dropped_by_run)
     values (5, 9, 'x', '1', true, 'a', now(), 1)`,
  );
  bring(moving);
  expect(await migrate(database, { directory })).toEqual(['0311_replays_are_runs']);
  expect(await database.query(`select * from run where kind like 'replay-%' order by id`)).toMatchObject([
    {
      id: 22,
      tenant_id: 5,
      kind: 'replay-fuse',
      subject: '9',
      scope: null,
      params: { subscriptionId: 9, sourceType: null },
      outcome: { changed: 1, dropped: 1 },
    },
    { id: 23, kind: 'replay-ask', subject: '9', scope: '9 FT', params: { subscriptionId: 9, sourceType: 'FT' } },
    {
      id: 24,
      kind: 'replay-many',
      subject: 'many',
      scope: '5 ["C",null,null]',
      params: { subscriptionId: null, tenantId: 5, carrierCode: 'C' },
      state: 'running',
      cursors: [77],
    },
  ]);
  expect(await database.query('select dropped_by_run from field_override')).toEqual([{ dropped_by_run: 22 }]);
});

test('the history of imports is kept', { timeout: 120_000 }, async () => {
  const moving = '0392_imports_are_runs.sql';
  await migrateUntil(moving);
  // The newest run is removed by now; what names it must not mean another one.
  const addRun = async () => {
    const { rows } = await database.execute<{ id: number }>(
      `insert into run (kind, subject, params, total, cursors, state, handler_code, handler_name, started_at)
       values ('x', '', '{}', 0, '{0}', 'done', 'a', 'A', now()) returning id`,
    );
    return rows[0]?.id ?? 0;
  };
  const before = await addRun();
  await database.execute('delete from run where id = $1', [before]);
  await database.execute(
    `insert into app_user (id, tenant_id, user_code, name_cn, user_type) overriding system value values (6, 5, 'clerk', '钱信', 'user')`,
  );
  // Jobs whose ids are as far apart as the ids of their rows move.
  const ids = [1, 2, 1 + before, 2 + before];
  await database.execute(
    `insert into import_job (id, client_key, user_id, entity, mode, file_name, total, state, acting, created_at, finished_at)
       overriding system value
     values ($1, 'key-1', 6, 'port', 'add', 'a.csv', 3, 'done', '{"actor": {"userId": 6}}', '2026-01-02Z', '2026-01-03Z'),
       ($2, 'key-2', 6, 'vessel', 'addAndUpdate', 'b.csv', 3, 'running', '{"actor": {"userId": 6}}', '2026-01-04Z', null),
       ($3, 'key-3', 6, 'port', 'add', 'c.csv', 3, 'receiving', null, '2026-01-05Z', null),
       ($4, 'key-1', 999, 'port', 'add', 'd.csv', 3, 'receiving', null, '2026-01-06Z', null)`,
    ids,
  );
  await database.execute(
    `insert into import_row (import_id, row_no, content, plan, outcome)
     select j.id, n, '{}', 'insert', case
       when j.state = 'done' then case n when 3 then 'refused' else 'insert' end
       when j.state = 'running' and n < 3 then case n when 1 then 'update' else 'same' end end
     from import_job j, generate_series(1, 3) n`,
  );
  await database.execute(
    `insert into task (kind, payload, run_at, created_at) values ('entity_import', '{"importId": 2}', now(), now())`,
  );
  bring(moving);
  expect(await migrate(database, { directory })).toEqual(['0392_imports_are_runs']);
  const none = { insert: 0, update: 0, same: 0, refused: 0 };
  const runs = await database.query(`select * from run where kind = 'import' order by id`);
  expect(runs).toMatchObject([
    {
      id: before + 1,
      tenant_id: null,
      subject: 'port',
      scope: null,
      params: { entity: 'port', mode: 'add', fileName: 'a.csv', acting: { actor: { userId: 6 } } },
      state: 'done',
      total: 3,
      done: 3,
      cursors: [3],
      outcome: { insert: 2, update: 0, same: 0, refused: 1 },
      handler_code: 'clerk',
      handler_name: '钱信',
      user_id: 6,
      client_key: 'key-1',
    },
    { state: 'running', done: 2, cursors: [2], outcome: { ...none, update: 1, same: 1 }, finished_at: null },
    { state: 'waiting', done: 0, cursors: [0], outcome: none, params: { acting: null }, client_key: 'key-3' },
    { id: before * 2 + 2, state: 'waiting', user_id: 999, client_key: 'key-1' },
  ]);
  expect(
    await database.query(
      'select run_id, count(*)::int as rows, count(outcome)::int as done from import_row group by 1 order by 1',
    ),
  ).toEqual(ids.map((id, index) => ({ run_id: id + before, rows: 3, done: [3, 2, 0, 0][index] })));
  expect(await database.query(`select id from task where kind = 'entity_import'`)).toEqual([]);
  expect(await addRun()).toBe(before * 2 + 3);
  await database.execute('delete from run where id = $1', [before + 1]);
  expect(await database.query('select 1 from import_row where run_id = $1', [before + 1])).toEqual([]);
});
