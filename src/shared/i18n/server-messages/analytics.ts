import type { MessageTable } from './types.ts';

/** Data for analysts: roles of the database, and data files. */
export const analyticsMessages = {
  'analytics.embedded': {
    zh: '内置数据库不接受外部连接。请改用 Parquet 数据文件，或将航图部署在 PostgreSQL 上',
    en: 'The embedded database takes no connections. Use Parquet files, or run Portolan on PostgreSQL',
  },
  'analytics.noRight': {
    zh: '航图的数据库用户无权创建角色。请数据库管理员执行：{{statement}}',
    en: 'The database user of Portolan may not create roles. Ask the administrator of the database to run: {{statement}}',
  },
  'analytics.nameRequired': { zh: '请填写账号名称', en: 'Please give the account a name' },
  'analytics.tooMany': {
    zh: '每个租户最多 {{most}} 个分析账号',
    en: 'A tenant may have at most {{most}} accounts for analysts',
  },
  'analytics.created': {
    zh: '账号已创建，请立即保存密码，之后不再显示',
    en: 'Account created. Store its password now: it is not shown again',
  },
  'analytics.rotated': {
    zh: '密码已更换，请立即保存，之后不再显示',
    en: 'Password changed. Store it now: it is not shown again',
  },
  'analytics.deleted': { zh: '账号已删除，其连接已断开', en: 'The account is removed and its connections are closed' },
  'analytics.since': {
    zh: '“自何时起”应为 all、last、上一个文件的令牌，或带时区的 ISO 8601 时间，例如 2026-03-01T08:00:00+08:00',
    en: 'Give `since` as all, last, the token of an earlier file, or an ISO 8601 time with its zone, such as 2026-03-01T08:00:00+08:00',
  },
} as const satisfies MessageTable;
