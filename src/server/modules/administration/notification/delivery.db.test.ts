import type { ServerResponse } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { anyTask } from '#testing/any-task.ts';
import { answering, startHttpReceiver } from '#testing/http-receiver.ts';
import { jobCause, startNotifications } from '#testing/notifications.ts';
import { buildTenant } from '#testing/people.ts';
import { soon } from '#testing/soon.ts';
import { testDatabase } from '#testing/test-database.ts';
import { newSigningSecret } from './standard-webhooks.ts';

const database = await testDatabase();
const receiver = await startHttpReceiver();
const { clock, queue, worker, newWorker, notify, buildFeedback } = startNotifications(database, {
  allowedUrls: [receiver.url],
  timeoutMs: 6_000,
});
const tenant = await buildTenant(database, { code: 'NOTE', name: '通知租户' });
const other = await buildTenant(database);
const secret = newSigningSecret();

let job = 0;
const hook = (more: object = {}) =>
  buildFeedback({ tenantId: tenant.id, address: `${receiver.url}/hook`, auth: secret, ...more });
const only = (id: number, more: object = {}) => notify([jobCause(tenant.id, ++job, { feedbackIds: [id], ...more })]);
const notificationsOf = (feedbackId: number) =>
  database.system.selectFrom('notification').selectAll().where('feedback_id', '=', feedbackId).orderBy('id').execute();
const stateOf = async (feedbackId: number) => (await notificationsOf(feedbackId)).map((row) => row.state);
const attemptsOf = (feedbackId: number) =>
  database.system
    .selectFrom('notification_attempt as a')
    .innerJoin('notification as n', 'n.id', 'a.notification_id')
    .selectAll('a')
    .where('n.feedback_id', '=', feedbackId)
    .orderBy('a.number')
    .execute();
const minute = 60_000;

