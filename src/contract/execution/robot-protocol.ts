import { z } from 'zod';
import { defineCalls, wireId } from '../call.ts';

const session = z.string().min(1).max(100);
/** Time by the robot's own clock, epoch milliseconds: the server reckons with the difference. */
const robotTime = z.number().min(0).max(8.64e15);
const lease = { session, jobId: wireId, fence: z.number().int().min(0).max(2_000_000_000) };

const work = z.discriminatedUnion('kind', [
  /** A handler that agents have built in. */
  z.object({ kind: z.literal('handler'), name: z.string() }),
  /** A script of the version; requests go to the listed hosts only, or are answered from what was recorded. */
  z.object({
    kind: z.literal('script'),
    script: z.string(),
    hosts: z.array(z.string()),
    siteUrl: z.string().nullable(),
    replay: z.unknown().nullable(),
    /** Of packages that collect from a carrier's site: who answers for the robot, and the pause between two calls. */
    manners: z.object({ contact: z.string(), pauseMs: z.number().int() }).nullable(),
  }),
  /** The version says nothing that could run. */
  z.object({ kind: z.literal('none') }),
]);

const leasedJob = z.object({
  jobId: z.string(),
  fence: z.number().int(),
  attempt: z.number().int(),
  processType: z.string(),
  processName: z.string(),
  packageVersion: z.string(),
  /** What runs. */
  work,
  input: z.unknown(),
  /** After so many seconds the server ends it. */
  runSeconds: z.number().int(),
  /** The shipment it is about. */
  subscription: z
    .object({
      subscriptionId: z.string(),
      carrierCode: z.string(),
      subject: z.enum(['bill', 'container']),
      subjectNo: z.string(),
      /** Address of the carrier's site, where there is one to look at. */
      siteUrl: z.string().nullable(),
    })
    .nullable(),
});

