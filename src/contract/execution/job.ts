import { z } from 'zod';
import { processEntity } from '#entities/process.ts';
import { jobsList } from '#lists/jobs.ts';
import type { ListRow } from '#shared/list/declare.ts';
import { defineCalls, filterText, pageInput, pageOf, wireFlag, wireId } from '../call.ts';
import { entityShapes } from '../entity.ts';
import { listBody, listRow } from '../list.ts';

const time = z.number().nullable();
const count = z.number().int();
const status = z.enum(['Pending', 'Running', 'Stopping', 'Faulted', 'Successful', 'Stopped']);
const job = listRow(jobsList);
export type JobListRow = ListRow<typeof jobsList>;

const waiting = z.object({
  code: z.string(),
  text: z.string(),
  until: time,
  /** Page on which it can be changed. */
  page: z.string().nullable(),
});

const result = z.object({
  jobId: z.string(),
  processName: z.string(),
  /** What became of it; with a text where nothing was done. */
  done: z.boolean(),
  jobStatus: status,
  text: z.string(),
  newJobId: z.string().nullable(),
});

/** A run over so many jobs or processes that a call does not wait for it. */
const bulkRun = z.object({
  runId: z.string(),
  act: z.enum(['stop', 'kill', 'retry', 'run']),
  state: z.enum(['running', 'done', 'failed', 'cancelled']),
  total: z.number().int(),
  /** So many it has come by, and what became of them. */
  done: z.number().int(),
  succeeded: z.number().int(),
  refused: z.number().int(),
  startTime: z.number(),
  finishTime: time,
});
export type BulkRun = z.infer<typeof bulkRun>;

/** The run that goes on with what was asked; null: all is done, and `results` are complete. */
const runId = z.string().nullable();

