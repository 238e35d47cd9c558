import type { TextTree } from '#web/i18n/all-texts.ts';

/** The page of API keys. */
export const apiKeys = {
  title: { zh: '接口密钥', en: 'API keys' },
  about: {
    zh: '货物事件（DCSA Track & Trace 2.2，请求头 Api-Key）：',
    en: 'Shipment events (DCSA Track & Trace 2.2, header Api-Key):',
  },
  assistants: {
    zh: '智能助手（MCP，请求头 Authorization: Bearer 密钥）：',
    en: 'Assistants (MCP, header Authorization: Bearer and the key):',
  },
  new: { zh: '新建密钥', en: 'New key' },
  newTitle: { zh: '新建接口密钥', en: 'New API key' },
  make: { zh: '生成', en: 'Create key' },
  makeFailed: { zh: '生成密钥失败', en: 'The key could not be created' },
  tenantRequired: { zh: '请选择租户', en: 'Please choose the tenant' },
  nameRequired: { zh: '请填写密钥名称', en: 'Please give the key a name' },
  nameHint: {
    zh: '写明由哪个系统使用，便于日后停用。',
    en: 'Name the system that uses the key, so that it can be revoked later.',
  },
  nameExample: { zh: '例如：ERP 生产环境', en: 'For example: ERP production' },
  onceTitle: { zh: '密钥已生成：{{name}}', en: 'Key created: {{name}}' },
  onceText: {
    zh: '密钥只显示这一次，请立即复制并妥善保存；遗失后只能停用并重新生成。',
    en: 'The key is shown only once. Copy it now and store it safely; a lost key can only be revoked and replaced.',
  },
  copy: { zh: '复制密钥', en: 'Copy key' },
  empty: {
    zh: '还没有接口密钥。生成后，租户的系统即可读取其货物动态或订阅推送。',
    en: 'There are no API keys yet. With a key, a tenant’s systems can read its shipments and receive changes.',
  },
  inUse: { zh: '使用中', en: 'In use' },
  ended: { zh: '已停用', en: 'Ended' },
  endedAlready: { zh: '该密钥已停用', en: 'This key is already revoked' },
  revoke: { zh: '停用', en: 'End' },
  revokeTitle: { zh: '停用密钥“{{name}}”？', en: 'Revoke the key “{{name}}”?' },
  revokeContent: {
    zh: '停用立即生效且不能恢复，使用该密钥的系统将无法再读取数据。',
    en: 'This takes effect at once and cannot be undone: systems that use the key lose access.',
  },
  revokeFailed: { zh: '停用密钥失败', en: 'The key could not be revoked' },
  scopesLabel: { zh: '密钥可以做什么', en: 'What the key may do' },
  scopesRequired: { zh: '请至少选择一项', en: 'Please choose at least one' },
  scope: {
    events: {
      zh: '读取货物事件并订阅推送（DCSA 接口）',
      en: 'Read shipment events and receive changes (DCSA interface)',
    },
    files: {
      zh: '下载数据文件（Parquet）：以您本人的名义，限该租户',
      en: 'Download data files (Parquet) in your name, of this tenant',
    },
    read: {
      zh: '供助手查询：以您本人的权限查看该租户的货物、订单、异常、船期、港口动态、运价和船舶位置',
      en: 'Read by assistants: shipments, orders, exceptions, sailings, port calls, rates and vessel positions of the tenant, as far as you may see them',
    },
    act: {
      zh: '供助手操作：以您本人的名义添加跟踪、评论、分配、处理和搁置异常',
      en: 'Actions by assistants: start tracking, comment, assign, handle and snooze exceptions in your name',
    },
  },
  shortScope: {
    events: { zh: '事件', en: 'Events' },
    files: { zh: '文件', en: 'Files' },
    read: { zh: '查询', en: 'Read' },
    act: { zh: '操作', en: 'Actions' },
  },
  inYourName: {
    zh: '助手能看到的不会超过您本人；它做的每件事都会以您的名义记入操作审计，并注明密钥名称。您失去权限或账号被删除时，密钥随即失效。',
    en: 'An assistant sees no more than you do. Everything it does is recorded in the audit in your name, with the name of the key. The key stops working when you lose access or your account is removed.',
  },
  howTo: {
    zh: '在助手的 MCP 设置中填入上方“智能助手”的地址，并把密钥作为 Bearer 令牌。',
    en: 'In the MCP settings of the assistant, enter the address for assistants above, with the key as Bearer token.',
  },
  expires: { zh: '有效期', en: 'Valid for' },
  expireNever: { zh: '长期有效', en: 'Without end' },
  expireAfter: { zh: '{{days}} 天', en: '{{days}} {{days, plural(one: day; other: days)}}' },
  expired: { zh: '已到期', en: 'Expired' },
  never: { zh: '不限', en: 'Never' },
  callsLeft: { zh: '{{left}} / {{limit}}', en: '{{left}} / {{limit}}' },
  resets: { zh: '{{seconds}} 秒后重置', en: 'resets in {{seconds}} s' },
  noLimit: { zh: '不限', en: 'No limit' },
  today: { zh: '{{calls}} 次', en: '{{calls}}' },
  todayRefused: { zh: '{{calls}} 次，其中 {{refused}} 次超限', en: '{{calls}}, {{refused}} refused' },
  programs: { zh: '已连接的程序', en: 'Connected programs' },
  programsNone: {
    zh: '没有程序连接到您的租户。用户通过 OAuth 连接的程序显示在此。',
    en: 'No program is connected to your tenants. Programs that users connect by OAuth appear here.',
  },
  programEnd: { zh: '断开', en: 'Disconnect' },
  programEndTitle: { zh: '断开“{{name}}”？', en: 'Disconnect "{{name}}"?' },
  programEndContent: {
    zh: '断开立即生效，该程序不能再以该用户的名义访问。',
    en: 'It takes effect at once: the program has no access in the name of this user any more.',
  },
  programEndFailed: { zh: '断开程序失败', en: 'The program could not be disconnected' },
  programColumn: {
    name: { zh: '程序自称', en: 'Calls itself' },
    userName: { zh: '用户', en: 'User' },
    tenantName: { zh: '租户', en: 'Tenant' },
    redirectHost: { zh: '返回地址', en: 'Answers go to' },
    lastUsedTime: { zh: '最近使用', en: 'Last used' },
    createTime: { zh: '连接时间', en: 'Connected' },
    expireTime: { zh: '未使用则失效于', en: 'Ends if unused' },
  },
  column: {
    scopes: { zh: '用途', en: 'Access' },
    name: { zh: '名称', en: 'Name' },
    tenantName: { zh: '租户', en: 'Tenant' },
    state: { zh: '状态', en: 'State' },
    prefix: { zh: '密钥前缀', en: 'Prefix' },
    lastUsedTime: { zh: '最近使用', en: 'Last used' },
    createTime: { zh: '创建时间', en: 'Created at' },
    creatorCode: { zh: '创建人', en: 'Created by' },
    revokedTime: { zh: '停用时间', en: 'Ended at' },
    expireTime: { zh: '到期时间', en: 'Expires' },
    rate: { zh: '本分钟剩余', en: 'Left this minute' },
    today: { zh: '今日调用（UTC）', en: 'Calls today (UTC)' },
  },
} as const satisfies TextTree;

declare module '#web/i18n/all-texts.ts' {
  interface AllTexts {
    apiKeys: typeof apiKeys;
  }
}
