import { httpModule } from '#server/module/index.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { configuration } from '#server/modules/administration/configuration/index.ts';
import { entityServices } from '#server/product.ts';
import { openReferenceStore } from '#server/modules/administration/masterdata/index.ts';
import { silentLog } from '#testing/database-templates.ts';
import { seedTestDictionary } from '#testing/entities.ts';
import { answering, startHttpReceiver } from '#testing/http-receiver.ts';
import { jobCause, startNotifications } from '#testing/notifications.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { testApp, type TestClient } from '#testing/test-app.ts';
import { testDatabase } from '#testing/test-database.ts';
import { notification } from './index.ts';
import { newSigningSecret } from './standard-webhooks.ts';

const database = await testDatabase();
await seedTestDictionary(database);
const receiver = await startHttpReceiver();
const product = startNotifications(database, { allowedUrls: [receiver.url] });
const { clock, keys, queue, worker, delivery, buildFeedback } = product;
const reference = await openReferenceStore(database, silentLog);
afterAll(() => reference.stop());

const tenant = await buildTenant(database, { code: 'OUT', name: '发件租户' });
const other = await buildTenant(database);
await reference.refresh();
const menus = ['/feedback'];
await buildUser(database, { tenantId: tenant.id, userCode: 'keeper', menus });
await buildUser(database, { tenantId: tenant.id, userCode: 'reader' });
await buildUser(database, { tenantId: tenant.id, userCode: 'boss', userType: 'admin' });
await buildUser(database, { tenantId: other.id, userCode: 'stranger', menus });
const services = entityServices({ reference, keys });
const { signedIn } = await testApp(database, {
  queue,
  clock,
  modules: [
    httpModule(configuration, { services: services }),
    httpModule(notification, { reference: reference.current, queue, keys, delivery, services }),
  ],
});
const [keeper, reader, boss, stranger] = await Promise.all(
  ['keeper', 'reader', 'boss', 'stranger'].map((code) => signedIn(code)),
);
const as = (client: TestClient | undefined): TestClient => client as TestClient;
const secret = newSigningSecret();
const english = { 'x-lang': 'en' };

const newFeedback = async (more: Record<string, unknown> = {}) =>
  await as(keeper).call('feedback.insert', {
    body: {
      tenantId: String(tenant.id),
      feedbackName: `定义${Math.random()}`,
      feedbackType: 'WEBHOOK',
      feedbackAddr: `${receiver.url}/hook`,
      feedbackAuth: secret,
      triggerStatus: 'Faulted',
      feedbackSubject: '{{process}}',
      ...more,
    },
  });

let job = 100;
const notified = async (feedbackId: number): Promise<string> => {
  await product.notify([jobCause(tenant.id, ++job, { feedbackIds: [feedbackId] })]);
  const { id } = await database.system
    .selectFrom('notification')
    .select('id')
    .where('cause_key', '=', `job:${job}`)
    .executeTakeFirstOrThrow();
  return String(id);
};

describe('a definition', () => {
  test('listens to events of exceptions, and is in use unless switched off', async () => {
    const added = await newFeedback({ triggerEvents: ['EXCEPTION_OPENED', 'EXCEPTION_REGRESSED'] });
    expect(added).toMatchObject({
      status: 1,
      data: {
        triggerEvents: 'EXCEPTION_OPENED,EXCEPTION_REGRESSED',
        triggerStatus: 'Faulted',
        active: 1,
        feedbackAuth: true,
      },
    });
    expect((await newFeedback({ triggerEvents: 'Faulted' })).status).toBe(0);
    expect((await newFeedback({ triggerStatus: 'EXCEPTION_OPENED' })).status).toBe(0);
  });

  test('with a condition or a secret that cannot be read is refused at save, at its field', async () => {
    expect(await newFeedback({ triggerMatchInfo: '/(/' })).toMatchObject({
      status: 0,
      data: { fields: [{ field: 'triggerMatchInfo' }] },
    });
    expect(await newFeedback({ feedbackAuth: 'my password' })).toMatchObject({
      status: 0,
      data: { fields: [{ field: 'feedbackAuth' }] },
    });
    expect(await newFeedback({ feedbackAuth: `${secret} ${newSigningSecret()}` })).toMatchObject({ status: 1 });
  });
});

