import { expect, test } from 'vitest';
import { realClock } from '#server/platform/clock/clock.ts';
import { silentLog } from '#testing/database-templates.ts';
import { seedTestDictionary } from '#testing/entities.ts';
import { buildProcess } from '#testing/jobs.ts';
import { untilWaiting } from '#testing/lock-waits.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { testProductModules } from '#testing/product-modules.ts';
import { testApp } from '#testing/test-app.ts';
import { testRobots } from '#testing/robots.ts';
import { testDatabase } from '#testing/test-database.ts';
import { createJob, theProduct } from './index.ts';
import { lockJob } from './move-job.ts';
import { seeRobot } from './robot-state.ts';

// Whatever locks a job and its robot locks the job first. Each call of a robot is met by a transaction that has the job and wants the
// robot: with the other order both would wait for each other, and the database would end one of them.

const database = await testDatabase();
await seedTestDictionary(database);
const { signedIn } = await testApp(database, { modules: await testProductModules(database) });
const tenant = await buildTenant(database);
await buildUser(database, { tenantId: tenant.id, userCode: 'boss', userType: 'admin', allTenants: true });
const boss = await signedIn('boss');
const deps = { database, clock: realClock, log: silentLog };
const { place, robotIn } = testRobots(boss);

const calls = {
  'a sign of life': (robot, held) => robot.send('robotHeartbeat', { sentAt: Date.now(), jobs: [held] }),
  'another session': (robot) => robot.call('robotRegister', { protocol: 1, agentVersion: 't', sentAt: Date.now() }),
  'a disconnection': (robot) => robot.send('robotDisconnect'),
} satisfies Record<
  string,
  (robot: Awaited<ReturnType<typeof robotIn>>, held: { jobId: string; fence: number }) => Promise<{ status: number }>
>;

test.runIf(database.kind === 'postgres').each(Object.entries(calls))(
  '%s does not lock its robot before its job',
  async (_name, call) => {
    const env = await place();
    const robot = await robotIn(env);
    const { id: processId } = await buildProcess(database, {
      tenantId: tenant.id,
      values: { environment_id: env },
    });
    await createJob(deps, { processId, source: 'Manual', actor: theProduct });
    const [leased] = await robot.lease();
    const { jobId, fence } = leased ?? { jobId: '', fence: 0 };
    const answered = await database.transaction(async () => {
      await lockJob(deps, Number(jobId));
      const answer = database.detached(() => call(robot, { jobId, fence }));
      await database.detached(() => untilWaiting(database));
      await seeRobot(database, Number(robot.id));
      return { answer };
    });
    expect((await answered.answer).status).toBe(1);
  },
);
