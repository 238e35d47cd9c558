import { z } from 'zod';
import { robotAnswersList } from '#lists/robot-answers.ts';
import { defineCalls, filterChoice, filterText, pageInput, pageOf, wireId } from '../call.ts';
import { listBody, listRow } from '../list.ts';
import { rpaMenus } from '../menus.ts';

const reason = z.object({ code: z.string(), text: z.string() });
const counted = reason.extend({ count: z.number().int() });

const answer = listRow(robotAnswersList).extend({ reasons: z.array(reason) });
export type RpaAnswerRow = z.output<typeof answer>;

const run = z.object({
  runId: z.string(),
  /** trial = only compared; apply = answers are read again after a release. */
  kind: z.enum(['trial', 'apply']),
  parserId: z.string(),
  version: z.number().int(),
  beforeVersion: z.number().int(),
  state: z.enum(['running', 'done', 'failed']),
  total: z.number().int(),
  done: z.number().int(),
  equal: z.number().int(),
  changed: z.number().int(),
  parsed: z.number().int(),
  refused: z.number().int(),
  /** Neither version reads it. */
  unread: z.number().int(),
  /** Shipments whose record was made again by a release. */
  shipments: z.number().int(),
  /** Of these: shipments that lost what only a version read that was taken back. */
  withdrawn: z.number().int(),
  sinceTime: z.number(),
  startTime: z.number(),
  finishTime: z.number().nullable(),
  handlerName: z.string(),
});
export type RpaRun = z.output<typeof run>;

const parser = z.object({
  parserId: z.string(),
  carrierCode: z.string(),
  carrierName: z.string().nullable(),
  /** columns: made by people, who have pointed at columns. */
  kind: z.enum(['script', 'columns']),
  /** 0: none. */
  releasedVersion: z.number().int(),
  versions: z.array(
    z.object({
      version: z.number().int(),
      state: z.enum(['released', 'candidate', 'former']),
      about: z.string(),
      answers: z.number().int(),
      refusedAnswers: z.number().int(),
    }),
  ),
  releaseTime: z.number().nullable(),
  releasedBy: z.string().nullable(),
  answers: z.number().int(),
  lastTime: z.number().nullable(),
  trial: run.nullable(),
  apply: run.nullable(),
});

const carrier = z.object({
  carrierCode: z.string(),
  carrierName: z.string().nullable(),
  answers: z.number().int(),
  refusedAnswers: z.number().int(),
  reasons: z.array(counted),
  lastTime: z.number().nullable(),
});

const difference = z.object({
  differenceId: z.string(),
  answerId: z.string(),
  kind: z.enum(['changed', 'parsed', 'refused']),
  carrierCode: z.string(),
  subject: z.enum(['bill', 'container']),
  subjectNo: z.string(),
  /** Path of the attribute, such as `booking.eta`; null: the answer as a whole. */
  path: z.string().nullable(),
  before: z.string().nullable(),
  after: z.string().nullable(),
  /** The values are instants. */
  isTime: z.boolean(),
});

const key = z.object({
  keyId: z.string(),
  name: z.string(),
  /** null: a robot of the platform. */
  tenantName: z.string().nullable(),
  prefix: z.string(),
  createTime: z.number(),
  creatorCode: z.string(),
  lastUsedTime: z.number().nullable(),
  revokedTime: z.number().nullable(),
});

const site = z.object({
  carrierCode: z.string(),
  carrierName: z.string().nullable(),
  packageId: z.string(),
  packageName: z.string(),
  /** The version that processes run, or the newest one where none does. */
  packageVersion: z.string().nullable(),
  /** Address of the site; null: none is known. */
  siteUrl: z.string().nullable(),
  parserIds: z.array(z.string()),
  /** off: nobody has confirmed the terms; stopped: the site has refused a robot within a day. */
  state: z.enum(['off', 'ready', 'stopped']),
  confirmedTime: z.number().nullable(),
  /** Who confirmed; null: nobody, or not for the caller. */
  confirmedBy: z.string().nullable(),
  contact: z.string().nullable(),
  pauseSeconds: z.number(),
  /** The last refusal, and what can be used in place of robots. */
  refusedTime: z.number().nullable(),
  refusal: z.string().nullable(),
  alternatives: z.string(),
  refusedJobId: z.string().nullable(),
  /** Pages of the last week, and the share of their rows that was read, 0 to 1; null: none came. */
  answers: z.number().int(),
  readShare: z.number().nullable(),
  /** Since when pages cannot be read as before, the first of these, and the last one that could be. */
  changedTime: z.number().nullable(),
  changedAnswerId: z.string().nullable(),
  readAnswerId: z.string().nullable(),
});

