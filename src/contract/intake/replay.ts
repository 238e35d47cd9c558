import { z } from 'zod';
import { defineCalls, filterText, wireId } from '../call.ts';
import { subscribeMenus } from '../menus.ts';

const text = z.string().nullable();
const time = z.number().nullable();

const ids = z.union([
  z.array(wireId).max(5000),
  z.object({ ids: z.array(wireId).max(5000).nullish() }).transform(({ ids: list }) => list ?? []),
]);

/** One source queried again for one subscription; dataType 0 = pending pull, 1 = pulled, 2 = pull cancelled. */
const pullRecord = z.object({
  pullRecordId: z.string(),
  obmTkSubscribeId: z.string(),
  blNo: text,
  ctnNo: text,
  tenantCode: z.string(),
  tkSourceId: z.string(),
  sourceName: z.string(),
  dataType: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  createTime: time,
  regainTime: time,
  handlerCode: z.string(),
  handlerName: z.string(),
  /** Why the last try brought nothing. */
  lastError: text,
});

/** Something that was started for a subscription, or for many: how far it is and what came of it. */
const replayRun = z.object({
  runId: z.string(),
  kind: z.enum(['fuse', 'ask', 'reinsert', 'replay']),
  sourceType: text,
  obmTkSubscribeId: text,
  state: z.enum(['running', 'done', 'failed']),
  total: z.number().int(),
  done: z.number().int(),
  /** What came of it, in words. */
  outcome: z.string(),
  changed: z.number().int(),
  /** Expert values that a recompute run has dropped. */
  dropped: z.number().int(),
  /** Of these, those that can still be brought back. */
  restorable: z.number().int(),
  error: text,
  handlerCode: z.string(),
  handlerName: z.string(),
  startTime: time,
  finishTime: time,
  /** 1: it ran already when it was requested. */
  joined: z.union([z.literal(0), z.literal(1)]),
});
export type ReplayRun = z.output<typeof replayRun>;

const oneSubscription = z.object({ obmTkSubscribeId: wireId.optional() });

/** What acts is posted by our own client; the literal GET of the specification is served too. */
const acting = { query: oneSubscription.optional(), body: oneSubscription.optional() };

export const replayCalls = defineCalls({
  activatePullRecords: {
    method: 'POST',
    path: '/api/data/abnormal/batchActiveRecodeList',
    access: subscribeMenus,
    summary: {
      zh: '重新激活异常记录',
      en: 'Ask the sources of subscriptions again; gives the records that became pending',
    },
    body: ids,
    data: z.array(pullRecord),
  },
  cancelPullRecords: {
    method: 'POST',
    path: '/api/data/abnormal/batchCancelRecodeList',
    access: subscribeMenus,
    summary: { zh: '取消异常记录', en: 'Call pending pulls off; gives the records that were cancelled' },
    body: ids,
    data: z.array(pullRecord),
  },
  queryPullRecords: {
    method: 'POST',
    path: '/api/data/abnormal/queryRecodeList',
    access: subscribeMenus,
    summary: { zh: '查询异常记录', en: 'Pull records of subscriptions' },
    body: ids,
    data: z.array(pullRecord),
  },
  // The specification has GET for what acts; the header that no link can send guards it, and our own client posts.
  refuse: {
    method: 'POST',
    path: '/api/data-center/compensate/reUnionBusinessData',
    access: subscribeMenus,
    also: 'GET',
    summary: { zh: '重新触发融合', en: 'Fuse a subscription again; drops its expert values' },
    ...acting,
    data: replayRun,
  },
  reinsertFt: {
    method: 'POST',
    path: '/api/data-center/compensate/shippingTrackingForFT',
    access: subscribeMenus,
    also: 'GET',
    summary: { zh: 'FT 数据补录', en: 'Read the stored answers of FT again' },
    ...acting,
    data: replayRun,
  },
  requestFt: {
    method: 'POST',
    path: '/api/data-center/compensate/requestFT',
    access: subscribeMenus,
    also: 'GET',
    summary: { zh: 'FT 发送请求', en: 'Ask FT now' },
    ...acting,
    data: replayRun,
  },
  latestFtRecord: {
    method: 'GET',
    path: '/api/data-center/compensate/getFTLatestRecord',
    access: subscribeMenus,
    summary: { zh: 'FT 最新记录', en: 'The newest answer of FT as received' },
    query: oneSubscription,
    data: z
      .object({
        obmTkSubscribeId: z.string(),
        sourceName: z.string(),
        /** When the source was queried last, when it answered last, and when this answer, the last that differed, was received. */
        askTime: time.nullable(),
        answerTime: time.nullable(),
        receiveTime: time,
        via: z.string(),
        sizeBytes: z.number().int(),
        record: z.string(),
      })
      .nullable(),
  },
  requestRpa: {
    method: 'POST',
    path: '/api/data-center/compensate/requestRPA',
    access: subscribeMenus,
    also: 'GET',
    summary: { zh: 'RPA 发送请求', en: 'Ask the robot source now' },
    ...acting,
    data: replayRun,
  },
  reinsertRpa: {
    method: 'POST',
    path: '/api/data-center/compensate/shippingTrackingForRPA',
    access: subscribeMenus,
    also: 'GET',
    summary: { zh: 'RPA 数据补录', en: 'Read the stored answers of the robot source again' },
    ...acting,
    data: replayRun,
  },
  replayStored: {
    method: 'POST',
    path: '/api/data-center/compensate/replay',
    access: subscribeMenus,
    summary: {
      zh: '按船公司和订阅时间重放',
      en: 'Read the stored answers of many subscriptions again, by carrier and period',
    },
    body: z.object({
      tenantCode: filterText(100),
      carrierCode: filterText(20),
      subscribeTimeFrom: filterText(30),
      subscribeTimeTo: filterText(30),
    }),
    data: z.array(replayRun),
  },
  replayRuns: {
    method: 'GET',
    path: '/api/data-center/compensate/queryRuns',
    access: subscribeMenus,
    summary: { zh: '补偿执行记录', en: 'What was started for a subscription (or for many), newest first' },
    query: oneSubscription,
    data: z.array(replayRun),
  },
});
