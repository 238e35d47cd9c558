import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { silentLog } from '#testing/database-templates.ts';
import { untilWaiting } from '#testing/lock-waits.ts';
import { testDatabase } from '#testing/test-database.ts';
import type { TenantScope } from '../db/database.ts';
import { createLiveHub, publish, type LiveEvent, type LiveHub, type LiveSubscriber } from './index.ts';

const database = await testDatabase();
const ALL: TenantScope = { kind: 'all' };
const only = (...tenantIds: number[]): TenantScope => ({ kind: 'tenants', tenantIds });
let hub: LiveHub;

beforeEach(async () => {
  hub = await createLiveHub({ database, log: silentLog, pollMs: 100 });
});
afterEach(() => hub.stop());

const say = (tenantId: number | null, payload: unknown): Promise<void> =>
  publish(database, { tenantId, topic: 't', payload });
const until = async (condition: () => boolean): Promise<void> => {
  for (const end = Date.now() + 10_000; !condition();) {
    if (Date.now() > end) throw new Error('did not happen in time');
    await new Promise((resolve) => setImmediate(resolve));
  }
};
const newestId = async (): Promise<number> =>
  (await database.query<{ id: number }>('select coalesce(max(id), 0)::float8 as id from live_event'))[0]?.id ?? 0;
async function listen(
  scope: TenantScope,
  from: Pick<LiveSubscriber, 'lastEventId' | 'openMs'> = {},
): Promise<{ got: LiveEvent[]; places: number[]; payloads: () => unknown[]; stop: () => void }> {
  const got: LiveEvent[] = [];
  const places: number[] = [];
  const send = (event: LiveEvent): void => void (event.topic === 'place' ? places.push(event.id) : got.push(event));
  const stop = await hub.subscribe({ scope, ...from, send });
  return { got, places, payloads: () => got.map((event) => event.payload), stop };
}

describe('live', () => {
  test('tells those who may hear it, once, after the commit', async () => {
    const [all, one, two] = await Promise.all([listen(ALL), listen(only(1)), listen(only(2, 3))]);
    await database.transaction(async () => {
      await say(1, 'a');
      await say(2, 'b');
    });
    await database
      .transaction(async () => {
        await say(1, 'rolled back');
        throw new Error('no');
      })
      .catch(() => {});
    await say(1, 'end');
    await until(() => all.got.length === 3);
    await until(() => one.got.length === 2 && two.got.length === 1);
    expect([all.payloads(), one.payloads(), two.payloads()]).toEqual([['a', 'b', 'end'], ['a', 'end'], ['b']]);
    one.stop();
    await say(1, 'later');
    await until(() => all.got.length === 4);
    expect(one.got).toHaveLength(2);
  });

  test('replays what was missed, and goes on', async () => {
    const first = await listen(only(1));
    await say(1, 1);
    await until(() => first.got.length === 1);
    first.stop();
    await say(1, 2);
    await say(2, 'other');
    await say(1, 3);
    const again = await listen(only(1), { lastEventId: first.got[0]?.id });
    await say(1, 4);
    await until(() => again.payloads().includes(4));
    expect([...new Set(again.payloads())]).toEqual([2, 3, 4]);
  });

  test('a page hears what happened while it opened, and knows its place before anything comes', async () => {
    await database.execute(
      "insert into live_event (at, tenant_id, topic, payload) select now() - interval '1 minute', 1, 't', to_jsonb(n) from generate_series(1, 1500) n",
    );
    await say(1, 'while it opened');
    await say(2, 'other');
    const page = await listen(only(1), { openMs: 2_000 });
    expect(page.payloads()).toEqual(['while it opened']);
    expect(page.places).toHaveLength(1);
    page.stop();
    await say(1, 'while the line was down');
    const again = await listen(only(1), { lastEventId: page.places[0] });
    expect(again.payloads()).toEqual(['while the line was down']);
    again.stop();
    const old = await listen(only(1), { openMs: 3_600_000 });
    expect(old.got.at(-1)).toMatchObject({ topic: 'resync' });
  });

  test('who missed too much is instructed to read again', async () => {
    await database.execute(
      "insert into live_event (at, tenant_id, topic, payload) select now(), 1, 't', to_jsonb(n) from generate_series(1, 1500) n",
    );
    const late = await listen(only(1), { lastEventId: 0 });
    expect(late.got).toMatchObject([{ topic: 'resync' }]);
  });

  test('a listener that fails does not keep it from the others', async () => {
    await hub.subscribe({
      scope: ALL,
      send: () => {
        throw new Error('gone');
      },
    });
    const other = await listen(ALL);
    await say(1, 'x');
    await until(() => other.got.length === 1);
  });

  test.runIf(database.kind === 'postgres')('a message that is committed behind a newer one still arrives', async () => {
    const all = await listen(ALL);
    const { promise: gate, resolve: open } = Promise.withResolvers<void>();
    const { promise: written, resolve: wrote } = Promise.withResolvers<void>();
    const slow = database.transaction(async () => {
      await say(1, 'older');
      // Messages are sent without waiting: what is read behind one is answered once it has its number.
      await database.query('select 1');
      wrote();
      await gate;
    });
    await written;
    await say(1, 'newer');
    await until(() => all.got.length === 1);
    open();
    await slow;
    await until(() => all.got.length === 2);
    expect(all.payloads()).toEqual(['newer', 'older']);
    expect(all.got[1]?.id).toBeLessThan(all.got[0]?.id ?? 0);
  });
});

/** Asks for all messages to be locked: what is asked of them later waits until `end` is called. */
function lockMessages(): { held: Promise<void>; end: (work?: () => Promise<unknown>) => Promise<void> } {
  const [held, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<() => Promise<unknown>>()];
  const over = database.transaction(async () => {
    await database.execute('lock table live_event in access exclusive mode');
    held.resolve();
    await (
      await ended.promise
    )();
  });
  const end = async (work: () => Promise<unknown> = () => Promise.resolve()): Promise<void> => {
    ended.resolve(work);
    await over;
  };
  return { held: held.promise, end };
}

test.runIf(database.kind === 'postgres')(
  'one who listens first is told what comes while the next one begins to listen',
  { timeout: 60_000 },
  async () => {
    await hub.stop();
    hub = await createLiveHub({ database, log: silentLog, pollMs: 1_000_000 });
    const from = { lastEventId: await newestId() };
    /** By then what was asked for before has come to the database. */
    const settle = async (): Promise<void> => {
      for (let trip = 0; trip < 50; trip += 1) await database.query('select 1');
    };
    // The first one has two questions before it listens, each let through alone; the next one begins before the second.
    const one = lockMessages();
    await one.held;
    const first = listen(ALL, from);
    await untilWaiting(database);
    const two = lockMessages();
    await untilWaiting(database, 2);
    await one.end();
    await two.held;
    await untilWaiting(database);
    const three = lockMessages();
    await untilWaiting(database, 2);
    const next = listen(ALL, from);
    await settle();
    await two.end();
    await three.held;
    await untilWaiting(database, 2);
    const four = lockMessages();
    await untilWaiting(database, 3);
    await three.end();
    await four.held;
    const { payloads } = await first;
    await settle();
    await four.end(() =>
      database.execute(`insert into live_event (at, tenant_id, topic, payload) values (now(), 1, 't', '"between"')`),
    );
    await next;
    await say(1, 'end');
    await until(() => payloads().includes('end'));
    expect(payloads()).toEqual(['between', 'end']);
  },
);
