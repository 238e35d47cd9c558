import { z } from 'zod';
import { auditList } from '#lists/audit.ts';
import { defineCalls } from '../call.ts';
import { listFilters, listRow } from '../list.ts';

const filters = listFilters(auditList);

const change = z.object({
  name: z.string(),
  label: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
  /** Both are epoch milliseconds as text when 'instant'. */
  kind: z.enum(['text', 'instant']),
});
export type AuditChange = z.output<typeof change>;

const auditRow = listRow(auditList).extend({
  userCode: z.string(),
  userName: z.string().nullable(),
  tenantName: z.string().nullable(),
  origin: z.string(),
  originName: z.string(),
  entity: z.string(),
  entityName: z.string(),
  /** What tells the row to people, as it was then. */
  title: z.string(),
  action: z.string(),
  actionName: z.string(),
  changes: z.array(change),
});
export type AuditRow = z.output<typeof auditRow>;

const option = z.object({ value: z.string(), label: z.string() });

export const auditCalls = defineCalls({
  auditQuery: {
    method: 'POST',
    path: '/api/product/audit/query',
    access: 'admin',
    summary: { zh: '查询操作审计', en: 'Audit: who did what, newest first' },
    body: z.strictObject({
      ...filters,
      currentPage: z.coerce.number().int().min(1).max(1_000_000).default(1),
      pageSize: z.coerce.number().int().min(1).max(200).default(20),
    }),
    data: z.object({
      records: z.array(auditRow),
      totalPage: z.number().int(),
      /** Counted up to the number of rows that can be paged. */
      totalRecord: z.number().int(),
      /** There are more than were counted. */
      more: z.boolean(),
    }),
  },
  auditExport: {
    method: 'POST',
    path: '/api/product/audit/export',
    access: 'admin',
    summary: { zh: '导出操作审计', en: 'Audit: the filtered entries as CSV' },
    body: z.strictObject(filters),
    data: z.any(),
  },
  auditChoices: {
    method: 'GET',
    path: '/api/product/audit/choices',
    access: 'admin',
    summary: { zh: '操作审计的筛选项', en: 'Audit: names of entities, actions and origins' },
    data: z.object({ entities: z.array(option), actions: z.array(option), origins: z.array(option) }),
  },
});