/** Jobs as people see and steer them; agents themselves show the key of their robot, see robot-protocol.ts. */
export const jobCalls = defineCalls({
  jobQuery: {
    method: 'POST',
    path: '/api/product/job/query',
    access: 'session',
    summary: { zh: '查询作业', en: 'Jobs, newest first' },
    body: listBody(jobsList),
    data: pageOf(job),
  },
  jobBoard: {
    method: 'GET',
    path: '/api/product/job/board',
    access: 'session',
    summary: {
      zh: '作业看板：各状态数量、最近 24 小时逐时数量、各机器人的作业',
      en: 'Jobs at a glance: how many in each state, hour by hour of the last day, and what robots did lately',
    },
    data: z.object({
      now: z.number(),
      /** All that wait, run or stop; of ended ones those created within these 24 hours. */
      states: z.object({
        Pending: count,
        Running: count,
        Stopping: count,
        Faulted: count,
        Successful: count,
        Stopped: count,
      }),
      /** The last 24 hours, the current one last, each with its jobs by the time they were created. */
      hours: z.array(z.object({ from: z.number(), open: count, faulted: count, successful: count, stopped: count })),
      lanesFrom: z.number(),
      /** Jobs of each robot that has any, since then. */
      lanes: z.array(
        z.object({
          robotName: z.string(),
          jobs: z.array(
            z.object({
              jobId: z.string(),
              processName: z.string(),
              jobStatus: status,
              startTime: z.number(),
              endTime: time,
            }),
          ),
        }),
      ),
    }),
  },
  jobGet: {
    method: 'GET',
    path: '/api/product/job/get',
    access: 'session',
    summary: { zh: '作业详情', en: 'One job with its history and why it waits' },
    query: z.object({ jobId: wireId }),
    data: job.extend({
      packageVersionId: z.string(),
      input: z.unknown(),
      output: z.unknown(),
      errorCode: z.string().nullable(),
      progressText: z.string().nullable(),
      logLines: z.number().int(),
      site: z.string().nullable(),
      confirmedBy: z.string().nullable(),
      confirmTime: time,
      publishTime: time,
      waiting: waiting.nullable(),
      states: z.array(
        z.object({
          time: z.number(),
          jobStatus: status,
          actorKind: z.enum(['user', 'robot', 'system']),
          actorName: z.string(),
          text: z.string(),
        }),
      ),
      attempts: z.array(z.object({ jobId: z.string(), attempt: z.number().int(), jobStatus: status })),
      artifacts: z.array(
        z.object({
          artifactId: z.string(),
          name: z.string(),
          contentType: z.string(),
          sizeBytes: z.number().int(),
          createTime: z.number(),
        }),
      ),
      subscription: z
        .object({
          subscriptionId: z.string(),
          shipmentId: z.string().nullable(),
          subjectNo: z.string(),
          carrierCode: z.string(),
          openExceptions: z.number().int(),
        })
        .nullable(),
      /** What runs on the server before and after the robot: translation of the input, functions, template. */
      steps: z.array(
        z.object({
          phase: z.enum(['before', 'after']),
          kind: z.enum(['params', 'function', 'endFunction', 'template']),
          name: z.string(),
          state: z.enum(['waiting', 'running', 'done', 'failed']),
          attempt: z.number().int(),
          output: z.string().nullable(),
          error: z.string().nullable(),
          endTime: time,
        }),
      ),
      /** Sub-packages of its version in the order in which they run, with the job of the newest run of each. */
      parts: z.array(
        z.object({
          name: z.string(),
          packageVersion: z.string(),
          primary: z.boolean(),
          repeat: z.boolean(),
          stage: z.number().int(),
          state: z.enum(['waiting', 'running', 'done', 'failed', 'left']),
          runs: z.number().int(),
          jobId: z.string().nullable(),
          jobStatus: status.nullable(),
          /** Why its job waits, when it does. */
          waiting: z.string().nullable(),
          /** Not before this time, when it waits for one. */
          nextTime: time,
          error: z.string().nullable(),
        }),
      ),
      /** The job of the whole that it is a part of. */
      whole: z.object({ jobId: z.string(), processName: z.string() }).nullable(),
      /** What the job was given before its input was translated. */
      givenInput: z.unknown(),
      occurrenceId: z.string().nullable(),
      /** The schedule whose run it is, with the time of that run; without a name when the schedule is deleted. */
      schedule: z
        .object({ scheduleId: z.string(), scheduleName: z.string().nullable(), runTime: z.number() })
        .nullable(),
      /** Pages that it brought, newest first. */
      pages: z.array(
        z.object({
          answerId: z.string(),
          carrierCode: z.string(),
          subjectNo: z.string(),
          state: z.string(),
          events: z.number().int(),
          shipmentId: z.string().nullable(),
        }),
      ),
      /** The latest 20 runs of its process that have begun, the oldest first. */
      runs: z.array(
        z.object({
          jobId: z.string(),
          jobStatus: status,
          startTime: z.number(),
          /** ms in the queue, and ms that it ran. */
          waitMs: z.number(),
          runMs: z.number(),
        }),
      ),
      /** May the caller stop, kill, retry it now? */
      can: z.object({
        stop: z.boolean(),
        kill: z.boolean(),
        retry: z.boolean(),
        confirm: z.boolean(),
        resume: z.boolean(),
      }),
    }),
  },
  jobLog: {
    method: 'POST',
    path: '/api/product/job/log',
    access: 'session',
    summary: { zh: '作业日志', en: 'Lines of the log of a job' },
    body: z.object({
      jobId: wireId,
      /** The least level that is shown. */
      level: z.enum(['debug', 'info', 'warn', 'error']).default('debug'),
      keyword: filterText(200),
      /** Lines after this one, in order; without it the last ones. */
      after: z.coerce.number().int().min(-1).nullish(),
      /** Lines before this one. */
      before: z.coerce.number().int().min(0).nullish(),
      limit: z.coerce.number().int().min(1).max(2000).default(500),
    }),
    data: z.object({
      lines: z.array(
        z.object({
          line: z.number().int(),
          time: z.number(),
          level: z.enum(['debug', 'info', 'warn', 'error']),
          message: z.string(),
        }),
      ),
      /** Lines of the whole log. */
      total: z.number().int(),
      /** There are more in the direction that was asked. */
      more: z.boolean(),
    }),
  },
  jobArtifact: {
    method: 'GET',
    path: '/api/product/job/artifact',
    access: 'session',
    summary: { zh: '下载作业产物', en: 'Downloads something a job brought' },
    query: z.object({ artifactId: wireId }),
    data: z.unknown(),
  },
  jobRun: {
    method: 'POST',
    path: '/api/product/job/run',
    access: ['/job', '/process'],
    summary: { zh: '立即执行流程', en: 'Starts a job of a process now' },
    body: z.object({
      processId: wireId,
      /** What its executor is given. */
      input: z.record(z.string(), z.unknown()).nullish(),
      priority: z.coerce.number().int().min(1).max(100).nullish(),
      subscriptionId: wireId.nullish(),
    }),
    data: z.object({ jobId: z.string() }),
  },
  jobRunMany: {
    method: 'POST',
    path: '/api/product/job/runMany',
    access: ['/job', '/process'],
    summary: {
      zh: '批量执行流程：先统计，再逐个排队；100 个以内直接返回结果，更多则返回批量操作编号',
      en: 'Starts a job of each process that fits a filter: counts first; up to 100 are answered with their results, more with a run',
    },
    body: z.object({
      /** As the list of processes is asked; its page and order do not matter. */
      filter: entityShapes(processEntity).query.body,
      priority: z.coerce.number().int().min(1).max(100).nullish(),
      /** Only counts the jobs it would start. */
      preview: wireFlag.default(0),
    }),
    data: z.object({
      chosen: z.number().int(),
      /** More fit than one run starts. */
      cut: z.boolean(),
      runId,
      results: z.array(
        z.object({
          processId: z.string(),
          processName: z.string(),
          tenantName: z.string(),
          /** null: it was refused, with the reason as text. */
          jobId: z.string().nullable(),
          text: z.string(),
        }),
      ),
    }),
  },
  jobAct: {
    method: 'POST',
    path: '/api/product/job/act',
    access: ['/job'],
    summary: {
      zh: '停止、强制终止或重试作业，可按选择或整个筛选结果；100 个以内直接返回结果，更多则返回批量操作编号',
      en: 'Stops, kills or retries jobs: those chosen, or all that fit a filter; up to 100 are answered with their results, more with a run',
    },
    body: z.object({
      act: z.enum(['stop', 'kill', 'retry']),
      jobIds: z.array(wireId).max(5000).nullish(),
      filter: listBody(jobsList).nullish(),
      /** Only counts what it would be done to. */
      preview: wireFlag.default(0),
    }),
    data: z.object({
      /** Jobs that were chosen, and those of them it can be done to. */
      chosen: z.number().int(),
      possible: z.number().int(),
      /** More were chosen than one run acts on. */
      cut: z.boolean(),
      runId,
      results: z.array(result),
    }),
  },
  jobBulkRuns: {
    method: 'GET',
    path: '/api/product/job/bulkRuns',
    access: ['/job', '/process'],
    summary: { zh: '我的作业批量操作', en: "The caller's newest runs over many jobs or processes" },
    data: z.array(bulkRun),
  },
  jobBulkResults: {
    method: 'POST',
    path: '/api/product/job/bulkResults',
    access: ['/job', '/process'],
    summary: {
      zh: '批量操作的进度与逐条结果',
      en: 'How far a run over many jobs or processes is, and what became of each',
    },
    body: z.object({
      ...pageInput,
      runId: wireId,
      /** Only those that were done (1) or refused (0). */
      done: wireFlag.nullish(),
    }),
    data: pageOf(
      z.object({
        /** The job that something was done to; null where a job was started. */
        jobId: z.string().nullable(),
        processName: z.string(),
        tenantName: z.string(),
        /** null: the run has not come by yet. */
        done: z.boolean().nullable(),
        jobStatus: status.nullable(),
        text: z.string(),
        newJobId: z.string().nullable(),
      }),
    ).extend({ run: bulkRun }),
  },
  jobBulkCancel: {
    method: 'POST',
    path: '/api/product/job/bulkCancel',
    access: ['/job', '/process'],
    summary: { zh: '取消批量操作', en: 'Ends a run over many jobs or processes; what it has done stays' },
    body: z.object({ runId: wireId }),
    data: z.null(),
  },
  jobResume: {
    method: 'POST',
    path: '/api/product/job/resume',
    access: ['/job'],
    summary: { zh: '从失败的步骤继续', en: 'Runs the failed step of a job again, and the steps after it' },
    body: z.object({ jobId: wireId }),
    data: z.null(),
  },
  jobConfirm: {
    method: 'POST',
    path: '/api/product/job/confirm',
    access: ['/job'],
    summary: { zh: '确认或驳回作业结果', en: 'Confirms the result of a job, or rejects it' },
    body: z.object({ jobId: wireId, accept: wireFlag }),
    data: z.null(),
  },
});
