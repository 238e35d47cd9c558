import {
  addPackage,
  addSchedule,
  addVersion,
  packageNameOf,
  processOf,
  wasRemoved,
} from '#server/modules/intake/rpa/index.ts';
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
const collecting = { retryLimit: 2, retryWaitS: 15, timeLimitS: 300 };
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

type PageCarrier = { code: string; nameCn: string; nameEn: string };

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
  if (await wasRemoved(database, 'package', 'package_name', name)) return undefined;
  return addVersion(database, await addPackage(database, carrier), '1.0', { handler_name: 'carrierPage' });
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
      const processId = await processOf(database, { tenantId, versionId, carrierCode }, collecting);
      if (processId === undefined) continue;
      // Spread over the minute, so that they do not all queue at once.
      const second = (place * trackingTenants.length + row) * secondsApart;
      const cron = `${second} * * * * ?`;
      const input = { most: pagesAJob, paths: pagePaths[carrierCode] };
      await addSchedule(database, { tenantId, processId, carrierCode, cron, input, now: world.now });
    }
  }
}
