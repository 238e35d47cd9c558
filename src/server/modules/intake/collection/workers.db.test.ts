import { describe, expect, test } from 'vitest';
import { equipmentEvent } from '#server/connectors/dcsa/event-builders.ts';
import type { WireEvent } from '#server/connectors/dcsa/event-builders.ts';
import { unpackProvenance } from '#server/modules/tracking/shipment/index.ts';
import { anyTask } from '#testing/any-task.ts';
import { buildTenant } from '#testing/people.ts';
import { startPipeline } from '#testing/pipeline.ts';
import { startScriptedSource } from '#testing/scripted-source.ts';
import { testDatabase } from '#testing/test-database.ts';
import { createVoyages, known, named } from '#testing/voyages.ts';
import { listForgottenTargets, type OverduePlace } from './queries.ts';

const hourMs = 3_600_000;
const database = await testDatabase();
const start = Date.UTC(2026, 0, 9);
// Some sources here are silent for a while.
const pipeline = await startPipeline(database, { start, sourceTimeoutMs: 3_000 });
const tenant = await buildTenant(database);
const { voyage, rowsOf, stateOf, exceptionsOf, pullTaskOf, written } = createVoyages(database, pipeline, tenant.id);

/** Keeps events that a carrier pushed, and has them taken in. */
async function pushTo(one: Awaited<ReturnType<typeof voyage>>, events: readonly unknown[]): Promise<void> {
  await database.execute(
    `insert into raw_answer (tenant_id, subscription_id, source_id, via, received_at, body, encoding, hash)
     values ($1, $2, $3, 'push', $4, $5, 'identity', 'h')`,
    [tenant.id, one.subscription.id, one.carrier, new Date(pipeline.clock.now()), Buffer.from(JSON.stringify(events))],
  );
  await pipeline.schedulePushed([one.target]);
  await pipeline.at(pipeline.clock.now());
}

