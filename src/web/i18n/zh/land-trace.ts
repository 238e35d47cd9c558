/** 铁路、公路、快递跟踪列表 */
export const landTrace = {
  open: '查看跟踪',
  add: '添加跟踪',
  train: {
    title: '跟踪铁路货物',
    hint: '每行一个箱号、8 位车号或运单号，一次最多 {{max}} 个。',
    numbers: '箱号、车号或运单号',
  },
  vehicle: {
    title: '跟踪公路运输',
    hint: '每行一个车牌号或订单号，一次最多 {{max}} 个。',
    numbers: '车牌号或订单号',
  },
  express: {
    title: '跟踪快递',
    hint: '每行一个运单号，一次最多 {{max}} 个；快递公司根据单号自动识别。',
    numbers: '快递运单号',
  },
  subscribe: '跟踪 {{count}} 票',
  created: '已开始跟踪 {{count}} 票',
  failed: '订阅失败',
} as const;
