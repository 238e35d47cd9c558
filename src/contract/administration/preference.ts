import { z } from 'zod';
import { defineCalls, wireFlag, wireId } from '../call.ts';
import { sentBack } from '../wire/rows.ts';

/** Kinds of what is kept by name: a whole view of a list, or columns of a table. */
const viewKinds = ['view', 'columns'] as const;
export type ViewKind = (typeof viewKinds)[number];

/** Columns of a table as chosen: order, hidden ones, widths in pixels. */
const columnChoice = z.object({
  order: z.array(z.string().max(80)).max(200),
  hidden: z.array(z.string().max(80)).max(200),
  widths: z.record(z.string().max(80), z.number().min(1).max(5000)),
});

/** What a view holds: the query of the list's address, and the columns. */
export const viewContent = z.object({
  search: z.record(z.string().max(80), z.string().max(20_000)).optional(),
  columns: columnChoice.optional(),
});
export type ViewContent = z.output<typeof viewContent>;

const savedView = z.object({
  viewId: z.string(),
  list: z.string(),
  kind: z.enum(viewKinds),
  viewName: z.string(),
  shared: z.boolean(),
  /** Does it belong to the caller, who alone may change it? */
  own: z.boolean(),
  ownerName: z.string(),
  pinned: z.boolean(),
  isDefault: z.boolean(),
  content: viewContent,
  recordVersion: z.number().int(),
});
export type SavedView = z.output<typeof savedView>;

const listName = z.string().min(1).max(120);
const preferenceName = z.string().min(1).max(160);

export const preferenceCalls = defineCalls({
  preferenceGet: {
    method: 'GET',
    path: '/api/product/preference/get',
    access: 'session',
    summary: { zh: '读取个人偏好', en: 'A preference of the signed-in user' },
    query: z.object({ preferenceName }),
    data: z.object({ value: z.any(), changedAt: z.number() }).nullable(),
  },
  preferenceSave: {
    method: 'POST',
    path: '/api/product/preference/save',
    access: 'session',
    summary: { zh: '保存个人偏好', en: 'Keep a preference; of two devices the later change stays' },
    body: z.object({
      preferenceName,
      /** Absent or null: back to the standard. */
      value: z.any().optional(),
      /** Time of the change in the browser, epoch milliseconds. */
      changedAt: z.number().int().min(0).max(8_640_000_000_000_000),
    }),
    data: z.object({ value: z.any(), changedAt: z.number() }).nullable(),
  },
  savedViews: {
    method: 'GET',
    path: '/api/product/savedView/query',
    access: 'session',
    summary: { zh: '已保存的视图', en: 'Saved views of a list: the own ones and those shared in the tenant' },
    query: z.object({ list: listName, kind: z.enum(viewKinds).optional() }),
    data: z.array(savedView),
  },
  savedViewSave: {
    method: 'POST',
    path: '/api/product/savedView/save',
    access: 'session',
    summary: { zh: '保存视图', en: 'Keep a view under a name, or change the own one' },
    body: z.object({
      ...sentBack(savedView),
      viewId: wireId.nullish(),
      list: listName,
      kind: z.enum(viewKinds),
      viewName: z.string().max(100),
      shared: wireFlag.nullish(),
      content: viewContent,
      recordVersion: z.coerce.number().int().nullish(),
    }),
    data: savedView,
  },
  savedViewDelete: {
    method: 'POST',
    path: '/api/product/savedView/delete',
    access: 'session',
    summary: { zh: '删除视图', en: 'Delete an own view' },
    body: z.object({ viewId: wireId.nullish() }),
    data: z.null(),
  },
  savedViewChoose: {
    method: 'POST',
    path: '/api/product/savedView/choose',
    access: 'session',
    summary: { zh: '固定视图或设为默认', en: 'Pin a view or make it the default, for oneself' },
    body: z.object({ viewId: wireId.nullish(), pinned: wireFlag.nullish(), isDefault: wireFlag.nullish() }),
    data: savedView,
  },
});
