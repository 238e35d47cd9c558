import { z } from 'zod';
import { defineCalls, wireId } from './call.ts';

const state = z.enum(['waiting', 'running', 'done', 'failed', 'cancelled']);

const exportStatus = z.object({
  exportId: z.string(),
  /** Name of the list: of an entity, or one of the lists that are no entity. */
  list: z.string(),
  /** What the list is called, in the language it was exported in. */
  title: z.string(),
  kind: z.enum(['xlsx', 'csv', 'parquet']),
  state,
  /** Rows to write, known once the export runs, and written by now. */
  total: z.number().int().nullable(),
  done: z.number().int(),
  sizeBytes: z.number().int(),
  orderedAt: z.number(),
  finishedAt: z.number().nullable(),
  /** When the file is removed. */
  keptUntil: z.number(),
  /** Why it failed. */
  problem: z.string().nullable(),
});
/** How far an export is. */
export type ExportStatus = z.output<typeof exportStatus>;

const exportQuery = z.object({ exportId: wireId });

export const exportCalls = defineCalls({
  // Who may export is anyone who may read the list, checked by the call; files are for anyone who ordered them.
  exportOrder: {
    method: 'POST',
    path: '/api/product/export/order',
    access: 'session',
    summary: { zh: '开始导出列表', en: 'Export: order a file of a filtered list' },
    body: z.object({
      list: z.string().max(50),
      kind: z.enum(['xlsx', 'csv']),
      /** What the list is asked with; pages do not matter. */
      query: z.record(z.string().max(60), z.unknown()).default({}),
      /** Columns by the names the screen has, in their order; all of them unless given. */
      columns: z.array(z.string().max(60)).max(200).optional(),
      clientKey: z.string().min(8).max(64),
    }),
    data: exportStatus,
  },
  exportGet: {
    method: 'GET',
    path: '/api/product/export/get',
    access: 'session',
    summary: { zh: '导出进度', en: 'Export: how far it is' },
    query: exportQuery,
    data: exportStatus,
  },
  exportList: {
    method: 'GET',
    path: '/api/product/export/query',
    access: 'session',
    summary: { zh: '我的导出', en: 'Export: those the caller ordered, newest first' },
    data: z.array(exportStatus),
  },
  exportCancel: {
    method: 'POST',
    path: '/api/product/export/cancel',
    access: 'session',
    summary: { zh: '取消导出', en: 'Export: stop it' },
    body: exportQuery,
    data: exportStatus,
  },
  exportDownload: {
    method: 'GET',
    path: '/api/product/export/download',
    access: 'session',
    summary: { zh: '下载导出的文件', en: 'Export: the file' },
    query: exportQuery,
    data: z.any(),
  },
});
