import type { Database } from '#server/platform/db/database.ts';
import { buildAirWaybill } from '#shared/ids/air-waybill.ts';
import { sampleOneRecord, sampleWaybill } from './air-samples.ts';
import { buildSubscription } from './factories.ts';
import type { startPipeline } from './pipeline.ts';
import { startScriptedSource } from './scripted-source.ts';

type Pipeline = Awaited<ReturnType<typeof startPipeline>>;

/** Air waybills of a test, each with an airline of its own that tells it, and what the pipeline has made of them. */
export function createFlights(database: Database, pipeline: Pipeline, tenantId: number) {
  let waybills = 0;
  /** An air waybill that its airline has answered: ten pieces from Shanghai to Frankfurt, split over two flights. */
  async function flown() {
    waybills += 1;
    const waybill = buildAirWaybill('784', 2_000_000 + waybills);
    const airline = await startScriptedSource();
    const reported = JSON.stringify(sampleOneRecord())
      .replaceAll(sampleWaybill, waybill)
      .replaceAll(sampleWaybill.slice(4), waybill.slice(4));
    airline.respond(() => ({ body: JSON.parse(reported) as unknown }));
    const source = await pipeline.addCarrier(`CZ${waybills}`, airline.baseUrl);
    await database.execute(
      `update source set protocol = 'onerecord', carrier_code = 'CZ', mode = 'air' where id = $1`,
      [source],
    );
    const now = pipeline.clock.now();
    const subscription = await buildSubscription(database, {
      tenantId,
      billNo: waybill,
      carrierCode: 'CZ',
      subscribedAt: now,
    });
    await database.execute(`update subscription set mode = 'air' where id = $1`, [subscription.id]);
    const target = await pipeline.subscribe(subscription, source, now);
    await pipeline.at(now);
    const [fused] = await database.query<{ id: number }>(
      'select id from shipment where subscription_id = $1 and fused',
      [subscription.id],
    );
    return { subscription, target, waybill, id: subscription.id, bkId: String(fused?.id) };
  }
  return { flown };
}