describe('sending a test', () => {
  test('sends for real and says what the receiver answered', async () => {
    receiver.behave(answering(202, 'thank you'));
    const { data } = await newFeedback();
    const answer = await as(keeper).call('feedbackTest', { body: { wlFeedbackId: data.wlFeedbackId } });
    expect(answer).toMatchObject({
      status: 1,
      msg: '测试通知已送达',
      data: { ok: true, responseCode: 202, detail: 'thank you', reasonText: null, feedbackType: 'WEBHOOK' },
    });
    expect(receiver.requests[0]?.body).toBe(answer.data.sent);
    expect(JSON.parse(answer.data.sent)).toMatchObject({ type: 'feedback.test', data: { tenantCode: 'OUT' } });
    expect(answer.text).not.toContain(secret.slice(6));
    const { data: kept } = await as(keeper).call('outboxGet', {
      query: { notificationId: answer.data.notificationId },
    });
    expect(kept).toMatchObject({ kind: 'test', state: 'sent', attemptList: [{ actorCode: 'keeper', result: 'sent' }] });
  });

  test('says in both languages why it failed, and does not try again', async () => {
    receiver.behave(answering(500, 'boom'));
    const { data } = await newFeedback();
    const body = { wlFeedbackId: data.wlFeedbackId };
    expect(await as(keeper).call('feedbackTest', { body })).toMatchObject({
      status: 1,
      msg: '测试通知未送达：接收方出错',
      data: { ok: false, responseCode: 500, detail: 'boom' },
    });
    expect(await as(keeper).call('feedbackTest', { body, headers: english })).toMatchObject({
      msg: 'The test was not delivered: The receiver failed',
    });
    await worker.processAll({ until: clock.now() + 86_400_000 });
    expect(receiver.requests).toHaveLength(2);
  });

  test('text messages are refused in plain words', async () => {
    const { data } = await newFeedback({ feedbackType: 'SMS', feedbackAddr: '+8613800000000', feedbackAuth: null });
    expect(await as(keeper).call('feedbackTest', { body: { wlFeedbackId: data.wlFeedbackId } })).toMatchObject({
      data: { ok: false, reasonText: '未配置短信网关（SMS_GATEWAY_URL），无法发送短信', sent: null },
    });
  });

  test('a definition that is switched off can be tested', async () => {
    receiver.behave(answering(200));
    const { data } = await newFeedback({ active: 0 });
    expect(await as(keeper).call('feedbackTest', { body: { wlFeedbackId: data.wlFeedbackId } })).toMatchObject({
      data: { ok: true },
    });
  });

  test('by a form that is not saved sends what it holds, secret and all, and keeps nothing', async () => {
    receiver.behave(answering(200, `you sent ${secret}`));
    const form = {
      tenantId: String(tenant.id),
      feedbackName: '尚未保存',
      feedbackType: 'WEBHOOK',
      feedbackAddr: `${receiver.url}/draft`,
      feedbackAuth: secret,
      feedbackSubject: '{{process}}',
    };
    const tables = async () =>
      (
        await database.query<{ n: number }>(
          `select (select count(*)::int from feedback) + (select count(*)::int from notification) as n`,
        )
      )[0]?.n;
    const before = await tables();
    const answer = await as(keeper).call('feedbackTest', { body: { feedback: form } });
    expect(answer).toMatchObject({ status: 1, data: { ok: true, notificationId: null, responseCode: 200 } });
    expect(receiver.requests[0]?.body).toBe(answer.data.sent);
    expect(receiver.requests[0]?.headers['webhook-signature']).toMatch(/^v1,/);
    expect(answer.text).not.toContain(secret.slice(6));
    expect(await tables()).toBe(before);
    const audit = await database.query<{ after: object }>(
      `select after from audit_log where entity = 'notification' and action = 'test' order by id desc limit 1`,
    );
    expect(JSON.stringify(audit)).not.toContain(secret.slice(6));

    // Changed values of a saved one go with what is kept of it, its secret too.
    const { data: saved } = await newFeedback();
    receiver.requests.length = 0;
    const changed = { feedbackAddr: `${receiver.url}/elsewhere` };
    const body = { wlFeedbackId: saved.wlFeedbackId, feedback: changed };
    expect((await as(keeper).call('feedbackTest', { body })).data).toMatchObject({ ok: true });
    expect(receiver.requests[0]).toMatchObject({
      path: '/elsewhere',
      headers: { 'webhook-signature': expect.any(String) },
    });
    expect((await as(keeper).call('feedback.get', { query: { wlFeedbackId: saved.wlFeedbackId } })).data).toMatchObject(
      {
        feedbackAddr: `${receiver.url}/hook`,
      },
    );
    expect(await as(stranger).call('feedbackTest', { body })).toMatchObject({ status: 0 });
  });

  test('by a form is refused as saving it would be, and reaches nothing internal', async () => {
    const form = {
      tenantId: String(tenant.id),
      feedbackName: 'x',
      feedbackType: 'WEBHOOK',
      feedbackAddr: 'http://127.0.0.1:1/admin',
    };
    const sent = await as(keeper).call('feedbackTest', { body: { feedback: form } });
    expect(sent).toMatchObject({ status: 1, data: { ok: false, sent: null } });
    expect(sent.data.reasonText).toContain('内部');
    for (const wrong of [
      { ...form, feedbackAddr: '' },
      { ...form, feedbackAuth: 'no secret' },
      { ...form, triggerMatchInfo: '/(/' },
      { ...form, tenantId: String(other.id) },
    ])
      expect(await as(keeper).call('feedbackTest', { body: { feedback: wrong } })).toMatchObject({
        status: 0,
        data: { fields: [{}] },
      });
    expect(await as(keeper).call('feedbackTest', { body: {} })).toMatchObject({ status: 0, msg: '入参不能为空' });
    expect(await as(reader).call('feedbackTest', { body: { feedback: form } })).toMatchObject({ http: 403 });
  });

  test('is nothing for strangers and for those without the menu', async () => {
    receiver.behave(answering(200));
    const { data } = await newFeedback();
    const body = { wlFeedbackId: data.wlFeedbackId };
    expect((await as(reader).call('feedbackTest', { body })).http).toBe(403);
    expect(await as(stranger).call('feedbackTest', { body })).toMatchObject({ status: 0, msg: '数据不存在或已被删除' });
    expect(receiver.requests).toEqual([]);
  });
});

