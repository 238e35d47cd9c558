import { describe, expect, test } from 'vitest';
import { arrivedRows, stepsPage, tablePage } from '#testing/connectors/rpa/samples.ts';
import { buildContainerNumber } from '#shared/ids/container-number.ts';
import { testDatabase } from '#testing/test-database.ts';
import { runTask } from '#server/platform/run/index.ts';
import { robotAnswers } from '#testing/robot-answers.ts';

const database = await testDatabase();
const { all, answerFor, cargo, drain, fusedOf, later, mine, nextSerial, pipeline, post, refusalsOf, stranger } =
  await robotAnswers(database);

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
    const reported = await database.query(
      `select last_error, consecutive_failures from subscription_source where subscription_id = $1`,
      [freshId],
    );
    expect(reported).toEqual([{ last_error: 'bad_answer: no_parser', consecutive_failures: 1 }]);

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
    const serial = nextSerial();
    const bill = `ZEPH${String(900_000_000 + serial)}`;
    const container = buildContainerNumber('ZSLU', serial);
    const page = `<div id="zsl-shipment"><dl><dt>Bill of lading<dd>${bill}</dl></div>
      <table id="zsl-equipment"><tr><th>Container<th>Type<th>Seal<tr><td>${container}<td>22G1<td>S9</table>
      <section id="zsl-milestones"><article class="milestone actual"><h3>Gated in full</h3><dl><dt>Place<dd>Shanghai (CNSHA)
      <dt>Container<dd>${container}<dt>Date<dd>10 Feb 2026 09:30 UTC+08:00</dl></article></section>`;
    const { data } = await post({ ...answerFor(bill, page), carrierCode: 'ZEPH' });
    expect(data).toMatchObject({ state: 'parsed', parser: 'zephyr-shipment', version: 1 });
    const trial = await all.call('rpaTry', { body: { parserId: 'zephyr-shipment', version: 2 } });
    await drain();
    const { data: found } = await all.call('rpaDifferences', { body: { runId: trial.data.runId, kind: ['changed'] } });
    expect(
      found.records.map((one: { path: string; before: unknown; after: string }) => [one.path, one.before, one.after]),
    ).toEqual([
      [`container[${container}].sealNo`, null, 'S9'],
      [`container[${container}].sizeType`, null, '22G1'],
    ]);
    expect((await stranger.call('rpaDifferences', { body: { runId: trial.data.runId } })).data.totalRecord).toBe(0);
  });
});
