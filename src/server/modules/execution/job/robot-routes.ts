import type { FastifyRequest } from 'fastify';
import type { Ctx } from '#server/platform/context.ts';
import { answer, type Routes, route } from '#server/platform/http/index.ts';
import { assignRobots } from './assign-robots.ts';
import { type JobModuleDeps, jobDepsOf } from './job-deps.ts';
import { leaseJobs } from './lease-jobs.ts';
import { listEnvironmentUse, listRobotStates, makeRobotKey } from './list-robots.ts';
import { giveAsset } from './robot-asset.ts';
import { completeJob, storeArtifact } from './robot-reports.ts';
import { storeLog } from './store-log.ts';
import { admitAgent, beat, disconnectAgent, type KeyedRobot, registerAgent } from './robot-session.ts';
import type { JobDeps } from './types.ts';

const logBytes = 4_000_000;
const artifactBytes = 8_000_000;
const outputBytes = 2_000_000;

const admitted = new WeakMap<FastifyRequest, Promise<KeyedRobot>>();

/** The robot that calls; looked up once for each request. */
const agentOf = (ctx: Ctx, request: FastifyRequest): Promise<KeyedRobot> => {
  const known = admitted.get(request);
  if (known !== undefined) return known;
  const key = request.headers['api-key'];
  const robot = admitAgent(ctx, typeof key === 'string' ? key : undefined);
  admitted.set(request, robot);
  return robot;
};

/** The key is looked at before the body is read. */
const prove = async ({ ctx, request }: { ctx: Ctx; request: FastifyRequest }) => {
  const { keyId, tenantId } = await agentOf(ctx, request);
  return { group: `robots of ${tenantId}`, member: String(keyId) };
};

/** What a lease or a report needs: what it has read of a process is read once. */
const reportDeps = (ctx: Ctx, module: JobModuleDeps): JobDeps => ({ ...jobDepsOf(ctx, module), processes: new Map() });

/** The protocol of robots, and what people see of them. */
export const robotRoutes =
  (module: JobModuleDeps): Routes =>
  (app) => {
    route(
      app,
      'robotRegister',
      async ({ ctx, input, request }) => {
        const robot = await agentOf(ctx, request);
        return registerAgent(ctx, jobDepsOf(ctx, module), { robot, input: input.body });
      },
      { prove },
    );
    route(
      app,
      'robotHeartbeat',
      async ({ ctx, input, request }) => beat(ctx, { robot: await agentOf(ctx, request), input: input.body }),
      { prove },
    );
    route(
      app,
      'robotLease',
      async ({ ctx, input, request }) => {
        const robot = await agentOf(ctx, request);
        return leaseJobs(reportDeps(ctx, module), { robot, input: input.body });
      },
      { prove },
    );
    route(
      app,
      'robotLog',
      async ({ ctx, input, request }) => storeLog(jobDepsOf(ctx, module), await agentOf(ctx, request), input.body),
      { bodyLimit: logBytes, prove },
    );
    route(
      app,
      'robotArtifact',
      async ({ ctx, input, request }) => storeArtifact(jobDepsOf(ctx, module), await agentOf(ctx, request), input.body),
      { bodyLimit: artifactBytes, prove },
    );
    route(
      app,
      'robotAsset',
      async ({ ctx, input, request }) => {
        const robot = await agentOf(ctx, request);
        return giveAsset(ctx, jobDepsOf(ctx, module), { robot, input: input.body, readAsset: module.readAsset });
      },
      { prove },
    );
    route(
      app,
      'robotComplete',
      async ({ ctx, input, request }) => {
        const robot = await agentOf(ctx, request);
        return completeJob(ctx, reportDeps(ctx, module), { robot, input: input.body });
      },
      { bodyLimit: outputBytes, prove },
    );
    route(
      app,
      'robotDisconnect',
      async ({ ctx, input, request }) => {
        const robot = await agentOf(ctx, request);
        return disconnectAgent(ctx, jobDepsOf(ctx, module), { robot, input: input.body });
      },
      { prove },
    );
    route(app, 'robotStates', ({ ctx }) => listRobotStates(ctx));
    route(app, 'robotKey', async ({ ctx, input }) =>
      answer(await makeRobotKey(ctx, input.body.robotId), 'apiKey.created'),
    );
    const { services } = module;
    if (services !== undefined)
      route(app, 'environmentRobots', async ({ ctx, input }) =>
        answer(await assignRobots(ctx, services, input.body), 'environment.robotsChanged'),
      );
    route(app, 'environmentUse', ({ ctx }) => listEnvironmentUse(ctx));
  };
