import { functionServices, stepCaller } from '#server/modules/execution/function-call/index.ts';
import { openReferenceStore } from '#server/modules/administration/masterdata/index.ts';
import type { NotificationCause } from '#server/modules/administration/notification/index.ts';
import { realClock } from '#server/platform/clock/clock.ts';
import { silentLog } from './database-templates.ts';
import { seedTestDictionary } from './entities.ts';
import { startHttpReceiver } from './http-receiver.ts';
import { buildProcess, buildSubPackage, type ProcessOptions } from './jobs.ts';
import { buildTenant, buildUser } from './people.ts';
import { testProductModules } from './product-modules.ts';
import { testRobots } from './robots.ts';
import { testApp } from './test-app.ts';
import { createJob, driveParts, runJobSteps, theProduct } from '#server/modules/execution/job/index.ts';
import type { Database } from '#server/platform/db/database.ts';

/** What a sub-package of a version is made of. */
export type SubPackage = Omit<Parameters<typeof buildSubPackage>[1], 'of' | 'version'>;
type Whole = {
  flags?: { independent_flag?: boolean; union_flag?: boolean };
  own?: boolean;
  values?: ProcessOptions['values'];
};

/** What jobs need to be driven without a running product, the functions they call, and what they tell. */
async function openJobs(database: Database) {
  const receiver = await startHttpReceiver();
  const reference = await openReferenceStore(database, silentLog);
  const reported: NotificationCause[] = [];
  const deps = {
    database,
    clock: realClock,
    log: silentLog,
    notify: async (causes: readonly NotificationCause[]) => reported.push(...causes),
    callStepFunction: stepCaller(
      { database, clock: realClock },
      functionServices({
        functionBases: new Map([['HERE', receiver.url]]),
        reference: reference.current,
        hasWorld: false,
      }),
    ),
  };
  let serial = 0;
  const buildFunction = async (path: string): Promise<{ id: number; name: string }> => {
    serial += 1;
    const name = `part ${serial}`;
    const { id } = await database.system
      .insertInto('function_interface')
      .values({
        function_code: `PART_${serial}`,
        function_name: name,
        function_type: 'CUSTOM',
        function_status: 'AVAILABLE',
        function_path_env: 'HERE',
        function_path: path,
        function_method: 'POST',
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { id, name };
  };
  return { receiver, reported, deps, buildFunction };
}

/** Two tenants, an administrator, and processes whose packages have sub-packages. */
export async function jobWholes(database: Database) {
  await seedTestDictionary(database);
  const { signedIn } = await testApp(database, { modules: await testProductModules(database) });
  const [tenant, other] = [await buildTenant(database), await buildTenant(database)];
  await buildUser(database, { tenantId: tenant.id, userCode: 'boss', userType: 'admin', allTenants: true });
  await buildUser(database, { tenantId: other.id, userCode: 'stranger', menus: ['/job'] });
  const [boss, stranger] = [await signedIn('boss'), await signedIn('stranger')];
  const { place, robotIn } = testRobots(boss);
  const { receiver, reported, deps, buildFunction } = await openJobs(database);

  /** A process whose version has these sub-packages, and a robot that may run all of it. */
  async function prepare(parts: readonly SubPackage[], { flags = {}, own = false, values = {} }: Whole = {}) {
    const environment = await place();
    const robot = await robotIn(environment, { slots: 5 });
    const whole = await buildProcess(database, {
      tenantId: tenant.id,
      handler: own ? 'own' : '',
      values: { environment_id: environment, ...values },
    });
    await database.system
      .updateTable('package_version')
      .set({ ...flags, union_flag: flags.union_flag ?? false })
      .where('id', '=', whole.versionId)
      .execute();
    const names: string[] = [];
    for (const part of parts) {
      const version = await buildProcess(database, { tenantId: tenant.id });
      names.push(version.name);
      await buildSubPackage(database, { of: whole.versionId, version: version.versionId, ...part });
    }
    const start = async (input: object = { no: 1 }) => {
      const job = await createJob(deps, { processId: whole.id, source: 'Manual', actor: theProduct, input });
      await driveParts(deps);
      return job.id;
    };
    /** The robot takes what is there and ends it with a result, or as reported. */
    const run = async (result: object | 'Faulted' | 'Stopped' = {}) => {
      const leased = await robot.lease(5);
      for (const { jobId, fence } of leased)
        await robot.send('robotComplete', {
          jobId,
          fence,
          ...(typeof result === 'string'
            ? { status: result, errorText: 'gone' }
            : { status: 'Successful', output: result }),
        });
      for (let round = 0; round < 3; round += 1) await runJobSteps(deps);
      await driveParts(deps);
      return leased as unknown as { jobId: string; processName: string; input: object }[];
    };
    return { whole, names, robot, start, run };
  }
  const detail = async (jobId: number | string) =>
    (await boss.call('jobGet', { query: { jobId: String(jobId) } })).data;
  const states = async (jobId: number) => (await detail(jobId)).parts.map(({ state }: { state: string }) => state);
  return { tenant, boss, stranger, receiver, reported, deps, buildFunction, prepare, detail, states };
}
