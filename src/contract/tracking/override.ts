import { z } from 'zod';
import { defineCalls, wireFlag, wireId } from '../call.ts';
import { subscribeMenus } from '../menus.ts';

const text = z.string().nullable();
const time = z.number().nullable();
const value = z.union([z.string(), z.number()]).nullable();

/** An expert's value for one field, as `wlDataCombineDisable`; isDelete 1 = it rules, 0 = the automatic value does. */
const overrideEntry = z.object({
  wlDataCombineDisableId: z.string(),
  isDelete: z.union([z.literal(0), z.literal(1)]),
  processType: z.string(),
  packageVersion: z.string(),
  tableName: z.string(),
  tableKeyId: z.string(),
  columnName: z.string(),
  /** A time is text of its place, yyyy-MM-dd HH:mm:ss; null clears the field. */
  newValue: text,
  /** The same as a number where it is one. */
  value,
  /** What the sources say without the expert. */
  automaticValue: value,
  zone: text,
  path: z.string(),
  creatorCode: z.string(),
  creatorName: z.string(),
  createTime: time,
  recordVersion: z.number(),
});
export type OverrideEntry = z.output<typeof overrideEntry>;

const entries = z.array(overrideEntry);

/** One change of an expert value. */
const changeEntry = z.object({
  changeId: z.string(),
  kind: z.enum(['entered', 'changed', 'enabled', 'disabled', 'dropped', 'restored', 'undone']),
  time: z.number(),
  actorCode: z.string(),
  actorName: z.string(),
  path: z.string(),
  tableName: z.string(),
  tableKeyId: z.string(),
  columnName: z.string(),
  zone: text,
  /** null = there was none, or it was not in force. */
  before: z.object({ value, active: z.boolean() }).nullable(),
  after: z.object({ value, active: z.boolean() }).nullable(),
  /** 1: nothing came after it, it can be undone. */
  undoable: z.union([z.literal(0), z.literal(1)]),
});
export type OverrideChange = z.output<typeof changeEntry>;

const about = z.object({
  obmBkId: wireId.optional(),
  /** Not of the original: by the subscription instead of the booking. */
  obmTkSubscribeId: wireId.optional(),
  processType: z.string().max(60).optional(),
});

export const overrideCalls = defineCalls({
  overrides: {
    method: 'GET',
    path: '/api/data-center/wlDataCombineDisable/queryUpdateLogDataByBkId',
    access: subscribeMenus,
    summary: { zh: '专家修正日志', en: 'Expert values of a booking, table by table' },
    query: about,
    data: z.object({
      obm_bk: entries,
      obm_multi_vessel: entries,
      obm_doc_actual_container: entries,
      md_status_record: entries,
    }),
  },
  saveOverride: {
    method: 'POST',
    path: '/api/data-center/wlDataCombineDisable/insertOrUpdateWlDataCombineDisableByVo',
    access: subscribeMenus,
    summary: { zh: '新增、启用或停用专家值', en: 'Enter an expert value, or switch one on or off' },
    body: z.object({
      isDelete: wireFlag.nullish(),
      wlDataCombineDisableId: z.union([wireId, z.literal('').transform(() => undefined)]).nullish(),
      processType: z.string().max(60).nullish(),
      packageVersion: z.string().max(60).nullish(),
      tableKeyId: z.union([z.string().max(200), z.number()]).nullish(),
      tableName: z.string().max(60).nullish(),
      columnName: z.string().max(60).nullish(),
      newValue: z.union([z.string().max(300), z.number()]).nullish(),
      recordVersion: z.coerce.number().int().nullish(),
    }),
    data: overrideEntry,
  },
  overrideHistory: {
    method: 'GET',
    path: '/api/data-center/wlDataCombineDisable/queryHistory',
    access: subscribeMenus,
    summary: { zh: '专家值历史', en: 'What was done with expert values, newest first' },
    query: about,
    data: z.array(changeEntry),
  },
  undoOverride: {
    method: 'POST',
    path: '/api/data-center/wlDataCombineDisable/undo',
    access: subscribeMenus,
    summary: { zh: '撤销专家值修改', en: 'Take back the last change of an expert value' },
    body: z.object({ changeId: wireId.nullish() }),
    data: z.null(),
  },
  restoreOverrides: {
    method: 'POST',
    path: '/api/data-center/wlDataCombineDisable/restore',
    access: subscribeMenus,
    summary: { zh: '恢复重新融合移除的专家值', en: 'Bring back the expert values that a recompute run dropped' },
    body: z.object({ obmTkSubscribeId: wireId.nullish(), runId: wireId.nullish() }),
    data: z.object({ restored: z.number().int() }),
  },
});
