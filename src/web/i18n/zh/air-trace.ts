/** 空运跟踪列表 */
export const airTrace = {
  open: '查看跟踪',
  add: '添加跟踪',
  title: '跟踪空运单',
  hint: '每行一个空运单号，一次最多 {{max}} 个，例如 784-12345675。',
  waybills: '空运单号',
  subscribe: '跟踪 {{count}} 票',
  created: '已开始跟踪 {{count}} 票',
  failed: '订阅失败',
} as const;
