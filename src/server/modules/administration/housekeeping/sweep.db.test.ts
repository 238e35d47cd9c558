import { beforeAll, describe, expect, test } from 'vitest';
import { TENANT_TABLES } from '#generated/schema.ts';
import { standardRetention } from '#server/platform/config/index.ts';
import { DAY_MS, HOUR_MS } from '#shared/time/instant.ts';
import { silentLog } from '#testing/database-templates.ts';
import { fillTenant } from '#testing/fill-tenant.ts';
import { buildSource, buildSubscription } from '#testing/factories.ts';
import { buildTenant } from '#testing/people.ts';
import { testDatabase } from '#testing/test-database.ts';
import { retention } from './retention.ts';
import type { Sweep } from './retention-types.ts';
import { keptSince, sweepTables, type SweepDeps } from './sweep.ts';

const database = await testDatabase();
// Years apart, so that a sweep by the wrong clock keeps or removes what it must not.
const now = { world: Date.UTC(2031, 4, 1), machine: Date.UTC(2036, 4, 1) };
const deps: SweepDeps = { database, log: silentLog, days: { ...standardRetention, audit: 365 }, now, budgetMs: 60_000 };

const sweeps = Object.entries(retention).flatMap(([table, keeping]): [string, Sweep][] =>
  keeping.kind === 'swept' ? keeping.sweeps.map((sweep) => [table, sweep]) : [],
);
const ended = {
  'source.protocol': 'dcsa',
  'pushed_retraction.searched': true,
  'task.status': 'dead',
  'job.status': 'Stopped',
  'job.previous_job_id': null,
  'run.state': 'done',
  'notification.state': 'sent',
  'edi_message.state': 'parsed',
  'edi_message.duplicate_of': null,
  'unknown_port.state': 'open',
  'robot_answer.state': 'refused',
  'field_override.dropped_by_run': null,
  'outward_subscription.removed_at': new Date(now.world),
  'run_row_part.ids': [1],
  'edi_file.allowed_tenants': null,
  'report_recipient.address_id': null,
  'received_mail.state': 'done',
} as const;

const count = async (table: string, where = 'true', values: readonly unknown[] = []): Promise<number> =>
  Number((await database.query<{ n: number }>(`select count(*) as n from ${table} where ${where}`, values))[0]?.n);

/** The rows of a sweep, where a table has several. */
const rowsOf = (table: string, { when = 'true' }: Sweep): string =>
  sweeps.filter(([name]) => name === table).length > 1 ? when : 'true';

/** Kinds of runs that have sweeps of their own. */
const ownSweeps = ['export', 'import', 'report'];

/** Every swept table gets a row as old as reported before and behind its limit. */
async function fillAt(offsetMs: number, firstId: number): Promise<void> {
  const tenant = await buildTenant(database);
  await fillTenant(database, {
    tenantId: tenant.id,
    mark: `m${firstId}`,
    firstId,
    values: {
      ...ended,
      'sailing_call.change_no': firstId,
      'flight_leg.change_no': firstId,
      'vessel_outlook.mmsi': firstId,
      'outward_subscription.id': `00000000-0000-4000-8000-${String(firstId).padStart(12, '0')}`,
    },
    tables: Object.keys(TENANT_TABLES).concat(
      sweeps.flatMap(([table, { first = [] }]) => [table, ...first.map((child) => child.table)]),
    ),
  });
  await database.execute(
    `insert into run (kind, subject, params, total, cursors, state, handler_code, handler_name, started_at)
     select kind, '', '{}', 1, '{0}', 'done', 'a', 'a', now() from unnest($1::text[]) as own (kind)`,
    [ownSweeps],
  );
  await database.execute(`insert into oauth_client (client_id, metadata, registered_at) values ($1, '{}', now())`, [
    `m${firstId}-unused`,
  ]);
  for (const [table, sweep] of sweeps) {
    const limit = keptSince(sweep, deps) as Date;
    const key = table === 'refusal_tally' ? `tenant_id = ${tenant.id}` : undefined;
    const mine =
      key ??
      (['session', 'request_answer'].includes(table)
        ? `user_id in (select id from app_user where tenant_id = ${tenant.id})`
        : undefined) ??
      (table === 'login_address' ? `account like 'm${firstId}-%'` : undefined) ??
      // Rows are made with the time of `fillTenant`.
      (table === 'analytics_moment' ? `at = '2026-01-15Z'` : undefined) ??
      (table === 'oauth_client'
        ? `client_id like 'm${firstId}-%' and used_at is ${sweep.age === 'used_at' ? 'not ' : ''}null`
        : undefined) ??
      (table === 'oauth_item' ? `kind like 'm${firstId}-%'` : undefined) ??
      (table === 'storm_point' ? `source_code like 'm${firstId}-%'` : undefined) ??
      (table === 'login_failure'
        ? `key like 'm${firstId}-%'`
        : `id = (select max(t.id) from ${table} t where ${rowsOf(table, sweep)})`);
    const where = table === 'outward_subscription' ? `tenant_id = ${tenant.id}` : mine;
    await database.execute(`update ${table} set ${sweep.age} = $1 where ${where}`, [
      new Date(limit.getTime() + offsetMs),
    ]);
  }
}

