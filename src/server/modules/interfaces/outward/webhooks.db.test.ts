import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { equipmentEvent } from '#server/connectors/dcsa/event-builders.ts';
import { outwardApi } from '#testing/outward-api.ts';
import { testDatabase } from '#testing/test-database.ts';
import { findDcsaProblems } from '#testing/simulator/dcsa-check.ts';

const database = await testDatabase();
const { answers, ask, callbackUrl, clock, keeper, mine, pipeline, received, run, stranger, reported } =
  await outwardApi(database);

type Answer = Awaited<ReturnType<typeof keeper.call>>;
const filters = { eventType: [] as string[] };
const posts = () => received.filter(({ method }) => method === 'POST');
const query = async () =>
  (await keeper.call('webhookQuery')).data as { webhookId: string; state: string; waiting: number }[];
const deliveries = async (webhookId: string, more: object = {}) =>
  (
    (await keeper.call('webhookDeliveries', { query: { webhookId, ...more } })).data as {
      records: { deliveryId: string; state: string; kind: string; attempts: number; lastStatus: number | null }[];
    }
  ).records;
const signedBy = (secret: string, body: string): string =>
  `sha256=${createHmac('sha256', Buffer.from(secret, 'base64')).update(body).digest('hex')}`;

let day = 9;
/** Something happens to the shipment, and the pipeline takes it in. */
async function happen(): Promise<void> {
  day += 1;
  const at = `2026-01-${day}T09:00:00+08:00`;
  reported.push(equipmentEvent({ id: `in${day}`, code: 'INSP', port: 'CNSHA', at, createdAt: '2026-01-21T13:00:00Z' }));
  pipeline.clock.set(Date.UTC(2026, 0, 21 + day));
  await pipeline.worker.processAll();
}

async function addWebhook(): Promise<{ webhookId: string; secret: string }> {
  const made = await keeper.call('webhookInsert', { body: { tenantId: mine.id, callbackUrl, filters } });
  expect(made.status).toBe(1);
  return made.data;
}

/** After the pause of a failure has passed. */
const later = (): void => clock.set(clock.now() + 600_000);

