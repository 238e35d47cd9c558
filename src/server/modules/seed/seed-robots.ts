import { sql, type SqlBool } from 'kysely';
import { hashToken } from '#server/platform/crypto/index.ts';
import type { Database } from '#server/platform/db/database.ts';
import { ts } from '#server/platform/db/instants.ts';
import type { Instant } from '#shared/time/instant.ts';

/** The robots of the simulated world, with the keys they are hired by. The last one is not to be relied on. */
export const worldRobots = [
  { name: 'wali-01', key: 'prk_demo-robot-wali-01', unreliable: false },
  { name: 'wali-02', key: 'prk_demo-robot-wali-02', unreliable: false },
  { name: 'wali-03', key: 'prk_demo-robot-wali-03', unreliable: true },
] as const;

/** Where the sites of carriers without an API show a shipment, by kind of number. */
const pagePaths: Readonly<Record<string, { bill: string; container?: string }>> = {
  WILL: { bill: '/cargo?bl={no}', container: '/cargo?container={no}' },
  ZEPH: { bill: '/shipment?bl={no}', container: '/container?container={no}' },
  EMS: { bill: '/mail?no={no}' },
};

/** Carriers whose sites robots look at. */
export const pageCarriers: ReadonlySet<string> = new Set(Object.keys(pagePaths));

const trackingTenants = ['ALPHA', 'BETA', 'GAMMA'] as const;
/** Pages that a job looks at, at most: longer ones would hold up those that people ask for. */
const pagesAJob = 20;
/** Between the beginnings of two schedules within a minute. */
const secondsApart = 6;

/** Tells the robots of the simulated world whose jobs to take, and their keys. Gives whether they heard. */
export async function hireWorldRobots(worldUrl: string, productUrl: string): Promise<boolean> {
  const response = await fetch(`${worldUrl}/robot`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      baseUrl: productUrl,
      robots: worldRobots.map(({ key, unreliable }) => ({ key, unreliable })),
    }),
    signal: AbortSignal.timeout(5_000),
  });
  return response.ok;
}