describe('what is older than it is kept for', () => {
  const limits = new Map(sweeps.map(([, sweep]) => [sweep, keptSince(sweep, deps) as Date]));
  const countOf = (table: string, sweep: Sweep, side: '<' | '>='): Promise<number> =>
    count(`${table} t`, `(${rowsOf(table, sweep)}) and t.${sweep.age} ${side} $1`, [limits.get(sweep)]);
  beforeAll(async () => {
    await fillAt(-HOUR_MS / 2, 1_000);
    await fillAt(HOUR_MS / 2, 2_000);
    // What refers to a row keeps it: these are tried one by one below.
    await database.execute(`delete from field_override where dropped_by_run is not null`);
    await database.execute('delete from unknown_port_use');
    // A replaced answer is one behind which a full one came.
    await database.execute(
      `insert into raw_answer (tenant_id, subscription_id, source_id, via, received_at, body, encoding, hash)
       select tenant_id, subscription_id, source_id, 'pull', received_at, '', 'identity', '' from raw_answer`,
    );
    // What others are differences from stays as long as they do: packed-answers.db.test.ts.
    await database.execute('update raw_answer set base_id = null');
    await database.execute('update subscription_source set raw_answer_id = null');
    await database.execute('update shipment set raw_answer_id = null');
    await database.execute('delete from edi_applied');
  });

  test('goes, and what is younger stays', async () => {
    const before = await Promise.all(
      sweeps.map(async ([table, sweep]) => [table, await countOf(table, sweep, '<')] as const),
    );
    expect(before.filter(([, n]) => n === 0)).toEqual([]);
    const { removed, complete } = await sweepTables(deps);
    expect(complete).toBe(true);
    for (const [table, sweep] of sweeps) {
      // The newest answer of a source is never replaced.
      expect([table, await countOf(table, sweep, '<')]).toEqual([table, table === 'raw_answer' ? 1 : 0]);
      expect([table, await countOf(table, sweep, '>=')]).not.toEqual([table, 0]);
      expect(removed[table]).toBeGreaterThan(0);
    }
    expect((await sweepTables(deps)).removed).toEqual({});
  });

  test('the audit stays for ever unless a setting says otherwise', async () => {
    await database.execute('update audit_log set at = $1', [new Date(0)]);
    await sweepTables({ ...deps, days: standardRetention });
    expect(await count('audit_log')).toBeGreaterThan(0);
  });
});

