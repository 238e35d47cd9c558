import { describe, expect, test } from 'vitest';
import { arrivedRows, stepsPage, tablePage } from '#server/connectors/rpa/samples.ts';
import { hashToken } from '#server/platform/crypto/index.ts';
import { ts } from '#server/platform/db/instants.ts';
import { buildContainerNumber } from '#shared/ids/container-number.ts';
import { menuCodes } from '#shared/reference/menus.ts';
import { HOUR_MS } from '#shared/time/instant.ts';
import { buildSubscription } from '#testing/factories.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { startPipeline } from '#testing/pipeline.ts';
import { testApp } from '#testing/test-app.ts';
import { testDatabase } from '#testing/test-database.ts';
import { rpaModule } from './index.ts';
import { runTask } from '#server/platform/run/index.ts';
import { rpaTasks } from './types.ts';

const database = await testDatabase();
const start = Date.UTC(2026, 1, 16);
const [mine, other] = [
  await buildTenant(database, { code: 'RPAA', name_en: 'Tenant RPAA' }),
  await buildTenant(database, { code: 'RPAB' }),
];
const pipeline = await startPipeline(database, { start });
await buildUser(database, { tenantId: mine.id, userCode: 'rpa.all', allTenants: true, menus: menuCodes });
await buildUser(database, { tenantId: other.id, userCode: 'rpa.other', menus: ['/robot-answers'] });
const { clock, queue, reference } = pipeline;
const modules = [rpaModule({ reference, queue })];
const { anonymous, signedIn } = await testApp(database, { clock, queue, modules });
const [all, stranger] = [await signedIn('rpa.all'), await signedIn('rpa.other')];

async function keyOf(tenantId: number | null): Promise<string> {
  const key = `prk_test-${tenantId ?? 'platform'}`;
  await database.system
    .insertInto('robot_key')
    .values({
      tenant_id: tenantId,
      name: 'robot',
      prefix: key.slice(0, 8),
      key_hash: hashToken(key),
      created_at: ts(start),
      created_by: 'test',
    })
    .onConflict((conflict) => conflict.column('key_hash').doNothing())
    .execute();
  return key;
}
const platformKey = await keyOf(null);

let serial = 0;
/** A shipment of Willow Bay Line that nobody else tracks. */
function cargo() {
  serial += 1;
  const bill = `WILL${String(serial).padStart(9, '0')}`;
  const box = buildContainerNumber('WBLU', serial);
  return {
    bill,
    box,
    subscribe: (tenantId: number) => buildSubscription(database, { tenantId, billNo: bill, carrierCode: 'WILL' }),
  };
}

const post = (body: Record<string, unknown>, key = platformKey) =>
  anonymous.call('rpaAnswer', { body, headers: { 'api-key': key, source: 'WaliRobot', 'x-lang': 'en' } });

let job = 0;
const answerFor = (bill: string, body: string, more: Record<string, unknown> = {}): Record<string, unknown> => {
  job += 1;
  return {
    carrierCode: 'WILL',
    subject: 'bill',
    subjectNo: bill,
    collectedAt: pipeline.clock.now(),
    robotId: 'wali',
    jobId: `job-${job}`,
    contentType: 'html',
    body,
    ...more,
  };
};

type Fused = { source_type: string; ata: number | null; voyage: string | null; cutoffs: unknown; why: unknown };
async function fusedOf(subscriptionId: number): Promise<Fused | undefined> {
  const [row] = await database.query<Fused & { booking: Fused }>(
    `select f.content->'booking' as booking, f.content->'cutoffs' as cutoffs, r.source_type,
       f.provenance->'items'->'cutoff[FCO]'->'time' as why
     from shipment f join shipment r on r.subscription_id = f.subscription_id and not r.fused
     where f.subscription_id = $1 and f.fused`,
    [subscriptionId],
  );
  return row && { ...row, ...row.booking };
}
const drain = () => pipeline.worker.processAll();
const later = async (): Promise<void> => {
  pipeline.clock.advance(HOUR_MS);
  await drain();
};
const refusalsOf = (bill: string) =>
  database.query<{ reason: string; via: string }>(
    `select reason, via from refusal where detail->>'subjectNo' = $1 order by id`,
    [bill],
  );

