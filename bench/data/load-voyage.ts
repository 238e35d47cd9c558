import { openReferenceStore } from '#server/modules/masterdata/index.ts';
import type { Database } from '#server/platform/db/database.ts';
import { createLogger } from '#server/platform/log/logger.ts';
import type { KeptPostgres } from '../support/postgres.ts';
import { isSmall } from '../support/report.ts';
import { addBenchUser, openLoadedPostgres } from './open-loaded.ts';
import { fillShipments } from './stored-shipments.ts';

/** Subscriptions on the voyage; each has a fused booking and the records of a carrier and an aggregator. */
const subscriptions = isSmall() ? 200 : 1_000;
/** Bookings of the voyage. */
export const voyageBookings = subscriptions * 3;
/** To be raised whenever other rows are made. */
const dataVersion = 1;

const onOneShip = `
  update shipment set vessel_name = 'BENCH HORIZON', voyage = '101W', port_of_discharge = 'NLRTM',
    content = (content::jsonb || jsonb_build_object('booking', (content::jsonb -> 'booking')
      || '{"vesselName": "BENCH HORIZON", "voyage": "101W", "portOfDischarge": "NLRTM"}'::jsonb))::json`;
const fused = `
  insert into shipment (tenant_id, subscription_id, fused, source_type, source_code, channel, observed_at, received_at, bill_no,
    carrier_code, vessel_name, voyage, port_of_discharge, direction, container_nos, content, content_hash, created_at, updated_at)
  select tenant_id, subscription_id, true, source_type, 'fusion', 'UNION', observed_at, received_at, bill_no,
    carrier_code, vessel_name, voyage, port_of_discharge, direction, container_nos, content, content_hash, created_at, updated_at
  from shipment where source_type = 'CARRIER' order by subscription_id`;

async function load(database: Database): Promise<void> {
  const reference = await fillShipments(database, subscriptions, () =>
    openReferenceStore(database, createLogger({ level: 'warn' })),
  );
  await database.patient(600_000, async () => {
    await database.execute(onOneShip);
    await database.execute(fused);
    await database.execute('vacuum analyze shipment');
  });
  await addBenchUser(database);
  await reference.stop();
}

/** Starts PostgreSQL with one voyage loaded; undefined where there is no PostgreSQL. */
export const openVoyagePostgres = (): Promise<KeptPostgres | undefined> =>
  openLoadedPostgres(`voyage-${voyageBookings}-${dataVersion}`, load);
