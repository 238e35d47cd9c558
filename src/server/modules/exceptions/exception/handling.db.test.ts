import { beforeEach, describe, expect, test } from 'vitest';
import type { ExceptionSample } from '#testing/exception-rows.ts';
import { testDatabase } from '#testing/test-database.ts';
import { handlingOfExceptions, idsOf } from '#testing/handling-of-exceptions.ts';

const database = await testDatabase();
const { all, auditOf, client, eventsOf, nextSamples, rowOf, signedIn } = await handlingOfExceptions(database);

let samples: ExceptionSample[] = [];
let foreign: ExceptionSample[] = [];
beforeEach(async () => {
  ({ samples, foreign } = await nextSamples());
});

describe('assigning', () => {
  test('makes one person responsible, with history and audit, and says so', async () => {
    const [first] = samples as [ExceptionSample];
    const answer = await client.call('assignExceptions', { body: { ids: idsOf(samples), chargeCode: 'WANG' } });
    expect(answer).toMatchObject({ status: 1, data: expect.stringContaining('6') });
    expect(answer.msg).toBe(answer.data);
    for (const sample of samples)
      expect(await rowOf(sample)).toMatchObject({
        assignee_code: 'wang',
        assignee_name: '王强',
        handle_status: sample.handle_status,
        record_version: 2,
      });
    expect(await eventsOf(first)).toMatchObject([
      {
        kind: 'assigned',
        actor_code: 'lili',
        detail: { before: { assignee_code: first.assignee_code }, after: { assignee_code: 'wang' } },
      },
    ]);
    expect(await auditOf(first)).toMatchObject([
      { action: 'assign', before: { assignee_code: first.assignee_code }, after: { assignee_name: '王强' } },
    ]);
  });

  test.each<[string, () => Record<string, unknown>]>([
    ['nothing chosen', () => ({ ids: [], chargeCode: 'wang' })],
    ['nobody chosen', () => ({ ids: idsOf(samples), chargeCode: ' ' })],
    ['a person nobody knows', () => ({ ids: idsOf(samples), chargeCode: 'nobody' })],
    ['a person who may not see it', () => ({ ids: idsOf(samples), chargeCode: 'zhao' })],
    ['an exception of others among them', () => ({ ids: idsOf([...samples, ...foreign]), chargeCode: 'wang' })],
    ['an id that is none', () => ({ ids: ['999999999'], chargeCode: 'wang' })],
  ])('%s is refused and changes nothing', async (_name, body) => {
    const before = await all();
    const answer = await client.call('assignExceptions', { body: body() });
    expect(answer.status).not.toBe(1);
    expect(answer.msg).toMatch(/[\u4e00-\u9fff]/);
    expect(await all()).toBe(before);
  });

  test('what the person may not see is left, and stated by tenant', async () => {
    const everything = await signedIn('boss');
    const body = { ids: idsOf([...samples, ...foreign]), chargeCode: 'wang' };
    const answer = await everything.call('assignExceptions', { body });
    expect(answer).toMatchObject({ status: 1 });
    expect(answer.msg).toContain('6 条未分配：王强');
    expect(answer.msg).toContain('HANDB');
    for (const sample of samples) expect((await rowOf(sample))['assignee_code']).toBe('wang');
    for (const sample of foreign) expect((await rowOf(sample))['assignee_code']).toBe(sample.assignee_code);
    const none = await everything.call('assignExceptions', { body: { ids: idsOf(foreign), chargeCode: 'wang' } });
    expect(none.status).not.toBe(1);
    expect(none.msg).toContain('HANDB');
  });

  test('only people who may see one of the tenants are offered', async () => {
    const offered = async (tenantCodes: string) =>
      (await (await signedIn('boss')).call('users', { query: { tenantCodes } })).data.wlUsers.map(
        (user: { userCode: string }) => user.userCode,
      );
    expect(await offered('HANDA')).toEqual(['boss', 'lili', 'wang']);
    expect(await offered('HANDB')).toEqual(['boss', 'zhao']);
    expect(await offered('HANDA,HANDB')).toEqual(['boss', 'lili', 'wang', 'zhao']);
  });

  test('to somebody who sees all tenants goes', async () => {
    expect(await client.call('assignExceptions', { body: { ids: idsOf(samples), chargeCode: 'boss' } })).toMatchObject({
      status: 1,
    });
  });
});

describe('handling many', () => {
  test('sets status, remark and time; anyone who handles becomes responsible', async () => {
    const body = {
      ids: idsOf(samples),
      chargeCode: 'wang',
      chargeName: '别人',
      handleStatus: '2',
      handleRemark: ' 已联系船公司 ',
      handleTime: '2001-01-01',
    };
    const answer = await client.call('updateExceptionStatus', { body });
    expect(answer).toMatchObject({ status: 1, data: { changed: 6 } });
    for (const sample of samples) {
      const row = await rowOf(sample);
      expect(row).toMatchObject({
        handle_status: 2,
        handle_remark: '已联系船公司',
        assignee_code: 'lili',
        assignee_name: '李丽',
      });
      expect(row['handle_time']).toBeGreaterThan(Date.UTC(2026, 0, 1));
    }
    const [first] = samples as [ExceptionSample];
    expect(await eventsOf(first)).toMatchObject([
      {
        kind: 'handled',
        detail: { before: { handle_status: first.handle_status, assignee_name: first.assignee_name } },
      },
    ]);
    expect(await auditOf(first)).toMatchObject([{ action: 'handle', after: { handle_status: 2 } }]);
  });

  test('changes what may be changed and names the rest row by row', async () => {
    const answer = await client.call('updateExceptionStatus', {
      body: { ids: idsOf([...samples, ...foreign]), handleStatus: 1 },
    });
    expect(answer.data.changed).toBe(6);
    expect(answer.data.results.filter((row: any) => !row.ok).map((row: any) => row.id)).toEqual(idsOf(foreign));
    for (const sample of foreign) expect((await rowOf(sample))['handle_status']).toBe(sample.handle_status);
  });

  test.each<[string, Record<string, unknown>]>([
    ['no status', { handleStatus: '' }],
    ['an unknown status', { handleStatus: '9' }],
    ['a status that is no number', { handleStatus: 'done' }],
    ['too long a remark', { handleStatus: 1, handleRemark: '长'.repeat(256) }],
  ])('%s is refused', async (_name, part) => {
    const before = await all();
    const answer = await client.call('updateExceptionStatus', { body: { ids: idsOf(samples), ...part } });
    expect(answer.status).not.toBe(1);
    expect(answer.msg).toMatch(/[\u4e00-\u9fff]/);
    expect(await all()).toBe(before);
  });

  test('a remark of 255 characters fits', async () => {
    const remark = '长'.repeat(255);
    await client.call('updateExceptionStatus', {
      body: { ids: idsOf(samples), handleStatus: 1, handleRemark: remark },
    });
    expect((await rowOf(samples[0] as ExceptionSample))['handle_remark']).toBe(remark);
  });
});

