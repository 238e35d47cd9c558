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

async function addRobot({ system }: Database, robot: (typeof worldRobots)[number]): Promise<boolean> {
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
  if (key === undefined) return false;
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
  return true;
}

/** The package that collects the pages of a carrier; gives its version. */
async function addPackage({ system }: Database, carrier: { code: string; nameCn: string; nameEn: string }) {
  const { id } = await system
    .insertInto('package')
    .values({
      package_name: `${carrier.code}_PAGES`,
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

async function addSchedule(
  { system }: Database,
  collect: { tenantId: number; versionId: number; carrierCode: string; second: number; now: Instant },
): Promise<void> {
  const { tenantId, versionId, carrierCode, second, now } = collect;
  const process = await system
    .insertInto('process')
    .values({ tenant_id: tenantId, package_version_id: versionId, retry_limit: 2, retry_wait_s: 15, time_limit_s: 300 })
    .returning('id')
    .executeTakeFirstOrThrow();
  await system
    .insertInto('schedule')
    .values({
      tenant_id: tenantId,
      process_id: process.id,
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
 * Robots of the simulated world, and what they collect for its tenants: the pages of carriers that have no API. Only once: what
 * people change of it, or remove, stays so.
 */
export async function seedRobots(
  database: Database,
  world: {
    tenantIds: ReadonlyMap<string, number>;
    carriers: readonly { code: string; nameCn: string; nameEn: string }[];
    now: Instant;
  },
): Promise<void> {
  let added = false;
  for (const robot of worldRobots) added = (await addRobot(database, robot)) || added;
  if (!added) return;
  const carriers = world.carriers.filter(({ code }) => pageCarriers.has(code));
  for (const [place, carrier] of carriers.entries()) {
    const versionId = await addPackage(database, carrier);
    for (const [row, code] of trackingTenants.entries()) {
      const tenantId = world.tenantIds.get(code);
      if (tenantId === undefined) continue;
      // Spread over the minute, so that they do not all queue at once.
      const second = (place * trackingTenants.length + row) * secondsApart;
      await addSchedule(database, { tenantId, versionId, carrierCode: carrier.code, second, now: world.now });
    }
  }
}
