import { randomBytes } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pipelineDeps } from '#server/parts.ts';
import { openReferenceStore } from '#server/modules/administration/masterdata/index.ts';
import { manualClock } from '#server/platform/clock/clock.ts';
import { createQueue } from '#server/platform/queue/index.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/time/instant.ts';
import { buildSubscription } from '#testing/factories.ts';
import { testDatabase } from '#testing/test-database.ts';
import { seedWorld } from './seed-world.ts';
import { workEveryMs } from './tasks.ts';
import { workInWorld } from './world-work.ts';

const database = await testDatabase();
const now = Date.UTC(2026, 5, 20, 8);
const clock = manualClock(now);
const log = pino({ level: 'silent' });
const reference = await openReferenceStore(database, log);
afterAll(() => reference.stop());
const parts = {
  database,
  clock,
  log,
  reference,
  keys: [randomBytes(32)],
  queue: createQueue({ database, clock, log }),
};
const deps = { database, clock, log, pipeline: pipelineDeps(parts) };

type Row = {
  id: number;
  created_at: number;
  handle_status: number;
  handle_time: number | null;
  assignee_code: string | null;
};

const rows = (): Promise<Row[]> =>
  database.query<Row>(
    'select id, created_at, handle_status, handle_time, assignee_code from shipment_exception order by id',
  );
const opened = async (): Promise<number> => {
  const [sum] = await database.query<{ n: number }>(
    `select coalesce(sum(n), 0)::int as n from exception_tally where kind = 'opened'`,
  );
  return sum?.n ?? 0;
};

/** Exceptions that the product found just now, about what was said some time ago. */
async function buildFound(tenantCode: string, count: number, saidAgoMs = 5 * DAY_MS): Promise<void> {
  const { id: tenantId } = await database.system
    .selectFrom('tenant')
    .select('id')
    .where('code', '=', tenantCode)
    .executeTakeFirstOrThrow();
  for (let n = 0; n < count; n += 1) {
    const { id } = await buildSubscription(database, { tenantId, carrierCode: 'MERI' });
    await database.execute(
      `insert into shipment_exception (tenant_id, subscription_id, type_code, subject, evidence, created_at, updated_at)
       values ($1, $2, 'DEPART_DELAY', 'bill', $3::jsonb, $4, $4)`,
      [tenantId, id, JSON.stringify([{ path: 'booking.etd', observedAt: now - saidAgoMs }]), new Date(now - HOUR_MS)],
    );
  }
}

beforeAll(async () => {
  await seedWorld(database, { baseUrl: 'http://127.0.0.1:1', secretKey: [randomBytes(32)], carriers: [] });
  await buildFound('ALPHA', 60);
});

describe('people of the simulated world', () => {
  test('have worked in the weeks before: found, taken, commented and settled at times that fit', async () => {
    const before = await opened();
    for (let look = 0; look < 4; look += 1) await workInWorld(deps);
    const all = await rows();
    const past = all.filter(({ created_at: at }) => at < now - DAY_MS);
    expect(past).toHaveLength(48);
    expect(past.every(({ id }) => id % 5 < 4)).toBe(true);
    for (const { created_at: foundAt, handle_time: handledAt, assignee_code: code } of past) {
      expect(foundAt).toBeGreaterThan(now - 5 * DAY_MS);
      expect(['chenlan', 'zhouqi']).toContain(code);
      if (handledAt !== null) expect(handledAt).toBeGreaterThan(foundAt);
      if (handledAt !== null) expect(handledAt).toBeLessThan(now);
    }
    // Untouched since it was given to somebody, in progress, handled, on hold: some of each.
    for (const state of [0, 1, 2, 4])
      expect(past.filter(({ handle_status: status }) => status === state).length, `state ${state}`).toBeGreaterThan(2);
    expect(await opened()).toBe(before);
    const comments = await database.query<{ n: number }>('select count(*)::int as n from exception_comment');
    expect(comments[0]?.n).toBeGreaterThan(2);
    const events = await database.query<{ kind: string }>(
      `select distinct kind from exception_event where actor_code in ('chenlan', 'zhouqi')`,
    );
    expect(events.map(({ kind }) => kind).toSorted()).toEqual(['assigned', 'handled']);
  });

  test('have worked on what is found a little later, too: sources are asked one after the other', async () => {
    await buildFound('BETA', 10);
    clock.advance(5 * 60_000);
    await workInWorld(deps);
    const all = await rows();
    expect(all.slice(-10).filter(({ created_at: at }) => at < now - DAY_MS)).toHaveLength(8);
  });

  test('go on at the present, and leave three of five to those who sign in', async () => {
    await buildFound('BETA', 20, HOUR_MS);
    for (let look = 0; look < 40; look += 1) {
      clock.advance(12_000);
      await workInWorld(deps);
    }
    const all = (await rows()).slice(-20);
    const touched = all.filter(({ assignee_code: code }) => code !== null);
    expect(touched.some(({ created_at: at }) => at === now - HOUR_MS)).toBe(true);
    expect(touched.every(({ id }) => id % 5 < 2)).toBe(true);
  });

  test('do something in every minute at speed 1, however little the sources have to tell', async () => {
    for (const tenantCode of ['ALPHA', 'BETA', 'GAMMA']) await buildFound(tenantCode, 20, HOUR_MS);
    const done = async (): Promise<number> => {
      const [sum] = await database.query<{ n: number }>(
        'select ((select count(*) from exception_event) + (select count(*) from exception_comment))::int as n',
      );
      return sum?.n ?? 0;
    };
    const minutes: number[] = [];
    for (let minute = 0; minute < 10; minute += 1) {
      const before = await done();
      // Every twelve seconds of the machine, which are the world's at speed 1.
      for (let look = 0; look < MINUTE_MS / workEveryMs; look += 1) {
        clock.advance(workEveryMs);
        await workInWorld(deps);
      }
      minutes.push((await done()) - before);
    }
    expect(minutes.filter((n) => n === 0)).toEqual([]);
  });

  test('do nothing where nobody of theirs is left', async () => {
    await database.execute(
      `delete from app_user where user_code in ('chenlan', 'zhouqi', 'liuyang', 'maria', 'jonas')`,
    );
    const before = await rows();
    await workInWorld(deps);
    expect(await rows()).toEqual(before);
  });
});
