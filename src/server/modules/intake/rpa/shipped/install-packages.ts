import { sql, type SqlBool } from 'kysely';
import type { Database } from '#server/platform/db/database.ts';
import { lockName } from '#server/platform/db/lock-name.ts';
import { readScript } from './read-scripts.ts';
import { packageNameOf, type SitePackage, sitePackages } from './site-packages.ts';

/** Whether somebody removed such a row: what people remove stays removed. */
export async function wasRemoved(
  { system }: Database,
  entity: string,
  column: string,
  value: string | number,
  tenantId?: number,
): Promise<boolean> {
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

/** What a version of a package runs. */
export type VersionWork = { handler_name: string } | { script: string; script_hosts: string; shipped: true };

/** Adds a version of a package that our robots run; gives its id. */
export async function addVersion(
  { system }: Database,
  packageId: number,
  version: string,
  work: VersionWork,
): Promise<number> {
  const { id } = await system
    .insertInto('package_version')
    .values({ package_id: packageId, package_version: version, package_version_status: 'AVAILABLE', ...work })
    .returning('id')
    .executeTakeFirstOrThrow();
  await system
    .insertInto('package_version_type')
    .values({
      package_version_id: id,
      machine_type: 'WALI_ROBOT',
      machine_version: '1',
      package_version_type_status: 'AVAILABLE',
      priority: 50,
      weight: 1,
    })
    .execute();
  return id;
}

/** Adds a package that collects the pages of a carrier, without a version; gives its id. */
export async function addPackage(
  { system }: Database,
  carrier: { code: string; nameCn: string; nameEn: string },
): Promise<number> {
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
  return id;
}

type Installed = { packageId: number; version: number };

/** The package of a carrier, added where nobody removed it; undefined: there is none to update. */
async function packageOf(database: Database, { carrierCode, pauseMs }: SitePackage): Promise<Installed | undefined> {
  const name = packageNameOf(carrierCode);
  const known = await database.system
    .selectFrom('package as p')
    .leftJoin('robot_site as s', 's.package_id', 'p.id')
    .select(['p.id', 's.installed_version'])
    .where((where) => where.or([where('p.package_name', '=', name), where('s.carrier_code', '=', carrierCode)]))
    .orderBy('s.carrier_code', 'asc')
    .executeTakeFirst();
  // A package of that name that people made is theirs.
  if (known !== undefined)
    return known.installed_version === null ? undefined : { packageId: known.id, version: known.installed_version };
  if (await wasRemoved(database, 'package', 'package_name', name)) return undefined;
  const carrier = await database.system
    .selectFrom('md_carrier')
    .select(['name_cn', 'name_en'])
    .where('code', '=', carrierCode)
    .executeTakeFirst();
  const nameEn = carrier?.name_en ?? carrierCode;
  const packageId = await addPackage(database, { code: carrierCode, nameCn: carrier?.name_cn ?? nameEn, nameEn });
  await database.system
    .insertInto('robot_site')
    .values({ carrier_code: carrierCode, package_id: packageId, pause_ms: pauseMs })
    .execute();
  return { packageId, version: 0 };
}

/**
 * Installs the newest version of a package. Processes that run a version of the product go on with it; those that run a version
 * of somebody else stay as they are.
 */
async function install(database: Database, shipped: SitePackage): Promise<void> {
  const installed = await packageOf(database, shipped);
  if (installed === undefined || installed.version >= shipped.version) return;
  const { packageId } = installed;
  const versions = await database.system
    .selectFrom('package_version')
    .select(['id', 'package_version', 'shipped'])
    .where('package_id', '=', packageId)
    .execute();
  const taken = new Set(versions.map(({ package_version: version }) => version.toLowerCase()));
  let name = String(shipped.version);
  while (taken.has(name)) name += '.0';
  const id = await addVersion(database, packageId, name, {
    script: await readScript(shipped.script),
    script_hosts: ['@site', ...(shipped.hosts ?? [])].join(','),
    shipped: true,
  });
  await database.system
    .updateTable('robot_site')
    .set({ installed_version: shipped.version })
    .where('package_id', '=', packageId)
    .execute();
  const former = versions.filter((version) => version.shipped).map((version) => version.id);
  if (former.length === 0) return;
  await database.system
    .updateTable('process')
    .set({ package_version_id: id })
    .where('package_version_id', 'in', former)
    .execute();
}

/**
 * Installs the packages that come with the product, as reference data: at every start what is missing or newer. They collect nothing
 * until an administrator has confirmed that the terms of their sites allow it.
 */
export async function installSitePackages(
  database: Database,
  packages: readonly SitePackage[] = sitePackages,
): Promise<void> {
  await database.transaction(async () => {
    // Processes that start beside each other install once.
    await lockName(database, 'site_packages');
    for (const shipped of packages) await install(database, shipped);
  });
}
