import fastify from 'fastify';
import { describe, expect, test, afterAll } from 'vitest';
import { readMail, startReceivers, startSmtpServer, type Handed } from '#simulator/receivers/index.ts';
import { answering, startHttpReceiver } from '#testing/http-receiver.ts';
import { jobCause, startNotifications } from '#testing/notifications.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { testDatabase } from '#testing/test-database.ts';

const database = await testDatabase();
const receiver = await startHttpReceiver();
const mails: Handed[] = [];
const refusals: Record<string, string> = { full: '552 5.2.2 Mailbox full', busy: '451 4.7.1 Try again later' };
const smtp = await startSmtpServer({
  host: '127.0.0.1',
  port: 0,
  onMail: (mail) => mails.push(mail),
  refuse: (recipient) => refusals[recipient.split('@')[0] ?? ''],
});
const guarded = await startSmtpServer({
  host: '127.0.0.1',
  port: 0,
  onMail: (mail) => mails.push(mail),
  password: 's3cret pass',
});
const silent = await startSmtpServer({ host: '127.0.0.1', port: 0, onMail: () => {}, delayMs: 60_000 });
afterAll(() => Promise.all([smtp.stop(), guarded.stop(), silent.stop()]));

const settings = { allowedUrls: [receiver.url], smtpUrl: `smtp://127.0.0.1:${smtp.port}` };
const product = startNotifications(database, settings);
const tenant = await buildTenant(database, { code: 'CHAN', name: '渠道租户' });
const other = await buildTenant(database);

let job = 0;
async function sendBy(options: { type: string; address: string } & Record<string, unknown>, more = product) {
  const id = await more.buildFeedback({ tenantId: tenant.id, subject: '{{process}} {{status}}', ...options });
  await more.notify([jobCause(tenant.id, ++job, { feedbackIds: [id] })]);
  await more.worker.processAll();
  const row = await database.system
    .selectFrom('notification')
    .selectAll()
    .where('feedback_id', '=', id)
    .executeTakeFirstOrThrow();
  const attempt = await database.system
    .selectFrom('notification_attempt')
    .selectAll()
    .where('notification_id', '=', row.id)
    .orderBy('number', 'desc')
    .executeTakeFirst();
  return { row, attempt };
}

describe('mail', () => {
  test('arrives as written, at everybody named, under an id of its own', async () => {
    mails.splice(0);
    const { row, attempt } = await sendBy({
      type: 'EMAIL',
      address: 'a@x.example; b@x.example',
      content: '租户 {{tenant}}\n.第二行 {{error}}',
    });
    expect(row.state).toBe('sent');
    expect(attempt).toMatchObject({ result: 'sent', response_code: 250 });
    const [mail] = mails;
    expect(mail?.to).toEqual(['a@x.example', 'b@x.example']);
    expect(readMail(mail?.raw ?? '')).toMatchObject({
      subject: '船期采集 失败',
      text: '租户 渠道租户\n.第二行 no answer',
      messageId: `${row.webhook_id}@portolan`,
      from: 'Portolan <p@portolan.example>',
    });
  });

  test('a subject can add no headers', async () => {
    mails.splice(0);
    await sendBy({ type: 'EMAIL', address: 'a@x.example', subject: 'x\r\nBcc: evil@x.example\r\n\r\nbody' });
    expect(mails[0]?.to).toEqual(['a@x.example']);
    expect(mails[0]?.raw.split('\r\n\r\n')[0]).not.toMatch(/^bcc:/im);
  });

  test('a mailbox that is full is final, one that is busy is tried again, no server at all too', async () => {
    expect(await sendBy({ type: 'EMAIL', address: 'full@x.example' })).toMatchObject({
      row: { state: 'given_up', reason: 'mail_refused' },
      attempt: { response_code: 552 },
    });
    expect(await sendBy({ type: 'EMAIL', address: 'busy@x.example' })).toMatchObject({
      row: { state: 'failed', reason: 'mail_put_off' },
      attempt: { response_code: 451 },
    });
    const nowhere = startNotifications(database, { ...settings, smtpUrl: 'smtp://127.0.0.1:1' });
    expect(await sendBy({ type: 'EMAIL', address: 'a@x.example' }, nowhere as never)).toMatchObject({
      row: { state: 'failed', reason: 'unreachable' },
    });
    const none = startNotifications(database, { ...settings, smtpUrl: null });
    expect(await sendBy({ type: 'EMAIL', address: 'a@x.example' }, none as never)).toMatchObject({
      row: { state: 'given_up', reason: 'mail_not_configured' },
    });
  });

  test('a server that never greets is waited for no longer than the limit', async () => {
    const slow = startNotifications(database, {
      ...settings,
      smtpUrl: `smtp://127.0.0.1:${silent.port}`,
      timeoutMs: 300,
    });
    const { row, attempt } = await sendBy({ type: 'EMAIL', address: 'a@x.example' }, slow as never);
    expect(row).toMatchObject({ state: 'failed', reason: 'timeout' });
    expect(attempt?.duration_ms).toBeLessThan(10_000);
  });

  test('the login of a definition goes before that of the settings, and shows nowhere', async () => {
    mails.splice(0);
    const login = startNotifications(database, { ...settings, smtpUrl: `smtp://u:wrong@127.0.0.1:${guarded.port}` });
    expect(
      await sendBy({ type: 'EMAIL', address: 'a@x.example', auth: 'box:s3cret pass' }, login as never),
    ).toMatchObject({ row: { state: 'sent' } });
    expect(mails[0]?.user).toBe('box');
    const failed = await sendBy({ type: 'EMAIL', address: 'a@x.example', auth: 'box:other pass' }, login as never);
    expect(failed.row).toMatchObject({ state: 'failed', reason: 'mail_login_failed' });
    expect(JSON.stringify(failed)).not.toContain('other pass');
  });
});

