import { z } from 'zod';
import { modes } from '#domain/tracking/journey/mode.ts';
import { warningCodes } from '#shared/reference/warning-codes.ts';
import { recordOf } from '#shared/values/objects.ts';
import { defineCalls, pageInput, pageOf, wireFlag, wireId } from '../call.ts';
import { exceptionResult, sentBack, subscriptionRow } from '../wire/rows.ts';
import { exceptionMenus } from '../menus.ts';

const text = z.string().nullable();
const time = z.number().nullable();

/** The business type whose id01 is an exception result. */
export const exceptionBusinessType = 'AUTOTEST_RESULT';

/** Something done about a cause, as `wlExceptionHandleStatus`. */
const causeStatusRecord = z.object({
  wlExceptionHandleStatusId: z.string(),
  wlExceptionCauseId: z.string(),
  exceptionHandleStatusCode: z.string(),
  exceptionHandleStatusName: z.string(),
  createTime: time,
  creatorName: text,
  recordVersion: z.number(),
});

/** Why an exception came about, as `wlExceptionCause`. */
const causeRecord = z.object({
  wlExceptionCauseId: z.string(),
  businessType: z.string(),
  sourceOrderId01: z.string(),
  appType: z.string(),
  exceptionTypeCode: z.string(),
  exceptionTypeName: z.string(),
  remark: text,
  createTime: time,
  creatorName: text,
  lastModifyTime: time,
  lastModifierName: text,
  recordVersion: z.number(),
  wlExceptionHandleStatusList: z.array(causeStatusRecord),
});
export type CauseRecord = z.output<typeof causeRecord>;

/** A choice for what was done, as `mdExceptionHandleStatus`. */
const handleStatusRecord = z.object({
  mdExceptionHandleStatusId: z.string(),
  exceptionHandleStatusCode: z.string(),
  exceptionHandleStatusName: z.string(),
  exceptionHandleStatusNameEn: z.string(),
  isDelete: z.union([z.literal(0), z.literal(1)]),
  recordVersion: z.number(),
});

/** An exception as the handling page sees it; its remark is only what a person wrote. */
export const handlingResult = exceptionResult.extend({
  exceptionTypeCode: z.string(),
  testPurposeCode: z.string(),
  exceptionSourceCode: z.string(),
  /** Why the product closed it by itself. */
  systemNote: text,
});

/** One exception with what explains it. */
const handlingDetail = handlingResult.extend({
  /** What the rule looks for, in words. */
  ruleText: z.string(),
  /** Names of the sources that the evidence quotes. */
  sourceNames: z.record(z.string(), z.string()),
  obmTkSubscribe: subscriptionRow.nullable(),
  /** What sources warn of that the exception speaks of too, newest first; left out where none does. */
  warnings: z
    .array(
      z.object({
        code: z.enum(warningCodes),
        containerNo: text,
        portCode: text,
        time: z.number(),
        /** Zone of the port; null where it is not known. */
        zone: text,
        sourceName: z.string(),
      }),
    )
    .optional(),
  /** How the goods travel; left out by sea. */
  mode: z.enum(modes).exclude(['sea']).optional(),
  /** 1 = the caller may save here; 0 = may read and comment. */
  mayHandle: z.union([z.literal(0), z.literal(1)]),
});
export type HandlingDetail = z.output<typeof handlingDetail>;

/** One entry of an exception's history. */
const historyEntry = z.object({
  id: z.string(),
  kind: z.string(),
  time: z.number(),
  /** null = the product itself. */
  actorCode: text,
  actorName: text,
  /** Why the product did it, in words. */
  note: text,
  changes: z.array(z.object({ field: z.string(), before: text, after: text })),
  comment: z
    .object({
      exceptionCommentId: z.string(),
      body: z.string(),
      mentions: z.array(z.object({ userCode: z.string(), userName: z.string() })),
      own: z.boolean(),
    })
    .nullable(),
});
export type HistoryEntry = z.output<typeof historyEntry>;

