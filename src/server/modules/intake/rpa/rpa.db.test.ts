import { describe, expect, test } from 'vitest';
import { arrivedRows, tablePage } from '#testing/connectors/rpa/samples.ts';
import { HOUR_MS } from '#shared/time/instant.ts';
import { buildContainerNumber } from '#shared/ids/container-number.ts';
import { buildSubscription } from '#testing/factories.ts';
import { testDatabase } from '#testing/test-database.ts';
import { rpaTasks } from './types.ts';
import { robotAnswers } from '#testing/robot-answers.ts';

const database = await testDatabase();
const {
  all,
  anonymous,
  answerFor,
  cargo,
  drain,
  fusedOf,
  keyOf,
  later,
  mine,
  other,
  pipeline,
  platformKey,
  post,
  refusalsOf,
  stranger,
} = await robotAnswers(database);

describe('an answer', () => {
  test('becomes the shipment of everybody who tracks it, as a source of type RPA', async () => {
    const { bill, box: container, subscribe } = cargo();
    const [first, second] = [await subscribe(mine.id), await subscribe(other.id)];
    const page = tablePage(bill, container, undefined, [['截港', '2026-02-11 12:00']]);
    const answer = await post(answerFor(bill, page));
    expect(answer).toMatchObject({
      status: 1,
      data: { state: 'parsed', parser: 'willow-track', version: 1, events: 4 },
    });
    await drain();
    const time = Date.UTC(2026, 1, 11, 4);
    const closing = { cutoffs: [{ code: 'FCO', time }], why: [expect.any(Number), 0, time] };
    for (const { id } of [first, second])
      expect(await fusedOf(id)).toMatchObject({ source_type: 'RPA', voyage: '012E', ata: null, ...closing });
    await later();
    await post(answerFor(bill, tablePage(bill, container, arrivedRows(container))));
    await drain();
    expect((await fusedOf(first.id))?.ata).toBe(Date.UTC(2026, 1, 14, 23, 20));
  });

  test('brought twice is kept once and does nothing twice', async () => {
    const { bill, box: container, subscribe } = cargo();
    const { id } = await subscribe(mine.id);
    const body = answerFor(bill, tablePage(bill, container));
    const [first, second] = [await post(body), await post(body)];
    expect(second.data).toMatchObject({ answerId: first.data.answerId, repeated: true, state: 'parsed' });
    await drain();
    const counts = () =>
      database.query(
        `select (select count(*)::int from robot_answer where subject_no = $1) as answers,
           (select count(*)::int from raw_answer where subscription_id = $2) as bodies,
           (select count(*)::int from shipment_change c join shipment s on s.id = c.shipment_id where s.subscription_id = $2) as changes`,
        [bill, id],
      );
    const before = await counts();
    expect(before).toEqual([{ answers: 1, bodies: 1, changes: 1 }]);
    // A worker that died after its work and before saying so does it again.
    await pipeline.queue.enqueue(rpaTasks.take, { answerId: Number(first.data.answerId) });
    await drain();
    expect(await counts()).toEqual(before);
  });

  test('is kept or it is not: nothing of it stays when its task cannot be written', async () => {
    const { bill, box: container, subscribe } = cargo();
    await subscribe(mine.id);
    await database.execute(
      `create function refuse_task() returns trigger language plpgsql as $$ begin
         if new.kind = 'robot_answer' then raise exception 'no'; end if; return new; end $$;`,
    );
    await database.execute(
      'create trigger refuse_task before insert on task for each row execute function refuse_task()',
    );
    const body = answerFor(bill, tablePage(bill, container));
    expect((await post(body)).http).toBe(500);
    await database.execute('drop trigger refuse_task on task');
    expect(await database.query('select 1 from robot_answer where subject_no = $1', [bill])).toEqual([]);
    expect((await post(body)).data).toMatchObject({ repeated: false });
  });

  test('seen before the last one changes nothing', async () => {
    const { bill, box: container, subscribe } = cargo();
    const { id } = await subscribe(mine.id);
    await post(answerFor(bill, tablePage(bill, container, arrivedRows(container))));
    await drain();
    await post(answerFor(bill, tablePage(bill, container), { collectedAt: pipeline.clock.now() - HOUR_MS }));
    await drain();
    expect((await fusedOf(id))?.ata).not.toBeNull();
  });

  test('of a layout nobody reads is refused, counted and shown, and takes nothing away', async () => {
    const { bill, box: container, subscribe } = cargo();
    const { id } = await subscribe(mine.id);
    await post(answerFor(bill, tablePage(bill, container)));
    await later();
    const refused = await post(answerFor(bill, '<html><h1>We have moved</h1></html>'));
    expect(refused.data).toMatchObject({ state: 'refused', reasons: [{ code: 'no_parser' }] });
    expect(refused.data.reasons[0].text).toMatch(/^[A-Z][^_{}]+$/);
    await drain();
    expect(await refusalsOf(bill)).toEqual([{ reason: 'no_parser', via: 'rpa' }]);
    expect(await fusedOf(id)).toMatchObject({ voyage: '012E' });
    const [target] = await database.query<{ consecutive_failures: number; last_error: string }>(
      'select consecutive_failures, last_error from subscription_source where subscription_id = $1',
      [id],
    );
    expect(target).toMatchObject({ consecutive_failures: 1, last_error: expect.stringContaining('no_parser') });
    const list = await all.call('rpaAnswerQuery', { body: { keyword: bill, state: ['refused'] } });
    expect(list.data.records).toMatchObject([{ subjectNo: bill, state: 'refused', parserId: null }]);
    const one = await all.call('rpaAnswerGet', { query: { answerId: list.data.records[0].answerId } });
    expect(one.data).toMatchObject({ text: '<html><h1>We have moved</h1></html>', problems: [{ code: 'no_parser' }] });
    expect(one.data.shipments).toMatchObject([{ billNo: bill, tenantName: mine.name, current: false }]);
    const inEnglish = { query: { answerId: list.data.records[0].answerId }, headers: { 'x-lang': 'en' } };
    expect((await all.call('rpaAnswerGet', inEnglish)).data.shipments).toMatchObject([{ tenantName: 'Tenant RPAA' }]);
  });

  test('with an empty list of moves takes none away that were there; of a shipment that has not moved it is one', async () => {
    const container = buildContainerNumber('MEDU', 77);
    const pageOf = (moves: readonly object[]): string =>
      JSON.stringify({
        IsSuccess: true,
        Data: {
          BillOfLadings: [
            {
              GeneralTrackingInfo: { PortOfLoad: 'SHANGHAI, CN', PortOfDischarge: 'ROTTERDAM, NL' },
              ContainersInfo: [{ ContainerNumber: container, PodEtaDate: '20/03/2026', Events: moves }],
            },
          ],
        },
      });
    const loaded = {
      Order: 1,
      Date: '10/02/2026',
      Location: 'SHANGHAI, CN',
      UnLocationCode: 'CNSHA',
      Description: 'Export Loaded on Vessel',
      Detail: ['AMBER TIDE', 'AT610W'],
    };
    const bring = async (bill: string, moves: readonly object[]) => {
      await later();
      const body = pageOf(moves);
      await post(answerFor(bill, body, { carrierCode: 'MSC', contentType: 'json' }));
      await drain();
    };
    const stateOf = async (id: number) =>
      (
        await database.query(
          `select json_array_length(h.content -> 'events') as events, ss.last_error from subscription_source ss
             left join shipment h on h.subscription_id = ss.subscription_id and not h.fused
           where ss.subscription_id = $1`,
          [id],
        )
      )[0];
    const [moved, still] = ['MEDUAB000001', 'MEDUAB000002'];
    const first = await buildSubscription(database, { tenantId: mine.id, billNo: moved, carrierCode: 'MSC' });
    const second = await buildSubscription(database, { tenantId: mine.id, billNo: still, carrierCode: 'MSC' });
    await bring(moved, [loaded]);
    expect(await stateOf(first.id)).toEqual({ events: expect.any(Number), last_error: null });
    const before = await stateOf(first.id);
    await bring(moved, []);
    expect(await stateOf(first.id)).toEqual({ ...before, last_error: 'bad_answer: moves_gone' });
    await bring(moved, [loaded]);
    expect(await stateOf(first.id)).toEqual(before);
    await bring(still, []);
    expect(await stateOf(second.id)).toMatchObject({ last_error: null });
  });

  test('that is too large or from the future is not kept, but counted', async () => {
    const { bill } = cargo();
    expect((await post(answerFor(bill, 'x'.repeat(600_000)))).http).toBe(413);
    expect((await post(answerFor(bill, 'x', { collectedAt: pipeline.clock.now() + HOUR_MS }))).http).toBe(400);
    expect((await refusalsOf(bill)).map(({ reason }) => reason)).toEqual(['too_large', 'bad_time']);
    expect((await post(answerFor(bill, 'x', { subject: 'cargo' }))).status).toBe(0);
  });
});