describe('who is notified', () => {
  test('once per definition, subject and status, however often it is stated', async () => {
    receiver.behave(answering(200));
    const [first, second] = [await hook(), await hook()];
    const cause = jobCause(tenant.id, ++job, { feedbackIds: [first, second] });
    expect(await notify([cause, cause])).toBe(2);
    expect(await notify([cause])).toBe(0);
    await Promise.all([1, 2, 3].map(() => notify([{ ...cause, status: 'Faulted' }])));
    await Promise.all([worker.processAll(), newWorker().processAll()]);
    expect(receiver.requests).toHaveLength(2);
    expect([await stateOf(first), await stateOf(second)]).toEqual([['sent'], ['sent']]);
  });

  test('with a roll-back nobody is notified', async () => {
    receiver.behave(answering(200));
    const id = await hook();
    await expect(
      database.transaction(async () => {
        await only(id);
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    await worker.processAll();
    expect([receiver.requests, await stateOf(id)]).toEqual([[], []]);
  });

  test('neither another tenant, nor another status, nor a condition that is not met, nor one that is off', async () => {
    receiver.behave(answering(200));
    const id = await hook({ match: '$.code == 7' });
    const deaf = [
      await hook({ statuses: 'Successful,Stopped' }),
      await hook({ match: '$.code == 8' }),
      await hook({ active: false }),
      await buildFeedback({ tenantId: other.id, address: `${receiver.url}/other`, auth: secret }),
    ];
    await notify([jobCause(tenant.id, ++job, { feedbackIds: [id, ...deaf] })]);
    expect(await stateOf(id)).toEqual(['waiting']);
    for (const one of deaf) expect(await stateOf(one)).toEqual([]);
    await worker.processAll();
  });

  test('exceptions by their own events, not by job statuses', async () => {
    const listening = await hook({ statuses: null, events: 'EXCEPTION_OPENED,EXCEPTION_REGRESSED' });
    const jobsOnly = await hook();
    const cause = jobCause(tenant.id, 1, { kind: 'exception', key: 'exception:1/1', status: 'EXCEPTION_OPENED' });
    await notify([{ ...cause, feedbackIds: [listening, jobsOnly] }]);
    expect(await notificationsOf(listening)).toMatchObject([
      { kind: 'exception', cause_status: 'EXCEPTION_OPENED', facts: { event: 'exception.opened' } },
    ]);
    expect(await stateOf(jobsOnly)).toEqual([]);
    await worker.processAll();
  });
});

describe('a webhook', () => {
  test('is signed, says what happened, and is the same at every attempt', async () => {
    receiver.behave((_request, response, count) => response.writeHead(count === 1 ? 503 : 204).end());
    const id = await hook({
      subject: '{{process}} {{status}}',
      content: '{{tenant}} {{jobId}} {{time}} {{error}} {{link}}',
    });
    await only(id);
    await worker.processAll();
    expect(await notificationsOf(id)).toMatchObject([{ state: 'failed', reason: 'receiver_failed', attempts: 1 }]);
    await worker.processAll({ until: clock.now() + minute });
    const [row] = await notificationsOf(id);
    expect(row).toMatchObject({ state: 'sent', reason: null, attempts: 2, next_attempt_at: null });
    expect(receiver.requests).toHaveLength(2);
    const [first, second] = receiver.requests;
    expect(second?.body).toBe(first?.body);
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    expect(new Webhook(secret).verify(second?.body ?? '', second?.headers as Record<string, string>)).toMatchObject({
      type: 'job.faulted',
      timestamp: '2026-05-01T07:30:00.000Z',
      data: {
        tenantCode: 'NOTE',
        status: 'Faulted',
        subject: '船期采集 失败',
        content: `通知租户 ${job} 2026-05-01 15:30:00 CST +8 no answer https://portolan.example/job?id=${job}`,
      },
    });
    expect(await attemptsOf(id)).toMatchObject([
      { number: 1, result: 'failed', reason: 'receiver_failed', response_code: 503, actor_code: 'system' },
      { number: 2, result: 'sent', reason: null, response_code: 204 },
    ]);
  });

  test('carries a signature of each secret while they are changed', async () => {
    receiver.behave(answering(200));
    const next = newSigningSecret();
    await only(await hook({ auth: `${next} ${secret}` }));
    await worker.processAll();
    const [request] = receiver.requests;
    for (const one of [next, secret])
      expect(() =>
        new Webhook(one).verify(request?.body ?? '', request?.headers as Record<string, string>),
      ).not.toThrow();
  });

  test('is tried for hours with growing waits, then given up; the dead letter stays', async () => {
    receiver.behave(answering(500, 'boom'));
    const id = await hook();
    const started = clock.now();
    await only(id);
    await worker.processAll({ until: started + 48 * 3_600_000 });
    const [row] = await notificationsOf(id);
    expect(row).toMatchObject({ state: 'given_up', attempts: 8, reason: 'receiver_failed', next_attempt_at: null });
    const times = (await attemptsOf(id)).map((attempt) => attempt.started_at - started);
    expect(times).toHaveLength(8);
    expect(times.at(-1)).toBeGreaterThan(24 * 3_600_000);
    const waits = times.slice(1).map((time, index) => time - (times[index] as number));
    expect(waits).toEqual([...waits].sort((a, b) => a - b));
    const dead = (await queue.list({ kind: 'notification', status: 'dead' })).filter(
      (task) => task.singletonKey === String(row?.id),
    );
    expect(dead).toHaveLength(1);
    expect(receiver.requests).toHaveLength(8);
  });

  test('waits as long as the receiver asks', async () => {
    receiver.behave(answering(429, '', { 'retry-after': '3600' }));
    const id = await hook();
    await only(id);
    await worker.processAll();
    const [row] = await notificationsOf(id);
    expect(row).toMatchObject({ state: 'failed', reason: 'too_many' });
    expect((row?.next_attempt_at ?? 0) - clock.now()).toBe(3_600_000);
    await database.execute("update notification set state = 'sent' where id = $1", [row?.id]);
  });

  test('410 ends it and switches the definition off, with an entry of the audit that can be undone', async () => {
    receiver.behave(answering(410));
    const id = await hook();
    await only(id);
    await worker.processAll();
    expect(await notificationsOf(id)).toMatchObject([{ state: 'given_up', reason: 'gone', attempts: 1 }]);
    const feedback = await database.system.selectFrom('feedback').selectAll().where('id', '=', id).executeTakeFirst();
    expect(feedback).toMatchObject({ active: false, record_version: 2 });
    const audit = await database.system
      .selectFrom('audit_log')
      .selectAll()
      .where('entity', '=', 'feedback')
      .where('entity_id', '=', String(id))
      .execute();
    expect(audit).toMatchObject([{ action: 'update', before: { active: true }, after: { active: false } }]);
    expect(JSON.stringify(audit)).not.toContain(secret);
    await only(id);
    expect(await notificationsOf(id)).toHaveLength(1);
  });

  test('a redirect is not followed', async () => {
    receiver.behave(answering(302, '', { location: `${receiver.url}/elsewhere` }));
    const id = await hook();
    await only(id);
    await worker.processAll();
    expect(receiver.requests.map(({ path }) => path)).toEqual(['/hook']);
    expect(await attemptsOf(id)).toMatchObject([{ result: 'failed', reason: 'redirected', response_code: 302 }]);
  });

  test.each([
    ['never answers', () => {}, 'timeout'],
    ['hangs up', (_request: unknown, response: { destroy: () => void }) => response.destroy(), 'unreachable'],
    [
      'speaks no HTTP',
      (_request: unknown, response: { socket: { end: (text: string) => void } | null }) =>
        response.socket?.end('HELLO\r\n\r\n'),
      'no_http',
    ],
  ])('a receiver that %s is tried again', async (_what, behaviour, reason) => {
    receiver.behave(behaviour as never);
    const id = await hook();
    await only(id);
    await worker.processAll();
    expect(await notificationsOf(id)).toMatchObject([{ state: 'failed', reason }]);
    const [attempt] = await attemptsOf(id);
    expect(attempt?.duration_ms).toBeLessThan(soon.timeout);
  });

  test('a receiver that says 200 and then lies, breaks off or talks for ever has been reported', async () => {
    const lies = [
      (response: ServerResponse) => response.writeHead(200, { 'content-length': '999' }).end('short'),
      (response: ServerResponse) => {
        response.writeHead(200);
        response.write('half');
        setImmediate(() => response.destroy());
      },
      (response: ServerResponse) => {
        response.writeHead(200);
        response.write('x'.repeat(100_000));
      },
      (response: ServerResponse) => {
        response.writeHead(200);
        response.write('and then silence');
      },
    ];
    for (const lie of lies) {
      receiver.behave((_request, response) => void lie(response));
      const id = await hook();
      await only(id);
      await worker.processAll();
      expect(await stateOf(id)).toEqual(['sent']);
      expect((await attemptsOf(id))[0]?.detail?.length ?? 0).toBeLessThanOrEqual(500);
    }
  });

  test('neither the secret nor control characters get into the log of attempts', async () => {
    receiver.behave(answering(400, `bad ${secret} \u0007\u202e${secret.slice(6)}\n<script>`));
    const id = await hook();
    await only(id);
    await worker.processAll();
    const [attempt] = await attemptsOf(id);
    expect(attempt?.detail).toBe('bad *** *** <script>');
  });

  test('internal addresses are refused for good, and nothing is sent', async () => {
    receiver.behave(answering(200));
    const port = new URL(receiver.url).port;
    for (const address of [
      `http://localhost:${port}/`,
      `http://[::ffff:127.0.0.1]:${port}/`,
      'http://169.254.169.254/',
    ]) {
      const id = await hook({ address });
      await only(id);
      await worker.processAll();
      expect(await notificationsOf(id)).toMatchObject([{ state: 'given_up', reason: 'internal_address' }]);
    }
    expect(receiver.requests).toEqual([]);
  });

  test('receivers that take connections and say nothing hold up nobody, however many notifications wait for them', async () => {
    const open: ServerResponse[] = [];
    receiver.behave((request, response) => {
      if (request.path === '/silent') open.push(response);
      else response.writeHead(200).end();
    });
    const patient = startNotifications(database, { allowedUrls: [receiver.url], timeoutMs: 60_000 });
    const reported = async (path: string, count: number): Promise<number> => {
      const id = await patient.buildFeedback({ tenantId: tenant.id, address: `${receiver.url}${path}`, auth: secret });
      for (let n = 0; n < count; n += 1) await patient.notify([jobCause(tenant.id, ++job, { feedbackIds: [id] })]);
      return id;
    };
    await reported('/silent', 45);
    await patient.worker.start();
    await expect.poll(() => open.length, { timeout: 20_000 }).toBe(45);
    const good = await reported('/good', 1);
    await expect.poll(() => stateOf(good), { timeout: 20_000 }).toEqual(['sent']);
    await patient.worker.stop(0);
    await database.execute(`delete from task where kind = 'notification'`);
  }, 60_000);

  test('a slow receiver holds up nobody', async () => {
    let whenGivenUp = -1;
    const others = () => receiver.requests.filter(({ path }) => path !== '/slow').length;
    receiver.behave((request, response) => {
      if (request.path === '/slow') response.on('close', () => (whenGivenUp = others()));
      else response.writeHead(200).end();
    });
    const slow = await hook({ address: `${receiver.url}/slow` });
    const quick = await hook();
    await only(slow);
    for (let n = 0; n < 10; n += 1) await only(quick);
    await worker.processAll();
    await expect.poll(() => whenGivenUp).toBe(10);
    expect(await stateOf(slow)).toEqual(['failed']);
    expect(new Set(await stateOf(quick))).toEqual(new Set(['sent']));
  });
});

describe('a process that ends', () => {
  test('between sending and recording sends again under the same id, and says so', async () => {
    receiver.behave(answering(200));
    const id = await hook();
    await only(id);
    // What a process leaves behind that was killed after the receiver had answered: an attempt that only began.
    const [row] = await notificationsOf(id);
    await database.system
      .insertInto('notification_attempt')
      .values({
        tenant_id: tenant.id,
        notification_id: row?.id as number,
        number: 1,
        started_at: new Date(clock.now()),
        result: 'running',
        address: receiver.url,
        actor_code: 'system',
      })
      .execute();
    await worker.processAll();
    expect(receiver.requests).toHaveLength(1);
    expect(receiver.requests[0]?.headers['webhook-id']).toBe(row?.webhook_id);
    expect(await attemptsOf(id)).toMatchObject([
      { number: 1, result: 'unknown', reason: 'interrupted' },
      { number: 2, result: 'sent' },
    ]);
  });

  test('while it waits for the answer sends again under the same id', async () => {
    const requested = Promise.withResolvers<void>();
    receiver.behave((_request, response, count) => {
      if (count === 1) requested.resolve();
      else response.writeHead(200).end();
    });
    const id = await hook();
    await only(id);
    const first = newWorker();
    await first.start();
    await requested.promise;
    await first.stop(0);
    expect(await notificationsOf(id)).toMatchObject([{ state: 'waiting', attempts: 1 }]);
    await worker.processAll();
    const [row] = await notificationsOf(id);
    expect(row).toMatchObject({ state: 'sent', attempts: 2 });
    expect(receiver.requests.map(({ headers }) => headers['webhook-id'])).toEqual([row?.webhook_id, row?.webhook_id]);
    expect(await attemptsOf(id)).toMatchObject([
      { number: 1, result: 'unknown', reason: 'interrupted' },
      { number: 2, result: 'sent' },
    ]);
  });

  test('and a task that comes twice sends once', async () => {
    receiver.behave(answering(200));
    const id = await hook();
    await only(id);
    await worker.processAll();
    const [row] = await notificationsOf(id);
    await queue.enqueue(anyTask('notification'), { notificationId: row?.id });
    await worker.processAll();
    expect(receiver.requests).toHaveLength(1);
    expect(await attemptsOf(id)).toHaveLength(1);
  });

  test('what waits for a definition that is deleted or switched off is given up', async () => {
    receiver.behave(answering(200));
    const [gone, off] = [await hook(), await hook()];
    await only(gone);
    await only(off);
    await database.execute('delete from feedback where id = $1', [gone]);
    await database.execute('update feedback set active = false where id = $1', [off]);
    await worker.processAll();
    expect(await notificationsOf(gone)).toMatchObject([{ state: 'given_up', reason: 'definition_gone' }]);
    expect(await notificationsOf(off)).toMatchObject([{ state: 'given_up', reason: 'definition_off' }]);
    expect(receiver.requests).toEqual([]);
  });
});
