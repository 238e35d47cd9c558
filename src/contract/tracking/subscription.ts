import { z } from 'zod';
import { subscriptionsList } from '#lists/subscriptions.ts';
import { pullPlans } from '#domain/tracking/why/why.ts';
import { defineCalls, filterChoice, filterText, pageInput, pageOf, wireFlag, wireId } from '../call.ts';
import { exceptionRow, wantedParts } from '../exceptions/exception.ts';
import { listFilters } from '../list.ts';
import { bookingRow, sentBack, subscriptionRow } from '../wire/rows.ts';
import { subscribeMenus, trackingMenus } from '../menus.ts';

const text = z.string().nullable();
const time = z.number().nullable();
const flag = z.union([z.literal(0), z.literal(1)]);

const querySubscriptionsBody = z.strictObject({
  ...pageInput,
  ...listFilters(subscriptionsList),
  searchColumns: z.any().optional(),
  parts: wantedParts,
});

/** A subscription as its list has it. */
const listedSubscription = subscriptionRow.extend({
  testPurpose: text,
  /** What is missing where no source can answer it. */
  noSource: text.optional(),
});

/** One row: as in the exception list; `obmAutotestResult` is its newest open exception, if there is one. */
const subscriptionListRow = exceptionRow.extend({
  obmAutotestResult: exceptionRow.shape.obmAutotestResult.nullable(),
  obmTkSubscribe: listedSubscription,
});

/**
 * One row of an import or of a batch: what is to be tracked. Its content is checked by the verb, cell by cell; here
 * only that it can be text of a sheet, whose cells hold up to 32,767 characters.
 */
const sheetText = z.string().max(32_767);
const looseText = z.union([sheetText, z.number()]).nullish();
const newSubscription = z.object({
  /** What the reader of the answer calls this row, such as its line in a sheet; else rows count from 1. */
  row: z.number().int().min(1).nullish(),
  isBillNo: z.union([sheetText, z.number(), z.boolean()]).nullish(),
  blNo: looseText,
  ctnNo: looseText,
  carrierCode: looseText,
  vesselName: looseText,
  voyage: looseText,
  inOutFlag: looseText,
});
export type NewSubscriptionInput = z.output<typeof newSubscription>;

const rowResult = z.object({
  /** Counts from 1, as the rows of the input. */
  row: z.number().int(),
  ok: z.boolean(),
  obmTkSubscribeId: text,
  errors: z.array(z.object({ field: z.string(), msg: z.string() })),
  /** Stated, but nothing stands against it; under `noSource`: what is missing where no source can answer. */
  warnings: z.array(z.object({ field: z.string(), msg: z.string() })),
  /** The row, counted in the same way, that asks for the same subscription; absent where none does. */
  repeats: z.number().int().optional(),
  /** The tenant has this subscription already. */
  exists: z.literal(true).optional(),
});
const importAnswer = z.object({ created: z.number().int(), failed: z.number().int(), results: z.array(rowResult) });

const rowsIn = <T extends z.ZodType>(row: T) =>
  z.union([
    z.array(row).max(5000),
    z.object({
      rows: z.array(row).max(5000).nullish(),
      tenantCode: z.string().max(100).nullish(),
      dryRun: wireFlag.nullish(),
    }),
  ]);

const scheduleRow = z.object({
  wlSchedulesId: z.string(),
  detailPackageDesc: z.string(),
  detailPackageName: z.string(),
  scheduleStatus: z.enum(['Running', 'Stopped', 'Ended']),
  executeTime: time,
  /** Of a source: why not at the usual time, or what the question waits for. */
  nextWhy: z.enum(pullPlans).nullable(),
  cronExpression: z.string(),
  tenantName: z.string(),
  scheduleInfo: z.string(),
  jobId: text,
  jobName: z.string(),
  packageName: z.string(),
  /** Asking a source again and again, or a process that robots run. */
  kind: z.enum(['source', 'process']),
  /** How often it failed in a row, and what is wrong. */
  failures: z.number(),
  problem: text,
  lastTime: time,
  pausedUntil: time,
  /** The clock by which this was read. */
  now: z.number(),
});
const planRow = z.object({
  planId: z.string(),
  finishFlag: flag,
  planTime: time,
  planInfo: z.string(),
  targetJobId: text,
  remoteJobId: text,
  createTime: time,
  lastModifyTime: time,
});
const scheduleIds = z.union([
  z.array(wireId).max(500),
  z.object({ ids: z.array(wireId).max(500).nullish() }).transform(({ ids }) => ids ?? []),
]);

