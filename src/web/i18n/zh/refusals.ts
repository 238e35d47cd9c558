/** 各来源被拒收的数据。 */
export const refusals = {
  view: '查看明细',
  total: '共拒收 {{count}} 条',
  noItem: '没有明细。',
  newest: '最近明细',
  openShipment: '查看订阅',
  openMessage: '查看报文',
  item: { time: '时间', count: '次数', text: '原因', subject: '单号、车牌或事件', sample: '收到的内容' },
} as const;
