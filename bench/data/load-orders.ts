import { seedMasterData } from '#server/modules/seed/index.ts';
import type { Database } from '#server/platform/db/database.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import type { KeptPostgres } from '../support/postgres.ts';
import { isSmall } from '../support/report.ts';
import { addTenTenants, indexedAfter, openLoadedPostgres } from './open-loaded.ts';

/** Lines of orders, four of each order. Six of ten are of the first tenant. */
export const lineCount = isSmall() ? 50_000 : 1_000_000;
export const orderCount = lineCount / 4;
const rowsAtOnce = 50_000;
/** To be raised whenever other rows are made. */
const dataVersion = 1;

const tenantOf = (order: string): string => `$3::bigint + greatest(0, ${order} * 7 % 10 - 5)`;

const insertLines = `
  insert into order_line (tenant_id, order_no, line_no, supplier, product_name, quantity, unit, transport_mode, promised_on)
  select ${tenantOf('(n / 4)')}, 'PO' || n / 4, (1 + n % 4)::text, 'Supplier ' || n / 4 % 500, 'Goods ' || n % 90, 10 + n % 70, 'PCS', 'sea',
    current_date + (n / 4 % 120 - 40)::int from generate_series($1::int8, $2::int8) as n where n < $4::int8`;

const insertOrders = `
  insert into cargo_order (tenant_id, order_no, supplier, customer, transport_modes, destination_code, promised_on, expected_at, lines,
    stage_lines, stage, risk, late_days, reason, open_exceptions, changed_at)
  select ${tenantOf('n')}, 'PO' || n, 'Supplier ' || n % 500, 'Customer ' || n % 200, case when n % 9 = 0 then '{sea,road}' else '{sea}' end::text[],
    (array['NLRTM','DEHAM','USLAX','SGSIN'])[1 + n % 4], current_date + (n % 120 - 40)::int, now() + (n % 100 || ' hours')::interval, 4,
    '{"transit": 3, "booked": 1}', (array['waiting','booked','transit','arrived','delivered'])[1 + n % 5],
    (array['late','atRisk','unknown','onTime','onTime','done'])[1 + n * 31 % 6], case when n % 5 > 0 then (n * 7919 % 60)::int - 30 end,
    null, (n % 4)::int, now()
  from generate_series($1::int8, $2::int8) as n where n < $4::int8`;

async function load(database: Database): Promise<void> {
  await migrate(database);
  await seedMasterData(database);
  const first = await addTenTenants(database);
  const fill = async (table: string, insert: string, count: number): Promise<void> => {
    await database.execute(`alter table ${table} disable trigger user`);
    await indexedAfter(database, table, async () => {
      for (let from = 0; from < count; from += rowsAtOnce)
        await database.execute(insert, [from, from + rowsAtOnce - 1, first, count]);
    });
    await database.execute(`alter table ${table} enable trigger user`);
    await database.execute(`vacuum (analyze) ${table}`);
  };
  await database.patient(1_800_000, async () => {
    await fill('order_line', insertLines, lineCount);
    await fill('cargo_order', insertOrders, orderCount);
  });
}

/** Starts PostgreSQL with the orders loaded; undefined where there is no PostgreSQL. */
export const openOrderPostgres = (): Promise<KeptPostgres | undefined> =>
  openLoadedPostgres(`orders-${lineCount}-${dataVersion}`, load);