describe('undoing', () => {
  const undo = (who: typeof client, sample: ExceptionSample) =>
    who.call('undoHandling', { body: { obmAutotestResultId: String(sample.id) } });
  const handled = (sample: ExceptionSample, status: number) =>
    client.call('updateException', {
      body: { obmAutotestResultId: String(sample.id), handleStatus: status, handleRemark: `to ${status}` },
    });
  const state = async (sample: ExceptionSample) => {
    const { handle_status, handle_remark, handle_time, assignee_code, assignee_name } = await rowOf(sample);
    return { handle_status, handle_remark, handle_time, assignee_code, assignee_name };
  };

  test('brings back what was before, act by act, with history and audit', async () => {
    const [sample] = samples as [ExceptionSample];
    const first = await state(sample);
    await client.call('assignExceptions', { body: { ids: [String(sample.id)], chargeCode: 'lili' } });
    const second = await state(sample);
    await handled(sample, sample.handle_status === 2 ? 3 : 2);
    expect(await undo(client, sample)).toMatchObject({ status: 1, msg: '已撤销' });
    expect(await state(sample)).toEqual(second);
    expect(await undo(client, sample)).toMatchObject({ status: 1 });
    expect(await state(sample)).toEqual(first);
    expect((await undo(client, sample)).status).not.toBe(1);
    const kinds = (await eventsOf(sample)).map((event) => event['kind']);
    expect(kinds.filter((kind) => kind === 'undone')).toHaveLength(2);
    expect((await auditOf(sample)).map((entry) => entry['action']).slice(-2)).toEqual(['undone', 'undone']);
  });

  test('is refused after somebody else changed it, and for what others may see only', async () => {
    const [sample] = samples as [ExceptionSample];
    await handled(sample, 1);
    const other = await signedIn('wang');
    expect((await undo(other, sample)).status).not.toBe(1);
    await other.call('updateException', {
      body: { obmAutotestResultId: String(sample.id), handleStatus: 3, handleRemark: 'mine' },
    });
    const before = await all();
    expect(await undo(client, sample)).toMatchObject({ msg: expect.stringContaining('不能撤销') });
    const [strange] = foreign as [ExceptionSample];
    expect((await undo(client, strange)).status).not.toBe(1);
    expect(await all()).toBe(before);
  });
});

describe('handling one', () => {
  const form = (sample: ExceptionSample, values: Record<string, unknown>) => ({
    obmAutotestResultId: String(sample.id),
    blNo: 'is not changed',
    ...values,
  });

  test('changes it and refuses who looked at an older state', async () => {
    const [sample] = samples as [ExceptionSample];
    const values = { handleStatus: '1', handleRemark: '处理中', recordVersion: 1 };
    expect(await client.call('updateException', { body: form(sample, values) })).toMatchObject({ status: 1 });
    expect(await rowOf(sample)).toMatchObject({
      handle_status: 1,
      handle_remark: '处理中',
      bill_no: sample.bill_no,
      record_version: 2,
    });
    const stale = await client.call('updateException', { body: form(sample, { ...values, handleStatus: '3' }) });
    expect(stale).toMatchObject({
      status: 0,
      msg: expect.stringMatching(/^数据已被 .+ 修改/),
      data: { stale: true, current: { handleStatus: '1', handleRemark: '处理中', recordVersion: 2 } },
    });
    expect((await rowOf(sample))['handle_status']).toBe(1);
    // The same form again, since its answer was lost, is no second change.
    expect(await client.call('updateException', { body: form(sample, values) })).toMatchObject({ status: 1 });
    expect(await rowOf(sample)).toMatchObject({ record_version: 2 });
  });

  test('of others is not there', async () => {
    const [sample] = foreign as [ExceptionSample];
    const answer = await client.call('updateException', { body: form(sample, { handleStatus: '1' }) });
    expect(answer.status).not.toBe(1);
    expect((await rowOf(sample))['handle_status']).toBe(sample.handle_status);
  });

  test('two at once: one wins, the other is reported', async () => {
    const [sample] = samples as [ExceptionSample];
    const other = await signedIn('wang');
    const answers = await Promise.all(
      [client, other].map((who, index) =>
        who.call('updateException', { body: form(sample, { handleStatus: index + 1, recordVersion: 1 }) }),
      ),
    );
    expect(answers.filter((answer) => answer.status === 1)).toHaveLength(1);
    expect(await eventsOf(sample)).toHaveLength(1);
  });
});
