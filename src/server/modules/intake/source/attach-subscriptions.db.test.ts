import { expect, test } from 'vitest';
import { untilWaiting } from '#testing/lock-waits.ts';
import { buildTenant } from '#testing/people.ts';
import { startPipeline } from '#testing/pipeline.ts';
import { startScriptedSource } from '#testing/scripted-source.ts';
import { buildSubscription } from '#testing/factories.ts';
import { insertSubscriptions } from '#server/modules/tracking/subscription/create-subscriptions.ts';
import { testDatabase } from '#testing/test-database.ts';
import { attachingSubscriptions } from './attach-subscriptions.ts';

const database = await testDatabase();
const pipeline = await startPipeline(database, { start: Date.UTC(2026, 2, 1) });
const { chores = [] } = attachingSubscriptions({
  database,
  clock: pipeline.clock,
  schedulePulls: pipeline.schedulePulls,
});
const attach = async (): Promise<void> => {
  for (const { run } of chores) await run();
};

test.runIf(database.kind === 'postgres')(
  'a subscription whose carrier is recognised while a source of it is given others is asked of it',
  async () => {
    const tenant = await buildTenant(database);
    const sourceId = await pipeline.addCarrier('MSKT', (await startScriptedSource()).baseUrl);
    const subscription = await buildSubscription(database, { tenantId: tenant.id, carrierCode: 'AUTO' });
    await database.execute('update source set attached_at = null where id = $1', [sourceId]);
    const { attached } = await database.transaction(async () => {
      // As the pipeline does it for what an aggregator has recognised.
      await database.execute(`update subscription set carrier_code = 'MSKT' where id = $1`, [subscription.id]);
      await database.execute('update source set attached_at = null where id = $1', [sourceId]);
      const attaching = database.detached(attach);
      await database.detached(() => untilWaiting(database));
      return { attached: attaching };
    });
    await attached;
    await attach();
    const targets = await database.query(
      'select from subscription_source where subscription_id = $1 and source_id = $2',
      [subscription.id, sourceId],
    );
    expect(targets).toHaveLength(1);
  },
);

test.runIf(database.kind === 'postgres')(
  'a subscription is asked of a source that was added, and given others, before it was committed',
  async () => {
    const tenant = await buildTenant(database);
    const { baseUrl } = await startScriptedSource();
    const { subscription, sourceId } = await database.transaction(async () => {
      const { rows } = await insertSubscriptions(
        database,
        [
          {
            tenantId: tenant.id,
            subject: 'bill',
            billNo: 'LATE00000001',
            containerNo: null,
            carrierCode: 'COSU',
            vesselName: null,
            voyage: null,
            direction: null,
            orderNo: null,
            channel: 'SHIPPING_TRACKING',
            sourceType: 'CARRIER',
            subscribedAt: pipeline.clock.now(),
          },
        ],
        pipeline.clock.now(),
      );
      return database.detached(async () => {
        const added = await pipeline.addCarrier('COSU', baseUrl);
        await database.execute('update source set attached_at = null where id = $1', [added]);
        await attach();
        return { subscription: rows[0]?.id, sourceId: added };
      });
    });
    await attach();
    const targets = await database.query(
      'select from subscription_source where subscription_id = $1 and source_id = $2',
      [subscription, sourceId],
    );
    expect(targets).toHaveLength(1);
    // It is settled: it is not looked at for ever.
    await attach();
    expect(
      await database.query(`select from source where id = $1 and attached_at > now() - interval '1 day'`, [sourceId]),
    ).toHaveLength(1);
  },
);
