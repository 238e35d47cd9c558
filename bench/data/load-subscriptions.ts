import type { Database } from '#server/platform/db/database.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { seedMasterData } from '#server/modules/world/seed/index.ts';
import type { ReusablePostgres } from '../support/postgres.ts';
import { isSmall } from '../support/report.ts';
import { addBenchUser, openLoadedPostgres } from './open-loaded.ts';

/** Subscriptions that the list is measured on. */
export const subscriptionCount = isSmall() ? 50_000 : 1_000_000;
const rowsAtOnce = isSmall() ? 10_000 : 50_000;
const tenantCount = 20;
/** To be raised whenever other rows are made. */
const dataVersion = 1;

/** The tenant of number n (from 0). */
export const tenantCode = (n: number): string => `LIST${String(n).padStart(2, '0')}`;

const insert = `
  insert into subscription (tenant_id, subject, bill_no, container_no, carrier_code, vessel_name, voyage, direction, channel,
    source_type, subscribed_at, ended, has_data, created_at)
  select t.id, case when n % 5 = 0 then 'container' else 'bill' end,
    case when n % 5 <> 0 then 'BILL' || lpad(n::text, 9, '0') end,
    case when n % 5 = 0 then 'CTNU' || lpad(n::text, 7, '0') end,
    'CAR' || chr((65 + n * 7 % 24)::int),
    case when n % 4 <> 0 then 'VESSEL ' || (array['PACIFIC','HORIZON','PIONEER','JADE','GLORY'])[1 + n % 5] || ' ' || (n * 31 % 3000) end,
    case when n % 4 <> 0 then (100 + n % 800)::text || (array['E','W'])[1 + n % 2] end,
    (array['E','I'])[1 + n % 2], (array['SHIPPING_TRACKING','CARRIER_DISTRIBUTE','AUTONOMIC_EXPERT'])[1 + n % 3],
    (array['CARRIER','FT','RPA','EDI'])[1 + n % 4], timestamptz '2025-01-01' + n * interval '31 seconds', n % 3 <> 0, n % 7 <> 0, now()
  from generate_series($1::int8, $2::int8) as n
  join tenant t on t.code = 'LIST' || lpad((n * n % ${tenantCount})::text, 2, '0')`;

async function load(database: Database): Promise<void> {
  await migrate(database);
  await seedMasterData(database);
  for (let n = 0; n < tenantCount; n += 1)
    await database.execute('insert into tenant (code, name) values ($1, $1)', [tenantCode(n)]);
  await database.patient(900_000, async () => {
    for (let first = 1; first <= subscriptionCount; first += rowsAtOnce)
      await database.execute(insert, [first, first + rowsAtOnce - 1]);
    await database.execute('vacuum analyze subscription');
    await database.execute('vacuum analyze subscription_total');
  });
  await addBenchUser(database);
}

/** Starts PostgreSQL with the subscriptions loaded; undefined where there is no PostgreSQL. */
export const openSubscriptionPostgres = (): Promise<ReusablePostgres | undefined> =>
  openLoadedPostgres(`subscriptions-${subscriptionCount}-${dataVersion}`, load);