/** Calls that the agents of robots make, with the key of their robot: the protocol of docs/robot-protocol.md, version 1. */
export const robotProtocolCalls = defineCalls({
  robotRegister: {
    method: 'POST',
    path: '/api/robot/v1/register',
    access: 'public',
    summary: {
      zh: '机器人代理上线，开始新会话（请求头 Api-Key）',
      en: 'An agent begins a session as its robot (header Api-Key)',
    },
    body: z.object({
      protocol: z.number().int(),
      agentVersion: z.string().min(1).max(50),
      machineVersion: z.string().max(50).nullish(),
      capabilities: z.array(z.string().max(50)).max(50).default([]),
      host: z.string().max(200).default(''),
      sentAt: robotTime,
    }),
    data: z.object({
      robotId: z.string(),
      robotName: z.string(),
      session: z.string(),
      protocol: z.number().int(),
      heartbeatSeconds: z.number(),
      /** Without a heartbeat for so long the robot's jobs are given up. */
      leaseSeconds: z.number(),
      pollSeconds: z.number(),
      slots: z.number().int(),
      serverTime: z.number(),
    }),
  },
  robotHeartbeat: {
    method: 'POST',
    path: '/api/robot/v1/heartbeat',
    access: 'public',
    summary: {
      zh: '心跳：报告进行中的作业，取得停止信号',
      en: 'Sign of life with the jobs at hand; answers with signals',
    },
    body: z.object({
      session,
      sentAt: robotTime,
      jobs: z
        .array(
          z.object({
            jobId: wireId,
            fence: z.number().int(),
            progress: z.number().int().min(0).max(100).nullish(),
            progressText: z.string().max(200).nullish(),
          }),
        )
        .max(100)
        .default([]),
    }),
    data: z.object({
      serverTime: z.number(),
      /** It takes no more jobs when off. */
      enabled: z.boolean(),
      signals: z.array(z.object({ jobId: z.string(), signal: z.enum(['stop', 'kill']) })),
    }),
  },
  robotLease: {
    method: 'POST',
    path: '/api/robot/v1/lease',
    access: 'public',
    summary: { zh: '领取作业', en: 'Asks for jobs to run' },
    body: z.object({ session, most: z.number().int().min(1).max(50).default(1) }),
    data: z.array(leasedJob),
  },
  robotLog: {
    method: 'POST',
    path: '/api/robot/v1/log',
    access: 'public',
    summary: { zh: '上传作业日志', en: 'Lines of the log of a job; sent twice they are stored once' },
    body: z.object({
      ...lease,
      sentAt: robotTime,
      /** Number of the first of these lines as the robot counts them, from 0. */
      first: z.number().int().min(0).max(2_000_000_000),
      lines: z
        .array(z.object({ at: robotTime, level: z.enum(['debug', 'info', 'warn', 'error']), text: z.string() }))
        .min(1)
        .max(2000),
    }),
    data: z.object({ stored: z.number().int() }),
  },
  robotArtifact: {
    method: 'POST',
    path: '/api/robot/v1/artifact',
    access: 'public',
    summary: { zh: '上传作业产物，如页面或截图', en: 'Something a job brought, such as a page or a picture' },
    body: z.object({
      ...lease,
      name: z.string().trim().min(1).max(200),
      contentType: z.string().trim().min(1).max(100),
      /** The bytes as base64. */
      body: z.string().max(7_000_000),
    }),
    data: z.object({ artifactId: z.string() }),
  },
  robotAsset: {
    method: 'POST',
    path: '/api/robot/v1/asset',
    access: 'public',
    summary: { zh: '读取作业租户的资产值', en: 'The value of an asset of the tenant, for a job that runs' },
    body: z.object({ ...lease, assetType: z.string().trim().min(1).max(50) }),
    data: z.object({ assetType: z.string(), valueType: z.enum(['TEXT', 'CREDENTIAL']), value: z.string() }),
  },
  robotComplete: {
    method: 'POST',
    path: '/api/robot/v1/complete',
    access: 'public',
    summary: { zh: '报告作业结果', en: 'How a job ended' },
    body: z.object({
      ...lease,
      status: z.enum(['Successful', 'Faulted', 'Stopped']),
      output: z.unknown().optional(),
      errorCode: z.string().max(60).nullish(),
      errorText: z.string().max(4000).nullish(),
    }),
    data: z.object({ jobStatus: z.string() }),
  },
  robotDisconnect: {
    method: 'POST',
    path: '/api/robot/v1/disconnect',
    access: 'public',
    summary: { zh: '机器人代理下线', en: 'An agent ends its session' },
    body: z.object({ session }),
    data: z.null(),
  },
  robotStates: {
    method: 'GET',
    path: '/api/product/robot/states',
    access: ['/robot', '/environment', '/job'],
    summary: { zh: '机器人的当前状态', en: 'What robots are doing now' },
    data: z.array(
      z.object({
        robotId: z.string(),
        robotName: z.string(),
        state: z.enum(['Available', 'Busy', 'Unresponsive', 'Disconnected', 'Disabled']),
        lastSeenTime: z.number().nullable(),
        agentVersion: z.string().nullable(),
        host: z.string().nullable(),
        capabilities: z.array(z.string()),
        /** Its clock minus ours. */
        skewMs: z.number().int().nullable(),
        keyPrefix: z.string().nullable(),
        /** The product itself drives it: it stands for an orchestrator elsewhere, with so many robots; why it does not answer. */
        remote: z.boolean(),
        remoteProblem: z.string().nullable(),
        remoteRobots: z.number().int().nullable(),
        /** Jobs created in the last 24 hours, those of them that failed, and the ms that it worked on them. */
        load: z.object({ jobs: z.number().int(), faulted: z.number().int(), busyMs: z.number().int() }),
        jobs: z.array(z.object({ jobId: z.string(), processName: z.string(), progress: z.number().int().nullable() })),
      }),
    ),
  },
  robotKey: {
    method: 'POST',
    path: '/api/product/robot/key',
    access: ['/robot'],
    summary: {
      zh: '生成机器人密钥，仅显示一次，旧密钥立即失效',
      en: 'Makes the key of a robot, answered this once; the one before ends',
    },
    body: z.object({ robotId: wireId }),
    data: z.object({ key: z.string() }),
  },
  environmentRobots: {
    method: 'POST',
    path: '/api/product/environment/robots',
    access: ['/environment'],
    summary: {
      zh: '把机器人加入或移出运行环境',
      en: 'Puts robots into an environment and takes others out of it',
    },
    body: z.object({
      environmentId: wireId,
      add: z.array(wireId).max(2000).default([]),
      remove: z.array(wireId).max(2000).default([]),
    }),
    data: z.null(),
  },
  environmentUse: {
    method: 'GET',
    path: '/api/product/environment/use',
    access: ['/environment', '/robot'],
    summary: { zh: '运行环境中的机器人与流程', en: 'Robots and processes of environments' },
    data: z.array(
      z.object({
        environmentId: z.string(),
        isDefault: z.boolean(),
        /** Jobs that wait and run now; jobs of the last 24 hours, and those of them that failed. */
        load: z.object({
          pending: z.number().int(),
          running: z.number().int(),
          jobs: z.number().int(),
          faulted: z.number().int(),
        }),
        robots: z.array(z.object({ robotId: z.string(), robotName: z.string(), state: z.string() })),
        processes: z.array(z.object({ processId: z.string(), processName: z.string(), tenantName: z.string() })),
      }),
    ),
  },
});
