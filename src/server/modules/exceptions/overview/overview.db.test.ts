import { httpModule } from '#server/module/index.ts';
import { pino } from 'pino';
import { afterAll, describe, expect, test } from 'vitest';
import { foldExceptionTallies } from '#server/modules/exceptions/exception/chores.ts';
import { openReferenceStore } from '#server/modules/administration/masterdata/index.ts';
import { seedMasterData } from '#server/modules/world/seed/index.ts';
import { buildExceptions } from '#testing/exception-rows.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { realClock } from '#server/platform/clock/clock.ts';
import { createQueue } from '#server/platform/queue/index.ts';
import { silentLog } from '#testing/database-templates.ts';
import { testApp } from '#testing/test-app.ts';
import { testDatabase } from '#testing/test-database.ts';
import { DAY_MS } from '#shared/time/instant.ts';
import { overview } from './index.ts';

const database = await testDatabase();
await seedMasterData(database);
const reference = await openReferenceStore(database, pino({ level: 'silent' }));
afterAll(() => reference.stop());
const tasks = createQueue({ database, clock: realClock, log: silentLog });
const { signedIn } = await testApp(database, {
  modules: [httpModule(overview, { reference: reference.current, queue: tasks })],
});
const mine = await buildTenant(database, { code: 'OVER', name: '概览租户' });
const foreign = await buildTenant(database, { code: 'OTHR', name: '其他租户' });
const menus = ['/dashboard'];
await buildUser(database, { tenantId: mine.id, userCode: 'li', menus });
await buildUser(database, { tenantId: mine.id, userCode: 'none', menus: [] });
await buildUser(database, { tenantId: mine.id, userCode: 'boss', userType: 'admin', allTenants: true });
const from = Date.now() - 25 * DAY_MS;
await buildExceptions(database, { tenantIds: [mine.id, foreign.id], count: 240, seed: 'overview', from });

type Expected = { total: number; unassigned: number; own: number; untreated: number };

/** The figures as a count of all rows gives them. */
async function counted(tenantIds: readonly number[]): Promise<Expected> {
  const [row] = await database.query<Expected>(
    `select count(*) filter (where handle_status in (0, 1, 4))::int as total,
       count(*) filter (where handle_status in (0, 1, 4) and assignee_code is null)::int as unassigned,
       count(*) filter (where handle_status in (0, 1, 4) and assignee_code = 'li')::int as own,
       count(*) filter (where handle_status = 0)::int as untreated
     from shipment_exception where tenant_id = any($1)`,
    [tenantIds],
  );
  return row as Expected;
}

const overviewOf = async (userCode: string) => {
  const answer = await (await signedIn(userCode)).call('overview');
  expect(answer).toMatchObject({ http: 200, status: 1 });
  return answer.data;
};

async function expectFigures(): Promise<void> {
  for (const [userCode, tenantIds] of [
    ['li', [mine.id]],
    ['boss', [mine.id, foreign.id]],
  ] as const) {
    const expected = await counted(tenantIds);
    const { open, types, ages, states } = await overviewOf(userCode);
    expect(open).toMatchObject({
      total: expected.total,
      unassigned: expected.unassigned,
      untreated: expected.untreated,
    });
    const sum = (rows: { total: number }[]): number => rows.reduce((all, row) => all + row.total, 0);
    expect([sum(types), sum(ages)]).toEqual([expected.total, expected.total]);
    const all = await database.query<{ n: number }>(
      'select count(*)::int as n from shipment_exception where tenant_id = any($1)',
      [tenantIds],
    );
    expect(states.reduce((total: number, row: { count: number }) => total + row.count, 0)).toBe(all[0]?.n);
  }
}

describe('figures', () => {
  test('are those of the own tenants, and exact while rows change and go, folded or not', async () => {
    await expectFigures();
    await database.execute('update shipment_exception set handle_status = 2 where id % 5 = 0');
    await database.execute(`update shipment_exception set assignee_code = 'li' where id % 7 = 0`);
    await database.execute('update shipment_exception set assignee_code = null where id % 11 = 0');
    await database.execute(`update shipment_exception set type_code = 'NO_DATA' where id % 13 = 0`);
    await expectFigures();
    await foldExceptionTallies(database, Date.now());
    await expectFigures();
    await database.execute('delete from shipment_exception where id % 17 = 0');
    await database.execute('update shipment_exception set handle_status = 0 where id % 3 = 0');
    await expectFigures();
    await foldExceptionTallies(database, Date.now());
    await expectFigures();
    const kept = await database.query<{ n: number }>('select count(*)::int as n from exception_tally where n = 0');
    expect(kept[0]?.n).toBe(0);
  });

  test('an update of what is not counted leaves no trace', async () => {
    await foldExceptionTallies(database, Date.now());
    const rows = () => database.query<{ n: number }>('select count(*)::int as n from exception_tally');
    const before = await rows();
    await database.execute(`update shipment_exception set handle_remark = 'looked at'`);
    expect(await rows()).toEqual(before);
  });

  test('of days tell what came about, what people settled and what went away by itself', async () => {
    const today = async () => (await overviewOf('li')).days.at(-1) as Record<string, number>;
    const before = await today();
    const open = await database.query<{ id: number }>(
      'select id from shipment_exception where tenant_id = $1 and handle_status = 0 order by id limit 3',
      [mine.id],
    );
    const [one, two, three] = open.map(({ id }) => id);
    const now = new Date();
    await database.execute('update shipment_exception set handle_status = 2, updated_at = $2 where id = any($1)', [
      [one, two],
      now,
    ]);
    await database.execute(
      `update shipment_exception set handle_status = 2, resolution = 'gone', updated_at = $2 where id = $1`,
      [three, now],
    );
    await database.execute('update shipment_exception set handle_status = 0, updated_at = $2 where id = $1', [
      one,
      now,
    ]);
    const after = await today();
    const grown = ['opened', 'handled', 'gone'].map((name) => (after[name] ?? 0) - (before[name] ?? 0));
    expect(grown).toEqual([1, 2, 1]);
  });
});