describe('robots', () => {
  test('DingTalk is signed; its token is not shown', async () => {
    receiver.behave(answering(200, '{"errcode":0,"errmsg":"ok"}'));
    const address = `${receiver.url}/robot/send?access_token=verysecret`;
    const { row, attempt } = await sendBy({ type: 'DINGTALK', address, auth: 'SECabc', content: '内容' });
    expect(row).toMatchObject({ state: 'sent', address: `${receiver.url}/robot/send?access_token=***` });
    expect(JSON.stringify([row, attempt])).not.toContain('verysecret');
    const url = new URL(receiver.requests[0]?.path ?? '', receiver.url);
    expect([...url.searchParams.keys()]).toEqual(['access_token', 'timestamp', 'sign']);
    expect(JSON.parse(receiver.requests[0]?.body ?? '')).toMatchObject({ msgtype: 'markdown' });
  });

  test.each([
    ['{"errcode":310000,"errmsg":"sign not match"}', 'robot_refused', 310_000],
    ['{"errcode":45009,"errmsg":"api freq out of limit"}', 'too_many', 45_009],
    ['<html>', 'bad_answer', 200],
    ['null', 'bad_answer', 200],
  ])('an answer 200 that says %s is a failure', async (text, reason, code) => {
    receiver.behave(answering(200, text));
    expect(await sendBy({ type: 'WECOM', address: `${receiver.url}/w?key=k` })).toMatchObject({
      row: { state: 'failed', reason },
      attempt: { response_code: code },
    });
  });
});