describe('an answer', () => {
  test('becomes the shipment of everybody who tracks it, as a source of type RPA', async () => {
    const { bill, box, subscribe } = cargo();
    const [first, second] = [await subscribe(mine.id), await subscribe(other.id)];
    const page = tablePage(bill, box, undefined, [['截港', '2026-02-11 12:00']]);
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
    await post(answerFor(bill, tablePage(bill, box, arrivedRows(box))));
    await drain();
    expect((await fusedOf(first.id))?.ata).toBe(Date.UTC(2026, 1, 14, 23, 20));
  });

  test('brought twice is kept once and does nothing twice', async () => {
    const { bill, box, subscribe } = cargo();
    const { id } = await subscribe(mine.id);
    const body = answerFor(bill, tablePage(bill, box));
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
    const { bill, box, subscribe } = cargo();
    await subscribe(mine.id);
    await database.execute(
      `create function refuse_task() returns trigger language plpgsql as $$ begin
         if new.kind = 'robot_answer' then raise exception 'no'; end if; return new; end $$;`,
    );
    await database.execute(
      'create trigger refuse_task before insert on task for each row execute function refuse_task()',
    );
    const body = answerFor(bill, tablePage(bill, box));
    expect((await post(body)).http).toBe(500);
    await database.execute('drop trigger refuse_task on task');
    expect(await database.query('select 1 from robot_answer where subject_no = $1', [bill])).toEqual([]);
    expect((await post(body)).data).toMatchObject({ repeated: false });
  });

  test('seen before the last one changes nothing', async () => {
    const { bill, box, subscribe } = cargo();
    const { id } = await subscribe(mine.id);
    await post(answerFor(bill, tablePage(bill, box, arrivedRows(box))));
    await drain();
    await post(answerFor(bill, tablePage(bill, box), { collectedAt: pipeline.clock.now() - HOUR_MS }));
    await drain();
    expect((await fusedOf(id))?.ata).not.toBeNull();
  });

  test('of a layout nobody reads is refused, counted and shown, and takes nothing away', async () => {
    const { bill, box, subscribe } = cargo();
    const { id } = await subscribe(mine.id);
    await post(answerFor(bill, tablePage(bill, box)));
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
    const { bill, box, subscribe } = cargo();
    const [own, foreign] = [await subscribe(other.id), await subscribe(mine.id)];
    await post(answerFor(bill, tablePage(bill, box)), await keyOf(other.id));
    await drain();
    expect(await fusedOf(own.id)).toMatchObject({ voyage: '012E' });
    expect(await fusedOf(foreign.id)).toBeUndefined();
    const seen = await stranger.call('rpaAnswerQuery', { body: { keyword: bill } });
    expect(seen.data.totalRecord).toBe(1);
  });

  test('a tenant sees neither the answers of the platform nor trials, and releases nothing', async () => {
    const { bill, box } = cargo();
    const { data } = await post(answerFor(bill, tablePage(bill, box)));
    expect((await stranger.call('rpaAnswerQuery', { body: { keyword: bill } })).data.totalRecord).toBe(0);
    expect((await stranger.call('rpaAnswerGet', { query: { answerId: data.answerId } })).status).toBe(0);
    expect((await stranger.call('rpaRuns')).data).toEqual([]);
    const release = { parserId: 'willow-track', version: 2, beforeVersion: 1 };
    expect((await stranger.call('rpaRelease', { body: release })).status).toBe(0);
    expect((await stranger.call('rpaKeyInsert', { body: { name: 'mine' } })).status).toBe(0);
  });
});