describe('what waits', () => {
  test('the own open ones and the oldest without anybody, oldest first', async () => {
    const { mine: own, unassigned, open } = await overviewOf('li');
    const expected = await counted([mine.id]);
    expect([own.count, own.more, open.unassigned]).toEqual([expected.own, false, expected.unassigned]);
    const oldest = async (condition: string): Promise<string[]> =>
      (
        await database.query<{ id: number }>(
          `select id from shipment_exception where tenant_id = $1 and handle_status in (0, 1, 4) and ${condition}
           order by created_at, id limit 8`,
          [mine.id],
        )
      ).map(({ id }) => String(id));
    const ids = (rows: { obmAutotestResultId: string }[]): string[] => rows.map((row) => row.obmAutotestResultId);
    expect(ids(own.records)).toEqual(await oldest(`assignee_code = 'li'`));
    expect(ids(unassigned.records)).toEqual(await oldest('assignee_code is null'));
  });

  test('of all tenants come in one order', async () => {
    const { unassigned } = await overviewOf('boss');
    const times = unassigned.records.map((row: { createTime: number }) => row.createTime);
    expect(times).toHaveLength(8);
    expect(times).toEqual(times.toSorted((a: number, b: number) => a - b));
  });
});

describe('deliveries', () => {
  test('are counted for those who may open the outbox, of their own tenants', async () => {
    const add = (tenantId: number, state: string, hoursAgo: number) =>
      database.execute(
        `insert into notification (tenant_id, feedback_id, feedback_name, feedback_type, kind, cause_key, cause_status,
           webhook_id, address, content, facts, state, cause_at, created_at, created_by)
         values ($1, 1, 'n', 'EMAIL', 'test', gen_random_uuid()::text, 's', gen_random_uuid()::text, 'a', 'c', '{}', $2,
           now(), now() - $3 * interval '1 hour', 'x')`,
        [tenantId, state, hoursAgo],
      );
    await add(mine.id, 'sent', 1);
    await add(mine.id, 'sent', 30);
    await add(mine.id, 'failed', 40);
    await add(foreign.id, 'given_up', 1);
    expect((await overviewOf('li')).deliveries).toBeNull();
    await buildUser(database, { tenantId: mine.id, userCode: 'teller', menus: ['/dashboard', '/feedback'] });
    expect((await overviewOf('teller')).deliveries).toEqual({ waiting: 0, failed: 1, sent: 1, givenUp: 0 });
    expect((await overviewOf('boss')).deliveries).toEqual({ waiting: 0, failed: 1, sent: 1, givenUp: 1 });
  });
});

describe('background work', () => {
  test('is shown with what was given up, to those who see all tenants', async () => {
    const values = `('pull', '{}', now() - interval '1 hour', 'waiting', null), ('pull', '{}', now() + interval '1 hour', 'waiting', null),
      ('pull', '{}', now(), 'running', null), ('odd_kind', '{}', now(), 'dead', 'it broke')`;
    await database.execute(`insert into task (kind, payload, run_at, status, last_error) values ${values}`);
    const { queue } = await overviewOf('boss');
    const pull = queue.kinds.find((row: { kind: string }) => row.kind === 'pull');
    expect(pull).toMatchObject({
      name: '向数据源查询',
      waiting: { count: 2, more: false },
      due: { count: 1, more: false },
      running: 1,
      dead: { count: 0 },
    });
    expect(pull.oldestDueTime).toBeLessThan(Date.now() - 3_000_000);
    expect(queue.dead).toMatchObject([{ kind: 'odd_kind', name: 'odd_kind', error: 'it broke' }]);
    expect((await overviewOf('li')).queue).toBeNull();
  });

  test('that was given up is queued again by those who see it, once', async () => {
    const { rows } = await database.execute<{ id: number }>(
      `insert into task (kind, payload, run_at, status, attempts, last_error) values ('odd_kind', '{}', now(), 'dead', 8, 'it broke') returning id`,
    );
    const id = rows[0]?.id ?? 0;
    const retry = async (userCode: string) => (await signedIn(userCode)).call('retryTask', { body: { taskId: id } });
    const stateOf = () => database.query('select status, attempts, last_error from task where id = $1', [id]);
    expect(await retry('li')).toMatchObject({ status: 0 });
    expect(await stateOf()).toEqual([{ status: 'dead', attempts: 8, last_error: 'it broke' }]);
    expect(await retry('boss')).toMatchObject({ status: 1 });
    expect(await stateOf()).toEqual([{ status: 'waiting', attempts: 0, last_error: null }]);
    expect(await retry('boss')).toMatchObject({ status: 0, msg: '该任务已重新排队，或已不存在' });
    const audits = `select action, actor_code from audit_log where entity = 'task' and entity_id = $1`;
    expect(await database.query(audits, [String(id)])).toEqual([{ action: 'replay', actor_code: 'boss' }]);
  });

  test('nobody without the menu sees anything', async () => {
    expect((await (await signedIn('none')).call('overview')).http).toBe(403);
  });
});
