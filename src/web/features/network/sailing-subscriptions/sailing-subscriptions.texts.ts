import type { TextTree } from '#web/i18n/all-texts.ts';

/** Subscribed sailings and flights. */
export const sailingSubscriptions = {
  edit: { zh: '修改有效期', en: 'Change the period' },
  editTitle: { zh: '修改有效期：{{name}}', en: 'Change the period: {{name}}' },
  cancel: { zh: '取消订阅', en: 'Cancel' },
  cancelQuestion: { zh: '取消订阅 {{name}}？', en: 'Cancel the subscription of {{name}}?' },
  isCancelled: { zh: '已取消，需要时请重新订阅', en: 'Cancelled; subscribe again if you need it' },
  unchanged: { zh: '订阅后没有变更', en: 'no change since subscription' },
  allChanges: { zh: '全部变更', en: 'All changes' },
  changeCount: { zh: '共 {{count}} 次变更', en: 'show all ({{count}})' },
  period: { zh: '有效期', en: 'Period' },
  made: { zh: '订阅', en: 'Subscribed' },
  change: {
    time: { zh: '获知时间', en: 'Known since' },
    field: { zh: '变更项', en: 'What' },
    oldValue: { zh: '原值', en: 'Before' },
    newValue: { zh: '新值', en: 'After' },
    shift: { zh: '相差', en: 'Moved by' },
  },
  shift: { zh: '{{days}} 天', en: '{{days}} d' },
  shiftHours: { zh: '{{hours}} 小时', en: '{{hours}} h' },
  drift: {
    Arrival: { zh: '到达 {{shift}}', en: 'arrival {{shift}}' },
    Departure: { zh: '出发 {{shift}}', en: 'departure {{shift}}' },
    titleArrival: { zh: '到达时间', en: 'Arrival' },
    titleDeparture: { zh: '出发时间', en: 'Departure' },
    none: { zh: '未变', en: 'Not moved' },
    part: {
      zh: '{{drift}}（最近 {{count}} 次变更）',
      en: '{{drift}} (newest {{count}} {{count, plural(one: change; other: changes)}})',
    },
  },
  failed: {
    subscribe: { zh: '订阅失败', en: 'Subscribing failed' },
    modify: { zh: '修改失败', en: 'Modifying failed' },
    cancel: { zh: '取消失败', en: 'Cancelling failed' },
  },
  form: {
    effectiveDate: { zh: '生效日期', en: 'Takes effect' },
    expiryDate: { zh: '失效日期', en: 'Expires' },
    remove: { zh: '删除第 {{number}} 条', en: 'Remove row {{number}}' },
    more: { zh: '再加一条（{{count}}/10）', en: 'Add another ({{count}}/10)' },
  },
  sailing: {
    add: { zh: '订阅船期', en: 'Subscribe to sailings' },
    form: {
      carrierCode: { zh: '船公司', en: 'Carrier' },
      vesselName: { zh: '船名', en: 'Vessel' },
      voyage: { zh: '航次', en: 'Voyage' },
      portCode: { zh: '港口', en: 'Port' },
    },
    value: {
      vessel: { zh: '船舶', en: 'vessel' },
      voyage: { zh: '航次', en: 'voyage' },
      terminal: { zh: '码头', en: 'terminal' },
      omitted: { zh: '跳港', en: 'omitted' },
      plannedArrival: { zh: '计划抵港', en: 'planned arrival' },
      estimatedArrival: { zh: '预计抵港', en: 'estimated arrival' },
      actualArrival: { zh: '实际抵港', en: 'actual arrival' },
      plannedDeparture: { zh: '计划离港', en: 'planned departure' },
      estimatedDeparture: { zh: '预计离港', en: 'estimated departure' },
      actualDeparture: { zh: '实际离港', en: 'actual departure' },
    },
  },
  flight: {
    add: { zh: '订阅航班', en: 'Subscribe to flights' },
    cancelled: { zh: '已取消飞行', en: 'Flight cancelled' },
    form: {
      airlineCode: { zh: '航空公司', en: 'Airline' },
      flightNo: { zh: '航班号', en: 'Flight no.' },
      flightDate: { zh: '起飞日期', en: 'Departure date' },
      fromAirport: { zh: '起飞机场', en: 'From airport' },
    },
    value: {
      plannedDeparture: { zh: '计划起飞', en: 'planned departure' },
      plannedArrival: { zh: '计划到达', en: 'planned arrival' },
      aircraft: { zh: '机型', en: 'aircraft' },
      cutOff: { zh: '截止收货', en: 'latest acceptance' },
      cancelled: { zh: '取消飞行', en: 'cancelled' },
      yes: { zh: '是', en: 'yes' },
      no: { zh: '否', en: 'no' },
    },
  },
} as const satisfies TextTree;

declare module '#web/i18n/all-texts.ts' {
  interface AllTexts {
    sailingSubscriptions: typeof sailingSubscriptions;
  }
}