/** Calls of the subscription list, of what people do about subscriptions, and of what was known when. */
export const subscriptionCalls = defineCalls({
  traceMoments: {
    method: 'GET',
    path: '/api/data/trace/moments',
    access: trackingMenus,
    summary: { zh: '货物信息的变化时刻', en: 'When something new became known of a shipment' },
    query: z.object({ obmBkId: wireId.nullish() }),
    /** `said`: sources that stated something else while nothing that is shown changed. */
    data: z.array(z.object({ time: z.number(), changes: z.number().int(), said: z.array(z.string()) })),
  },
  querySubscriptions: {
    method: 'POST',
    path: '/api/data/exceptionManage/queryExceptionSubscribeInfo',
    access: subscribeMenus,
    summary: { zh: '查询订阅列表', en: 'The subscription list' },
    body: querySubscriptionsBody,
    data: pageOf(subscriptionListRow),
  },
  exportSubscriptions: {
    method: 'POST',
    path: '/api/data/exceptionManage/exportExceptionSubscribeInfo',
    access: subscribeMenus,
    summary: { zh: '导出订阅列表 (CSV 流)', en: 'Export the filtered subscriptions as a CSV stream' },
    body: z.strictObject({ ...querySubscriptionsBody.shape, columns: z.array(z.string().max(60)).max(60).optional() }),
    data: z.any(),
  },
  updateSubscriptionRemark: {
    method: 'POST',
    path: '/api/data/traceTrackingUpdateRemark',
    access: subscribeMenus,
    summary: { zh: '编辑订阅备注', en: 'Edit the remark of a subscription' },
    body: z.object({
      ...sentBack(listedSubscription),
      obmTkSubscribeId: wireId.nullish(),
      remark: z.string().nullish(),
      recordVersion: z.coerce.number().int().nullish(),
    }),
    data: z.null(),
  },
  importSubscriptions: {
    method: 'POST',
    path: '/api/data/exceptionManage/batchCreateAutomaticSubscribe',
    access: ['/exception-subscribe', '/trace-index', '/domestic-trace-index', '/ft-ocean-tracking'],
    summary: { zh: '导入自助订阅', en: 'Import subscriptions; valid rows go, the others are named with their errors' },
    body: rowsIn(newSubscription),
    data: importAnswer,
  },
  subscribe: {
    method: 'POST',
    path: '/api/data/traceTracking/subscribe',
    access: trackingMenus,
    summary: { zh: '新增订阅', en: 'Subscribe one reference' },
    body: newSubscription.extend({ tenantCode: z.string().max(100).nullish() }),
    data: z.object({
      obmTkSubscribeId: z.string(),
      /** What is missing where no source can answer it. */
      noSource: text,
    }),
  },
  batchSubscribe: {
    method: 'POST',
    path: '/api/data/traceTracking/batchSubscribe',
    access: trackingMenus,
    summary: { zh: '批量订阅(最多 10 个)', en: 'Subscribe up to 10 references' },
    body: rowsIn(newSubscription),
    data: importAnswer,
  },
  recogniseReferences: {
    method: 'POST',
    path: '/api/data/traceTracking/recognise',
    access: trackingMenus,
    summary: {
      zh: '识别文本中的提单号与箱号',
      en: 'The references in any text, each with its kind, its carrier and what is wrong with it',
    },
    body: z.object({ text: z.string().max(100_000) }),
    data: z.array(
      z.object({
        /** Where it stands in the text. */
        start: z.number().int(),
        end: z.number().int(),
        kind: z.enum(['bill', 'container', 'airWaybill']),
        number: z.string(),
        carrierCode: z.string().nullable(),
        /** `lessor`: the container belongs to a company that leases containers, which says nothing about the carrier. */
        certainty: z.enum(['certain', 'likely', 'lessor', 'unknown']),
        problem: z.enum(['duplicate', 'checkDigit', 'containerShape', 'otherMode', 'tooMany']).nullable(),
        /** The place in this list of what it repeats. */
        repeats: z.number().int().nullable(),
        /** The subscription that follows it already. */
        obmTkSubscribeId: z.string().nullable(),
      }),
    ),
  },
  queryBkBySubscribe: {
    method: 'POST',
    path: '/api/data/exceptionManage/queryBkBySubscribe',
    access: subscribeMenus,
    summary: { zh: '订阅可关联的 bk', en: 'Bookings a subscription may be linked to' },
    body: z.object({
      bizSourceType: filterChoice,
      processType: filterChoice,
      blNo: filterText(60),
      ctnNo: filterText(60),
      carrierCode: filterChoice,
      vesselName: filterText(100),
      voyage: filterText(50),
      isBillNo: wireFlag.nullish(),
    }),
    data: z.array(bookingRow),
  },
  updateSubscribeInfo: {
    method: 'POST',
    path: '/api/data/exceptionManage/updateSubscribeInfo',
    access: subscribeMenus,
    summary: { zh: '切换订阅关联的 bk', en: 'Link a subscription to another booking' },
    body: z.object({
      ...sentBack(listedSubscription),
      obmTkSubscribeId: wireId.nullish(),
      bkId: wireId.nullish(),
      recordVersion: z.coerce.number().int().nullish(),
    }),
    data: subscriptionRow,
  },
  subscriptionSchedules: {
    method: 'GET',
    path: '/api/data/exceptionManage/queryScheduleBySubscribeId',
    access: subscribeMenus,
    summary: { zh: '订阅的调度', en: 'Schedules of a subscription: one for each source that is asked' },
    query: z.object({ subscribeId: wireId.optional() }),
    data: z.array(scheduleRow),
  },
  schedulePlans: {
    method: 'POST',
    path: '/api/data/exceptionManage/queryPlansByScheduleId',
    access: subscribeMenus,
    summary: { zh: '调度的计划', en: 'Planned and past runs of a schedule, newest first' },
    body: z.object({
      currentPage: pageInput.currentPage,
      pageSize: pageInput.pageSize,
      scheduleId: wireId.nullish(),
    }),
    data: pageOf(planRow),
  },
  startSchedules: {
    method: 'POST',
    path: '/api/data/exceptionManage/updateScheduleStatusRunning',
    access: subscribeMenus,
    summary: { zh: '启动调度', en: 'Start schedules' },
    body: scheduleIds,
    data: z.object({ changed: z.number().int() }),
  },
  stopSchedules: {
    method: 'POST',
    path: '/api/data/exceptionManage/updateScheduleStatusStopping',
    access: subscribeMenus,
    summary: { zh: '停止调度', en: 'Stop schedules' },
    body: scheduleIds,
    data: z.object({ changed: z.number().int() }),
  },
});
