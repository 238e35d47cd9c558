import { describe, expect, test } from 'vitest';
import { testDatabase } from '#testing/test-database.ts';
import { replays } from '#testing/replays.ts';

const minuteMs = 60_000;
const database = await testDatabase();
const { act, aggregator, client, clock, outsider, pipeline, rowsOf, voyage, withFt } = await replays(database);

describe('clicked twice, or in two tabs', () => {
  test('everything is done once, and the audit says by whom', async () => {
    const one = await withFt();
    const { shipment_id: bkId } = (
      await database.query<any>('select shipment_id from subscription where id = $1', [one.id])
    )[0];
    const entry = { tableName: 'OBM_BK', tableKeyId: bkId, columnName: 'CUST_ETA', newValue: '2026-03-01 08:00:00' };
    await client.call('saveOverride', { body: entry });
    const input = { body: { obmTkSubscribeId: one.id } };
    const twice = async (name: 'refuse' | 'reinsertFt' | 'requestFt') =>
      (await Promise.all([client.call(name, input), client.call(name, input)])).map((answer) => {
        expect(answer.status, answer.text).toBe(1);
        return answer.data;
      });
    const fused = await twice('refuse');
    expect(fused.map((run) => run.dropped).toSorted()).toEqual([0, 1]);
    const shown = async () => (await rowsOf('shipment', one)).map((row) => (row['fused'] ? row : row['content']));
    const before = await shown();
    await twice('reinsertFt');
    expect(await shown()).toEqual(before);
    const requested = await twice('requestFt');
    expect(requested[0]?.runId).toBe(requested[1]?.runId);
    expect(requested.map((run) => run.joined).toSorted()).toEqual([0, 1]);
    const requests = aggregator.asked.length;
    await pipeline.at(clock.now() + minuteMs);
    expect(aggregator.asked.length).toBe(requests + 1);
    const activated = await Promise.all([act('activatePullRecords', [one.id]), act('activatePullRecords', [one.id])]);
    expect(activated.map((answer) => answer.data.length).toSorted()).toEqual([0, 2]);
    expect(activated.map((answer) => answer.msg).toSorted()).toEqual(['已重新激活 2 条记录', '已是待拉取'].toSorted());
    const cancelled = await Promise.all([act('cancelPullRecords', [one.id]), act('cancelPullRecords', [one.id])]);
    expect(cancelled.map((answer) => answer.data.length).toSorted()).toEqual([0, 2]);
    const audits = await database.query<{ action: string; actor_code: string; n: number }>(
      `select action, actor_code, count(*)::int as n from audit_log where entity = 'subscription' and entity_id = $1
       group by 1, 2 order by 1`,
      [String(one.id)],
    );
    expect(audits.map(({ action, actor_code: by, n }) => [action, by, n])).toEqual([
      ['activatePullRecords', 'replayer', 1],
      ['ask', 'replayer', 1],
      ['cancelPullRecords', 'replayer', 1],
      ['fuseAgain', 'replayer', 2],
      ['reinsert', 'replayer', 2],
    ]);
  });
});

describe('replaying many', () => {
  test('by carrier and period, piece by piece, with progress; twice at once it runs once', async () => {
    const [one, other] = [await voyage(), await voyage()];
    await pipeline.at(clock.now());
    await database.execute(
      `update shipment set content = '{"booking":{},"legs":[],"containers":[],"events":[]}'
      where subscription_id = any($1) and not fused`,
      [[one.subscription.id, other.subscription.id]],
    );
    const requested = one.source.asked.length;
    const body = { carrierCode: one.code, subscribeTimeFrom: '2026-01-01', subscribeTimeTo: '2026-12-31' };
    const start = await client.call('replayStored', { body });
    expect(start).toMatchObject({ status: 1, data: [{ state: 'running', total: 1, joined: 0 }] });
    expect((await client.call('replayStored', { body })).data).toMatchObject([
      { runId: start.data[0].runId, joined: 1 },
    ]);
    await pipeline.at(clock.now());
    const { data } = await client.call('replayRuns', {});
    expect(data[0]).toMatchObject({ runId: start.data[0].runId, state: 'done', done: 1, total: 1 });
    expect((await outsider.call('replayRuns', {})).data).toEqual([]);
    const billOf = async (voyaged: typeof one) => (await rowsOf('shipment', voyaged))[0]?.['content'].booking.billNo;
    expect(await billOf(one)).toBe(one.bill);
    expect(await billOf(other)).toBeUndefined();
    expect(one.source.asked.length).toBe(requested);
  });

  test('wants a carrier or a period, and some subscription that fits', async () => {
    expect(await client.call('replayStored', { body: {} })).toMatchObject({ status: 0, msg: '请选择船公司或订阅时间' });
    expect(await client.call('replayStored', { body: { carrierCode: 'NONE' } })).toMatchObject({ status: 0 });
    expect(await outsider.call('replayStored', { body: { subscribeTimeFrom: '2026-01-01' } })).toMatchObject({
      status: 0,
    });
  });
});