describe('who may bring answers', () => {
  test('nobody without a key', async () => {
    for (const key of ['', 'nonsense', 'x'.repeat(300)])
      expect((await post(answerFor('WILL1', 'x'), key)).http).toBe(401);
    const made = await all.call('rpaKeyInsert', { body: { name: 'robot of a test' } });
    expect((await post(answerFor('WILL1', 'x'), made.data.key)).http).toBe(200);
    await all.call('rpaKeyRevoke', { body: { keyId: made.data.keyId } });
    expect((await post(answerFor('WILL1', 'y'), made.data.key)).http).toBe(401);
  });

  test('a robot of one tenant changes the shipments of this tenant only', async () => {
    const { bill, box: container, subscribe } = cargo();
    const [own, foreign] = [await subscribe(other.id), await subscribe(mine.id)];
    await post(answerFor(bill, tablePage(bill, container)), await keyOf(other.id));
    await drain();
    expect(await fusedOf(own.id)).toMatchObject({ voyage: '012E' });
    expect(await fusedOf(foreign.id)).toBeUndefined();
    const seen = await stranger.call('rpaAnswerQuery', { body: { keyword: bill } });
    expect(seen.data.totalRecord).toBe(1);
  });

  test('a tenant sees neither the answers of the platform nor trials, and releases nothing', async () => {
    const { bill, box: container } = cargo();
    const { data } = await post(answerFor(bill, tablePage(bill, container)));
    expect((await stranger.call('rpaAnswerQuery', { body: { keyword: bill } })).data.totalRecord).toBe(0);
    expect((await stranger.call('rpaAnswerGet', { query: { answerId: data.answerId } })).status).toBe(0);
    expect((await stranger.call('rpaRuns')).data).toEqual([]);
    const release = { parserId: 'willow-track', version: 2, beforeVersion: 1 };
    expect((await stranger.call('rpaRelease', { body: release })).status).toBe(0);
    expect((await stranger.call('rpaKeyInsert', { body: { name: 'mine' } })).status).toBe(0);
  });
});