/** Adds a robot with its key; once, also when somebody removed the robot or took its key away. */
async function addRobot({ system }: Database, robot: (typeof worldRobots)[number]): Promise<void> {
  const key = await system
    .insertInto('robot_key')
    .values({
      tenant_id: null,
      name: robot.name,
      prefix: robot.key.slice(0, 8),
      key_hash: hashToken(robot.key),
      created_at: ts(Date.now()),
      created_by: 'system',
    })
    .onConflict((conflict) => conflict.column('key_hash').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (key === undefined) return;
  await system
    .insertInto('robot')
    .values({
      robot_name: robot.name,
      description: robot.unreliable
        ? '模拟世界的机器人，时常掉线 / Robot of the simulated world that fails now and then'
        : '模拟世界的机器人 / Robot of the simulated world',
      machine_type: 'WALI_ROBOT',
      machine_version: '1',
      robot_key_id: key.id,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

const packageNameOf = (carrierCode: string): string => `${carrierCode}_PAGES`;

/** Whether somebody removed such a row: what people remove stays removed. */
async function isRemoved(
  { system }: Database,
  entity: string,
  column: string,
  value: string | number,
  tenantId?: number,
) {
  const removals = system
    .selectFrom('audit_log')
    .select('id')
    .where('entity', '=', entity)
    .where('action', '=', 'delete')
    .where(sql<SqlBool>`before->>${column} = ${String(value)}`)
    .limit(1);
  const own = tenantId === undefined ? removals : removals.where('tenant_id', '=', tenantId);
  return (await own.executeTakeFirst()) !== undefined;
}

type PageCarrier = { code: string; nameCn: string; nameEn: string };

async function addPackage({ system }: Database, carrier: PageCarrier): Promise<number> {
  const { id } = await system
    .insertInto('package')
    .values({
      package_name: packageNameOf(carrier.code),
      package_desc: `${carrier.nameCn}网页采集 ${carrier.nameEn.toUpperCase()} PAGES`,
      package_type: 'TRACKING',
      package_status: 'AVAILABLE',
      official_flag: true,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const version = await system
    .insertInto('package_version')
    .values({
      package_id: id,
      package_version: '1.0',
      package_version_status: 'AVAILABLE',
      handler_name: 'carrierPage',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await system
    .insertInto('package_version_type')
    .values({
      package_version_id: version.id,
      machine_type: 'WALI_ROBOT',
      machine_version: '1',
      package_version_type_status: 'AVAILABLE',
      priority: 50,
      weight: 1,
    })
    .execute();
  return version.id;
}

/**
 * The version of the package that collects the pages of a carrier; the package is added where it is missing and nobody removed
 * it. undefined: there is none to run.
 */
async function versionOf(database: Database, carrier: PageCarrier): Promise<number | undefined> {
  const name = packageNameOf(carrier.code);
  const known = await database.system
    .selectFrom('package as p')
    .leftJoin('package_version as v', 'v.package_id', 'p.id')
    .select(['v.id', 'v.package_version_status'])
    .where('p.package_name', '=', name)
    .orderBy('v.id', 'desc')
    .execute();
  if (known.length > 0)
    return known.find(({ package_version_status: status }) => status === 'AVAILABLE')?.id ?? undefined;
  return (await isRemoved(database, 'package', 'package_name', name)) ? undefined : addPackage(database, carrier);
}

/** The process of a package for a tenant, added where it is missing and nobody removed it; undefined: there is none. */
async function processOf(
  database: Database,
  { tenantId, versionId, carrierCode }: { tenantId: number; versionId: number; carrierCode: string },
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
  if (await isRemoved(database, 'process', 'process_type', name, tenantId)) return undefined;
  const { id } = await database.system
    .insertInto('process')
    .values({ tenant_id: tenantId, package_version_id: versionId, retry_limit: 2, retry_wait_s: 15, time_limit_s: 300 })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Schedules a process once a minute, unless it has a schedule or somebody removed that. */
async function addSchedule(
  database: Database,
  plan: { tenantId: number; processId: number; carrierCode: string; second: number; now: Instant },
): Promise<void> {
  const { tenantId, processId, carrierCode, second, now } = plan;
  const known = await database.system
    .selectFrom('schedule')
    .select('id')
    .where('process_id', '=', processId)
    .limit(1)
    .executeTakeFirst();
  if (known !== undefined || (await isRemoved(database, 'schedule', 'process_id', processId))) return;
  await database.system
    .insertInto('schedule')
    .values({
      tenant_id: tenantId,
      process_id: processId,
      schedule_name: `${carrierCode} 网页 / pages`,
      own_cron: `${second} * * * * ?`,
      cron_expression: `${second} * * * * ?`,
      cron_zone: 'Asia/Shanghai',
      input: JSON.stringify({ carrierCode, most: pagesAJob, paths: pagePaths[carrierCode] }),
      planned_until: ts(now),
      next_run_at: ts(now),
    })
    .execute();
}

/**
 * Robots of the simulated world, and what they collect for its tenants: the pages of carriers that have no API. Every start adds
 * what is missing, such as a carrier that an older version did not know; what people change or remove stays so.
 */
export async function seedRobots(
  database: Database,
  world: { tenantIds: ReadonlyMap<string, number>; carriers: readonly PageCarrier[]; now: Instant },
): Promise<void> {
  for (const robot of worldRobots) await addRobot(database, robot);
  const carriers = world.carriers.filter(({ code }) => pageCarriers.has(code));
  for (const [place, carrier] of carriers.entries()) {
    const versionId = await versionOf(database, carrier);
    if (versionId === undefined) continue;
    for (const [row, code] of trackingTenants.entries()) {
      const tenantId = world.tenantIds.get(code);
      if (tenantId === undefined) continue;
      const carrierCode = carrier.code;
      const processId = await processOf(database, { tenantId, versionId, carrierCode });
      if (processId === undefined) continue;
      // Spread over the minute, so that they do not all queue at once.
      const second = (place * trackingTenants.length + row) * secondsApart;
      await addSchedule(database, { tenantId, processId, carrierCode, second, now: world.now });
    }
  }
}