describe('workers', () => {
  test('two at once on one subscription write it once', async () => {
    const one = await voyage();
    const sources = await Promise.all([1, 2].map(() => startScriptedSource()));
    for (const [index, source] of sources.entries()) {
      source.respond((url) => ({
        body: url.searchParams.has('transportDocumentReference') ? known(one.events, pipeline.clock.now()) : [],
      }));
      await pipeline.subscribe(
        one.subscription,
        await pipeline.addCarrier(`${one.code}${index}`, source.baseUrl),
        pipeline.clock.now(),
      );
    }
    const pull = pipeline.handlers['pull'] as (typeof pipeline.handlers)[string];
    const targets = await database.query<{ id: number }>(
      'select id from subscription_source where subscription_id = $1',
      [one.subscription.id],
    );
    const run = { tasks: [], complete: async () => {} };
    await Promise.all(
      targets.map(({ id }) => pull.run([{ subscriptionSourceId: id }], new AbortController().signal, run)),
    );
    const rows = await rowsOf('shipment', one);
    expect(rows.filter((row) => row['fused'])).toHaveLength(1);
    expect(rows.filter((row) => !row['fused'])).toHaveLength(3);
    const claims = unpackProvenance(rows.find((row) => row['fused'])?.['provenance'])?.['booking.etd'];
    expect([claims?.winner, ...(claims?.others ?? [])]).toHaveLength(3);
  });

  test('an answer that was overtaken changes nothing', async () => {
    const one = await voyage();
    let release: (() => void) | undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const old = known(one.events, pipeline.clock.now()).slice(0, 3);
    one.source.respond(async () => {
      await held;
      return { body: old };
    });
    const pull = pipeline.handlers['pull'] as (typeof pipeline.handlers)[string];
    const run = { tasks: [], complete: async () => {} };
    const late = pull.run([{ subscriptionSourceId: one.target }], new AbortController().signal, run);
    while (one.source.asked.length === 0) await new Promise(setImmediate);
    one.notify();
    pipeline.clock.advance(60_000);
    await pull.run([{ subscriptionSourceId: one.target }], new AbortController().signal, run);
    const before = await written(one);
    release?.();
    await late;
    expect(await written(one)).toBe(before);
  });

  test('an answer after the clock was set back is taken in, and asked for again', async () => {
    const one = await voyage();
    const pull = pipeline.handlers['pull'] as (typeof pipeline.handlers)[string];
    const ask = () =>
      pull.run([{ subscriptionSourceId: one.target }], new AbortController().signal, {
        tasks: [],
        complete: async () => {},
      });
    // The database's clock was ahead while somebody asked.
    pipeline.clock.advance(hourMs);
    one.notify(one.events.slice(0, 1));
    await ask();
    pipeline.clock.advance(-hourMs);
    await database.execute("delete from task where kind = 'pull' and singleton_key = $1", [String(one.target)]);
    const before = await written(one);
    one.notify();
    await ask();
    expect(await written(one)).not.toBe(before);
    expect(await pullTaskOf(one)).toBeDefined();
  });

  test('work that is called off is nobody’s failure and is done again', async () => {
    const one = await voyage();
    one.source.respond(() => () => {});
    const stop = new AbortController();
    const pull = pipeline.handlers['pull'] as (typeof pipeline.handlers)[string];
    const running = pull.run([{ subscriptionSourceId: one.target }], stop.signal, {
      tasks: [],
      complete: async () => {},
    });
    while (one.source.asked.length === 0) await new Promise(setImmediate);
    stop.abort(new Error('the lease was lost'));
    expect(await running).toMatchObject([{ index: 0 }]);
    expect(await stateOf(one)).toMatchObject({ consecutive_failures: 0, last_error: null });
  });

  test('one odd shipment holds up no other, is shown, and is queried again', async () => {
    const [odd, fine] = [await voyage(), await voyage()];
    // A stored row that no longer can be read: our own fault, whatever the carrier says.
    await database.execute(
      `insert into shipment (tenant_id, subscription_id, fused, source_type, source_code, channel, observed_at, received_at, content, content_hash, created_at, updated_at)
       values ($1, $2, false, 'FT', 'broken', 'X', now(), now(), '{"legs": 3}', 'x', now(), now())`,
      [tenant.id, odd.subscription.id],
    );
    await pipeline.at(pipeline.clock.now());
    expect(await rowsOf('shipment', fine)).toHaveLength(2);
    expect(await rowsOf('raw_answer', odd)).toEqual([]);
    expect(await pullTaskOf(fine)).toBeDefined();
    expect(await pullTaskOf(odd)).toMatchObject({ lastError: expect.stringContaining('Error') });
  });

  test('what nothing would ask for any more is queried again', async () => {
    const one = await voyage();
    await pipeline.at(pipeline.clock.now());
    await database.execute('update source set enabled = false where id = $1', [one.carrier]);
    await pipeline.at(pipeline.clock.now() + hourMs);
    expect(await pullTaskOf(one)).toBeUndefined();
    await database.execute('update source set enabled = true where id = $1', [one.carrier]);
    await pipeline.queue.enqueue(anyTask('housekeeping'), null, {
      singletonKey: 'housekeeping',
      runAt: pipeline.clock.now(),
    });
    const before = one.source.asked.length;
    await pipeline.at(pipeline.clock.now());
    expect(one.source.asked.length).toBeGreaterThan(before);
    expect(await pullTaskOf(one)).toBeDefined();
    await database.execute(`delete from task where kind = 'housekeeping'`);
  });

  test('of many overdue targets each look goes through a part, and the next one goes on behind it', async () => {
    const [first, second, third] = [await voyage(), await voyage(), await voyage()];
    const dueBefore = Date.UTC(1999, 0, 1);
    // All at the same time, as after an import; before anything else that is overdue here.
    await database.execute('update subscription_source set next_pull_at = $2 where id = any($1)', [
      [first.target, second.target, third.target],
      new Date(dueBefore - hourMs),
    ]);
    await database.execute(`delete from task where kind = 'pull' and singleton_key = $1`, [String(third.target)]);
    const look = (behind: OverduePlace | undefined) =>
      listForgottenTargets(database, { dueBefore, limit: 10, lookedAt: 2, behind });
    const { ids, next } = await look(undefined);
    expect([ids, next?.id]).toEqual([[], second.target]);
    expect(await look(next)).toEqual({ ids: [third.target], next: undefined });
    await database.execute('update subscription_source set next_pull_at = now() where id = any($1)', [
      [first.target, second.target, third.target],
    ]);
  });

  test('what has ended its worker again and again is queried once a day only', async () => {
    const one = await voyage();
    await pipeline.at(pipeline.clock.now());
    const task = await pullTaskOf(one);
    const diedAt = pipeline.clock.now() + hourMs;
    await database.execute("update task set status = 'dead', lost_workers = 20, run_at = $2 where id = $1", [
      task?.id,
      new Date(diedAt),
    ]);
    await database.execute('update subscription_source set next_pull_at = $2 where id = $1', [
      one.target,
      new Date(diedAt),
    ]);
    const forgotten = async (now: number) =>
      (await listForgottenTargets(database, { dueBefore: now - 600_000, limit: 1000, lookedAt: 1000 })).ids;
    expect(await forgotten(diedAt + hourMs)).not.toContain(one.target);
    expect(await forgotten(diedAt + 25 * hourMs)).toContain(one.target);
    await database.execute('update task set lost_workers = 0 where id = $1', [task?.id]);
    expect(await forgotten(diedAt + hourMs)).toContain(one.target);
    await database.execute('delete from task where id = $1', [task?.id]);
  });
});