// What a save must hold is checked by the verb, whose messages name the row; here only shape and size.
const looseText = (max: number) => z.string().max(max).nullish();
const newOrKnownId = z
  .union([wireId, z.literal('').transform(() => undefined)])
  .nullish()
  .transform((id) => id ?? undefined);

const statusInput = z.object({
  ...sentBack(causeStatusRecord),
  wlExceptionHandleStatusId: newOrKnownId,
  exceptionHandleStatusCode: looseText(60),
  exceptionHandleStatusName: looseText(200),
});
const causeInput = z.object({
  ...sentBack(causeRecord),
  wlExceptionCauseId: newOrKnownId,
  sourceOrderId01: z.union([wireId, z.literal('')]).nullish(),
  appType: looseText(60),
  exceptionTypeCode: looseText(60),
  exceptionTypeName: looseText(200),
  remark: looseText(4000),
  recordVersion: z.coerce.number().int().nullish(),
  wlExceptionHandleStatusList: z.array(statusInput).max(500).nullish(),
});

/** Ids to delete, as a bare list or under a name; none at all is answered by the verb. */
const idsBody = z.union([
  z.object({ ids: z.array(wireId).max(1000).nullish() }).transform(({ ids }) => ids ?? []),
  z.array(wireId).max(1000),
]);
const byId = <K extends string>(key: K) => z.object(recordOf([key], () => wireId));
const listQuery = { currentPage: pageInput.currentPage, pageSize: pageInput.pageSize.default(1000) };
const removed = z.object({ deleted: z.number().int() });