describe('the outbox', () => {
  test('lists what is sent and why it is not, by state and kind, for the own tenants', async () => {
    receiver.behave(answering(500));
    const id = await buildFeedback({
      tenantId: tenant.id,
      name: '名单',
      address: `${receiver.url}/list`,
      auth: secret,
    });
    const notificationId = await notified(id);
    await worker.processAll();
    const query = (body: object, client = keeper) =>
      as(client).call('outboxQuery', { body: { pageSize: 50, ...body } });
    const { data } = await query({ wlFeedbackId: String(id) });
    expect(data).toMatchObject({
      totalRecord: 1,
      records: [
        {
          notificationId,
          tenantName: '发件租户',
          feedbackName: '名单',
          state: 'failed',
          reasonText: '接收方出错',
          causeStatusName: '失败',
          attempts: 1,
        },
      ],
    });
    expect((await query({ wlFeedbackId: String(id), state: ['sent'] })).data.totalRecord).toBe(0);
    expect(
      (await query({ wlFeedbackId: String(id), state: 'failed', feedbackType: ['WEBHOOK'] })).data.totalRecord,
    ).toBe(1);
    expect((await query({ keyword: '名单' })).data.totalRecord).toBe(1);
    expect((await query({ keyword: '%' })).data.totalRecord).toBe(0);
    expect((await query({ sortRules: [{ columnName: 'nextAttemptTime', sortType: 'asc' }] })).status).toBe(1);
    expect((await query({ sortRules: [{ columnName: 'content', sortType: 'asc' }] })).status).toBe(0);
    expect((await query({}, stranger)).data.totalRecord).toBe(0);
    expect((await query({}, boss)).data.totalRecord).toBeGreaterThan(0);
    expect((await query({}, reader)).http).toBe(403);
    expect(await as(stranger).call('outboxGet', { query: { notificationId } })).toMatchObject({
      status: 0,
      msg: '数据不存在或已被删除',
    });
  });

  test('sends again as a new attempt under the same id, with an entry of the audit', async () => {
    const mine = () => receiver.requests.filter(({ path }) => path === '/again');
    receiver.behave((_request, response) => response.writeHead(mine().length <= 8 ? 500 : 200).end());
    const id = await buildFeedback({ tenantId: tenant.id, address: `${receiver.url}/again`, auth: secret });
    const notificationId = await notified(id);
    await worker.processAll({ until: clock.now() + 48 * 3_600_000 });
    const get = async () => (await as(keeper).call('outboxGet', { query: { notificationId } })).data;
    expect(await get()).toMatchObject({ state: 'given_up', attempts: 8 });
    const replay = (client: TestClient | undefined) =>
      as(client).call('outboxReplay', { body: { notificationIds: [notificationId] } });
    expect((await replay(reader)).http).toBe(403);
    expect(await replay(stranger)).toMatchObject({ status: 0, msg: '数据不存在或已被删除' });
    expect(await replay(keeper)).toMatchObject({
      status: 1,
      msg: '已重新排队 1 条通知',
      data: { queued: 1, skipped: 0 },
    });
    expect(await replay(keeper)).toMatchObject({ status: 1, data: { queued: 0, skipped: 1 } });
    await worker.processAll();
    const after = await get();
    expect(after).toMatchObject({ state: 'sent', attempts: 9 });
    expect(after.attemptList[0]).toMatchObject({ number: 9, actorCode: 'keeper', result: 'sent' });
    expect(new Set(mine().map(({ headers }) => headers['webhook-id']))).toEqual(new Set([after.webhookId]));
    const dead = await queue.list({ kind: 'notification', status: 'dead' });
    expect(dead.filter((task) => task.singletonKey === notificationId)).toEqual([]);
    expect(
      await database.system
        .selectFrom('audit_log')
        .select(['action', 'actor_code'])
        .where('entity', '=', 'notification')
        .where('entity_id', '=', notificationId)
        .execute(),
    ).toEqual([{ action: 'replay', actor_code: 'keeper' }]);
    expect(await replay(boss)).toMatchObject({ data: { queued: 1 } });
    await worker.processAll();
    expect(mine()).toHaveLength(10);
  });

  test('without a simulated world there is nothing that receivers tell', async () => {
    const id = await buildFeedback({ tenantId: tenant.id, address: receiver.url, auth: secret });
    const notificationId = await notified(id);
    expect(await as(keeper).call('outboxReceived', { query: { notificationId } })).toMatchObject({
      data: { simulated: false, messages: [] },
    });
    expect(await as(stranger).call('outboxReceived', { query: { notificationId } })).toMatchObject({ status: 0 });
    await worker.processAll();
  });
});

