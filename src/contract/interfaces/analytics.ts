import { z } from 'zod';
import { defineCalls, wireId } from '../call.ts';

/** The page of data for analysts. */
const analyticsMenus = ['/analytics'] as const;

/** A role of the database, as the administrator sees it. */
const role = z.object({
  roleId: z.string(),
  name: z.string(),
  /** Name by which programs sign in to PostgreSQL. */
  roleName: z.string(),
  tenantName: z.string(),
  createTime: z.number(),
  creatorCode: z.string(),
  rotatedTime: z.number().nullable(),
  suspendedTime: z.number().nullable(),
  suspendedWhy: z.enum(['locks', 'objects', 'tables']).nullable(),
});

/** A password that is answered this once. */
const issued = z.object({ roleId: z.string(), roleName: z.string(), password: z.string() });

const roleId = z.object({ roleId: wireId });

const state = z.enum(['waiting', 'running', 'done', 'failed', 'cancelled']);

const dataFile = z.object({
  exportId: z.string(),
  dataset: z.string(),
  tenantId: z.string(),
  state,
  /** Rows in the file; 0 until it is done. */
  rows: z.number().int(),
  sizeBytes: z.number().int(),
  orderedAt: z.number(),
  finishedAt: z.number().nullable(),
  keptUntil: z.number(),
  /** Only what changed since the file with this token; null: all rows. */
  since: z.string().nullable(),
  /** Begins the next file; null until this one is done. */
  token: z.string().nullable(),
  problem: z.string().nullable(),
});
/** A Parquet file that somebody ordered. */
export type AnalyticsFile = z.output<typeof dataFile>;

/** Calls about roles of the database for analysts, and about data files. */
export const analyticsCalls = defineCalls({
  analyticsRoleQuery: {
    method: 'GET',
    path: '/api/data-center/analytics/role/query',
    access: 'admin',
    summary: { zh: '查询分析账号', en: 'Roles of the database for analysts, and whether they are possible here' },
    data: z.object({
      state: z.enum(['embedded', 'noRight', 'ready']),
      /** Statements for the administrator of the database. */
      statements: z.array(
        z.object({ why: z.enum(['createRole', 'temporary', 'create', 'advisory', 'otherDatabases']), sql: z.string() }),
      ),
      /** Host and port for programs. */
      address: z.string().nullable(),
      database: z.string(),
      /** Connections that a role may have at once. */
      connections: z.number().int(),
      roles: z.array(role),
    }),
  },
  analyticsRoleInsert: {
    method: 'POST',
    path: '/api/data-center/analytics/role/insert',
    access: 'admin',
    summary: { zh: '新建分析账号，密码仅显示一次', en: 'Make a role for analysts; its password is answered this once' },
    body: z.object({ tenantId: wireId, name: z.string().min(1).max(100) }),
    data: issued,
  },
  analyticsRoleRotate: {
    method: 'POST',
    path: '/api/data-center/analytics/role/rotate',
    access: 'admin',
    summary: { zh: '更换分析账号的密码', en: 'Give a role for analysts a new password' },
    body: roleId,
    data: issued,
  },
  analyticsRoleDelete: {
    method: 'POST',
    path: '/api/data-center/analytics/role/delete',
    access: 'admin',
    summary: { zh: '删除分析账号', en: 'Remove a role for analysts' },
    body: roleId,
    data: z.null(),
  },
  analyticsDatasets: {
    method: 'GET',
    path: '/api/data-center/analytics/dataset/query',
    access: analyticsMenus,
    summary: { zh: '分析数据集', en: 'Data sets for analysts' },
    data: z.array(z.object({ dataset: z.string(), label: z.string(), about: z.string(), columns: z.number().int() })),
  },
  analyticsFileQuery: {
    method: 'GET',
    path: '/api/data-center/analytics/file/query',
    access: analyticsMenus,
    summary: { zh: '我的数据文件', en: 'Data files that the caller ordered, newest first' },
    data: z.array(dataFile),
  },
  analyticsFileOrder: {
    method: 'POST',
    path: '/api/data-center/analytics/file/order',
    access: analyticsMenus,
    summary: { zh: '生成 Parquet 数据文件', en: 'Order a Parquet file of a data set' },
    body: z.object({
      tenantId: wireId,
      dataset: z.string().max(40),
      /** `all` rows; what changed since the caller's `last` finished file of this data set; or since a token or an ISO 8601 time. */
      since: z.string().max(60).default('all'),
      clientKey: z.string().min(8).max(64),
    }),
    data: dataFile,
  },
});
