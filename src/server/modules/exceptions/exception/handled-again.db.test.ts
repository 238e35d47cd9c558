import { beforeEach, describe, expect, test } from 'vitest';
import type { ExceptionSample } from '#testing/exception-rows.ts';
import { testDatabase } from '#testing/test-database.ts';
import { handlingOfExceptions, idsOf } from '#testing/handling-of-exceptions.ts';

const database = await testDatabase();
const { all, auditOf, client, eventsOf, nextSamples, rowOf } = await handlingOfExceptions(database);

let samples: ExceptionSample[] = [];
beforeEach(async () => {
  ({ samples } = await nextSamples());
});

describe('the same request once more, as when the answer was lost,', () => {
  test('that makes the same person responsible is answered alike and writes nothing', async () => {
    const body = { ids: idsOf(samples), chargeCode: 'wang' };
    const first = await client.call('assignExceptions', { body });
    const before = await all();
    expect((await client.call('assignExceptions', { body })).data).toEqual(first.data);
    expect(await all()).toBe(before);
    expect(await eventsOf(samples[0] as ExceptionSample)).toHaveLength(1);
  });

  test('that handles alike is answered alike and writes nothing', async () => {
    const body = { ids: idsOf(samples), handleStatus: '2', handleRemark: '已联系船公司' };
    const first = await client.call('updateExceptionStatus', { body });
    const before = await all();
    const [sample] = samples as [ExceptionSample];
    expect((await client.call('updateExceptionStatus', { body })).data).toEqual(first.data);
    expect(await all()).toBe(before);
    expect(await eventsOf(sample)).toHaveLength(1);
    expect(await auditOf(sample)).toHaveLength(1);
    // Of many, only those are written that are not so already.
    await client.call('updateExceptionStatus', { body: { ...body, ids: [String(sample.id)], handleRemark: '等待' } });
    expect((await client.call('updateExceptionStatus', { body })).data).toEqual(first.data);
    expect(await eventsOf(sample)).toHaveLength(3);
    expect(await eventsOf(samples[1] as ExceptionSample)).toHaveLength(1);
  });

  test('somebody else who says the same becomes responsible; a snoozed one wakes', async () => {
    const [one, two] = samples as [ExceptionSample, ExceptionSample];
    const body = { ids: idsOf([one, two]), handleStatus: '2' };
    await client.call('updateExceptionStatus', { body });
    await database.execute(`update shipment_exception set assignee_code = 'wang' where id = $1`, [one.id]);
    await database.execute(`update shipment_exception set snoozed_at = now(), snoozed_until = now() where id = $1`, [
      two.id,
    ]);
    await client.call('updateExceptionStatus', { body });
    expect(await rowOf(one)).toMatchObject({ assignee_code: 'lili' });
    expect(await rowOf(two)).toMatchObject({ snoozed_at: null });
    expect(await eventsOf(two)).toHaveLength(2);
  });
});

describe('a form that was opened before a change', () => {
  test('a change by the system is not put down to the person who worked on it before', async () => {
    const [sample] = samples as [ExceptionSample];
    const values = { handleStatus: '1', handleRemark: '处理中' };
    expect(
      await client.call('updateException', {
        body: { obmAutotestResultId: String(sample.id), ...values, recordVersion: 1 },
      }),
    ).toMatchObject({
      status: 1,
    });
    await database.execute(
      `update shipment_exception set severity = 'high', updated_at = updated_at + interval '1 minute', record_version = 3 where id = $1`,
      [sample.id],
    );
    const stale = await client.call('updateException', {
      body: { obmAutotestResultId: String(sample.id), ...values, handleStatus: '3', recordVersion: 2 },
    });
    expect(stale).toMatchObject({
      status: 0,
      msg: expect.stringContaining('系统'),
      data: { stale: true, who: '', current: { handleStatus: '1', recordVersion: 3 } },
    });
  });
});
