/** 异常组的地图 */
export const incidentMap = {
  label: '异常组所在位置',
  hint: '船舶为最近一次 AIS 船位',
  none: '没有可在地图上显示的船舶或港口',
  counted: '{{name}} · {{count}} 票',
  place: '位置',
  what: '类别',
  bookings: '票数',
  position: '坐标',
  heard: '船位时间',
  vessel: '载货船舶',
  cause: '异常发生港',
  discharge: '卸货港',
  zone: '风险区域',
} as const;
