import type { Database } from '#server/platform/db/database.ts';

let serial = 0;

/** What may be stated about a process of a test. */
export type ProcessOptions = {
  tenantId: number;
  values?: Partial<{
    priority: number;
    environment_id: number;
    running_cap: number;
    retry_limit: number;
    retry_wait_s: number;
    time_limit_s: number;
    stop_limit_s: number;
    need_confirm: boolean;
    need_param_exchange: boolean;
    param_exchange_function_id: number;
    template_exchange_flag: boolean;
    need_exchange: boolean;
    feedback_id: string;
  }>;
  handler?: string;
  /** Machine types of the version; any machine when empty. */
  types?: readonly { machineType: string; machineVersion?: string; priority?: number; weight?: number }[];
};

type SubPackageValues = Partial<{
  primary_flag: boolean;
  primary_no: number;
  repeat_flag: boolean;
  cron_expression: string;
  function_id: number;
  end_function_id: number;
}>;

/** Makes a version a sub-package of another one. */
export async function buildSubPackage(
  database: Database,
  { of, version, ...values }: { of: number; version: number } & SubPackageValues,
): Promise<void> {
  await database.system
    .insertInto('package_version_package')
    .values({ package_version_id: of, detail_package_version_id: version, ...values })
    .execute();
}

/** Makes a package with one version and a process of it. */
export async function buildProcess(
  database: Database,
  { tenantId, values = {}, handler = 'echo', types = [] }: ProcessOptions,
): Promise<{ id: number; versionId: number; name: string }> {
  serial += 1;
  const name = `PROCESS ${serial}`;
  const made = await database.system
    .insertInto('package')
    .values({ package_name: `PKG${serial}`, package_desc: name, package_type: 'TOOL', package_status: 'AVAILABLE' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const version = await database.system
    .insertInto('package_version')
    .values({
      package_id: made.id,
      package_version: '1.0',
      package_version_status: 'AVAILABLE',
      handler_name: handler || null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const type of types)
    await database.system
      .insertInto('package_version_type')
      .values({
        package_version_id: version.id,
        machine_type: type.machineType,
        machine_version: type.machineVersion ?? '1',
        package_version_type_status: 'AVAILABLE',
        priority: type.priority ?? 50,
        weight: type.weight ?? 1,
      })
      .execute();
  const process = await database.system
    .insertInto('process')
    .values({ tenant_id: tenantId, package_version_id: version.id, ...values })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id: process.id, versionId: version.id, name };
}
