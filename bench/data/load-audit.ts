import type { Database } from '#server/platform/db/database.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { seedMasterData } from '#server/modules/seed/index.ts';
import type { KeptPostgres } from '../support/postgres.ts';
import { isSmall } from '../support/report.ts';
import { addTenTenants, indexedAfter, openLoadedPostgres } from './open-loaded.ts';

/** Entries of the audit that its list is measured on. */
export const auditCount = isSmall() ? 50_000 : 1_000_000;
const rowsAtOnce = 50_000;
/** To be raised whenever other rows are made. */
const dataVersion = 1;

const insert = `
  insert into audit_log (at, tenant_id, actor_id, actor_code, origin, request_id, ip, entity, entity_id, action, before, after)
  select timestamptz '2026-01-01' + n * interval '17 seconds', $4::bigint + n % 10, null, 'user' || n % 200,
    (array['Manual','Manual','Manual','TimeTrigger'])[1 + n % 4], 'req-' || n / 3, '10.0.0.1',
    (array['shipment_exception','shipment_exception','vessel','port','asset','session','subscription','feedback'])[1 + n * 31 % 8],
    (n % 50000)::text, (array['update','update','handle','insert','delete'])[1 + n * 17 % 5],
    case when n % 3 > 0 then jsonb_build_object('handle_status', n % 5, 'handle_remark', 'r' || n % 1000) end,
    jsonb_build_object('handle_status', n % 4, 'handle_remark', 's' || n % 1000)
  from generate_series($1::int8, $2::int8) as n where n <= $3::int8`;

async function load(database: Database): Promise<void> {
  await migrate(database);
  await seedMasterData(database);
  const first = await addTenTenants(database);
  await database.patient(600_000, async () => {
    await indexedAfter(database, 'audit_log', async () => {
      for (let from = 1; from <= auditCount; from += rowsAtOnce)
        await database.execute(insert, [from, from + rowsAtOnce - 1, auditCount, first]);
    });
    await database.execute('vacuum analyze audit_log');
  });
}

/** Starts PostgreSQL with the entries loaded; undefined where there is no PostgreSQL. */
export const openAuditPostgres = (): Promise<KeptPostgres | undefined> =>
  openLoadedPostgres(`audit-${auditCount}-${dataVersion}`, load);
