import { expect, test } from 'vitest';
import { equipmentEvent } from '#server/connectors/dcsa/event-builders.ts';
import { open } from '#server/platform/crypto/index.ts';
import { silentLog } from '#testing/database-templates.ts';
import { outwardApi } from '#testing/outward-api.ts';
import { testDatabase } from '#testing/test-database.ts';
import type { Answered } from './deliveries.ts';
import { notifySubscribers } from './notify-subscribers.ts';
import { writePending } from './write-pending.ts';

// What people do with webhooks while they, or others, are being notified.

const database = await testDatabase();
const { callbackUrl, clock, keeper, mine, pipeline, reported } = await outwardApi(database);
const taken: Answered = { status: 204, reason: null, text: '', durationMs: 1 };

async function addWebhook(): Promise<string> {
  const body = { tenantId: mine.id, callbackUrl, filters: { eventType: [] } };
  return (await keeper.call('webhookInsert', { body })).data.webhookId;
}

test('a webhook that ends while others are silent is not called any more', async () => {
  const ids = new Set<string>();
  // One more than are notified at the same time.
  for (let count = 0; count < 17; count += 1) ids.add(await addWebhook());
  const at = '2026-01-21T09:00:00+08:00';
  reported.push(equipmentEvent({ id: 'turn', code: 'INSP', port: 'CNSHA', at, createdAt: '2026-01-21T13:00:00Z' }));
  clock.set(Date.UTC(2026, 0, 22));
  await pipeline.worker.processAll();
  await writePending(database, pipeline.reference.current, clock);
  const called: string[] = [];
  const all = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  const notified = notifySubscribers({
    database,
    keys: pipeline.keys,
    log: silentLog,
    clock: { ...clock, realMsUntil: () => 0 },
    post: async (_url, headers) => {
      called.push(String(headers['subscription-id'] ?? headers['Subscription-ID']));
      if (called.length === 16) all.resolve();
      await ended.promise;
      return taken;
    },
  });
  await all.promise;
  const [last = ''] = [...ids].filter((id) => !called.includes(id));
  expect(await keeper.call('webhookEnd', { body: { webhookId: last } })).toMatchObject({ status: 1 });
  ended.resolve();
  await notified;
  expect(called).toHaveLength(16);
  expect(called).not.toContain(last);
});

test('a secret that is changed twice at the same moment: the one signs, and the other does beside it', async () => {
  const webhookId = await addWebhook();
  const answers = await Promise.all([1, 2, 3, 4].map(() => keeper.call('webhookRotate', { body: { webhookId } })));
  const secrets = answers.map(({ data }) => data.secret as string);
  const [row] = await database.query<{ secret: string; secret_before: string }>(
    'select secret, secret_before from outward_subscription where id = $1::uuid',
    [webhookId],
  );
  expect(secrets).toContain(open(row?.secret ?? '', pipeline.keys));
  expect(secrets).toContain(open(row?.secret_before ?? '', pipeline.keys));
});