describe('an ended subscription', () => {
  test('is no longer requested; a late answer is taken in and does not begin it again', async () => {
    const one = await voyage();
    await database.execute(
      `insert into shipment_exception (tenant_id, subscription_id, type_code, problem_key, params, subject, created_at, updated_at)
       select tenant_id, id, 'HOLD', 'CUIP|NLRTM', '{}', 'bill', now(), now() from subscription where id = $1`,
      [one.subscription.id],
    );
    await pipeline.at(Date.UTC(2026, 1, 15));
    expect(
      await database.query(
        `select open, resolution from shipment_exception where subscription_id = $1 and type_code = 'HOLD'`,
        [one.subscription.id],
      ),
    ).toEqual([{ open: false, resolution: 'ended' }]);
    expect(await database.query('select ended from subscription where id = $1', [one.subscription.id])).toEqual([
      { ended: true },
    ]);
    expect(await stateOf(one)).toMatchObject({ next_pull_at: null });
    expect(await pullTaskOf(one)).toBeUndefined();
    const requested = one.source.asked.length;
    await pipeline.at(pipeline.clock.now() + 30 * hourMs);
    expect(one.source.asked).toHaveLength(requested);
    expect((await exceptionsOf(one)).filter((text) => text.endsWith('open'))).toEqual([]);
    const [inspection] = named(
      [equipmentEvent({ id: 'late', code: 'INSP', port: 'NLRTM', at: '2026-02-11T09:00:00+01:00' })],
      one.bill,
    );
    await pushTo(one, [inspection]);
    const fused = (await rowsOf('shipment', one)).find((row) => row['fused']);
    expect((fused?.['content'].events as { statusCode: string }[]).map(({ statusCode }) => statusCode)).toContain(
      'INSP',
    );
    expect(fused).toMatchObject({ ended: true });
    expect(await pullTaskOf(one)).toBeUndefined();
  });
});

describe('an end that is taken back', () => {
  const subscriptionOf = async (one: { subscription: { id: number } }) =>
    (
      await database.query<{ ended: boolean; ended_at: number | null }>(
        'select ended, ended_at from subscription where id = $1',
        [one.subscription.id],
      )
    )[0];
  const fusedOf = async (one: Parameters<typeof rowsOf>[1]) =>
    (await rowsOf('shipment', one)).find((row) => row['fused']) ?? {};
  const carried = (events: readonly WireEvent[]) =>
    events.filter((event) => event['equipmentEventTypeCode'] !== 'DROP' || event['emptyIndicatorCode'] !== 'EMPTY');

  /** A voyage that has come to its end, and what the carrier says when it takes the return of the empty container back. */
  async function endedVoyage(sinceMs: number) {
    const one = await voyage();
    await pipeline.at(Math.max(pipeline.clock.now() + hourMs, Date.UTC(2026, 1, 15)));
    expect(await subscriptionOf(one)).toMatchObject({ ended: true });
    expect(await pullTaskOf(one)).toBeUndefined();
    const endedAt = pipeline.clock.now();
    await pipeline.at(endedAt + sinceMs);
    const wanted = carried(one.events);
    expect(wanted.length).toBeLessThan(one.events.length);
    one.notify(wanted);
    const retracted = one.events
      .filter((event) => !wanted.includes(event))
      .map((event) => ({ ...event, isRetracted: true }));
    const push = (events: readonly unknown[]) => pushTo(one, events);
    return { one, endedAt, push, retracted };
  }

  test('has the shipment tracked and judged again', async () => {
    const { one, endedAt, push, retracted } = await endedVoyage(40 * 24 * hourMs);
    const requested = one.source.asked.length;
    await push(retracted);
    const again = pipeline.clock.now();
    expect(await subscriptionOf(one)).toEqual({ ended: false, ended_at: null });
    const fused = await fusedOf(one);
    expect(fused).toMatchObject({ ended: false, ended_at: null });
    expect(fused['history'].ends).toEqual([
      { knownAt: endedAt, ended: true },
      { knownAt: again, ended: false },
    ]);
    expect(one.source.asked.length).toBe(requested + 1);
    expect(await stateOf(one)).toMatchObject({ next_pull_at: expect.any(Number) });
    expect(await pullTaskOf(one)).toBeDefined();
    // The container that is out again is late by now.
    expect(await exceptionsOf(one)).toContain('DETENTION_RISK open');
    // It stays so while nothing is stated: news starts the quiet days again.
    await pipeline.at(again + 20 * 24 * hourMs);
    expect(await subscriptionOf(one)).toMatchObject({ ended: false });
    await pipeline.at(again + 31 * 24 * hourMs);
    const end = pipeline.clock.now();
    expect(await subscriptionOf(one)).toEqual({ ended: true, ended_at: end });
    const over = await fusedOf(one);
    expect(over).toMatchObject({ ended: true, ended_at: end });
    expect(over['history'].ends.at(-1)).toEqual({ knownAt: end, ended: true });
    expect(await pullTaskOf(one)).toBeUndefined();
  });

  test('leaves a stopped schedule alone, and stated again, ends it again', async () => {
    const { one, push, retracted } = await endedVoyage(hourMs);
    await database.execute('update subscription_source set stopped = true where id = $1', [one.target]);
    await push(retracted);
    expect(await subscriptionOf(one)).toMatchObject({ ended: false });
    expect(await stateOf(one)).toMatchObject({ next_pull_at: null });
    expect(await pullTaskOf(one)).toBeUndefined();
    pipeline.clock.advance(60_000);
    const createdAt = new Date(pipeline.clock.now()).toISOString();
    await push(
      retracted.map((event) => ({ ...event, eventID: 'again', isRetracted: false, eventCreatedDateTime: createdAt })),
    );
    expect(await subscriptionOf(one)).toEqual({ ended: true, ended_at: pipeline.clock.now() });
  });
});

