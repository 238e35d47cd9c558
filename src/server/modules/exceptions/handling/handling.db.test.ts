import { describe, expect, test } from 'vitest';
import { buildContent } from '#domain/testing/builders.ts';
import { storeFused } from '#testing/fused-shipment.ts';
import { seedMasterData } from '#server/modules/world/seed/index.ts';
import { json } from '#server/platform/db/json.ts';
import { ts } from '#server/platform/db/instants.ts';
import { buildSubscription } from '#testing/factories.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { testProductModules } from '#testing/product-modules.ts';
import { testApp, type TestClient } from '#testing/test-app.ts';
import { testDatabase } from '#testing/test-database.ts';

const database = await testDatabase();
await seedMasterData(database);

const menus = ['/exception-manage'];
const tenant = await buildTenant(database);
const other = await buildTenant(database);
await buildUser(database, { tenantId: tenant.id, userCode: 'anna', name: '安娜', menus });
await buildUser(database, { tenantId: tenant.id, userCode: 'ben', name: '本', menus });
await buildUser(database, { tenantId: tenant.id, userCode: 'reader' });
await buildUser(database, { tenantId: tenant.id, userCode: 'boss', userType: 'admin' });
await buildUser(database, { tenantId: tenant.id, userCode: 'platform', userType: 'admin', allTenants: true });
await buildUser(database, { tenantId: other.id, userCode: 'stranger', menus });
const { signedIn } = await testApp(database, { modules: await testProductModules(database) });
const anna = await signedIn('anna');
const ben = await signedIn('ben');
const boss = await signedIn('boss');
const reader = await signedIn('reader');
const stranger = await signedIn('stranger');

const at = Date.UTC(2026, 4, 1);

