/** 各来源被拒收的数据。 */
export const refusals = {
  title: '拒收数据',
  empty: '所选时间内没有拒收数据。',
  view: '查看明细',
  unknownSource: '来源不明',
  total: '共拒收 {{count}} 条',
  noItem: '没有明细。',
  newest: '最近明细',
  openShipment: '查看订阅',
  openMessage: '查看报文',
  days: { '1': '近 1 天', '7': '近 7 天', '30': '近 30 天', '90': '近 90 天' },
  way: { pull: '主动查询', push: '推送', rpa: '机器人', feed: '订单系统', edi: 'EDI', ais: 'AIS', vehicle: '车载终端' },
  field: { days: '时间范围', way: '进入方式', sourceCode: '来源', reason: '原因' },
  column: {
    sourceName: '来源',
    way: '进入方式',
    reason: '原因',
    count: '条数',
    lastTime: '最近一次',
  },
  item: { time: '时间', count: '次数', text: '原因', subject: '单号、车牌或事件', sample: '收到的内容' },
} as const;