describe('messages within the product', () => {
  test('are for whom they name, and are read one by one or all', async () => {
    const named = await buildFeedback({ tenantId: tenant.id, type: 'IN_APP', address: 'reader', subject: '给读者' });
    const all = await buildFeedback({ tenantId: tenant.id, type: 'IN_APP', address: '*', subject: '给所有人' });
    const first = await notified(named);
    await notified(all);
    await worker.processAll();
    const inbox = async (client: TestClient | undefined) => (await as(client).call('inboxQuery')).data;
    expect(await inbox(reader)).toMatchObject({ unread: 2, messages: [{ read: false }, { read: false }] });
    expect(await inbox(keeper)).toMatchObject({ unread: 1, messages: [{ subject: '给所有人' }] });
    expect(await inbox(stranger)).toEqual({ unread: 0, messages: [] });
    const read = (client: TestClient | undefined, body: object) => as(client).call('inboxRead', { body });
    await read(keeper, { notificationIds: [first] });
    await read(stranger, { notificationIds: [first] });
    expect((await inbox(reader)).unread).toBe(2);
    await read(reader, { notificationIds: [first] });
    await read(reader, { notificationIds: [first] });
    expect((await inbox(reader)).unread).toBe(1);
    await read(reader, {});
    expect((await inbox(reader)).unread).toBe(0);
    expect((await inbox(keeper)).unread).toBe(1);
  });
});