async function buildException(
  options: { typeCode?: string; subscribed?: boolean; subscriptionId?: number } = {},
): Promise<string> {
  const subscription = await buildSubscription(database, { tenantId: tenant.id });
  const { id } = await database.system
    .insertInto('shipment_exception')
    .values({
      tenant_id: tenant.id,
      subscription_id: options.subscribed === false ? null : (options.subscriptionId ?? subscription.id),
      type_code: options.typeCode ?? 'ETA_SLIP',
      subject: 'bill',
      bill_no: subscription.billNo,
      source_type: 'CARRIER',
      evidence: json([{ path: 'booking.eta', value: at, sourceCode: 'NOSUCH', zone: 'Asia/Shanghai' }]),
      created_at: ts(at),
      updated_at: ts(at),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return String(id);
}

type SentCause = Record<string, unknown>;
const save = (client: TestClient, id: string, wlExceptionCauseList: SentCause[], more: object = {}) =>
  client.call('saveExceptionCauses', {
    body: { businessType: 'AUTOTEST_RESULT', sourceOrderId01: id, wlExceptionCauseList, ...more },
  });
const done = (...codes: string[]) => codes.map((code) => ({ exceptionHandleStatusCode: code }));
const causesOf = async (client: TestClient, id: string) =>
  (await client.call('exceptionCauses', { query: { businessType: 'AUTOTEST_RESULT', id01: id } })).data;
const audits = (id: string) =>
  database.system
    .selectFrom('audit_log')
    .select(['action', 'actor_code', 'before', 'after'])
    .where('entity', '=', 'exception_cause')
    .where('entity_id', '=', id)
    .orderBy('id')
    .execute();

describe('saving causes', () => {
  test('keeps what is new, changes what differs, deletes what is left out', async () => {
    const id = await buildException();
    const first = await save(anna, id, [
      { exceptionTypeCode: 'ETA_SLIP', remark: ' 台风 ', wlExceptionHandleStatusList: done('WAITING_REPLY') },
      { exceptionTypeCode: 'ROLLED' },
    ]);
    expect([first.status, first.msg]).toEqual([1, '保存成功']);
    const [slip, rolled] = first.data;
    expect(slip).toMatchObject({
      sourceOrderId01: id,
      appType: 'AUTOTEST',
      exceptionTypeName: '预计到港推迟',
      remark: '台风',
      recordVersion: 1,
      creatorName: '安娜',
    });
    expect(slip.wlExceptionHandleStatusList).toMatchObject([
      { exceptionHandleStatusCode: 'WAITING_REPLY', exceptionHandleStatusName: '等待回复' },
    ]);
    expect(rolled.exceptionTypeCode).toBe('ROLLED');

    const second = await save(ben, id, [
      { ...slip, remark: '改', wlExceptionHandleStatusList: [...slip.wlExceptionHandleStatusList, ...done('CLOSED')] },
      { exceptionTypeCode: 'DATA_STALE' },
    ]);
    expect(second.data.map((cause: SentCause) => [cause['exceptionTypeCode'], cause['remark']])).toEqual([
      ['ETA_SLIP', '改'],
      ['DATA_STALE', null],
    ]);
    const [changed] = second.data;
    expect(changed.wlExceptionCauseId).toBe(slip.wlExceptionCauseId);
    expect(changed).toMatchObject({ recordVersion: 2, lastModifierName: '本', creatorName: '安娜' });
    // What was done before keeps its record, with who and when.
    expect(changed.wlExceptionHandleStatusList[0].wlExceptionHandleStatusId).toBe(
      slip.wlExceptionHandleStatusList[0].wlExceptionHandleStatusId,
    );
    expect(await causesOf(anna, id)).toEqual(second.data);
    expect((await audits(id)).map((row) => [row.action, row.actor_code])).toEqual([
      ['save', 'anna'],
      ['save', 'ben'],
    ]);
  });

  test('saving what is there already writes nothing', async () => {
    const id = await buildException();
    const { data } = await save(anna, id, [
      { exceptionTypeCode: 'ROLLED', wlExceptionHandleStatusList: done('CLOSED') },
    ]);
    const again = await save(ben, id, data);
    expect(again.data).toEqual(data);
    expect(await audits(id)).toHaveLength(1);
  });

  const done1 = (...codes: string[]): SentCause => ({
    exceptionTypeCode: 'ROLLED',
    wlExceptionHandleStatusList: done(...codes),
  });
  test.each<[string, SentCause, string]>([
    ['no type', { exceptionTypeCode: ' ' }, '异常类型不能为空'],
    ['an unknown type', { exceptionTypeCode: 'NOPE' }, '该来源没有异常类型 NOPE'],
    ['a long remark', { exceptionTypeCode: 'ROLLED', remark: 'x'.repeat(501) }, '备注不能超过 500 个字符'],
    ['no handle status', done1(''), '第 1 条处理状态不能为空'],
    ['one handle status twice', done1('CLOSED', 'CLOSED'), '处理状态重复'],
    ['an unknown handle status', done1('NOPE'), '未知的处理状态 NOPE'],
  ])('with %s is refused, and nothing is kept', async (_what, cause, msg) => {
    const id = await buildException();
    const answer = await save(anna, id, [{ exceptionTypeCode: 'ETA_SLIP' }, cause]);
    expect([answer.status, answer.msg]).toEqual([0, `第 2 条异常原因：${msg}`]);
    expect(await causesOf(anna, id)).toEqual([]);
  });

  test('what is missing altogether is named', async () => {
    const id = await buildException();
    expect((await save(anna, '', [])).msg).toBe('入参不能为空');
    const noList = await anna.call('saveExceptionCauses', {
      body: { businessType: 'AUTOTEST_RESULT', sourceOrderId01: id },
    });
    expect(noList.msg).toBe('入参不能为空');
    expect((await save(anna, id, [], { businessType: 'JOB' })).msg).toBe('不支持的业务类型：JOB');
    expect((await save(anna, '999999999', [])).msg).toBe('异常不存在');
    const orphan = await buildException({ subscribed: false });
    expect((await save(anna, orphan, [{ exceptionTypeCode: 'ROLLED' }])).msg).toBe('无订阅ID,无法录入异常处理');
  });
});

describe('two people at once', () => {
  test("a save over somebody else's change is refused and says whose it was", async () => {
    const id = await buildException();
    const { data } = await save(anna, id, [{ exceptionTypeCode: 'ROLLED' }]);
    await save(ben, id, [{ ...data[0], remark: '本的备注' }]);
    const late = await save(anna, id, [{ ...data[0], remark: '安娜的备注' }]);
    expect([late.status, late.msg]).toEqual([0, '数据已被 本 修改，请刷新后重试']);
    expect((await causesOf(anna, id))[0].remark).toBe('本的备注');
  });

  test('a cause somebody added meanwhile is not deleted by a list that does not know it', async () => {
    const id = await buildException();
    await save(ben, id, [{ exceptionTypeCode: 'ROLLED' }]);
    const late = await save(anna, id, [{ exceptionTypeCode: 'ETA_SLIP' }], { baseline: [] });
    expect(late.msg).toBe('数据已被 本 修改，请刷新后重试');
    expect(await causesOf(anna, id)).toHaveLength(1);
  });

  test('a cause somebody deleted meanwhile is not silently left out', async () => {
    const id = await buildException();
    const { data } = await save(anna, id, [{ exceptionTypeCode: 'ROLLED' }]);
    await ben.call('deleteExceptionCauses', { body: { ids: [data[0].wlExceptionCauseId] } });
    expect((await save(anna, id, data)).msg).toBe('数据已被 本 修改，请刷新后重试');
  });

  test('of two saves at the same moment one wins and the other is reported', async () => {
    const id = await buildException();
    const answers = await Promise.all(
      [anna, ben].map((client) => save(client, id, [{ exceptionTypeCode: 'ROLLED' }], { baseline: [] })),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([0, 1]);
    expect(await causesOf(anna, id)).toHaveLength(1);
  });
});

describe('the page of one exception', () => {
  test('shows what the specification names', async () => {
    const id = await buildException();
    const { data } = await anna.call('exceptionResultById', { query: { obmAutotestResultId: id } });
    expect(data).toMatchObject({
      obmAutotestResultId: id,
      exceptionTypeCode: 'ETA_SLIP',
      testPurposeCode: 'ETA_SLIP',
      exceptionSourceCode: 'AUTOTEST',
      tenantCode: tenant.code,
      handleStatus: '0',
      handleRemark: null,
      chargeCode: null,
      bizSourceType: 'CARRIER',
      mayHandle: 1,
    });
    expect(data.ruleText).toContain('3 天');
    expect(data.obmTkSubscribe.obmTkSubscribeId).toBe(data.obmTkSubscribeId);
  });

  test('has what sources warn of the same thing, with who says it', async () => {
    const warned = await buildSubscription(database, { tenantId: tenant.id });
    const claim = { recordId: '1', sourceType: 'FT', sourceCode: 'NOSUCH', value: at, observedAt: at } as const;
    const by = { time: { rule: 'only' as const, winner: claim, others: [] } };
    const provenance = { 'warning[|WETA|NLRTM]': by, 'warning[MERU1234567|WDUMP|CNSHA]': by };
    const shown = { tenantId: tenant.id, subscriptionId: warned.id, content: buildContent({}), at, provenance };
    await storeFused(database, shown);
    const id = await buildException({ subscriptionId: warned.id });
    const { data } = await anna.call('exceptionResultById', { query: { obmAutotestResultId: id } });
    expect(data.warnings).toEqual([
      { code: 'WETA', containerNo: null, portCode: 'NLRTM', time: at, zone: 'Europe/Amsterdam', sourceName: 'NOSUCH' },
    ]);
    const plain = await anna.call('exceptionResultById', { query: { obmAutotestResultId: await buildException() } });
    expect(plain.data).not.toHaveProperty('warnings');
  });

  test('is open to anyone who is signed in, but saving needs the menu', async () => {
    const id = await buildException();
    const shown = await reader.call('exceptionResultById', { query: { obmAutotestResultId: id } });
    expect([shown.status, shown.data.mayHandle]).toEqual([1, 0]);
    expect((await save(reader, id, [])).http).toBe(403);
    const commented = await reader.call('addExceptionComment', { body: { obmAutotestResultId: id, body: '看到了' } });
    expect(commented.status).toBe(1);
  });

  test('of another tenant is as unknown as one that never was', async () => {
    const id = await buildException();
    const foreign = await stranger.call('exceptionResultById', { query: { obmAutotestResultId: id } });
    const never = await stranger.call('exceptionResultById', { query: { obmAutotestResultId: '999999999' } });
    expect([foreign.status, foreign.msg, foreign.data]).toEqual([0, '异常不存在', { notFound: true }]);
    expect([never.status, never.msg, never.data]).toEqual([0, '异常不存在', { notFound: true }]);
    const history = await stranger.call('exceptionHistory', { query: { obmAutotestResultId: id } });
    expect(history.msg).toBe('异常不存在');
    expect((await stranger.call('exceptionCauses', { query: { id01: id } })).msg).toBe('异常不存在');
    expect((await save(stranger, id, [{ exceptionTypeCode: 'ROLLED' }])).msg).toBe('异常不存在');
  });
});

describe('generic calls', () => {
  test('read one, read all, delete', async () => {
    const id = await buildException();
    const { data } = await save(anna, id, [
      { exceptionTypeCode: 'ROLLED', wlExceptionHandleStatusList: done('CLOSED', 'NO_ACTION') },
    ]);
    const [cause] = data;
    const [closed, noAction] = cause.wlExceptionHandleStatusList;
    const one = await anna.call('exceptionCauseById', { query: { wlExceptionCauseId: cause.wlExceptionCauseId } });
    expect(one.data).toEqual(cause);
    const status = await anna.call('causeStatusById', {
      query: { wlExceptionHandleStatusId: closed.wlExceptionHandleStatusId },
    });
    expect(status.data).toEqual(closed);
    const all = await anna.call('allExceptionCauses', { query: { sourceOrderId01: id } });
    expect(all.data).toEqual({ records: [cause], totalPage: 1, totalRecord: 1 });
    const statuses = await anna.call('allCauseStatuses', {
      query: { wlExceptionCauseId: cause.wlExceptionCauseId, pageSize: 1 },
    });
    expect(statuses.data).toEqual({ records: [closed], totalPage: 2, totalRecord: 2 });

    const gone = await anna.call('deleteCauseStatuses', { body: [noAction.wlExceptionHandleStatusId] });
    expect([gone.msg, gone.data]).toEqual(['删除成功', { deleted: 1 }]);
    const [left] = await causesOf(anna, id);
    expect(left.wlExceptionHandleStatusList).toEqual([closed]);
    expect(left.recordVersion).toBe(cause.recordVersion + 1);
    await anna.call('deleteExceptionCauses', { body: { ids: [cause.wlExceptionCauseId] } });
    expect(await causesOf(anna, id)).toEqual([]);
    expect((await audits(id)).map((row) => row.action)).toEqual(['save', 'delete', 'delete']);
  });

  test('deleting without ids or with a foreign one is refused as a whole', async () => {
    const id = await buildException();
    const { data } = await save(anna, id, [{ exceptionTypeCode: 'ROLLED' }]);
    const ids = [data[0].wlExceptionCauseId];
    for (const name of ['deleteExceptionCauses', 'deleteCauseStatuses'] as const) {
      expect((await anna.call(name, { body: { ids: [] } })).msg).toBe('入参不能为空');
      expect((await anna.call(name, { body: [] })).msg).toBe('入参不能为空');
    }
    expect((await stranger.call('deleteExceptionCauses', { body: { ids } })).status).toBe(0);
    expect((await anna.call('deleteExceptionCauses', { body: { ids: [...ids, '999999999'] } })).status).toBe(0);
    expect(await causesOf(anna, id)).toHaveLength(1);
  });

  test('choices are withdrawn by administrators of the platform only; what was recorded keeps its name', async () => {
    const choices = (await anna.call('allHandleStatuses', { query: { isDelete: 0 } })).data;
    const choice = choices.find(
      (item: { exceptionHandleStatusCode: string }) => item.exceptionHandleStatusCode === 'REBOOKED',
    );
    const id = await buildException();
    const { data } = await save(anna, id, [
      { exceptionTypeCode: 'ROLLED', wlExceptionHandleStatusList: done('REBOOKED') },
    ]);
    const body = { ids: [choice.mdExceptionHandleStatusId] };
    expect((await anna.call('deleteHandleStatuses', { body })).http).toBe(403);
    // All tenants share the choices: an administrator of one of them may not take one from the others.
    expect(await boss.call('deleteHandleStatuses', { body })).toMatchObject({
      status: 0,
      msg: '处理措施由所有租户共用，只能由平台人员修改',
    });
    expect((await anna.call('allHandleStatuses', { query: { isDelete: 0 } })).data).toHaveLength(choices.length);
    expect((await (await signedIn('platform')).call('deleteHandleStatuses', { body })).status).toBe(1);
    expect((await anna.call('allHandleStatuses', { query: { isDelete: 0 } })).data).toHaveLength(choices.length - 1);
    const kept = await save(anna, id, [{ ...data[0], remark: '仍可保存' }]);
    expect(kept.data[0].wlExceptionHandleStatusList[0].exceptionHandleStatusName).toBe('已改配船期');
    const another = await buildException();
    const refused = await save(anna, another, [
      { exceptionTypeCode: 'ROLLED', wlExceptionHandleStatusList: done('REBOOKED') },
    ]);
    expect(refused.status).toBe(0);
  });

  test('an administrator deletes an exception with all about it; the audit remembers', async () => {
    const id = await buildException();
    await save(anna, id, [{ exceptionTypeCode: 'ROLLED' }]);
    await anna.call('addExceptionComment', { body: { obmAutotestResultId: id, body: '再看看' } });
    expect((await anna.call('deleteExceptionResults', { body: { ids: [id] } })).http).toBe(403);
    expect((await boss.call('deleteExceptionResults', { body: { ids: [id] } })).status).toBe(1);
    expect((await anna.call('exceptionResultById', { query: { obmAutotestResultId: id } })).msg).toBe('异常不存在');
    const [entry] = await database.system
      .selectFrom('audit_log')
      .select(['action', 'before'])
      .where('entity', '=', 'shipment_exception')
      .where('entity_id', '=', id)
      .execute();
    expect(entry).toMatchObject({ action: 'delete', before: { type_code: 'ETA_SLIP' } });
  });
});

describe('history and comments', () => {
  test('tell what changed in words, newest first', async () => {
    const id = await buildException();
    await anna.call('assignExceptions', { body: { ids: [id], chargeCode: 'ben' } });
    await ben.call('updateException', { body: { obmAutotestResultId: id, handleStatus: '1', handleRemark: '在查' } });
    await save(ben, id, [
      { exceptionTypeCode: 'ROLLED', remark: '舱位不足', wlExceptionHandleStatusList: done('WAITING_REPLY') },
    ]);
    await anna.call('addExceptionComment', {
      body: { obmAutotestResultId: id, body: '@本 请跟进', mentions: ['ben'] },
    });
    const { data } = await anna.call('exceptionHistory', { query: { obmAutotestResultId: id } });
    expect(data.map((entry: { kind: string }) => entry.kind)).toEqual(['comment', 'causes', 'handled', 'assigned']);
    expect(data[0].comment).toMatchObject({ own: true, mentions: [{ userCode: 'ben', userName: '本' }] });
    expect(data[1].changes).toEqual([{ field: 'cause', before: null, after: '甩柜 · 舱位不足 · 等待回复' }]);
    expect(data[2]).toMatchObject({ actorName: '本' });
    expect(data[2].changes).toEqual([
      { field: 'handleStatus', before: '未处理', after: '处理中' },
      { field: 'handleRemark', before: null, after: '在查' },
    ]);
    expect(data[3].changes).toEqual([{ field: 'chargeName', before: null, after: '本' }]);
    const english = await anna.call('exceptionHistory', {
      query: { obmAutotestResultId: id },
      headers: { 'x-lang': 'en' },
    });
    expect(english.data[2].changes[0]).toEqual({ field: 'handleStatus', before: 'Untreated', after: 'In progress' });
  });

  test('a comment says something, to people who may see it', async () => {
    const id = await buildException();
    const comment = (body: string, mentions: string[] = []) =>
      anna.call('addExceptionComment', { body: { obmAutotestResultId: id, body, mentions } });
    expect((await comment('  ')).msg).toBe('请输入评论内容');
    expect((await comment('长'.repeat(2001))).msg).toBe('评论不能超过 2000 个字符');
    expect((await comment('看', ['stranger'])).msg).toContain('无法提及 stranger');
    expect((await comment('看', ['nobody'])).msg).toContain('无法提及 nobody');
    const { data } = await anna.call('exceptionHistory', { query: { obmAutotestResultId: id } });
    expect(data).toEqual([]);
  });

  test('a comment is taken back by its author only, and can be restored', async () => {
    const id = await buildException();
    const { data } = await anna.call('addExceptionComment', { body: { obmAutotestResultId: id, body: '误发' } });
    const body = { exceptionCommentId: data.exceptionCommentId };
    const shown = async () =>
      (await anna.call('exceptionHistory', { query: { obmAutotestResultId: id } })).data.length as number;
    expect((await ben.call('removeExceptionComment', { body })).status).toBe(0);
    expect((await anna.call('removeExceptionComment', { body })).status).toBe(1);
    expect(await shown()).toBe(0);
    expect((await anna.call('removeExceptionComment', { body: { ...body, isDelete: 0 } })).msg).toBe('评论已恢复');
    expect(await shown()).toBe(1);
  });
});
