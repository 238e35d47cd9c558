import { z } from 'zod';
import { unreadReasons } from '#shared/entity/unread-cell.ts';
import { maxImportPart, maxImportRows } from '#shared/entity/import-limits.ts';
import { defineCalls, wireId } from './call.ts';

const problem = z.object({ field: z.string(), message: z.string() });
const outcome = z.enum(['insert', 'update', 'same', 'refused']);

const importStatus = z.object({
  importId: z.string(),
  entity: z.string(),
  mode: z.enum(['add', 'addAndUpdate']),
  fileName: z.string(),
  state: z.enum(['receiving', 'running', 'done']),
  total: z.number().int(),
  received: z.number().int(),
  done: z.number().int(),
  /** What would be done by the preview, and what was done, each by kind. */
  planned: z.record(outcome, z.number().int()),
  outcomes: z.record(outcome, z.number().int()),
});
/** How far an import is. */
export type ImportStatus = z.output<typeof importStatus>;

const judgedRow = z.object({ row: z.number().int(), plan: outcome, problems: z.array(problem) });
/** What would become of one row of a file. */
export type JudgedRow = z.output<typeof judgedRow>;

/** A cell of a file whose value is not known: it shows an error, the result of its formula was not saved, or its row has more cells than there are headings. Its row is refused. */
const unreadCell = z.object({ unread: z.enum(unreadReasons), text: z.string().max(200) });
const cell = z.union([z.string().max(20_000), z.number(), z.boolean(), unreadCell]).nullable();

export const importCalls = defineCalls({
  // Who may import is the entity's own access, checked by the call.
  importOpen: {
    method: 'POST',
    path: '/api/product/import/open',
    access: 'session',
    summary: { zh: '开始导入', en: 'Import: announce a file' },
    body: z.object({
      entity: z.string().max(50),
      mode: z.enum(['add', 'addAndUpdate']).default('add'),
      fileName: z.string().max(255),
      total: z.number().int().min(1).max(maxImportRows),
      clientKey: z.string().min(8).max(64),
    }),
    data: importStatus,
  },
  importRows: {
    method: 'POST',
    path: '/api/product/import/rows',
    access: 'session',
    summary: { zh: '上传并校验导入的行', en: 'Import: send rows and have them checked' },
    body: z.object({
      importId: wireId,
      first: z.number().int().min(1).max(maxImportRows),
      rows: z
        .array(z.record(z.string().max(60), cell))
        .min(1)
        .max(maxImportPart),
    }),
    data: z.array(judgedRow),
  },
  importRun: {
    method: 'POST',
    path: '/api/product/import/run',
    access: 'session',
    summary: { zh: '执行导入', en: 'Import: do it' },
    body: z.object({ importId: wireId }),
    data: importStatus,
  },
  importGet: {
    method: 'GET',
    path: '/api/product/import/get',
    access: 'session',
    summary: { zh: '导入进度', en: 'Import: how far it is' },
    query: z.object({ importId: wireId }),
    data: importStatus,
  },
  importResult: {
    method: 'GET',
    path: '/api/product/import/result',
    access: 'session',
    summary: { zh: '导入逐行结果', en: 'Import: what became of each row' },
    query: z.object({
      importId: wireId,
      outcome: outcome.nullish(),
      currentPage: z.coerce.number().int().min(1).default(1),
      pageSize: z.coerce.number().int().min(1).max(2000).default(500),
    }),
    data: z.object({
      records: z.array(z.object({ row: z.number().int(), outcome: outcome.nullable(), problems: z.array(problem) })),
      totalPage: z.number().int(),
      totalRecord: z.number().int(),
    }),
  },
});
