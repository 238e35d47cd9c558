import { foldTraceTotals } from '#server/modules/tracking/trace-index/fold-totals.ts';
import { openReferenceStore } from '#server/modules/administration/masterdata/index.ts';
import { seedMasterData } from '#server/modules/world/seed/index.ts';
import type { Database } from '#server/platform/db/database.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { createLogger } from '#server/platform/log/logger.ts';
import type { ReusablePostgres } from '../support/postgres.ts';
import { isSmall } from '../support/report.ts';
import { distinctShipments } from './distinct-shipments.ts';
import { addTenTenants, indexedAfter, openLoadedPostgres } from './open-loaded.ts';

/** Shipments that lists of tracking are measured on. */
export const traceCount = isSmall() ? 50_000 : 1_000_000;
const distinct = isSmall() ? 200 : 1_000;
const rowsAtOnce = 25_000;
const loadLimitMs = 3_600_000;
/** To be raised whenever other rows are made. */
const dataVersion = 2;

/** Shipments of the simulated world, each stored many times under numbers of its own. */
async function stage(database: Database): Promise<void> {
  await database.execute(
    `create unlogged table bench_shipment (n int primary key, carrier_code text, direction text, booking jsonb, boxes text[], content text)`,
  );
  const store = await openReferenceStore(database, createLogger({ level: 'warn' }));
  const rows = [...distinctShipments(store.current(), distinct)].map(({ carrierCode, direction, content }, n) => ({
    n,
    carrier_code: carrierCode,
    direction,
    booking: content.booking,
    boxes: content.containers.map(({ containerNo }) => containerNo),
    content: JSON.stringify(content),
  }));
  await store.stop();
  for (let from = 0; from < rows.length; from += 100)
    await database.execute(
      `insert into bench_shipment select * from jsonb_to_recordset($1::jsonb)
         as r(n int, carrier_code text, direction text, booking jsonb, boxes text[], content text)`,
      [JSON.stringify(rows.slice(from, from + 100))],
    );
}

const made = `generate_series($1::int8, $2::int8) as n join bench_shipment b on b.n = (n.n - 1) % ${distinct}`;
const time = (name: string): string => `to_timestamp((b.booking ->> '${name}')::float8 / 1000)`;

const subscriptions = `
  insert into subscription (id, tenant_id, subject, bill_no, carrier_code, direction, channel, source_type, subscribed_at, ended,
    arrived, open_exceptions, has_data, shipment_id, created_at)
  overriding system value
  select n.n, $3::int8 + n.n * n.n % 10, 'bill', 'TRACE' || lpad(n.n::text, 8, '0'), b.carrier_code, b.direction,
    'SHIPPING_TRACKING', 'CARRIER', timestamptz '2025-01-01' + n.n * interval '31 seconds', n.n % 5 = 0,
    b.booking ->> 'ata' is not null, case when n.n % 13 = 0 then 1 + n.n % 3 else 0 end, true, n.n, now()
  from ${made}`;

const shipments = `
  insert into shipment (id, tenant_id, subscription_id, fused, source_type, source_code, channel, observed_at, received_at, bill_no,
    carrier_code, vessel_name, voyage, port_of_loading, port_of_discharge, etd, atd, planned_arrival, eta, ata, direction, ended,
    container_nos, content, content_hash, created_at, updated_at)
  overriding system value
  select n.n, $3::int8 + n.n * n.n % 10, n.n, true, 'CARRIER', 'fusion', 'UNION', now(), now(), 'TRACE' || lpad(n.n::text, 8, '0'),
    b.carrier_code, b.booking ->> 'vesselName', b.booking ->> 'voyage', b.booking ->> 'portOfLoading',
    b.booking ->> 'portOfDischarge', ${time('etd')}, ${time('atd')}, ${time('plannedArrival')},
    ${time('eta')} + n.n % 60 * interval '1 day', ${time('ata')}, b.direction, n.n % 5 = 0, b.boxes, b.content::json, '\\x00', now(), now()
  from ${made}`;

async function load(database: Database): Promise<void> {
  await migrate(database);
  await seedMasterData(database);
  const first = await addTenTenants(database);
  await stage(database);
  const fill = async (text: string): Promise<void> => {
    for (let from = 1; from <= traceCount; from += rowsAtOnce)
      await database.execute(text, [from, Math.min(traceCount, from + rowsAtOnce - 1), first]);
  };
  await database.patient(loadLimitMs, async () => {
    // It looks for the shipment that a subscription shows: here that comes later, and whether it has arrived is stated.
    await database.execute('alter table subscription disable trigger subscription_begins');
    await indexedAfter(database, 'subscription', () => fill(subscriptions));
    await database.execute('alter table subscription enable trigger subscription_begins');
    await indexedAfter(database, 'shipment', () => fill(shipments));
    await database.execute('drop table bench_shipment');
    // A worker does so every minute.
    await foldTraceTotals(database);
    for (const table of ['subscription', 'shipment', 'trace_total'])
      await database.execute(`vacuum (analyze) ${table}`);
  });
}

/** Starts PostgreSQL with the shipments loaded; undefined where there is no PostgreSQL. */
export const openTracePostgres = (): Promise<ReusablePostgres | undefined> =>
  openLoadedPostgres(`traces-${traceCount}-${dataVersion}`, load);
