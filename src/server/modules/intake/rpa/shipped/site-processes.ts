import type { Database } from '#server/platform/db/database.ts';
import { ts } from '#server/platform/db/instants.ts';
import type { Instant } from '#shared/time/instant.ts';
import { wasRemoved } from './install-packages.ts';
import { packageNameOf } from './site-packages.ts';

/** How a process that collects the pages of a carrier runs. */
export type Collecting = { retryLimit: number; retryWaitS: number; timeLimitS: number };

/** The process of a package for a tenant, added where it is missing and nobody removed it; undefined: there is none. */
export async function processOf(
  database: Database,
  { tenantId, versionId, carrierCode }: { tenantId: number; versionId: number; carrierCode: string },
  { retryLimit, retryWaitS, timeLimitS }: Collecting,
): Promise<number | undefined> {
  const name = packageNameOf(carrierCode);
  const known = await database.system
    .selectFrom('process')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('process_type', '=', name)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  if (known !== undefined) return known.id;
  if (await wasRemoved(database, 'process', 'process_type', name, tenantId)) return undefined;
  const { id } = await database.system
    .insertInto('process')
    .values({
      tenant_id: tenantId,
      package_version_id: versionId,
      retry_limit: retryLimit,
      retry_wait_s: retryWaitS,
      time_limit_s: timeLimitS,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Schedules a process by a cron expression, unless it has a schedule or somebody removed that. */
export async function addSchedule(
  database: Database,
  plan: { tenantId: number; processId: number; carrierCode: string; cron: string; input: object; now: Instant },
): Promise<void> {
  const { tenantId, processId, carrierCode, cron, input, now } = plan;
  const known = await database.system
    .selectFrom('schedule')
    .select('id')
    .where('process_id', '=', processId)
    .limit(1)
    .executeTakeFirst();
  if (known !== undefined || (await wasRemoved(database, 'schedule', 'process_id', processId))) return;
  await database.system
    .insertInto('schedule')
    .values({
      tenant_id: tenantId,
      process_id: processId,
      schedule_name: `${carrierCode} 网页 / pages`,
      own_cron: cron,
      cron_expression: cron,
      cron_zone: 'Asia/Shanghai',
      input: JSON.stringify({ carrierCode, ...input }),
      planned_until: ts(now),
      next_run_at: ts(now),
    })
    .execute();
}

/** Pages of a site that one job looks at, at most: with its pauses that is a quarter of an hour. */
const pagesAJob = 20;
const collecting: Collecting = { retryLimit: 2, retryWaitS: 300, timeLimitS: 3600 };

type Wanted = { carrier_code: string; place: number; version_id: number; tenant_id: number };

/**
 * Gives every tenant that follows shipments of a carrier the process and the schedule that collect from its site, once that is confirmed:
 * every half hour, each carrier at another minute. What people change or remove stays so.
 */
export async function addSiteProcesses(database: Database, now: Instant): Promise<void> {
  const { rows } = await database.execute<Wanted>(
    `select o.carrier_code, (row_number() over (partition by s.tenant_id order by o.carrier_code))::int as place, s.tenant_id,
       (select v.id from package_version v where v.package_id = o.package_id and v.package_version_status = 'AVAILABLE'
          order by v.shipped desc, v.id desc limit 1) as version_id
     from robot_site o
       cross join lateral (select distinct tenant_id from subscription t where t.carrier_code = o.carrier_code and not t.ended) s
     where o.confirmed_at is not null
       and not exists (select from process p where p.package_id = o.package_id and p.tenant_id = s.tenant_id)
     order by o.carrier_code, s.tenant_id`,
  );
  for (const { carrier_code: carrierCode, tenant_id: tenantId, version_id: versionId, place } of rows)
    await database.transaction(async () => {
      if (versionId === null) return;
      const processId = await processOf(database, { tenantId, versionId, carrierCode }, collecting);
      if (processId === undefined) return;
      const minute = (place * 2) % 30;
      const cron = `0 ${minute},${minute + 30} * * * ?`;
      await addSchedule(database, { tenantId, processId, carrierCode, cron, input: { most: pagesAJob }, now });
    });
}