describe('a webhook', () => {
  test('is refused with the reason in words', async () => {
    const add = async (body: object): Promise<Answer> =>
      keeper.call('webhookInsert', { body: { tenantId: mine.id, callbackUrl, filters, ...body } });
    expect((await add({ callbackUrl: 'ftp://x/' })).msg).toContain('http');
    expect((await add({ callbackUrl: 'http://169.254.1.1/x' })).msg).toContain('NOTIFY_ALLOWED_URLS');
    expect((await stranger.call('webhookInsert', { body: { tenantId: mine.id, callbackUrl, filters } })).data).toEqual({
      notFound: true,
    });
    expect(await query()).toEqual([]);
  });

  test('keeps what was sent and answered, tries it again as it was, and keeps the order', async () => {
    const { webhookId, secret } = await addWebhook();
    received.length = 0;
    await happen();
    answers.push(503);
    await run();
    const [failed] = await deliveries(webhookId);
    expect(failed).toMatchObject({ state: 'failed', kind: 'events', attempts: 1, lastStatus: 503 });
    expect(await query()).toMatchObject([{ webhookId, state: 'retrying' }]);
    // What happens meanwhile waits behind it.
    await happen();
    later();
    await run();
    const [first, again, next] = posts();
    expect([again?.body, posts().length]).toEqual([first?.body, 3]);
    expect(next?.body).not.toBe(first?.body);
    expect(first?.headers['notification-signature']).toBe(signedBy(secret, first?.body ?? ''));
    const list = await deliveries(webhookId);
    expect(list.map(({ state, attempts }) => [state, attempts])).toEqual([
      ['delivered', 1],
      ['delivered', 2],
    ]);
    const detail = (await keeper.call('webhookDelivery', { query: { deliveryId: list[1]?.deliveryId } })).data;
    expect(detail.body).toBe(first?.body);
    expect(detail.attemptList).toMatchObject([
      { number: 2, status: 204, actorCode: 'system' },
      { number: 1, status: 503, headers: { 'notification-signature': first?.headers['notification-signature'] } },
    ]);
  });

  test('is sent one delivery again, and all that failed', async () => {
    const [{ webhookId } = { webhookId: '' }] = await query();
    const [last] = await deliveries(webhookId);
    received.length = 0;
    const resend = (body: object) => keeper.call('webhookResend', { body: { webhookId, ...body } });
    expect((await resend({})).status).toBe(0);
    expect((await resend({ deliveryIds: [last?.deliveryId], failedWithinHours: 1 })).status).toBe(0);
    expect((await resend({ deliveryIds: ['987654'] })).data).toEqual({ notFound: true });
    expect((await resend({ deliveryIds: [last?.deliveryId] })).data).toEqual({ queued: 1, left: 0 });
    answers.push(500);
    await run();
    expect(posts()).toHaveLength(1);
    expect((await deliveries(webhookId, { failed: '1' })).map(({ deliveryId }) => deliveryId)).toEqual([
      last?.deliveryId,
    ]);
    expect((await resend({ failedWithinHours: 0 })).data).toEqual({ queued: 1, left: 0 });
    await run();
    expect(posts()).toHaveLength(2);
    expect(await deliveries(webhookId, { failed: '1' })).toEqual([]);
    expect((await resend({ failedWithinHours: 24 })).data).toEqual({ queued: 0, left: 0 });
  });

  test('that waits after a failure is tried at once when a person wants it', async () => {
    const [{ webhookId } = { webhookId: '' }] = await query();
    await happen();
    answers.push(500);
    await run();
    received.length = 0;
    await run();
    expect(posts()).toEqual([]);
    await keeper.call('webhookResend', { body: { webhookId, failedWithinHours: 24 } });
    await run();
    expect(posts()).toHaveLength(1);
    expect(await query()).toMatchObject([{ state: 'active', waiting: 0 }]);
  });

  test('takes a test event of each kind, signed and marked, of the form of the standard', async () => {
    const [{ webhookId } = { webhookId: '' }] = await query();
    received.length = 0;
    for (const kind of ['SHIPMENT', 'TRANSPORT', 'EQUIPMENT']) {
      const { data } = await keeper.call('webhookTest', { body: { webhookId, kind } });
      expect(data).toMatchObject({ kind: 'test', state: 'delivered', lastStatus: 204 });
      const sent = posts().at(-1);
      expect(sent?.headers['notification-test']).toBe('true');
      const [event] = JSON.parse(sent?.body ?? '[]');
      expect(event).toMatchObject({ eventType: kind });
      expect(findDcsaProblems(event)).toEqual([]);
      expect(sent?.body).toMatch(/ZZZ[UZ]/);
    }
    answers.push(418);
    const { data } = await keeper.call('webhookTest', { body: { webhookId, kind: 'TRANSPORT' } });
    expect(data).toMatchObject({ state: 'failed', lastStatus: 418 });
  });

  test('is paused and resumed; what happens meanwhile is sent afterwards', async () => {
    const [{ webhookId } = { webhookId: '' }] = await query();
    const pause = (paused: boolean) => keeper.call('webhookPause', { body: { webhookId, paused } });
    await pause(true);
    await happen();
    received.length = 0;
    await run();
    expect(posts()).toEqual([]);
    const [paused] = await query();
    expect([paused?.state, Number(paused?.waiting) > 0]).toEqual(['paused', true]);
    expect((await keeper.call('webhookResend', { body: { webhookId, failedWithinHours: 0 } })).msg).toContain('暂停');
    await pause(false);
    await run();
    expect(posts()).toHaveLength(1);
  });

  test('signs by both secrets for a day after a change', async () => {
    const [{ webhookId } = { webhookId: '' }] = await query();
    const former = posts().at(-1);
    const { data } = await keeper.call('webhookRotate', { body: { webhookId } });
    received.length = 0;
    await keeper.call('webhookTest', { body: { webhookId, kind: 'EQUIPMENT' } });
    const sent = posts()[0];
    expect(sent?.headers['notification-signature']).toBe(signedBy(data.secret, sent?.body ?? ''));
    expect(sent?.headers['notification-signature-previous']).toMatch(/^sha256=/);
    expect(former?.headers['notification-signature-previous']).toBeUndefined();
    clock.set(clock.now() + 25 * 3_600_000);
    received.length = 0;
    await keeper.call('webhookTest', { body: { webhookId, kind: 'EQUIPMENT' } });
    expect(posts()[0]?.headers['notification-signature-previous']).toBeUndefined();
  });

  test('is changed: what waited for the former events is made again', async () => {
    const [{ webhookId } = { webhookId: '' }] = await query();
    await happen();
    answers.push(500);
    await run();
    const body = { webhookId, callbackUrl, filters: { eventType: ['TRANSPORT'] } };
    expect((await keeper.call('webhookUpdate', { body })).status).toBe(1);
    received.length = 0;
    await run();
    expect(posts()).toEqual([]);
    expect((await deliveries(webhookId))[0]).toMatchObject({ state: 'replaced' });
    expect((await ask(`/event-subscriptions/${webhookId}`)).json).toMatchObject({ eventType: ['TRANSPORT'] });
  });

  test('is seen and touched by people of its tenant alone', async () => {
    const [{ webhookId } = { webhookId: '' }] = await query();
    const [delivery] = await deliveries(webhookId);
    expect((await stranger.call('webhookQuery')).data).toEqual([]);
    for (const [call, input] of [
      ['webhookUpdate', { body: { webhookId, callbackUrl, filters } }],
      ['webhookPause', { body: { webhookId, paused: true } }],
      ['webhookRotate', { body: { webhookId } }],
      ['webhookEnd', { body: { webhookId } }],
      ['webhookTest', { body: { webhookId, kind: 'SHIPMENT' } }],
      ['webhookResend', { body: { webhookId, failedWithinHours: 0 } }],
      ['webhookDeliveries', { query: { webhookId } }],
      ['webhookDelivery', { query: { deliveryId: delivery?.deliveryId } }],
    ] as const)
      expect([call, (await stranger.call(call, input)).data]).toEqual([call, { notFound: true }]);
  });

  test('ends, and what was sent can still be read', async () => {
    const [{ webhookId } = { webhookId: '' }] = await query();
    expect((await keeper.call('webhookEnd', { body: { webhookId } })).status).toBe(1);
    expect(await query()).toMatchObject([{ state: 'ended', waiting: 0 }]);
    expect((await deliveries(webhookId)).length).toBeGreaterThan(3);
    expect((await keeper.call('webhookTest', { body: { webhookId, kind: 'SHIPMENT' } })).data).toEqual({
      notFound: true,
    });
    const { records } = (
      await database.query<{ records: string }>(
        `select string_agg(distinct action, ' ' order by action) as records from audit_log where entity = 'eventSubscription'`,
      )
    )[0] ?? { records: '' };
    expect(records).toBe('delete insert pause resend resume secret test update');
  });
});

test('without a key for events no webhook is added', async () => {
  for (const { apiKeyId } of (await keeper.call('apiKeyQuery')).data as { apiKeyId: string }[])
    await keeper.call('apiKeyRevoke', { body: { apiKeyId } });
  const { status, msg } = await keeper.call('webhookInsert', { body: { tenantId: mine.id, callbackUrl, filters } });
  expect([status, msg]).toEqual([0, expect.stringContaining('密钥')]);
});
