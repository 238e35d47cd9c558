import { foldExceptionTallies, foldExceptionTotals } from '#server/modules/exceptions/exception/chores.ts';
import { foldIncidents, keepIncidentSums } from '#server/modules/exceptions/incident/fold-incidents.ts';
import type { Database } from '#server/platform/db/database.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { seedMasterData } from '#server/modules/world/seed/index.ts';
import type { ReusablePostgres } from '../support/postgres.ts';
import { isSmall } from '../support/report.ts';
import { numberOn } from './number-on.ts';
import { addTenTenants, indexedAfter, openLoadedPostgres } from './open-loaded.ts';

/** Exceptions, and the causes that three quarters of them share. */
export const exceptionCount = isSmall() ? 50_000 : 1_000_000;
export const incidentCount = exceptionCount / 25;
const tenants = 10;
const rowsAtOnce = 50_000;
const loadLimitMs = 7_200_000;
/** Exceptions are spread over so long. */
const secondsOfAll = 28_000_000;
/** To be raised whenever other rows are made. */
const dataVersion = 2;

const insertIncidents = `
  insert into incident (id, tenant_id, kind, cause_key, facts, first_at, last_at)
  overriding system value
  select n, $2::bigint + n % ${tenants}, (array['vessel','vessel','vessel','source','port','sailing','place','zone'])[1 + n * 7 % 8],
    'k' || n, jsonb_build_object('vesselName', 'BENCH ' || n % 3000, 'voyage', n % 900 || 'W', 'call', 'arrival', 'portCode', 'NLRTM',
      'sourceCode', 's' || n % 40, 'place', 'P' || n, 'date', '2026-01-01', 'zoneCode', 'Z' || n % 20, 'carrierCode', 'CARA'),
    timestamptz '2026-01-01' + n * interval '1 minute', timestamptz '2026-01-01' + n * interval '2 minutes'
  from generate_series(1, $1::int) as n`;

// The third power: few causes have very many exceptions, most have some. One in four has a cause of its own only.
// Number n is an exception of the shipment of number 5 n, as `addTraces` makes them, and of a cause of the same tenant.
const insertExceptions = `
  insert into shipment_exception (id, tenant_id, subscription_id, shipment_id, type_code, problem_key, severity, open, handle_status,
    params, evidence, crossing, assignee_code, assignee_name, subject, bill_no, carrier_code, vessel_name, voyage, source_type, channel,
    subscribed_at, created_at, updated_at, incident_id)
  overriding system value
  select n, $4::bigint + digit, case when $6 then n * 5 end, case when $6 then n * 5 end,
    (array['DEPART_DELAY','ARRIVAL_DELAY','ETA_CHANGED','SOURCE_SILENT','PORT_UNMATCHED'])[1 + n % 5], 'p' || n,
    (array['high','medium','medium','low'])[1 + n % 4], n % 3 <> 0, (array[0,0,1,2,4])[1 + n * 3 % 5], '{}', '[]',
    jsonb_build_object('setting', 'hours', 'limit', 24, 'measured', 24 + n % 90, 'unit', 'hours'),
    case when n % 5 > 1 then 'user' || n % 40 end, case when n % 5 > 1 then '经办' || n % 40 end,
    'bill', 'BILL' || n, 'CAR' || chr(65 + (n % 14)::int), 'BENCH ' || n % 3000, n % 900 || 'W', 'CARRIER', 'SHIPPING_TRACKING',
    timestamptz '2025-12-01' + n * $7::float8 * interval '1 second', timestamptz '2026-01-01' + n * $7 * interval '1 second',
    timestamptz '2026-01-01' + n * $7 * interval '1 second' + interval '1 hour', case when n % 4 > 0 then nullif(drawn / 10 * 10 + digit, 0) end
  from (select n, 25 * n * n % ${tenants} as digit,
      floor(power(((n * 2654435761) % 1000003) / 1000003.0, 3) * $5::int)::bigint as drawn
    from generate_series($1::int8, $2::int8) as n where n <= $3::int8) as row`;

/** Of the last minute: what the task that folds has not come to. */
const unfolded = `
  with moved as (select id from shipment_exception where incident_id is not null order by id desc limit 2000)
  update shipment_exception e set handle_status = 1 from moved m where m.id = e.id and e.handle_status <> 1`;

/** How many exceptions, of how many causes; whether they belong to shipments that `addTraces` has made. */
export type IncidentFilling = { first: number; exceptions: number; incidents: number; ofShipments: boolean };

/** Fills in incidents and exceptions, of which those of the last minute are not folded yet. */
export async function addIncidents(database: Database, filling: IncidentFilling): Promise<void> {
  const { first, exceptions, incidents, ofShipments } = filling;
  await database.patient(loadLimitMs, async () => {
    await database.execute(insertIncidents, [incidents, first]);
    await database.execute('alter table shipment_exception disable trigger subscription_troubles_insert');
    await indexedAfter(database, 'shipment_exception', async () => {
      for (let from = 1; from <= exceptions; from += rowsAtOnce)
        await database.execute(insertExceptions, [
          from,
          from + rowsAtOnce - 1,
          exceptions,
          first,
          incidents,
          ofShipments,
          secondsOfAll / exceptions,
        ]);
    });
    await database.execute('alter table shipment_exception enable trigger subscription_troubles_insert');
    for (const table of ['incident', 'shipment_exception']) await numberOn(database, table);
    await foldIncidents(database);
    await foldExceptionTotals(database);
    await foldExceptionTallies(database, Date.now());
    while (!(await keepIncidentSums(database)));
    await database.execute('vacuum incident_delta');
    await database.execute(unfolded);
    for (const table of ['shipment_exception', 'incident', 'incident_delta', 'exception_total', 'exception_tally'])
      await database.execute(`vacuum (analyze) ${table}`);
  });
}

async function load(database: Database): Promise<void> {
  await migrate(database);
  await seedMasterData(database);
  const first = await addTenTenants(database);
  await addIncidents(database, { first, exceptions: exceptionCount, incidents: incidentCount, ofShipments: false });
}

/** Starts PostgreSQL with the incidents loaded; undefined where there is no PostgreSQL. */
export const openIncidentPostgres = (): Promise<ReusablePostgres | undefined> =>
  openLoadedPostgres(`incidents-${exceptionCount}-${dataVersion}`, load);
