import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { HOUR_MS } from '#shared/time/instant.ts';
import { silentLog } from '#testing/database-templates.ts';
import { answering, startHttpReceiver } from '#testing/http-receiver.ts';
import { jobCause, startNotifications } from '#testing/notifications.ts';
import { buildTenant } from '#testing/people.ts';
import { testDatabase } from '#testing/test-database.ts';
import { newSigningSecret } from './standard-webhooks.ts';
import { notificationTasks } from './tasks.ts';

const database = await testDatabase();
const receiver = await startHttpReceiver();
const { buildFeedback, clock, delivery, keys, newWorker, notify, queue, worker } = startNotifications(database, {
  allowedUrls: [receiver.url],
  timeoutMs: 60_000,
});
const tenant = await buildTenant(database);
const feedbackId = await buildFeedback({ tenantId: tenant.id, address: receiver.url, auth: newSigningSecret() });
const states = () => database.query<{ state: string; attempts: number }>('select state, attempts from notification');

/** What is done every minute for notifications that nothing would send any more. */
async function wakeForgotten(): Promise<void> {
  const { chores = [] } = notificationTasks({ database, queue, clock, log: silentLog, keys, delivery });
  for (const { name, run } of chores) if (name === 'forgotten notifications') await run();
}

test('what waited for long and is being sent is not sent a second time; what lost its task is sent', async () => {
  const requested = Promise.withResolvers<ServerResponse>();
  receiver.behave((_request, response, count) => {
    if (count === 1) requested.resolve(response);
    else response.writeHead(200).end();
  });
  await notify([jobCause(tenant.id, 1, { feedbackIds: [feedbackId] })]);
  clock.advance(HOUR_MS);
  const first = newWorker();
  await first.start();
  const response = await requested.promise;
  await wakeForgotten();
  await worker.processAll();
  expect(receiver.requests).toHaveLength(1);
  response.writeHead(200).end();
  await expect.poll(states).toEqual([{ state: 'sent', attempts: 1 }]);
  await first.stop();

  receiver.behave(answering(200));
  await database.execute('delete from notification');
  await notify([jobCause(tenant.id, 2, { feedbackIds: [feedbackId] })]);
  await database.execute('delete from task');
  clock.advance(HOUR_MS);
  await wakeForgotten();
  await worker.processAll();
  expect(await states()).toEqual([{ state: 'sent', attempts: 1 }]);
});
