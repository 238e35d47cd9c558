/** 港口船期。 */
export const portCalls = {
  title: '港口船期',
  empty: '所选日期内没有挂靠计划。',
  choosePort: '请选择港口',
  differs: '说法不一',
  seenHint: 'AIS 实测：{{time}}',
  state: { expected: '预计', anchorage: '锚泊', berthed: '在泊', sailed: '已离港', omitted: '跳港' },
  field: {
    portCode: '港口',
    date: '抵港日期',
    carrierCodes: '船公司',
    vesselName: '船名或 IMO',
    importVoyage: '进口航次',
    exportVoyage: '出口航次',
    states: '状态',
  },
  column: {
    state: '状态',
    vessel: '船名',
    voyages: '进/出口航次',
    carrier: '船公司',
    service: '航线',
    terminal: '码头',
    arrival: '抵港',
    departure: '离港',
    differs: '各家说法',
  },
} as const;