describe('what is still needed stays', () => {
  const old = new Date(now.world - 3000 * DAY_MS);
  const only = (...names: string[]): SweepDeps => ({
    ...deps,
    tables: Object.fromEntries(names.map((name) => [name, retention[name] as (typeof retention)[string]])),
  });
  const by = { started: old, code: 'a', name: 'a' };

  test('a run that goes on, or whose dropped expert values can come back', async () => {
    await database.execute('delete from run');
    const { subscriptionId, tenantId } = await aSubscription();
    const { rows } = await database.execute<{ id: number }>(
      `insert into run (tenant_id, kind, subject, params, total, cursors, state, handler_code, handler_name, started_at)
       select $1, 'replay-fuse', $2, '{}', 1, '{0}', state, $3, $4, $5 from unnest(array['running', 'done', 'done']) as r(state)
       returning id`,
      [tenantId, String(subscriptionId), by.code, by.name, by.started],
    );
    await database.execute(
      `insert into field_override (tenant_id, subscription_id, path, value, active, entered_by, entered_at, dropped_by_run)
       values ($1, $2, 'x', '1', true, 'a', $3, $4)`,
      [tenantId, subscriptionId, old, rows[1]?.id],
    );
    expect((await sweepTables(only('run'))).removed).toEqual({ run: 1 });
    expect(await count('run', 'id = any($1)', [[rows[0]?.id, rows[1]?.id]])).toBe(2);
  });

  test('no export, also one that still goes on: its file goes with its rows', async () => {
    await database.execute('delete from run');
    const { rows } = await database.execute<{ id: number }>(
      `insert into run (kind, subject, params, total, cursors, state, handler_code, handler_name, started_at)
       select kind, '', '{}', 1, '{0}', state, 'a', 'a', $1
       from (values ('export', 'running'), ('export', 'done'), ('x', 'running'), ('x', 'done')) as r(kind, state) returning id`,
      // Four days by the clock of the machine, years before the present of the world.
      [new Date(now.machine - 4 * DAY_MS)],
    );
    await database.execute(
      `insert into run_file_part (run_id, part_no, body) select $1, n, 'x' from generate_series(1, 120) n`,
      [rows[1]?.id],
    );
    expect((await sweepTables(only('run'))).removed).toEqual({ run: 2, run_file_part: 120 });
    expect(await count('run', `kind = 'x'`)).toBe(2);
  });

  test('no import that nobody ordered, and one that goes on as long as it does', async () => {
    await database.execute('delete from run');
    const { rows } = await database.execute<{ id: number }>(
      `insert into run (kind, subject, params, total, cursors, state, handler_code, handler_name, started_at)
       select 'import', '', '{}', 1, '{0}', state, 'a', 'a', $1::timestamptz + days * interval '1 day'
       from (values ('running', 0), ('waiting', 0), ('done', 0), ('done', 2)) as r(state, days) returning id`,
      [new Date(now.machine - 8 * DAY_MS)],
    );
    await database.execute(
      `insert into import_row (run_id, row_no, content, plan) select r, n, '{}', 'insert' from unnest($1::bigint[]) r, generate_series(1, 5) n`,
      [rows.map(({ id }) => id)],
    );
    expect((await sweepTables(only('run'))).removed).toEqual({ run: 2, import_row: 10 });
    expect(await count('run', 'id = any($1)', [[rows[0]?.id, rows[3]?.id]])).toBe(2);
  });

  test('answers that the record is made from, and those of electronic messages', async () => {
    await database.execute('delete from raw_answer');
    await database.execute("delete from app_state where key like 'retention:%'");
    const { subscriptionId, tenantId, sourceId } = await aSubscription();
    const add = async (via: string): Promise<number> =>
      (
        await database.execute<{ id: number }>(
          `insert into raw_answer (tenant_id, subscription_id, source_id, via, received_at, body, encoding, hash)
           values ($1, $2, $3, $4, $5, '', 'identity', '') returning id`,
          [tenantId, subscriptionId, sourceId, via, old],
        )
      ).rows[0]?.id as number;
    const [replaced, used, newest, pushed] = [
      await add('pull'),
      await add('pull'),
      await add('pull'),
      await add('push'),
    ];
    await database.execute(
      'insert into subscription_source (tenant_id, subscription_id, source_id, raw_answer_id) values ($1, $2, $3, $4)',
      [tenantId, subscriptionId, sourceId, used],
    );
    expect((await sweepTables(only('raw_answer'))).removed).toEqual({ raw_answer: 1 });
    const left = await database.query<{ id: number }>('select id from raw_answer order by id');
    expect(left.map((row) => row.id)).toEqual([used, newest, pushed]);
    expect(left).not.toContainEqual({ id: replaced });

    // The next round begins a day later.
    await database.execute('update subscription_source set raw_answer_id = null where source_id = $1', [sourceId]);
    expect((await sweepTables(only('raw_answer'))).removed).toEqual({});
    const tomorrow = { ...only('raw_answer'), now: { ...now, machine: now.machine + DAY_MS } };
    expect((await sweepTables(tomorrow)).removed).toEqual({ raw_answer: 1 });
  });

  test('logs of jobs that are under way, though the range they belong to goes as a whole', async () => {
    const { id: tenantId } = await buildTenant(database);
    await fillTenant(database, { tenantId, mark: 'logs', firstId: 14_000, values: ended, tables: ['job'] });
    const added = `insert into job overriding system value
      select (jsonb_populate_record(null::job, to_jsonb(j) || jsonb_build_object('id', n, 'trial_of', null, 'created_at', $1::timestamptz, 'status',
        case when n = 15000 then 'Running' else 'Stopped' end))).* from (select * from job limit 1) j, generate_series($2::int, $3::int) n`;
    await database.execute(added, [old, 15_000, 15_040]);
    await database.execute(added, [new Date(now.world), 20_001, 20_001]);
    await database.execute('delete from job where id < 15000');
    await database.execute(
      `insert into job_log (job_id, line, tenant_id, at, level, message)
       select id, n, tenant_id, created_at, 'info', 'x' from job, generate_series(1, 3) n`,
    );
    const rangeOf = (where: string): Promise<number> => count('pg_class', `relname = 'job_log_0' and ${where}`);
    const [{ oid } = { oid: 0 }] = await database.query<{ oid: number }>(
      `select 'job_log_0'::regclass::oid::bigint as oid`,
    );
    const { removed } = await sweepTables(only('job'));
    expect(removed).toEqual({ job: 40 });
    expect(await rangeOf(`oid = ${oid}`)).toBe(0);
    expect(await rangeOf('true')).toBe(1);
    const left = await database.query<{ id: number }>('select distinct job_id as id from job_log order by 1');
    expect(left).toEqual([{ id: 15_000 }, { id: 20_001 }]);
  });

  test('a file as long as one of its messages, and its parts with it', async () => {
    await database.execute('delete from edi_file');
    const { rows } = await database.execute<{ id: number }>(
      `insert into edi_file (direction, way, name, received_at, state)
       select 'in', 'upload', name, $1, 'done' from unnest(array['read', 'unread']) as f(name) returning id`,
      [old],
    );
    const ids = rows.map((row) => row.id);
    await database.execute(
      `insert into edi_file_part (file_id, part_no, start_byte, size_bytes, body)
       select f, n, n, 1, 'x' from unnest($1::bigint[]) as f, generate_series(1, 120) as n`,
      [ids],
    );
    await database.execute(
      `insert into edi_message (direction, file_id, ordinal, state, received_at)
       select 'in', f, n, case when f = $2 then 'received' else 'parsed' end, $3
       from unnest($1::bigint[]) as f, generate_series(0, 2) as n`,
      [ids, ids[1], old],
    );
    const { removed } = await sweepTables(only('edi_message', 'edi_file'));
    expect(removed).toEqual({ edi_message: 3, edi_file_part: 120, edi_file: 1 });
    expect(await count('edi_file_part', 'file_id = $1', [ids[1]])).toBe(120);
  });
});