describe('a subscription that one source says has ended', () => {
  const endedOf = async (id: number): Promise<unknown> =>
    (await database.query<{ ended: boolean }>('select ended from subscription where id = $1', [id]))[0]?.ended;

  /** A voyage with a second source that is out of order, also when the first one tells everything. */
  async function withFailingSource() {
    const one = await voyage();
    one.notify([]);
    const second = await startScriptedSource();
    let isWell = false;
    second.respond(() => (isWell ? { body: known(one.events, pipeline.clock.now()) } : { status: 500 }));
    const code = `${one.code}X`;
    const target = await pipeline.subscribe(
      one.subscription,
      await pipeline.addCarrier(code, second.baseUrl),
      pipeline.clock.now(),
    );
    await pipeline.at(pipeline.clock.now());
    one.notify();
    const endAt = Math.max(pipeline.clock.now() + hourMs, Date.UTC(2026, 1, 15));
    await pipeline.at(endAt);
    expect(await endedOf(one.subscription.id)).toBe(false);
    return { one, second, code, target, endAt, asked: second.asked.length, heal: () => void (isWell = true) };
  }

  test('gives a source that is failing a last try, whose answer is taken in', async () => {
    const { one, second, code, target, endAt, asked: requested, heal } = await withFailingSource();
    heal();
    await pipeline.at(endAt + hourMs);
    expect(second.asked.length).toBeGreaterThan(requested);
    expect((await rowsOf('shipment', one)).map((row) => row['source_code'])).toContain(`dcsa:${code}`);
    expect(await endedOf(one.subscription.id)).toBe(true);
    expect(await stateOf({ ...one, target })).toMatchObject({ next_pull_at: null, consecutive_failures: 0 });
  });

  test('waits for one try and no longer', async () => {
    const { one, second, target, endAt, asked: requested } = await withFailingSource();
    await pipeline.worker.processAll({ until: endAt + 6 * hourMs });
    expect(await endedOf(one.subscription.id)).toBe(true);
    expect(second.asked.length - requested).toBe(1);
    expect(await stateOf({ ...one, target })).toMatchObject({ next_pull_at: null });
    expect(await pullTaskOf({ ...one, target })).toBeUndefined();
  });

  test('counts in any case after half a day', async () => {
    const { one, second, target, endAt, asked: requested } = await withFailingSource();
    await database.execute(
      "update task set run_at = run_at + interval '10 days' where kind = 'pull' and singleton_key = $1",
      [String(target)],
    );
    await pipeline.at(endAt + 11 * hourMs);
    expect(await endedOf(one.subscription.id)).toBe(false);
    await pipeline.at(endAt + 13 * hourMs);
    expect(await endedOf(one.subscription.id)).toBe(true);
    expect(second.asked).toHaveLength(requested);
  });
});
