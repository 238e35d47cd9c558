import type { Database } from '#server/platform/db/database.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { seedMasterData } from '#server/modules/world/seed/index.ts';
import type { ReusablePostgres } from '../support/postgres.ts';
import { isSmall } from '../support/report.ts';
import { addTenTenants, indexedAfter, openLoadedPostgres } from './open-loaded.ts';

/** Exceptions, and the causes that three quarters of them share. */
export const exceptionCount = isSmall() ? 50_000 : 1_000_000;
export const incidentCount = exceptionCount / 25;
const tenants = 10;
const rowsAtOnce = 50_000;
const loadLimitMs = 1_800_000;
/** To be raised whenever other rows are made. */
const dataVersion = 1;

const insertIncidents = `
  insert into incident (id, tenant_id, kind, cause_key, facts, first_at, last_at)
  overriding system value
  select n, $2::bigint + n % ${tenants}, (array['vessel','vessel','vessel','source','port','sailing','place','zone'])[1 + n * 7 % 8],
    'k' || n, jsonb_build_object('vesselName', 'BENCH ' || n % 3000, 'voyage', n % 900 || 'W', 'call', 'arrival', 'portCode', 'NLRTM',
      'sourceCode', 's' || n % 40, 'place', 'P' || n, 'date', '2026-01-01', 'zoneCode', 'Z' || n % 20, 'carrierCode', 'CARA'),
    timestamptz '2026-01-01' + n * interval '1 minute', timestamptz '2026-01-01' + n * interval '2 minutes'
  from generate_series(1, $1::int) as n`;

// The third power: few causes have very many exceptions, most have some. One in four has a cause of its own only.
const insertExceptions = `
  insert into shipment_exception (id, tenant_id, type_code, problem_key, severity, open, handle_status, params, evidence, crossing,
    assignee_code, assignee_name, subject, bill_no, carrier_code, vessel_name, voyage, source_type, channel, subscribed_at,
    created_at, updated_at, incident_id)
  overriding system value
  select n, $4::bigint + coalesce(i, n) % ${tenants},
    (array['DEPART_DELAY','ARRIVAL_DELAY','ETA_CHANGED','SOURCE_SILENT','PORT_UNMATCHED'])[1 + n % 5], '',
    (array['high','medium','medium','low'])[1 + n % 4], n % 3 <> 0, (array[0,0,1,2,4])[1 + n * 3 % 5], '{}', '[]',
    jsonb_build_object('setting', 'hours', 'limit', 24, 'measured', 24 + n % 90, 'unit', 'hours'),
    case when n % 5 > 1 then 'user' || n % 40 end, case when n % 5 > 1 then '经办' || n % 40 end,
    'bill', 'BILL' || n, 'CAR' || chr(65 + (n % 14)::int), 'BENCH ' || n % 3000, n % 900 || 'W', 'CARRIER', 'SHIPPING_TRACKING',
    timestamptz '2025-12-01' + n * interval '30 seconds', timestamptz '2026-01-01' + n * interval '30 seconds',
    timestamptz '2026-01-01' + n * interval '31 seconds', i
  from (select n, case when n % 4 > 0
      then 1 + floor(power(((n * 2654435761) % 1000003) / 1000003.0, 3) * $5::int)::bigint end as i
    from generate_series($1::int8, $2::int8) as n where n <= $3::int8) as drawn`;

/** Of the last minute: what the task that folds has not come to. */
const unfolded = `
  with moved as (select id from shipment_exception where incident_id is not null order by id desc limit 2000)
  update shipment_exception e set handle_status = 1 from moved m where m.id = e.id and e.handle_status <> 1`;

const fold = `
  with folded as (delete from incident_delta returning *),
  sums as (select incident_id, sum(n) as n, sum(open_n) as open_n, sum(new_n) as new_n, sum(work_n) as work_n, sum(hold_n) as hold_n,
      sum(high_n) as high_n, sum(medium_n) as medium_n, sum(open_high_n) as open_high_n, sum(open_medium_n) as open_medium_n
    from folded group by 1)
  update incident i set n = i.n + s.n, open_n = i.open_n + s.open_n, new_n = i.new_n + s.new_n, work_n = i.work_n + s.work_n,
    hold_n = i.hold_n + s.hold_n, high_n = i.high_n + s.high_n, medium_n = i.medium_n + s.medium_n,
    open_high_n = i.open_high_n + s.open_high_n, open_medium_n = i.open_medium_n + s.open_medium_n
  from sums s where i.id = s.incident_id`;

async function load(database: Database): Promise<void> {
  await migrate(database);
  await seedMasterData(database);
  const first = await addTenTenants(database);
  await database.patient(loadLimitMs, async () => {
    await database.execute(insertIncidents, [incidentCount, first]);
    await indexedAfter(database, 'shipment_exception', async () => {
      for (let from = 1; from <= exceptionCount; from += rowsAtOnce)
        await database.execute(insertExceptions, [from, from + rowsAtOnce - 1, exceptionCount, first, incidentCount]);
    });
    await database.execute(fold);
    await database.execute('vacuum incident_delta');
    await database.execute(unfolded);
    for (const table of ['shipment_exception', 'incident', 'incident_delta'])
      await database.execute(`vacuum (analyze) ${table}`);
  });
}

/** Starts PostgreSQL with the incidents loaded; undefined where there is no PostgreSQL. */
export const openIncidentPostgres = (): Promise<ReusablePostgres | undefined> =>
  openLoadedPostgres(`incidents-${exceptionCount}-${dataVersion}`, load);