describe('sweeping in steps', () => {
  const tables = { refusal: retention['refusal'] as (typeof retention)[string] };
  const fill = async (n: number): Promise<void> => {
    await database.execute('delete from refusal');
    await database.execute(
      `insert into refusal (at, via, reason, detail) select $1, 'pull', 'r', '{}' from generate_series(1, $2::int)`,
      [new Date(now.world - 3000 * DAY_MS), n],
    );
  };

  test('stops when its time is up and goes on the next time', async () => {
    await fill(2_500);
    expect(await sweepTables({ ...deps, tables, budgetMs: -1 })).toEqual({ removed: {}, complete: false });
    expect(await sweepTables({ ...deps, tables })).toEqual({ removed: { refusal: 2_500 }, complete: true });
  });

  test('two at once remove everything once', async () => {
    await fill(5_000);
    const both = await Promise.all([sweepTables({ ...deps, tables }), sweepTables({ ...deps, tables })]);
    expect(both.reduce((sum, { removed }) => sum + (removed['refusal'] ?? 0), 0)).toBe(5_000);
    expect(await count('refusal')).toBe(0);
  });
});

async function aSubscription(): Promise<{ subscriptionId: number; tenantId: number; sourceId: number }> {
  const tenant = await buildTenant(database);
  const { id: sourceId } = await buildSource(database);
  const { id: subscriptionId } = await buildSubscription(database, { tenantId: tenant.id });
  return { subscriptionId, tenantId: tenant.id, sourceId };
}

test('of a table in partitions only what is old goes, though rows stand at the same place of each partition', async () => {
  await database.execute('create table parted_note (tenant_id int, at timestamptz) partition by list (tenant_id)');
  for (const tenantId of [1, 2])
    await database.execute(`create table parted_note_${tenantId} partition of parted_note for values in (${tenantId})`);
  const [old, young] = [new Date(now.machine - 10 * DAY_MS), new Date(now.machine)];
  await database.execute('insert into parted_note values (1, $1), (1, $2), (2, $2), (2, $1)', [old, young]);
  const sweep: Sweep = { age: 'at', days: 5, clock: 'machine' };
  const { removed } = await sweepTables({ ...deps, tables: { parted_note: { kind: 'swept', sweeps: [sweep] } } });
  expect(removed).toEqual({ parted_note: 2 });
  const rows = await database.query('select tenant_id, at from parted_note order by 1');
  expect(rows).toEqual([1, 2].map((tenantId) => ({ tenant_id: tenantId, at: young.getTime() })));
});
