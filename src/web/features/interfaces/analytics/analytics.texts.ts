import type { TextTree } from '#web/i18n/all-texts.ts';

/** The page of data for analysts. */
export const analytics = {
  tab: {
    files: { zh: 'Parquet 文件', en: 'Parquet files' },
    accounts: { zh: 'SQL 账号', en: 'SQL accounts' },
  },
  filesAbout: {
    zh: '按数据集生成 Parquet 文件，供数据湖与分析工具使用；程序可凭用途为“数据文件”的接口密钥获取：',
    en: 'Parquet files of data sets, for data lakes and tools of analysts. Programs get them with an API key that opens data files:',
  },
  order: { zh: '生成文件', en: 'Create file' },
  orderFailed: { zh: '文件未能生成', en: 'The file could not be ordered' },
  notReady: { zh: '文件尚未完成', en: 'The file is not ready yet' },
  ended: { zh: '该文件已结束', en: 'This file has ended already' },
  noFiles: {
    zh: '还没有数据文件。选择数据集后点击“生成文件”。',
    en: 'There are no data files yet. Choose a data set and press "Create file".',
  },
  file: {
    dataset: { zh: '数据集', en: 'Data set' },
    tenant: { zh: '租户', en: 'Tenant' },
    content: { zh: '内容', en: 'Content' },
    all: { zh: '全部', en: 'All rows' },
    changed: { zh: '仅变化', en: 'Changes' },
    last: { zh: '自上次以来的变化', en: 'Changes since my last file' },
    token: { zh: '令牌', en: 'Token' },
    orderedAt: { zh: '生成时间', en: 'Ordered' },
    finishedAt: { zh: '完成时间', en: 'Finished' },
    keptUntil: { zh: '保留至', en: 'Kept until' },
  },
  accountsAbout: {
    zh: '分析工具以此账号直接查询数据库，只能看到一个租户的视图（schema analytics），且只读；每个账号最多 {{count}} 个连接。',
    en: 'With such an account a tool queries the database itself. It sees the views of one tenant (schema analytics), read-only. Limit of connections per account: {{count}}.',
  },
  embedded: {
    zh: '内置数据库不接受外部连接，无法创建 SQL 账号。请使用“Parquet 文件”，或将航图部署在 PostgreSQL 上。',
    en: 'The embedded database takes no connections, so there are no SQL accounts. Use "Parquet files", or run Portolan on PostgreSQL.',
  },
  noRight: {
    zh: '航图的数据库用户无权创建角色。请数据库管理员执行以下语句，然后刷新本页：',
    en: 'The database user of Portolan may not create roles. Ask the administrator of the database to run this, then reload the page:',
  },
  hardening: {
    zh: '建议数据库管理员执行以下语句，收回 PostgreSQL 默认给予所有用户的权限：',
    en: 'We recommend that the administrator of the database runs these statements. They take back rights that PostgreSQL gives to every user:',
  },
  why: {
    createRole: { zh: '允许航图创建分析账号：', en: 'Lets Portolan create accounts for analysts:' },
    temporary: { zh: '不让账号创建临时表：', en: 'Keeps accounts from creating temporary tables:' },
    create: { zh: '不让账号在 public 中建表：', en: 'Keeps accounts from creating tables in public:' },
    advisory: {
      zh: '不让账号占用航图使用的锁（需超级用户）：',
      en: 'Keeps accounts from taking locks that Portolan uses (needs a superuser):',
    },
    otherDatabases: {
      zh: '不让账号连接同一服务器上的其他数据库：',
      en: 'Keeps accounts from connecting to other databases of the server:',
    },
  },
  new: { zh: '新建账号', en: 'New account' },
  newTitle: { zh: '新建分析账号', en: 'New account for analysts' },
  make: { zh: '创建', en: 'Create' },
  makeFailed: { zh: '账号未能创建', en: 'The account could not be created' },
  tenantRequired: { zh: '请选择租户', en: 'Please choose the tenant' },
  nameRequired: { zh: '请填写账号名称', en: 'Please give the account a name' },
  nameHint: {
    zh: '写明由哪个工具使用，便于日后删除。',
    en: 'Name the tool that uses it, so that it can be removed later.',
  },
  nameExample: { zh: '例如：Metabase', en: 'For example: Metabase' },
  noAccounts: {
    zh: '还没有分析账号。创建后，Metabase、Grafana 等工具即可查询该租户的数据。',
    en: 'There are no accounts for analysts yet. With one, Metabase or Grafana can query the data of its tenant.',
  },
  inUse: { zh: '使用中', en: 'In use' },
  suspended: {
    locks: { zh: '已停用：占用了航图的锁', en: 'Suspended: took locks of Portolan' },
    objects: { zh: '已停用：写入了大对象', en: 'Suspended: wrote large objects' },
    tables: { zh: '已停用：创建了表', en: 'Suspended: created tables' },
  },
  rotate: { zh: '更换密码', en: 'Change password' },
  rotateTitle: { zh: '更换“{{name}}”的密码？', en: 'Change the password of "{{name}}"?' },
  rotateContent: {
    zh: '旧密码立即失效，已停用的账号恢复使用。',
    en: 'The old password stops working at once. A suspended account may connect again.',
  },
  rotateFailed: { zh: '密码未能更换', en: 'The password could not be changed' },
  deleteTitle: { zh: '删除分析账号“{{name}}”？', en: 'Remove the account "{{name}}"?' },
  deleteContent: {
    zh: '其连接立即断开，使用它的工具将无法再查询。',
    en: 'Its connections are closed at once, and tools that use it can query no longer.',
  },
  deleteFailed: { zh: '账号未能删除', en: 'The account could not be removed' },
  onceTitle: { zh: '分析账号的密码', en: 'Password of the account' },
  onceText: {
    zh: '密码只显示这一次，请立即保存。遗失后可更换密码。',
    en: 'The password is shown only once. Store it now; a lost password can be changed.',
  },
  copyConnection: { zh: '复制连接串', en: 'Copy connection string' },
  connection: {
    host: { zh: '主机', en: 'Host' },
    port: { zh: '端口', en: 'Port' },
    database: { zh: '数据库', en: 'Database' },
    user: { zh: '用户名', en: 'User' },
    password: { zh: '密码', en: 'Password' },
    schema: { zh: 'Schema', en: 'Schema' },
  },
  tools: {
    metabase: {
      zh: 'Metabase：管理 → 数据库 → 添加 PostgreSQL，填写以上各项，Schema 选“仅限” analytics。',
      en: 'Metabase: Admin → Databases → Add PostgreSQL with these values; limit the schemas to analytics.',
    },
    grafana: {
      zh: 'Grafana：Connections → Data sources → PostgreSQL，填写以上各项，TLS 按服务器设置。',
      en: 'Grafana: Connections → Data sources → PostgreSQL with these values; TLS as the server has it.',
    },
  },
  column: {
    name: { zh: '名称', en: 'Name' },
    tenantName: { zh: '租户', en: 'Tenant' },
    roleName: { zh: '用户名', en: 'User' },
    state: { zh: '状态', en: 'State' },
    createTime: { zh: '创建时间', en: 'Created' },
    creatorCode: { zh: '创建人', en: 'Created by' },
    rotatedTime: { zh: '更换密码时间', en: 'Password changed' },
    suspendedTime: { zh: '停用时间', en: 'Suspended' },
  },
} as const satisfies TextTree;

declare module '#web/i18n/all-texts.ts' {
  interface AllTexts {
    analytics: typeof analytics;
  }
}
