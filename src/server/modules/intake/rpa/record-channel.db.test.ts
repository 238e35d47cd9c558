import { httpModule } from '#server/module/index.ts';
import { expect, test } from 'vitest';
import { tablePage } from '#server/connectors/rpa/samples.ts';
import { hashToken } from '#server/platform/crypto/index.ts';
import { ts } from '#server/platform/db/instants.ts';
import { buildContainerNumber } from '#shared/ids/container-number.ts';
import { buildSubscription } from '#testing/factories.ts';
import { buildTenant } from '#testing/people.ts';
import { startPipeline } from '#testing/pipeline.ts';
import { testApp } from '#testing/test-app.ts';
import { testDatabase } from '#testing/test-database.ts';
import { rpa } from './index.ts';

const database = await testDatabase();
const start = Date.UTC(2026, 1, 16);
const [mine, other] = [await buildTenant(database), await buildTenant(database)];
const { clock, queue, reference, worker } = await startPipeline(database, { start });
const { anonymous } = await testApp(database, {
  clock,
  queue,
  modules: [httpModule(rpa, { reference: reference.current, queue })],
});
const key = 'prk_channel';
await database.system
  .insertInto('robot_key')
  .values({ name: 'robot', prefix: 'prk_chan', key_hash: hashToken(key), created_at: ts(start), created_by: 'test' })
  .execute();

test('what a robot brings is of self-service where the subscription is, and otherwise of tracking', async () => {
  const bill = 'WILL000000001';
  const subscribe = (tenantId: number) => buildSubscription(database, { tenantId, billNo: bill, carrierCode: 'WILL' });
  const [tracked, selfService] = [await subscribe(mine.id), await subscribe(other.id)];
  await database.execute(`update subscription set channel = 'SHIPPING_TRACKING_WALI' where id = $1`, [selfService.id]);
  const answer = await anonymous.call('rpaAnswer', {
    body: {
      carrierCode: 'WILL',
      subject: 'bill',
      subjectNo: bill,
      collectedAt: clock.now(),
      robotId: 'wali',
      jobId: 'job-1',
      contentType: 'html',
      body: tablePage(bill, buildContainerNumber('WBLU', 1)),
    },
    headers: { 'api-key': key, source: 'WaliRobot' },
  });
  expect(answer).toMatchObject({ status: 1 });
  await worker.processAll();
  const channelOf = ({ id }: { id: number }) =>
    database.query('select channel from shipment where subscription_id = $1 and not fused', [id]);
  expect(await channelOf(tracked)).toEqual([{ channel: 'SHIPPING_TRACKING' }]);
  expect(await channelOf(selfService)).toEqual([{ channel: 'SHIPPING_TRACKING_WALI' }]);
});
