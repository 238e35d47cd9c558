import type { TextTree } from '#web/i18n/all-texts.ts';

/** The map of an incident. */
export const incidentMap = {
  label: { zh: '异常组所在位置', en: 'Where the incident is' },
  hint: { zh: '船舶为最近一次 AIS 船位', en: 'Vessels at their latest AIS position' },
  none: { zh: '没有可在地图上显示的船舶或港口', en: 'There is no vessel or port to show on the map' },
  counted: {
    zh: '{{name}} · {{count}} 票',
    en: '{{name}} · {{count}} {{count, plural(one: booking; other: bookings)}}',
  },
  place: { zh: '位置', en: 'Place' },
  what: { zh: '类别', en: 'Kind' },
  bookings: { zh: '票数', en: 'Bookings' },
  position: { zh: '坐标', en: 'Position' },
  heard: { zh: '船位时间', en: 'Position time' },
  vessel: { zh: '载货船舶', en: 'Vessel with the cargo' },
  cause: { zh: '异常发生港', en: 'Port where it happened' },
  discharge: { zh: '卸货港', en: 'Port of discharge' },
  zone: { zh: '风险区域', en: 'Risk zone' },
} as const satisfies TextTree;

declare module '#web/i18n/all-texts.ts' {
  interface AllTexts {
    incidentMap: typeof incidentMap;
  }
}