describe('what robots are told to look at', () => {
  const ask = async (key = platformKey): Promise<string[]> => {
    const answer = await anonymous.call('rpaRequests', {
      body: { robotId: 'wali', carrierCode: 'WILL', limit: 100 },
      headers: { 'api-key': key, source: 'WaliRobot' },
    });
    return answer.data.map((one: { subjectNo: string }) => one.subjectNo);
  };

  test('is what is due, once, until it is brought or given up', async () => {
    const { bill, box, subscribe } = cargo();
    const { id } = await subscribe(mine.id);
    await post(answerFor(bill, tablePage(bill, box)));
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
    await post(answerFor(bill, tablePage(bill, box)));
    await drain();
    expect(await ask()).not.toContain(bill);
    await database.execute(
      `insert into pull_record (tenant_id, subscription_id, subscription_source_id, state, created_at, handler_code, handler_name)
       select tenant_id, subscription_id, id, 'pending', now(), 'x', 'x' from subscription_source where subscription_id = $1`,
      [id],
    );
    expect(await ask()).toContain(bill);
    await post(answerFor(bill, tablePage(bill, box)));
    await drain();
    const states = await database.query('select state from pull_record where subscription_id = $1', [id]);
    expect(states).toEqual([{ state: 'pulled' }]);
  });
});

