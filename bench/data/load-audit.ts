import { hashPassword } from '#server/platform/crypto/index.ts';
import type { Database } from '#server/platform/db/database.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { seedMasterData } from '#server/modules/seed/index.ts';
import type { KeptPostgres } from '../support/postgres.ts';
import { isSmall } from '../support/report.ts';
import { benchLogin } from './load-exceptions.ts';
import { addBenchUser, openLoadedPostgres } from './open-loaded.ts';

/** Entries of the audit that its list is measured on. */
export const auditCount = isSmall() ? 50_000 : 1_000_000;
const rowsAtOnce = 50_000;
/** To be raised whenever other rows are made. */
const dataVersion = 1;

/** An administrator of one tenant of ten. */
export const localLogin = { userCode: 'bench-local', password: benchLogin.password };

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
  const first = await addBenchUser(database);
  // Ids without gaps: the tenants of the entries.
  await database.execute(
    `insert into tenant (id, code, name) overriding system value
     select $1::bigint + n, 'BENCH' || n, '租户 ' || n from generate_series(1, 9) as n`,
    [first],
  );
  await database.execute(
    `insert into app_user (tenant_id, user_code, name_cn, user_type, all_tenants, password_hash)
     values ($1, $2, '一户', 'admin', false, $3)`,
    [first, localLogin.userCode, await hashPassword(localLogin.password)],
  );
  // Indexes are built at once from all rows: quicker by far than row by row.
  const indexes = await database.query<{ indexname: string; indexdef: string }>(
    `select indexname, indexdef from pg_indexes where tablename = 'audit_log' and indexname <> 'audit_log_pkey'`,
  );
  for (const { indexname } of indexes) await database.execute(`drop index ${indexname}`);
  await database.patient(600_000, async () => {
    for (let from = 1; from <= auditCount; from += rowsAtOnce)
      await database.execute(insert, [from, from + rowsAtOnce - 1, auditCount, first]);
    for (const { indexdef } of indexes) await database.execute(indexdef);
    await database.execute('vacuum analyze audit_log');
  });
}

/** Starts PostgreSQL with the entries loaded; undefined where there is no PostgreSQL. */
export const openAuditPostgres = (): Promise<KeptPostgres | undefined> =>
  openLoadedPostgres(`audit-${auditCount}-${dataVersion}`, load);