describe('chat programs', () => {
  const world = fastify();
  const listening = (async () => {
    const stopping = new AbortController();
    const receivers = await startReceivers(world, {
      host: '127.0.0.1',
      now: () => Date.now(),
      stopping: stopping.signal,
    });
    const url = await world.listen({ host: '127.0.0.1', port: 0 });
    return { url: `${url}/receivers`, stop: () => Promise.all([receivers.stop(), world.close()]) };
  })();
  afterAll(async () => (await listening).stop());

  test.each([
    ['DINGTALK', '/dingtalk/robot/send?access_token=r', 'SECr', 'dingtalk', 'valid'],
    ['WECOM', '/wecom/webhook/send?key=r', undefined, 'wecom', null],
    ['SLACK', '/slack/services/T/B/r', undefined, 'slack', null],
    ['TEAMS', '/teams/workflows/r?sig=s', undefined, 'teams', null],
    ['FEISHU', '/feishu/open-apis/bot/v2/hook/r', 'SECr', 'feishu', 'valid'],
  ])('%s takes it', async (type, path, auth, kind, signature) => {
    const { url } = await listening;
    const here = startNotifications(database, { allowedUrls: [url] });
    const options = { type, address: `${url}${path}`, content: '内容 {{error}} & <all>' };
    const { row } = await sendBy(auth === undefined ? options : { ...options, auth }, here as never);
    expect(row).toMatchObject({ state: 'sent', reason: null });
    const answer = await fetch(`${url}/messages?reference=${row.webhook_id}`);
    expect(await answer.json()).toMatchObject({ messages: [{ kind, signature, text: expect.stringMatching('内容') }] });
  });

  test.each([
    ['DINGTALK', '/dingtalk/robot/send?access_token=r', 'SECother', 'failed', 'robot_guarded', 310_000],
    ['DINGTALK', '/dingtalk/robot/send?access_token=', undefined, 'given_up', 'robot_gone', 300_005],
    ['WECOM', '/wecom/webhook/send?key=', undefined, 'given_up', 'robot_gone', 93_000],
    ['FEISHU', '/feishu/open-apis/bot/v2/hook/r', 'SECother', 'failed', 'robot_guarded', 19_021],
    ['FEISHU', '/feishu/open-apis/bot/v2/hook/', undefined, 'given_up', 'robot_gone', 19_001],
    ['SLACK', '/slack/services/T/B/removed', undefined, 'given_up', 'robot_gone', 404],
    ['SLACK', '/slack/services/T/B/archived', undefined, 'given_up', 'gone', 410],
    ['SLACK', '/slack/services/T/B/r?answer=429', undefined, 'failed', 'too_many', 429],
    ['TEAMS', '/teams/workflows/r', undefined, 'failed', 'robot_guarded', 401],
  ])('%s at %s with %s: %s, %s', async (type, path, auth, state, reason, code) => {
    const { url } = await listening;
    const here = startNotifications(database, { allowedUrls: [url] });
    const options = { type, address: `${url}${path}` };
    const { row, attempt } = await sendBy(auth === undefined ? options : { ...options, auth }, here as never);
    expect({ row, attempt }).toMatchObject({ row: { state, reason }, attempt: { response_code: code } });
  });

  test.each([
    ['SLACK', 200, 'posted', {}, 'failed', 'bad_answer', 200],
    ['SLACK', 400, 'invalid_payload', {}, 'failed', 'message_refused', 400],
    ['SLACK', 403, 'action_prohibited', {}, 'failed', 'robot_guarded', 403],
    ['TEAMS', 202, '', {}, 'sent', null, 202],
    ['TEAMS', 200, '1', {}, 'sent', null, 200],
    ['TEAMS', 200, 'Microsoft Teams endpoint returned HTTP error 413', {}, 'failed', 'message_too_long', 413],
    ['TEAMS', 429, '', { 'retry-after': '90' }, 'failed', 'too_many', 429],
    ['FEISHU', 200, '{"StatusCode":0,"StatusMessage":"success"}', {}, 'sent', null, 200],
    ['FEISHU', 200, '{"code":11232,"msg":"frequency limited"}', {}, 'failed', 'too_many', 11_232],
    ['FEISHU', 400, '{"code":9499,"msg":"Bad Request","data":{}}', {}, 'failed', 'message_refused', 9_499],
    ['FEISHU', 502, '<html>', {}, 'failed', 'receiver_failed', 502],
  ])('%s that answers %i %s', async (type, status, text, headers, state, reason, code) => {
    receiver.behave(answering(status, text, headers));
    const { row, attempt } = await sendBy({ type, address: `${receiver.url}/x` });
    expect({ row, attempt }).toMatchObject({ row: { state, reason }, attempt: { response_code: code } });
  });

  test('a robot that is sent to too often is left alone for as long as it is silenced', async () => {
    receiver.behave(answering(200, '{"errcode":130101,"errmsg":"send too fast"}'));
    const { row } = await sendBy({ type: 'DINGTALK', address: `${receiver.url}/r?access_token=t` });
    const waitMs = Number(row.next_attempt_at) - product.clock.now();
    expect(waitMs).toBeGreaterThanOrEqual(600_000);
  });
});

describe('other ways', () => {
  test('text messages are refused without a gateway, and handed to it with one', async () => {
    expect(await sendBy({ type: 'SMS', address: '+8613800000000' })).toMatchObject({
      row: { state: 'given_up', reason: 'sms_not_configured' },
    });
    receiver.behave(answering(200));
    const gateway = startNotifications(database, {
      ...settings,
      allowedUrls: [],
      smsGatewayUrl: `${receiver.url}/sms`,
    });
    const sent = await sendBy(
      { type: 'SMS', address: '+8613800000000, 110', subject: 's', content: 'c', auth: 'gateway token' },
      gateway as never,
    );
    expect(sent.row.state).toBe('sent');
    expect(JSON.parse(receiver.requests[0]?.body ?? '')).toEqual({ to: ['+8613800000000', '110'], text: 's: c' });
    expect(receiver.requests[0]?.headers['authorization']).toBe('Bearer gateway token');
  });

  test('a message within the product needs somebody who sees the tenant', async () => {
    await buildUser(database, { tenantId: tenant.id, userCode: 'insider' });
    await buildUser(database, { tenantId: other.id, userCode: 'outsider' });
    expect(await sendBy({ type: 'IN_APP', address: 'Insider' })).toMatchObject({ row: { state: 'sent' } });
    expect(await sendBy({ type: 'IN_APP', address: '*' })).toMatchObject({ row: { state: 'sent' } });
    expect(await sendBy({ type: 'IN_APP', address: 'outsider' })).toMatchObject({
      row: { state: 'given_up', reason: 'nobody' },
    });
    const reported = await database.system.selectFrom('live_event').selectAll().where('topic', '=', 'inbox').execute();
    expect(reported.length).toBeGreaterThan(0);
    expect(new Set(reported.map((event) => event.tenant_id))).toEqual(new Set([tenant.id]));
  });
});