describe('a new version', () => {
  test('is tried, compared, released and taken back', async () => {
    const [old, fresh] = [cargo(), cargo()];
    const [{ id: oldId }, { id: freshId }] = [await old.subscribe(mine.id), await fresh.subscribe(mine.id)];
    await post(answerFor(old.bill, tablePage(old.bill, old.box)));
    const { data: refused } = await post(
      answerFor(fresh.bill, stepsPage(fresh.bill, fresh.box, arrivedRows(fresh.box))),
    );
    expect(refused.state).toBe('refused');
    await drain();
    expect(await fusedOf(freshId)).toBeUndefined();

    const trial = await all.call('rpaTry', { body: { parserId: 'willow-track', version: 2, days: 30 } });
    expect(trial.data).toMatchObject({ kind: 'trial', state: 'running', beforeVersion: 1 });
    expect((await all.call('rpaTry', { body: { parserId: 'willow-track', version: 2 } })).status).toBe(0);
    await drain();
    const [done] = (await all.call('rpaRuns', { query: { parserId: 'willow-track' } })).data;
    expect(done).toMatchObject({ state: 'done', changed: 0, refused: 0 });
    expect(done.parsed).toBe(1);
    expect(done.equal + done.unread + done.parsed).toBe(done.total);
    const found = await all.call('rpaDifferences', { body: { runId: done.runId } });
    expect(found.data.records).toMatchObject([{ kind: 'parsed', subjectNo: fresh.bill, answerId: refused.answerId }]);
    expect(await fusedOf(freshId)).toBeUndefined();

    const release = { parserId: 'willow-track', version: 2, beforeVersion: 1 };
    expect((await all.call('rpaRelease', { body: release })).data).toMatchObject({ kind: 'apply', state: 'running' });
    expect((await all.call('rpaRelease', { body: release })).status).toBe(0);
    await drain();
    expect((await fusedOf(freshId))?.ata).toBe(Date.UTC(2026, 1, 14, 23, 20));
    expect(await fusedOf(oldId)).toMatchObject({ voyage: '012E' });
    await later();
    await post(answerFor(old.bill, stepsPage(old.bill, old.box, arrivedRows(old.box))));
    await drain();
    expect((await fusedOf(oldId))?.ata).toBe(Date.UTC(2026, 1, 14, 23, 20));
    const parsers = await all.call('rpaParsers', { query: { hours: 24 } });
    const willow = parsers.data.parsers.find((one: { parserId: string }) => one.parserId === 'willow-track');
    expect(willow.apply).toMatchObject({ version: 2, state: 'done', parsed: 1, equal: done.equal, changed: 0 });
    const audits = await database.query(
      `select action, before->>'version' as before, after->>'version' as after from audit_log where entity = 'robotParser' order by id`,
    );
    expect(audits).toEqual([{ action: 'release', before: '1', after: '2' }]);

    await all.call('rpaRelease', { body: { parserId: 'willow-track', version: 1, beforeVersion: 2 } });
    await drain();
    const again = await all.call('rpaAnswerGet', { query: { answerId: refused.answerId } });
    expect(again.data.answer).toMatchObject({ state: 'refused', parserVersion: null });
    // Nobody reads the page any more: nothing of it stays, and the run says so.
    expect(await fusedOf(freshId)).toMatchObject({ ata: null, voyage: null });
    // The other shipment has an older page that can be read.
    expect(await fusedOf(oldId)).toMatchObject({ voyage: '012E', ata: null });
    const [back] = (await all.call('rpaRuns', { query: { parserId: 'willow-track' } })).data;
    expect(back).toMatchObject({
      kind: 'apply',
      version: 1,
      beforeVersion: 2,
      state: 'done',
      withdrawn: 1,
      refused: 2,
    });
    const lost = await all.call('rpaDifferences', { body: { runId: back.runId } });
    expect(lost.data.records).toMatchObject(
      [fresh, old].map(({ bill }) => ({
        kind: 'refused',
        subjectNo: bill,
        after: '没有已发布的解析器认得这个页面版面',
      })),
    );
    expect(await refusalsOf(fresh.bill)).toHaveLength(1);
    const told = await database.query(
      `select last_error, consecutive_failures from subscription_source where subscription_id = $1`,
      [freshId],
    );
    expect(told).toEqual([{ last_error: 'bad_answer: no_parser', consecutive_failures: 1 }]);

    // A worker that died within a step does its work again: nothing is written twice.
    const written = () =>
      database.query(
        `select (select count(*)::int from raw_answer where subscription_id = $1) as bodies,
           (select count(*)::int from shipment_change c join shipment s on s.id = c.shipment_id where s.subscription_id = $1) as changes`,
        [freshId],
      );
    const before = await written();
    await database.execute(
      `update run set state = 'running', outcome = outcome || jsonb_build_object('pending', jsonb_build_array($2::bigint))
       where id = $1`,
      [back.runId, refused.answerId],
    );
    await pipeline.queue.enqueue(runTask, { runId: Number(back.runId) });
    await drain();
    expect(await written()).toEqual(before);

    // Released again, the page is read again.
    await all.call('rpaRelease', { body: { parserId: 'willow-track', version: 2, beforeVersion: 1 } });
    await drain();
    expect((await fusedOf(freshId))?.ata).toBe(Date.UTC(2026, 1, 14, 23, 20));
    const actions = await database.query<{ action: string }>(
      `select action from audit_log where entity = 'robotParser' order by id`,
    );
    expect(actions.map(({ action }) => action)).toEqual(['release', 'rollBack', 'release']);
  });

  test('that reads more shows what, value by value', async () => {
    const bill = `ZEPH${String(900_000_000 + ++serial)}`;
    const box = buildContainerNumber('ZSLU', serial);
    const page = `<div id="zsl-shipment"><dl><dt>Bill of lading<dd>${bill}</dl></div>
      <table id="zsl-equipment"><tr><th>Container<th>Type<th>Seal<tr><td>${box}<td>22G1<td>S9</table>
      <section id="zsl-milestones"><article class="milestone actual"><h3>Gated in full</h3><dl><dt>Place<dd>Shanghai (CNSHA)
      <dt>Container<dd>${box}<dt>Date<dd>10 Feb 2026 09:30 UTC+08:00</dl></article></section>`;
    const { data } = await post({ ...answerFor(bill, page), carrierCode: 'ZEPH' });
    expect(data).toMatchObject({ state: 'parsed', parser: 'zephyr-shipment', version: 1 });
    const trial = await all.call('rpaTry', { body: { parserId: 'zephyr-shipment', version: 2 } });
    await drain();
    const { data: found } = await all.call('rpaDifferences', { body: { runId: trial.data.runId, kind: ['changed'] } });
    expect(
      found.records.map((one: { path: string; before: unknown; after: string }) => [one.path, one.before, one.after]),
    ).toEqual([
      [`container[${box}].sealNo`, null, 'S9'],
      [`container[${box}].sizeType`, null, '22G1'],
    ]);
    expect((await stranger.call('rpaDifferences', { body: { runId: trial.data.runId } })).data.totalRecord).toBe(0);
  });
});