const code = (max: number) => z.string().trim().min(1).max(max);

/** What robots bring from pages of carriers, and the parsers that read it; robots show a key of their own, like carriers their signature. */
export const rpaCalls = defineCalls({
  rpaAnswer: {
    method: 'POST',
    path: '/api/data-center/rpa/answers',
    access: 'public',
    summary: {
      zh: '机器人交回一份页面或数据（请求头 Api-Key）',
      en: 'A robot brings a page or the data behind it (header Api-Key)',
    },
    body: z.object({
      carrierCode: code(10),
      subject: z.enum(['bill', 'container']),
      subjectNo: code(40),
      /** When the robot saw it, epoch milliseconds. */
      collectedAt: z.number().int().nonnegative().max(8.64e15),
      /** The robot's clock as it sends this: then `collectedAt` is by the same clock, which may be wrong. */
      sentAt: z.number().int().nonnegative().max(8.64e15).nullish(),
      robotId: code(60),
      jobId: code(100),
      /** Id of the parser the robot thinks of. */
      parser: z.string().max(60).nullish(),
      contentType: z.enum(['html', 'json']),
      /** The page or the data as text. */
      body: z.string(),
    }),
    data: z.object({
      answerId: z.string(),
      state: answer.shape.state,
      parser: z.string().nullable(),
      version: z.number().int().nullable(),
      events: z.number().int(),
      /** The same answer of the same job came before. */
      repeated: z.boolean(),
      reasons: z.array(reason),
    }),
  },
  rpaRequests: {
    method: 'POST',
    path: '/api/data-center/rpa/requests',
    access: 'public',
    summary: {
      zh: '机器人领取要查看的单号（请求头 Api-Key）',
      en: 'A robot asks what to look at (header Api-Key)',
    },
    body: z.object({
      robotId: code(60),
      carrierCode: z.string().max(10).nullish(),
      /** The job it asks for: only shipments of the job's tenant. */
      jobId: wireId.nullish(),
      limit: z.number().int().min(1).max(100).default(20),
    }),
    data: z.array(
      z.object({
        requestId: z.string(),
        carrierCode: z.string(),
        subject: z.enum(['bill', 'container']),
        subjectNo: z.string(),
        /** Address of the carrier's site; null where none is known. */
        siteUrl: z.string().nullable(),
        /** Until when nobody else is instructed to look. */
        until: z.number(),
      }),
    ),
  },
  rpaParsers: {
    method: 'GET',
    path: '/api/data-center/rpa/parser/query',
    access: rpaMenus,
    summary: { zh: '页面解析器及其版本', en: 'Parsers of pages with their versions' },
    query: z.object({ hours: z.coerce.number().int().min(1).max(8760).default(168) }),
    data: z.object({ parsers: z.array(parser), carriers: z.array(carrier), platform: z.boolean() }),
  },
  rpaSites: {
    method: 'GET',
    path: '/api/data-center/rpa/site/query',
    access: rpaMenus,
    summary: { zh: '机器人采集的承运人网站', en: 'Sites of carriers that robots collect from' },
    data: z.object({ sites: z.array(site), platform: z.boolean() }),
  },
  rpaSiteConfirm: {
    method: 'POST',
    path: '/api/data-center/rpa/site/confirm',
    access: rpaMenus,
    summary: {
      zh: '确认网站条款允许机器人访问，开始采集',
      en: 'Confirms that the terms of a site allow robots: they collect from it',
    },
    body: z.object({
      carrierCode: code(10),
      /** An e-mail or web address at which the site reaches who runs the robots; robots tell it. */
      contact: code(200),
      /** Between two calls. */
      pauseSeconds: z.number().min(1).max(600),
    }),
    data: z.null(),
  },
  rpaSiteWithdraw: {
    method: 'POST',
    path: '/api/data-center/rpa/site/withdraw',
    access: rpaMenus,
    summary: { zh: '撤回确认，机器人不再访问该网站', en: 'Takes the confirmation back: robots ask nothing more' },
    body: z.object({ carrierCode: code(10) }),
    data: z.null(),
  },
  rpaRelease: {
    method: 'POST',
    path: '/api/data-center/rpa/parser/release',
    access: rpaMenus,
    summary: {
      zh: '发布或回退解析器版本，并重新读取已存页面',
      en: 'Releases or takes back a version; stored answers are read again',
    },
    body: z.object({
      parserId: code(60),
      /** 0: no version. */
      version: z.number().int().min(0).max(9999),
      /** The version released now, as the caller knows it. */
      beforeVersion: z.number().int().min(0).max(9999),
    }),
    data: run,
  },
  rpaTry: {
    method: 'POST',
    path: '/api/data-center/rpa/parser/tryIt',
    access: rpaMenus,
    summary: {
      zh: '用已存页面试运行解析器版本并比较结果',
      en: 'Runs a version over stored answers and compares what it makes of them',
    },
    body: z.object({
      parserId: code(60),
      version: z.number().int().min(1).max(9999),
      days: z.number().int().min(1).max(365).default(30),
    }),
    data: run,
  },
});

