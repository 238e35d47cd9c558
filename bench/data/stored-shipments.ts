import type { ReferenceStore } from '#server/modules/administration/masterdata/index.ts';
import { seedMasterData } from '#server/modules/world/seed/index.ts';
import { insertSubscriptions } from '#server/modules/tracking/subscription/index.ts';
import { toStored, upsertShipments } from '#server/modules/tracking/shipment/index.ts';
import type { ShipmentWrite } from '#server/modules/tracking/shipment/index.ts';
import type { Database } from '#server/platform/db/database.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import type { SourceRecord } from '#domain/tracking/model.ts';
import { worldRecords } from './distinct-shipments.ts';

/** Distinct shipments of the simulated world; of more, each is stored several times under numbers of its own. */
const maxDistinct = 1_000;
const batch = 200;

/** Records of one shipment under another bill number. */
const renamed = (records: readonly SourceRecord[], from: string, to: string): SourceRecord[] =>
  JSON.parse(JSON.stringify(records).replaceAll(from, to)) as SourceRecord[];

/** Fills a database with the records of shipments that a carrier and an aggregator speak about, not yet fused. */
export async function fillShipments(
  database: Database,
  count: number,
  openReference: () => Promise<ReferenceStore>,
): Promise<ReferenceStore> {
  await migrate(database);
  await seedMasterData(database);
  const reference = await openReference();
  const tenant = await database.system
    .insertInto('tenant')
    .values({ code: 'ALPHA', name: '海帆供应链' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const distinct = [...worldRecords(reference.current(), Math.min(count, maxDistinct))];
  const now = Date.now();
  for (let at = 0; at < count; at += batch) {
    const some = Array.from({ length: Math.min(batch, count - at) }, (_, index) => {
      const { shipment, records } = distinct[(at + index) % distinct.length] as (typeof distinct)[number];
      const turn = Math.floor((at + index) / distinct.length);
      const billNo = turn === 0 ? shipment.billNo : `${shipment.billNo}${turn}`;
      return { shipment, billNo, records: turn === 0 ? records : renamed(records, shipment.billNo, billNo) };
    });
    await database.transaction(async () => {
      await insertSubscriptions(
        database,
        some.map(({ shipment, billNo }) => ({
          tenantId: tenant.id,
          subject: 'bill',
          billNo,
          containerNo: null,
          carrierCode: shipment.carrier.code,
          vesselName: null,
          voyage: null,
          direction: shipment.direction,
          orderNo: null,
          channel: 'SHIPPING_TRACKING',
          sourceType: 'CARRIER',
          subscribedAt: shipment.bookedAt,
        })),
        now,
      );
      const rows = await database.query<{ id: number; bill_no: string }>(
        'select id, bill_no from subscription where bill_no = any($1)',
        [some.map(({ billNo }) => billNo)],
      );
      const idOf = new Map(rows.map((row) => [row.bill_no, row.id]));
      const writes = some.flatMap(({ shipment, billNo, records }) =>
        records.map((record): ShipmentWrite => ({
          tenantId: tenant.id,
          subscriptionId: idOf.get(billNo) ?? 0,
          fused: false,
          sourceId: null,
          sourceType: record.sourceType,
          sourceCode: record.sourceCode,
          channel: record.channel,
          observedAt: record.observedAt,
          receivedAt: record.observedAt,
          rawAnswerId: null,
          direction: shipment.direction,
          containerNo: null,
          ended: false,
          content: record.content,
          stored: toStored(record.content, null),
          history: null,
        })),
      );
      await upsertShipments(database, writes, now);
    });
  }
  return reference;
}
