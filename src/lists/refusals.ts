import { declareList } from '#shared/list/declare.ts';

/** Refused data of the last days, one row for each way in, source and reason. */
export const refusalsList = declareList({
  name: 'refusals',
  call: 'refusalQuery',
  route: '/refusals',
  label: { zh: '拒收数据', en: 'Refused data' },
  empty: { zh: '所选时间内没有拒收数据。', en: 'Nothing was refused in this period.' },
  filledAt: { href: '/sources', label: { zh: '查看数据源', en: 'See the sources' } },
  id: 'groupId',
  pageSize: 20,
  exported: true,
  columns: {
    /** Name of the source, the partner or the receiver. */
    sourceName: {
      kind: 'text',
      label: { zh: '来源', en: 'Source' },
      width: 240,
      nullable: true,
      missing: { zh: '来源不明', en: 'Unknown sender' },
    },
    /** How the data came: requested, pushed, brought by a robot, from an order system, as an EDI file, by receivers of positions. */
    way: {
      kind: 'code',
      label: { zh: '进入方式', en: 'Channel' },
      width: 120,
      values: {
        pull: { zh: '主动查询', en: 'Pulled' },
        push: { zh: '推送', en: 'Pushed' },
        rpa: { zh: '机器人', en: 'Robot' },
        feed: { zh: '订单系统', en: 'Order system' },
        edi: { zh: 'EDI', en: 'EDI' },
        ais: { zh: 'AIS', en: 'AIS' },
        vehicle: { zh: '车载终端', en: 'Vehicles' },
      },
    },
    reason: { kind: 'text', at: 'reason.text', label: { zh: '原因', en: 'Reason' }, width: 380 },
    count: { kind: 'number', whole: true, label: { zh: '条数', en: 'Refused' }, width: 110 },
    lastTime: { kind: 'instant', label: { zh: '最近一次', en: 'Latest' } },
  },
  filters: {
    days: {
      kind: 'recent',
      label: { zh: '时间范围', en: 'Time' },
      days: {
        1: { zh: '近 1 天', en: 'Last day' },
        7: { zh: '近 7 天', en: 'Last 7 days' },
        30: { zh: '近 30 天', en: 'Last 30 days' },
        90: { zh: '近 90 天', en: 'Last 90 days' },
      },
      standard: 7,
      max: 90,
    },
    way: { kind: 'choice' },
    /** Its choices come with the answer, as those of the reason do. */
    sourceCode: { kind: 'choice', label: { zh: '来源', en: 'Source' } },
    reason: { kind: 'choice' },
  },
  order: [
    ['count', 'desc'],
    ['lastTime', 'desc'],
  ],
});
