import type { TextTree } from '#web/i18n/all-texts.ts';

/** Subscribed flights. */
export const flightSubscriptions = {
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
} as const satisfies TextTree;

declare module '#web/i18n/all-texts.ts' {
  interface AllTexts {
    flightSubscriptions: typeof flightSubscriptions;
  }
}