describe('what robots are instructed to look at', () => {
  const ask = async (key = platformKey): Promise<string[]> => {
    const answer = await anonymous.call('rpaRequests', {
      body: { robotId: 'wali', carrierCode: 'WILL', limit: 100 },
      headers: { 'api-key': key, source: 'WaliRobot' },
    });
    return answer.data.map((one: { subjectNo: string }) => one.subjectNo);
  };

  test('is what is due, once, until it is brought or given up', async () => {
    const { bill, box: container, subscribe } = cargo();
    const { id } = await subscribe(mine.id);
    await post(answerFor(bill, tablePage(bill, container)));
    await drain();
    await ask();
    expect(await ask()).not.toContain(bill);
    pipeline.clock.advance(2 * HOUR_MS);
    expect(await ask(await keyOf(other.id))).not.toContain(bill);
    expect(await ask()).toContain(bill);
    pipeline.clock.advance(HOUR_MS); // A robot is no faster in a fast world; when it is gone, ten minutes of the machine are over.
    expect(await ask()).not.toContain(bill);
    await database.execute(`update subscription_source set robot_until = '-infinity' where subscription_id = $1`, [id]);
    expect(await ask()).toContain(bill);
    await post(answerFor(bill, tablePage(bill, container)));
    await drain();
    expect(await ask()).not.toContain(bill);
    await database.execute(
      `insert into pull_record (tenant_id, subscription_id, subscription_source_id, state, created_at, handler_code, handler_name)
       select tenant_id, subscription_id, id, 'pending', now(), 'x', 'x' from subscription_source where subscription_id = $1`,
      [id],
    );
    expect(await ask()).toContain(bill);
    await post(answerFor(bill, tablePage(bill, container)));
    await drain();
    const states = await database.query('select state from pull_record where subscription_id = $1', [id]);
    expect(states).toEqual([{ state: 'pulled' }]);
  });
});
