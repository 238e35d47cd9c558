import { z } from 'zod';
import { exceptionsList } from '#lists/exceptions.ts';
import { defineCalls, pageInput, pageOf, wireId } from '../call.ts';
import { handlingResult } from './handling.ts';
import { listFilters } from '../list.ts';
import {
  exceptionResult,
  bookingRow,
  containerRow,
  documentRow,
  legRow,
  sentBack,
  statusRow,
  subscriptionRow,
} from '../wire/rows.ts';
import { exceptionMenus } from '../menus.ts';

/** Parts of a shipment that the rows of the exception list and of the subscription list carry. */
export const shipmentParts = [
  'obmBk',
  'obmDoc',
  'obmMultiVessel',
  'obmDocActualContainerList',
  'mdStatusRecordList',
] as const;
export type ShipmentPart = (typeof shipmentParts)[number];

/** What a caller can leave out of rows: parts of the shipment, and the evidence of the exception. */
const rowParts = [...shipmentParts, 'evidence'] as const;

/** Only these parts; the others are null or empty. All of them unless given. */
export const wantedParts = z.array(z.enum(rowParts)).max(rowParts.length).optional();

/** Rows of exceptions can also be had without their subscription and its expert values. */
const exceptionParts = [...rowParts, 'obmTkSubscribe'] as const;

const queryExceptionsBody = z.strictObject({
  ...pageInput,
  /** Days travel as text: yyyy-MM-dd, yyyyMMdd or yyyy-MM-dd HH:mm:ss. The last day counts in full. */
  ...listFilters(exceptionsList),
  searchColumns: z.any().optional(),
  parts: z.array(z.enum(exceptionParts)).max(exceptionParts.length).optional(),
});

/** One row: the exception with its subscription and the booking it is about. */
export const exceptionRow = z.object({
  obmAutotestResult: exceptionResult,
  obmTkSubscribe: subscriptionRow.nullable(),
  obmBk: bookingRow.nullable(),
  obmDoc: documentRow.nullable(),
  obmMultiVessel: z.array(legRow),
  obmDocActualContainerList: z.array(containerRow),
  mdStatusRecordList: z.array(statusRow),
  carrierUrl: z.string().nullable(),
  updateLogMap: z.record(z.string(), z.any()),
});

const ids = z.array(wireId).max(5000);
const remark = z.string().nullish();

export const exceptionCalls = defineCalls({
  queryExceptions: {
    method: 'POST',
    path: '/api/data/exceptionManage/queryExceptionManageInfo',
    access: exceptionMenus,
    summary: { zh: '查询异常列表', en: 'The exception list' },
    body: queryExceptionsBody,
    data: pageOf(exceptionRow),
  },
  exportExceptions: {
    method: 'POST',
    path: '/api/data/exceptionManage/exportExceptionManageInfo',
    access: exceptionMenus,
    summary: { zh: '导出异常列表 (CSV 流)', en: 'Export the filtered exceptions as a CSV stream' },
    body: z.strictObject({ ...queryExceptionsBody.shape, columns: z.array(z.string().max(60)).max(60).optional() }),
    data: z.any(),
  },
  assignExceptions: {
    method: 'POST',
    path: '/api/data/obmAutotestResultExt/batchAssign',
    access: exceptionMenus,
    summary: { zh: '批量分配责任人', en: 'Assign exceptions to a responsible person' },
    body: z.object({ ids, chargeCode: z.string().max(100).nullish(), chargeName: z.string().max(200).nullish() }),
    data: z.string(),
  },
  updateExceptionStatus: {
    method: 'POST',
    path: '/api/data/obmAutotestResultExt/batchUpdateHandleStatus',
    access: exceptionMenus,
    summary: { zh: '批量更新处理状态', en: 'Update the handling of exceptions' },
    body: z.object({
      ids,
      chargeCode: z.string().max(100).nullish(),
      chargeName: z.string().max(200).nullish(),
      handleStatus: z.union([z.string(), z.number()]).nullish(),
      handleRemark: remark,
      handleTime: z.union([z.string(), z.number()]).nullish(),
    }),
    data: z.object({
      changed: z.number().int(),
      results: z.array(z.object({ id: z.string(), ok: z.boolean(), msg: z.string() })),
    }),
  },
  updateException: {
    method: 'POST',
    path: '/api/data/exceptionManage/updateAutotestResult',
    access: exceptionMenus,
    summary: { zh: '更新处理状态', en: 'Update the handling of one exception' },
    body: z.object({
      ...sentBack(handlingResult),
      obmAutotestResultId: wireId.nullish(),
      handleStatus: z.union([z.string(), z.number()]).nullish(),
      handleRemark: remark,
      chargeCode: z.string().max(100).nullish(),
      chargeName: z.string().max(200).nullish(),
      recordVersion: z.coerce.number().int().nullish(),
    }),
    data: z.null(),
  },
  undoHandling: {
    method: 'POST',
    path: '/api/data/exceptionManage/undoHandling',
    access: exceptionMenus,
    summary: { zh: '撤销自己最近一次处理或分配', en: 'Undo the own latest handling or assignment of one exception' },
    body: z.object({ obmAutotestResultId: wireId }),
    data: z.null(),
  },
});

/** How sources are doing and what of theirs was refused, as the pages of exceptions show it. */
export const sourceStateCalls = defineCalls({
  sources: {
    method: 'GET',
    path: '/api/autotest/source/query',
    access: exceptionMenus,
    summary: { zh: '数据源状态', en: 'Sources and how they are doing' },
    data: z.array(
      z.object({
        code: z.string(),
        protocol: z.string(),
        nameCn: z.string(),
        nameEn: z.string(),
        enabled: z.boolean(),
        failing: z.boolean(),
        consecutiveFailures: z.number().int(),
        lastSuccessTime: z.number().nullable(),
        lastFailureTime: z.number().nullable(),
        lastError: z.string().nullable(),
        refusals24h: z.number().int(),
        overdue: z.number().int(),
      }),
    ),
  },
  refusals: {
    method: 'GET',
    path: '/api/autotest/refusal/query',
    access: exceptionMenus,
    summary: { zh: '被拒消息', en: 'Messages refused, with reasons' },
    query: z.object({
      sourceCode: z.string().max(60).optional(),
      currentPage: z.coerce.number().int().min(1).default(1),
      pageSize: z.coerce.number().int().min(1).max(100).default(10),
    }),
    data: pageOf(
      z.object({
        id: z.string(),
        time: z.number(),
        sourceCode: z.string().nullable(),
        via: z.string(),
        reason: z.string(),
        reasonText: z.string(),
        detail: z.string(),
        sample: z.string().nullable(),
      }),
    ),
  },
});
