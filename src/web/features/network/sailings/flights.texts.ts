import type { TextTree } from '#web/i18n/all-texts.ts';

/** Flights from airport to airport. */
export const flights = {
  begin: { zh: '请选择起飞机场和到达机场', en: 'Choose departure and arrival airports' },
  beginText: {
    zh: '查询各航空公司的直飞与一次中转航班。',
    en: 'Direct flights of all airlines and flights with one connection.',
  },
  none: { zh: '没有查到航班', en: 'No flights found' },
  noneText: {
    zh: '可增加天数、允许中转，或放开航空公司条件。',
    en: 'Search more days, allow a connection, or clear the airline.',
  },
  waiting: {
    zh: '正在向航空公司获取航班，请稍后刷新。',
    en: 'Flights are being loaded from the airlines; refresh in a moment.',
  },
  found: { zh: '共 {{count}} 个航班方案', en: '{{count}} {{count, plural(one: option; other: options)}}' },
  shown: { zh: '显示前 {{count}} 个', en: 'first {{count}} shown' },
  since: {
    zh: '{{count}} 家航空公司，最早更新于',
    en: '{{count}} {{count, plural(one: airline; other: airlines)}}, the oldest data from',
  },
  list: { zh: '航班', en: 'Flights' },
  form: {
    title: { zh: '航班查询条件', en: 'Search for flights' },
    from: { zh: '起飞机场', en: 'From airport' },
    to: { zh: '到达机场', en: 'To airport' },
    swap: { zh: '交换起飞机场和到达机场', en: 'Swap the airports' },
    airportHint: { zh: '三字代码或名称', en: 'IATA code or name' },
    days: { zh: '天数', en: 'Days' },
    dayCount: { zh: '{{count}} 天', en: '{{count}} {{count, plural(one: day; other: days)}}' },
    airlines: { zh: '航空公司', en: 'Airlines' },
    directOnly: { zh: '只看直飞', en: 'Direct only' },
    ask: { zh: '查询航班', en: 'Find flights' },
  },
  sort: {
    departure: { zh: '起飞最早', en: 'Earliest departure' },
    arrival: { zh: '到达最早', en: 'Earliest arrival' },
    transit: { zh: '用时最短', en: 'Shortest' },
    cutOff: { zh: '截止收货最早', en: 'Earliest acceptance' },
  },
  made: {
    '0': { zh: '直飞', en: 'Direct' },
    '1': { zh: '中转 1 次', en: '1 connection' },
  },
  row: {
    shift: { zh: '+{{count}}', en: '+{{count}}' },
    shiftTitle: {
      zh: '当地日期晚 {{count}} 天',
      en: '{{count}} {{count, plural(one: day; other: days)}} later by the local calendar',
    },
    back: {
      zh: '当地日期早 {{count}} 天',
      en: '{{count}} {{count, plural(one: day; other: days)}} earlier by the local calendar',
    },
    change: { zh: '{{airport}} 中转', en: 'Connection at {{airport}}' },
    wait: { zh: '停留 {{time}}', en: '{{time}} connection time' },
    stop: { zh: '经停 {{airports}}', en: 'Stops at {{airports}}' },
    time: { zh: '{{hours}} 小时 {{minutes}} 分', en: '{{hours}} h {{minutes}} min' },
    daily: { zh: '每天', en: 'Daily' },
    cutOff: { zh: '截止收货', en: 'Latest acceptance' },
    noCutOff: { zh: '尚未公布截止时间', en: 'Latest acceptance not published yet' },
    subscribe: { zh: '订阅 {{name}}', en: 'Subscribe {{name}}' },
    subscribeShort: { zh: '订阅', en: 'Subscribe' },
    failed: { zh: '订阅失败', en: 'Subscribing failed' },
  },
  weekday: {
    '1': { zh: '一', en: 'Mo' },
    '2': { zh: '二', en: 'Tu' },
    '3': { zh: '三', en: 'We' },
    '4': { zh: '四', en: 'Th' },
    '5': { zh: '五', en: 'Fr' },
    '6': { zh: '六', en: 'Sa' },
    '7': { zh: '日', en: 'Su' },
  },
} as const satisfies TextTree;

declare module '#web/i18n/all-texts.ts' {
  interface AllTexts {
    flights: typeof flights;
  }
}
