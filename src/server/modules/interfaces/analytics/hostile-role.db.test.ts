import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase, type Database } from '#server/platform/db/database.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { fillAnalytics } from '#testing/analytics-rows.ts';
import { silentLog } from '#testing/database-templates.ts';
import { buildTenant } from '#testing/people.ts';
import { testDatabase } from '#testing/test-database.ts';
import { datasets } from './datasets/index.ts';
import { readReadiness } from './readiness.ts';
import { newPassword, newRoleName, removeRole, writeRole } from './role-sql.ts';
import { watchRoles } from './watch-roles.ts';

const administrator = await testDatabase();
const url = new URL(process.env['TEST_POSTGRES_URL'] ?? process.env['DATABASE_URL'] ?? 'postgres://nowhere');
const suffix = randomBytes(5).toString('hex');
const names = { product: `hostile_product_${suffix}`, weak: `hostile_weak_${suffix}`, database: `hostile_${suffix}` };
const urlOf = (user: string, database = names.database): string =>
  Object.assign(new URL(url), { username: user, password: '', pathname: `/${database}` }).href;

// Roles are of a server: the embedded database has no connections.
describe.skipIf(administrator.kind === 'embedded')('a role for analysts that wants more than its tenant', () => {
  let product: Database;
  const [role, otherRole] = [newRoleName(), newRoleName()];
  const secret = 'SECRET-OF-THE-OTHER-TENANT';
  const clients: pg.Client[] = [];

  /** A session of the role; what it is sent is exactly what a program of an analyst could send. */
  async function connect(user = role): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: urlOf(user) });
    client.on('error', () => {});
    clients.push(client);
    await client.connect();
    return client;
  }

  /** What statements give, all in one session; an error ends them. */
  async function attempt(...statements: string[]): Promise<{ error?: string; text: string }> {
    const client = await connect();
    let text = '';
    try {
      for (const statement of statements) {
        const notices: string[] = [];
        client.on('notice', ({ message }) => notices.push(message ?? ''));
        const result = await client.query(statement);
        text += JSON.stringify([result, notices]);
      }
      return { text };
    } catch (error) {
      return { error: String(error), text: text + String(error) };
    } finally {
      await client.end();
    }
  }

  beforeAll(async () => {
    await administrator.execute(`create role ${names.product} login createrole`);
    await administrator.execute(`create role ${names.weak} login`);
    await administrator.execute(`create database ${names.database} owner ${names.product}`);
    product = await openDatabase({ url: urlOf(names.product), poolSize: 3, log: silentLog });
    await migrate(product);
    await product.execute(`do $$ begin execute 'revoke temporary on database ${names.database} from public'; end $$`);
    const mine = await buildTenant(product);
    const theirs = await buildTenant(product);
    await fillAnalytics(product, mine.id);
    await fillAnalytics(product, theirs.id);
    await product.execute(`update subscription set order_no = '${secret}' where tenant_id = $1`, [theirs.id]);
    await product.execute(`update shipment set booking_no = '${secret}' where tenant_id = $1`, [theirs.id]);
    for (const [tenantId, name] of [[mine.id, role] as const, [theirs.id, otherRole] as const]) {
      await product.transaction(async () => {
        await product.execute(
          `insert into analytics_role (tenant_id, role_name, name, created_at, created_by) values ($1, $2, 'x', now(), 'x')`,
          [tenantId, name],
        );
        await writeRole(product, name, newPassword());
      });
    }
    await product.execute('analyze');
  }, 180_000);

  afterAll(async () => {
    for (const client of clients) await client.end().catch(() => {});
    for (const name of [role, otherRole]) await removeRole(product, name);
    await product.close();
    await administrator.execute(`drop database if exists ${names.database} (force)`);
    await administrator.execute(`drop role if exists ${names.product}`);
    await administrator.execute(`drop role if exists ${names.weak}`);
  }, 60_000);

  test('reads its own rows by plain names, and only those', async () => {
    const client = await connect();
    for (const { name } of datasets)
      expect((await client.query(`select * from ${name}`)).rows.length, name).toBeGreaterThan(0);
    const { rows } = await client.query('select count(*)::int as n from shipment');
    expect(rows).toEqual([{ n: 4 }]);
    const other = await connect(otherRole);
    expect((await other.query(`select distinct order_no from shipment`)).rows).toEqual([{ order_no: secret }]);
  });

  const refusedAttempts: [what: string, statements: string[], error: RegExp][] = [
    ['a table of the product', ['select * from public.shipment'], /permission denied/],
    ['a table by the search path', ['set search_path = public', 'select * from subscription'], /permission denied/],
    ['the table of roles', ['select * from public.analytics_role'], /permission denied/],
    ['users and their password hashes', ['select * from public.app_user'], /permission denied/],
    ['keys', ['select * from public.api_key'], /permission denied/],
    ['the role of the product', [`set role ${names.product}`], /permission denied/],
    ['the role of another tenant', [`set role ${otherRole}`], /permission denied/],
    ['the session of another role', [`set session authorization ${otherRole}`], /permission denied/],
    ['membership in another role', [`grant ${otherRole} to ${role}`], /must have admin option|permission denied/],
    ['more rights for itself', [`alter role ${role} createrole`], /permission denied|must be superuser|must have/],
    ['more connections', [`alter role ${role} connection limit 100`], /permission denied|must have/],
    ['a new role', ['create role portolan_intruder'], /permission denied/],
    ['a table', ['create table public.loot (a int)'], /permission denied/],
    ['a temporary table', ['create temp table loot (a int)'], /permission denied/],
    ['a schema', ['create schema loot'], /permission denied/],
    [
      'a function in the schema of the views',
      [`create function analytics.f() returns int language sql as 'select 1'`],
      /permission denied/,
    ],
    ['writing through a view', ['delete from analytics.sailing'], /permission denied/],
    ['another view text', ['create or replace view analytics.rate as select 1'], /permission denied|must be owner/],
    ['locking a view', ['begin', 'lock table analytics.shipment in access exclusive mode'], /permission denied/],
    ['statistics of columns', ['select * from pg_catalog.pg_statistic'], /permission denied/],
    ['password verifiers', ['select * from pg_catalog.pg_authid'], /permission denied/],
    ['a file of the server', [`select pg_read_file('/etc/passwd')`], /permission denied/],
    ['a program on the server', [`copy (select 1) to program 'cat'`], /permission denied|must be superuser/],
    ['a file by COPY', [`copy (select 1) to '/tmp/x'`], /permission denied|must be superuser/],
    ['an extension', ['create extension dblink'], /permission denied/],
    [
      'sessions of the product',
      [`select pg_terminate_backend(pid) from pg_stat_activity where usename = '${names.product}'`],
      /permission denied|must be a member|must have/,
    ],
    ['a setting of the server', [`alter system set log_statement = 'all'`], /permission denied|must be superuser/],
    [
      'settings of the database',
      [`alter database ${names.database} set search_path = loot`],
      /must be owner|permission denied/,
    ],
    [
      'the log of transactions',
      [`select pg_create_logical_replication_slot('x', 'pgoutput')`],
      /permission denied|must be superuser|wal_level/,
    ],
    ['a sequence', [`select nextval('public.subscription_id_seq')`], /permission denied/],
    ['truncating', ['truncate public.shipment'], /permission denied/],
  ];
  test.each(refusedAttempts)('is refused: %s', async (_what, statements, error) => {
    // Nothing keeps a session from writing but its rights.
    const result = await attempt('set default_transaction_read_only = off', ...statements);
    expect(result.error).toMatch(error);
    expect(result.text).not.toContain(secret);
  });

  const quietAttempts: [what: string, statements: string[]][] = [
    ['the other’s order number as a filter', [`select * from shipment where order_no like '%SECRET%'`]],
    [
      'a filter that raises an error with the value it sees',
      [`select * from shipment where (order_no || booking_no)::int = 1`, 'select 1'],
    ],
    [
      'a filter that divides by zero for a foreign row',
      [`select bill_no from shipment where 1 / (case when order_no like 'SECRET%' then 0 else 1 end) = 1`],
    ],
    ['a join of views', [`select * from milestone m full join shipment s on true`]],
    ['a settings variable of its own', [`set portolan.tenant_id = '2'`, 'select * from shipment']],
    ['an operator of its own name', [`set search_path = pg_temp, analytics, public`, 'select * from shipment']],
    ['planner costs', [`set enable_seqscan = off`, `select * from shipment where bill_no > ''`]],
    ['security switched off', [`set row_security = off`, 'select * from shipment']],
    ['plans', [`explain (analyze, verbose) select * from shipment where order_no like 'S%'`]],
    ['statistics by the view', ['select * from pg_stats', 'select * from pg_stats_ext']],
    ['what others run', ['select * from pg_stat_activity']],
    ['settings of other roles', ['select * from pg_db_role_setting']],
    ['comments and definitions', [`select pg_get_viewdef('analytics.shipment'::regclass)`]],
    ['large objects', ['select * from pg_largeobject_metadata']],
    [
      'a cursor that outlives its transaction',
      ['begin', 'declare c cursor with hold for select * from shipment', 'commit', 'fetch all c'],
    ],
    [
      'a block of code',
      [
        `do $$ declare r record; begin for r in select * from analytics.shipment loop raise notice '%', r; end loop; end $$`,
      ],
    ],
    ['XML of the schema', [`select query_to_xml('select * from analytics.shipment', true, true, '')`]],
    ['prepared statements', [`prepare p(text) as select * from shipment where order_no = $1`, `execute p('x')`]],
  ];
  test.each(quietAttempts)('sees nothing of the other tenant: %s', async (_what, statements) => {
    expect((await attempt(...statements)).text).not.toContain(secret);
  });

  test('would see the other tenant by an error, were the views no barrier', async () => {
    await product.execute('alter view analytics.shipment set (security_barrier = false)');
    const { text } = await attempt('select * from shipment where booking_no::int = 1');
    await product.execute('alter view analytics.shipment set (security_barrier = true)');
    expect(text).toContain(secret);
    expect((await attempt('select * from shipment where booking_no::int = 1')).text).not.toContain(secret);
  });

  test('a filter of its own is evaluated for its own rows alone', async () => {
    const client = await connect();
    const { rows } = await client.query(
      `select count(*)::int as n from shipment where bill_no is not null and pg_sleep(0) is not null`,
    );
    expect(rows).toEqual([{ n: 4 }]);
    await expect(
      client.query(`select 1 from shipment where 1 / (case when order_no is null then 1 else 0 end) = 1`),
    ).resolves.toBeDefined();
  });

  test('has its limits when a session begins', async () => {
    const client = await connect();
    const settings = await client.query(
      `select name, setting from pg_settings where name in ('statement_timeout', 'work_mem', 'default_transaction_read_only',
         'idle_in_transaction_session_timeout', 'idle_session_timeout', 'search_path') order by 1`,
    );
    expect(Object.fromEntries(settings.rows.map(({ name, setting }) => [name, setting]))).toEqual({
      default_transaction_read_only: 'on',
      idle_in_transaction_session_timeout: '60000',
      idle_session_timeout: '900000',
      search_path: 'analytics',
      statement_timeout: '120000',
      work_mem: '16384',
    });
    const more = await Promise.allSettled(Array.from({ length: 8 }, () => connect()));
    expect(more.filter(({ status }) => status === 'rejected').map(String).length).toBeGreaterThan(0);
    expect(JSON.stringify(more.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : [])))).toMatch(
      /too many connections/,
    );
    for (const open of clients.splice(0)) await open.end().catch(() => {});
  });

  test('a session that takes too long is ended although it lifted its own limits', async () => {
    const client = await connect();
    await client.query('set statement_timeout = 0');
    const ended = new Promise((resolve) => client.once('end', resolve));
    const asked = client.query('select pg_sleep(600)').catch((error: unknown) => String(error));
    await expect
      .poll(
        async () =>
          (await product.query(`select from pg_stat_activity where usename = $1 and state = 'active'`, [role])).length,
      )
      .toBe(1);
    await watchRoles({ database: product, log: silentLog });
    expect((await product.query('select from pg_stat_activity where usename = $1', [role])).length).toBe(1);
    await watchRoles({ database: product, log: silentLog }, { statementS: 0, transactionS: 600, idleS: 600 });
    await ended;
    expect(await asked).toMatch(/terminat/);
  });

  const offences: [what: string, why: string, statements: string[]][] = [
    ['a lock that the product may need', 'locks', ['select pg_advisory_lock(7305218044)']],
    ['a large object', 'objects', ['set default_transaction_read_only = off', `select lo_from_bytea(0, 'x')`]],
  ];
  test.each(offences)(
    'a role that takes %s is suspended until its password is changed',
    async (_what, why, statements) => {
      const client = await connect();
      const ended = new Promise((resolve) => client.once('end', resolve));
      for (const statement of statements) await client.query(statement);
      await watchRoles({ database: product, log: silentLog });
      await ended;
      const found = await product.query('select suspended_why from analytics_role where role_name = $1', [role]);
      expect(found).toEqual([{ suspended_why: why }]);
      await expect(connect()).rejects.toThrow(/not permitted to log in/);
      expect(await product.query('select from pg_largeobject_metadata')).toEqual([]);
      expect(await product.query(`select entity, action from audit_log order by id desc limit 1`)).toEqual([
        { entity: 'analyticsRole', action: 'suspend' },
      ]);
      await product.transaction(() => writeRole(product, role, newPassword()));
      await product.execute(
        'update analytics_role set suspended_at = null, suspended_why = null where role_name = $1',
        [role],
      );
      const again = await connect();
      expect((await again.query('select from shipment')).rowCount).toBe(4);
      await again.end();
    },
  );

  test('what is missing is named with the statement that gives it', async () => {
    const ready = await readReadiness(product);
    expect(ready.state).toBe('ready');
    expect(ready.statements.map(({ why }) => why)).not.toContain('temporary');
    const weak = await openDatabase({ url: urlOf(names.weak), poolSize: 2, log: silentLog });
    try {
      expect(await readReadiness(weak)).toMatchObject({
        state: 'noRight',
        statements: [{ why: 'createRole', sql: `alter role "${names.weak}" createrole;` }],
      });
    } finally {
      await weak.close();
    }
  });
});