export const handlingCalls = defineCalls({
  // The handling page is open to everybody signed in, for links in mails; rows are those of the own tenants.
  exceptionResultById: {
    method: 'GET',
    path: '/api/data/obmAutotestResult/queryById',
    access: 'session',
    summary: { zh: '异常处理详情', en: 'One exception with its evidence' },
    query: byId('obmAutotestResultId'),
    data: handlingDetail,
  },
  allExceptionResults: {
    method: 'GET',
    path: '/api/data/obmAutotestResult/query_all',
    access: exceptionMenus,
    summary: { zh: '全部异常结果', en: 'All exceptions, newest first' },
    query: z.object(listQuery),
    data: pageOf(handlingResult),
  },
  deleteExceptionResults: {
    method: 'POST',
    path: '/api/data/obmAutotestResult/deleteByIds',
    access: 'admin',
    summary: { zh: '删除异常结果', en: 'Delete exceptions with all that was recorded about them' },
    body: idsBody,
    data: removed,
  },
  exceptionHistory: {
    method: 'GET',
    path: '/api/data/obmAutotestResult/history',
    access: 'session',
    summary: { zh: '异常的历史与评论', en: 'History and comments of one exception, newest first' },
    query: byId('obmAutotestResultId'),
    data: z.array(historyEntry),
  },
  addExceptionComment: {
    method: 'POST',
    path: '/api/data/obmAutotestResult/addComment',
    access: 'session',
    summary: { zh: '评论异常', en: 'Comment on an exception and mention people' },
    body: z.object({
      obmAutotestResultId: wireId,
      body: z.string().max(20_000).nullish(),
      mentions: z.array(z.string().max(100)).max(50).nullish(),
    }),
    data: z.object({ exceptionCommentId: z.string() }),
  },
  removeExceptionComment: {
    method: 'POST',
    path: '/api/data/obmAutotestResult/removeComment',
    access: 'session',
    summary: { zh: '删除或恢复自己的评论', en: 'Take back an own comment, or restore it' },
    body: z.object({ exceptionCommentId: wireId, isDelete: wireFlag.default(1) }),
    data: z.null(),
  },
  saveExceptionCauses: {
    method: 'POST',
    path: '/api/product/feign/exception/exceptionCause/save',
    access: exceptionMenus,
    summary: { zh: '保存异常原因', en: 'Save the causes of an exception; what is not in the list is deleted' },
    body: z.object({
      businessType: looseText(60),
      sourceOrderId01: z.union([wireId, z.literal('')]).nullish(),
      wlExceptionCauseList: z.array(causeInput).max(500).nullish(),
      /** The causes as they were when editing began; given, a save over somebody else's change is refused. */
      baseline: z
        .array(z.object({ wlExceptionCauseId: wireId, recordVersion: z.coerce.number().int() }))
        .max(500)
        .nullish(),
    }),
    data: z.array(causeRecord),
  },
  exceptionCauses: {
    method: 'GET',
    path: '/api/product/feign/exception/exceptionCause/queryByBusinessTypeAndId01',
    access: 'session',
    summary: { zh: '异常原因', en: 'Causes recorded for one exception' },
    query: z.object({ businessType: z.string().max(60).optional(), id01: wireId }),
    data: z.array(causeRecord),
  },
  exceptionCauseById: {
    method: 'GET',
    path: '/api/product/wlExceptionCause/queryById',
    access: 'session',
    summary: { zh: '异常原因详情', en: 'One cause' },
    query: byId('wlExceptionCauseId'),
    data: causeRecord,
  },
  allExceptionCauses: {
    method: 'GET',
    path: '/api/product/wlExceptionCause/query_all',
    access: exceptionMenus,
    summary: { zh: '全部异常原因', en: 'All causes' },
    query: z.object({ ...listQuery, sourceOrderId01: wireId.optional() }),
    data: pageOf(causeRecord),
  },
  deleteExceptionCauses: {
    method: 'POST',
    path: '/api/product/wlExceptionCause/deleteByIds',
    access: exceptionMenus,
    summary: { zh: '删除异常原因', en: 'Delete causes' },
    body: idsBody,
    data: removed,
  },
  causeStatusById: {
    method: 'GET',
    path: '/api/product/wlExceptionHandleStatus/queryById',
    access: 'session',
    summary: { zh: '异常处理状态记录', en: 'One thing done about a cause' },
    query: byId('wlExceptionHandleStatusId'),
    data: causeStatusRecord,
  },
  allCauseStatuses: {
    method: 'GET',
    path: '/api/product/wlExceptionHandleStatus/query_all',
    access: exceptionMenus,
    summary: { zh: '全部异常处理状态记录', en: 'All that was done about causes' },
    query: z.object({ ...listQuery, wlExceptionCauseId: wireId.optional() }),
    data: pageOf(causeStatusRecord),
  },
  deleteCauseStatuses: {
    method: 'POST',
    path: '/api/product/wlExceptionHandleStatus/deleteByIds',
    access: exceptionMenus,
    summary: { zh: '删除异常处理状态记录', en: 'Delete what was done about causes' },
    body: idsBody,
    data: removed,
  },
  handleStatusById: {
    method: 'GET',
    path: '/api/product/mdExceptionHandleStatus/queryById',
    access: 'session',
    summary: { zh: '异常处理状态', en: 'One choice for what was done' },
    query: byId('mdExceptionHandleStatusId'),
    data: handleStatusRecord,
  },
  allHandleStatuses: {
    method: 'GET',
    path: '/api/product/mdExceptionHandleStatus/query_all',
    access: 'session',
    summary: { zh: '全部异常处理状态', en: 'Choices for what was done' },
    query: z.object({ isDelete: wireFlag.optional() }),
    data: z.array(handleStatusRecord),
  },
  deleteHandleStatuses: {
    method: 'POST',
    path: '/api/product/mdExceptionHandleStatus/deleteByIds',
    access: 'admin',
    summary: { zh: '停用异常处理状态', en: 'Withdraw choices; what was recorded with them stays' },
    body: idsBody,
    data: removed,
  },
});
