import type { TextTree } from '#web/i18n/all-texts.ts';

/** Vessels at a port. */
export const portCalls = {
  subscribe: { zh: '订阅此航次', en: 'Subscribe to this sailing' },
  subscribeFailed: { zh: '订阅失败', en: 'Subscribing failed' },
  book: { zh: '订舱此航次', en: 'Book this sailing' },
  title: { zh: '港口船期', en: 'Port vessel schedule' },
  position: { zh: '查看船位', en: 'Show position' },
  empty: { zh: '所选日期内没有挂靠计划。', en: 'No calls are planned in this period.' },
  choosePort: { zh: '请选择港口', en: 'Choose a port' },
  since: {
    zh: '{{count}} 家船公司，最早更新于',
    en: '{{count}} {{count, plural(one: carrier; other: carriers)}}, the oldest data from',
  },
  differs: { zh: '数据不一致', en: 'Differ' },
  berthHint: {
    zh: '未靠泊：抵港时间加上该港近 7 天等泊中位数',
    en: "Not at berth yet: arrival plus the port's median wait in 7 days",
  },
  bySeen: { zh: '来源：AIS 实测位置', en: 'Source: AIS positions' },
  seenHint: { zh: 'AIS 实测：{{time}}', en: 'Seen by AIS: {{time}}' },
  state: {
    expected: { zh: '预计', en: 'Expected' },
    anchorage: { zh: '锚泊', en: 'At anchor' },
    berthed: { zh: '在泊', en: 'Berthed' },
    sailed: { zh: '已离港', en: 'Sailed' },
    omitted: { zh: '跳港', en: 'Omitted' },
  },
  field: {
    portCode: { zh: '港口', en: 'Port' },
    dateOf: { zh: '进离港', en: 'In or out' },
    date: { zh: '抵港日期', en: 'Arrival' },
    departureDate: { zh: '离港日期', en: 'Departure' },
    carrierCodes: { zh: '船公司', en: 'Carriers' },
    vesselName: { zh: '船名或 IMO', en: 'Vessel or IMO' },
    importVoyage: { zh: '进口航次', en: 'Import voyage' },
    exportVoyage: { zh: '出口航次', en: 'Export voyage' },
    states: { zh: '状态', en: 'State' },
  },
  plan: {
    title: { zh: '泊位计划', en: 'Berth plan' },
    none: { zh: '码头未知', en: 'Terminal not known' },
    calls: { zh: '{{count}} 艘次', en: '{{count}} {{count, plural(one: call; other: calls)}}' },
    waiting: { zh: '等泊', en: 'waiting for a berth' },
    berthed: { zh: '在泊', en: 'at berth' },
    stay: { zh: '在港', en: 'in port' },
    late: { zh: '晚 {{time}}', en: '{{time}} late' },
    early: { zh: '早 {{time}}', en: '{{time}} early' },
    sign: { zh: '晚到、跳港或数据不一致', en: 'Late, omitted, or carriers differ' },
    cut: {
      zh: '仅显示前 {{shown}} 艘次，共 {{count}} 艘次；请缩短日期范围',
      en: 'Calls shown: {{shown}} of {{count}}; choose fewer days',
    },
  },
  turn: {
    arrival: { zh: '进港（按抵港日期）', en: 'In, by arrival date' },
    departure: { zh: '离港（按离港日期）', en: 'Out, by departure date' },
  },
  column: {
    state: { zh: '状态', en: 'State' },
    vessel: { zh: '船名', en: 'Vessel' },
    voyages: { zh: '进/出口航次', en: 'Voyages in/out' },
    carrier: { zh: '船公司', en: 'Carrier' },
    service: { zh: '航线', en: 'Service' },
    terminal: { zh: '码头', en: 'Terminal' },
    arrival: { zh: '抵港', en: 'Arrival' },
    berthing: { zh: '靠泊', en: 'Berthing' },
    departure: { zh: '离港', en: 'Departure' },
    differs: { zh: '各家数据', en: 'Carriers' },
  },
} as const satisfies TextTree;

declare module '#web/i18n/all-texts.ts' {
  interface AllTexts {
    portCalls: typeof portCalls;
  }
}
