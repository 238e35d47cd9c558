import { foldSubscriptionTotals } from '#server/modules/tracking/subscription/tasks.ts';
import { foldTraceTotals } from '#server/modules/tracking/trace-index/fold-totals.ts';
import { openReferenceStore } from '#server/modules/administration/masterdata/index.ts';
import { seedMasterData } from '#server/modules/world/seed/index.ts';
import type { Database } from '#server/platform/db/database.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { createLogger } from '#server/platform/log/logger.ts';
import type { ReusablePostgres } from '../support/postgres.ts';
import { isSmall } from '../support/report.ts';
import { distinctShipments } from './distinct-shipments.ts';
import { numberOn } from './number-on.ts';
import { addTenTenants, indexedAfter, openLoadedPostgres } from './open-loaded.ts';

/** Shipments that lists of tracking are measured on. */
export const traceCount = isSmall() ? 50_000 : 1_000_000;
const distinct = isSmall() ? 200 : 1_000;
const rowsAtOnce = 25_000;
const loadLimitMs = 7_200_000;
const yearSeconds = 31_000_000;
/** To be raised whenever other rows are made. */
const dataVersion = 3;

/** Shipments to be filled in: the first of ten tenants, and how many different documents there are. */
export type TraceFilling = { first: number; documents: number };

/** Prepares an empty database for shipments: each is one of the simulated world, stored many times under numbers of its own. */
export async function beginTraces(
  database: Database,
  { documents, containers = [1, Infinity] }: { documents: number; containers?: readonly [number, number] },
): Promise<TraceFilling> {
  await migrate(database);
  await seedMasterData(database);
  const first = await addTenTenants(database);
  // A document is compressed once and copied as it is.
  await database.execute(
    `create unlogged table bench_shipment (n int primary key, carrier_code text, direction text, booking jsonb, boxes int, content json)`,
  );
  const store = await openReferenceStore(database, createLogger({ level: 'warn' }));
  const [least, most] = containers;
  const rows: object[] = [];
  for (const { carrierCode, direction, content } of distinctShipments(store.current(), 10 * documents)) {
    const boxes = content.containers.length;
    if (boxes < least || boxes > most) continue;
    rows.push({ n: rows.length, carrier_code: carrierCode, direction, booking: content.booking, boxes, content });
    if (rows.length === documents) break;
  }
  await store.stop();
  for (let from = 0; from < rows.length; from += 100)
    await database.execute(
      `insert into bench_shipment select * from jsonb_to_recordset($1::jsonb)
         as r(n int, carrier_code text, direction text, booking jsonb, boxes int, content json)`,
      [JSON.stringify(rows.slice(from, from + 100))],
    );
  await database.execute('analyze bench_shipment');
  return { first, documents: rows.length };
}

const made = `generate_series($1::int8, $2::int8) as n join bench_shipment b on b.n = (n.n - 1) % $4::int`;
const time = (name: string): string => `to_timestamp((b.booking ->> '${name}')::float8 / 1000)`;
const eta = `${time('eta')} + n.n % 60 * interval '1 day'`;

/** They are subscribed within a year. Every fifth has an exception, as `addIncidents` makes them, and two thirds of those are open. */
const subscriptions = `
  insert into subscription (id, tenant_id, subject, bill_no, carrier_code, direction, channel, source_type, subscribed_at, ended,
    arrived, eta, open_exceptions, has_data, shipment_id, created_at)
  overriding system value
  select n.n, $3::int8 + n.n * n.n % 10, 'bill', 'TRACE' || lpad(n.n::text, 8, '0'), b.carrier_code, b.direction,
    'SHIPPING_TRACKING', 'CARRIER', timestamptz '2025-01-01' + n.n * $5::float8 * interval '1 second', n.n % 5 = 1,
    b.booking ->> 'ata' is not null, ${eta}, case when n.n % 5 = 0 and n.n / 5 % 3 <> 0 then 1 else 0 end, true, n.n, now()
  from ${made}`;

const shipments = `
  insert into shipment (id, tenant_id, subscription_id, fused, source_type, source_code, channel, observed_at, received_at, bill_no,
    carrier_code, vessel_name, voyage, port_of_loading, port_of_discharge, etd, atd, planned_arrival, eta, ata, direction, ended,
    container_nos, content, content_hash, created_at, updated_at)
  overriding system value
  select n.n, $3::int8 + n.n * n.n % 10, n.n, true, 'CARRIER', 'fusion', 'UNION', now(), now(), 'TRACE' || lpad(n.n::text, 8, '0'),
    b.carrier_code, b.booking ->> 'vesselName', b.booking ->> 'voyage', b.booking ->> 'portOfLoading',
    b.booking ->> 'portOfDischarge', ${time('etd')}, ${time('atd')}, ${time('plannedArrival')}, ${eta}, ${time('ata')}, b.direction,
    n.n % 5 = 1, array(select 'BOX' || (n.n * 10 + box) from generate_series(1, b.boxes) as box), b.content, '\\x00', now(), now()
  from ${made}`;

/** Fills in shipments of the numbers from 1 to `count`, and their subscriptions. */
export async function addTraces(database: Database, { first, documents }: TraceFilling, count: number): Promise<void> {
  const fill = async (
    table: string,
    trigger: string,
    text: string,
    more: readonly unknown[] = [],
  ): Promise<void> => {
    // They look for the row that a subscription shows: here that comes later, and what it would say is stated.
    await database.execute(`alter table ${table} disable trigger ${trigger}`);
    await indexedAfter(database, table, async () => {
      for (let from = 1; from <= count; from += rowsAtOnce)
        await database.execute(text, [from, Math.min(count, from + rowsAtOnce - 1), first, documents, ...more]);
    });
    await database.execute(`alter table ${table} enable trigger ${trigger}`);
    await numberOn(database, table);
  };
  await database.patient(loadLimitMs, async () => {
    await Promise.all([
      fill('subscription', 'subscription_begins', subscriptions, [yearSeconds / count]),
      fill('shipment', 'all', shipments),
    ]);
    await database.execute('drop table bench_shipment');
    // A worker does so every minute.
    await foldTraceTotals(database);
    await foldSubscriptionTotals(database);
    for (const table of ['subscription', 'shipment', 'trace_total', 'subscription_total']) {
      await database.execute(`vacuum (analyze) ${table}`);
    }
  });
}

async function load(database: Database): Promise<void> {
  await addTraces(database, await beginTraces(database, { documents: distinct }), traceCount);
}

/** Starts PostgreSQL with the shipments loaded; undefined where there is no PostgreSQL. */
export const openTracePostgres = (): Promise<ReusablePostgres | undefined> =>
  openLoadedPostgres(`traces-${traceCount}-${dataVersion}`, load);