/** Runs of parsers over stored answers, the answers, and the keys of robots. */
export const rpaAnswerCalls = defineCalls({
  rpaRuns: {
    method: 'GET',
    path: '/api/data-center/rpa/run/query',
    access: rpaMenus,
    summary: { zh: '解析器运行记录', en: 'Runs of parsers over stored answers' },
    query: z.object({ parserId: filterText(60) }),
    data: z.array(run),
  },
  rpaDifferences: {
    method: 'POST',
    path: '/api/data-center/rpa/run/differences',
    access: rpaMenus,
    summary: { zh: '试运行的差异，逐值', en: 'What a run found to be otherwise, value by value' },
    body: z.object({ ...pageInput, runId: wireId, kind: filterChoice }),
    data: pageOf(difference),
  },
  rpaAnswerQuery: {
    method: 'POST',
    path: '/api/data-center/rpa/answer/query',
    access: rpaMenus,
    summary: { zh: '查询机器人交回的页面', en: 'Answers of robots, newest first' },
    body: listBody(robotAnswersList),
    data: pageOf(answer),
  },
  rpaAnswerGet: {
    method: 'GET',
    path: '/api/data-center/rpa/answer/get',
    access: rpaMenus,
    summary: { zh: '机器人交回的页面：原文与读取结果', en: 'One answer of a robot: its text and what was read' },
    query: z.object({ answerId: wireId }),
    data: z.object({
      answer,
      /** The job that brought it; null: a robot of somebody else, or the job is not there any more. */
      job: z.object({ jobId: z.string(), processName: z.string(), jobStatus: z.string() }).nullable(),
      /** As received; shown as text, never as a page. */
      text: z.string(),
      cut: z.boolean(),
      /** Beside the last page before it that was read in full: what its layout had and this one has not, and the reverse. */
      layout: z
        .object({
          answerId: z.string(),
          receiveTime: z.number(),
          gone: z.array(z.string()),
          added: z.array(z.string()),
        })
        .nullable(),
      problems: z.array(
        z.object({
          code: z.string(),
          text: z.string(),
          row: z.number().int().nullable(),
          field: z.string().nullable(),
          value: z.string().nullable(),
        }),
      ),
      shipments: z.array(
        z.object({
          subscriptionId: z.string(),
          shipmentId: z.string().nullable(),
          tenantName: z.string(),
          billNo: z.string().nullable(),
          containerNo: z.string().nullable(),
          /** The record of the shipment is made from this very answer. */
          current: z.boolean(),
        }),
      ),
    }),
  },
  rpaKeyQuery: {
    method: 'GET',
    path: '/api/data-center/rpa/key/query',
    access: rpaMenus,
    summary: { zh: '机器人密钥', en: 'Keys of robots' },
    data: z.array(key),
  },
  rpaKeyInsert: {
    method: 'POST',
    path: '/api/data-center/rpa/key/insert',
    access: rpaMenus,
    summary: { zh: '新建机器人密钥，密钥仅显示一次', en: 'Makes a key for a robot; its text is answered this once' },
    body: z.object({ tenantId: wireId.nullish(), name: z.string().trim().min(1).max(100) }),
    data: z.object({ keyId: z.string(), key: z.string() }),
  },
  rpaKeyRevoke: {
    method: 'POST',
    path: '/api/data-center/rpa/key/revoke',
    access: rpaMenus,
    summary: { zh: '停用机器人密钥', en: 'Ends a key of a robot' },
    body: z.object({ keyId: wireId }),
    data: z.null(),
  },
});
