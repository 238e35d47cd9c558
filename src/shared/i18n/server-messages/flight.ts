import type { MessageTable } from './types.ts';

/** Schedules of airlines. */
export const flightMessages = {
  'flight.unknownAirport': { zh: '找不到机场：{{code}}', en: 'Unknown airport: {{code}}' },
  'flight.sameAirport': {
    zh: '起飞机场与到达机场不能相同',
    en: 'Departure and arrival must be different airports',
  },
  'flight.airlineRequired': { zh: '航空公司不能为空', en: 'The airline is required' },
  'flight.airlineUnsupported': { zh: '该航空公司不支持订阅', en: 'This airline does not support subscribing' },
  'flight.numberEmpty': { zh: '航班号为空', en: 'The flight number is empty' },
  'flight.notAnnounced': { zh: '航空公司尚未公布', en: 'Not published by the airline yet' },
  'flight.notFound': { zh: '未查询到该航班的数据', en: 'No data found for this flight' },
  'flight.alreadySubscribed': {
    zh: '{{vessel}} {{voyage}} 已订阅',
    en: '{{vessel}} {{voyage}} is already subscribed',
  },
  'flight.newsTitle': {
    zh: '航班变更：{{vessel}} {{voyage}} {{port}}',
    en: 'Flight changed: {{vessel}} {{voyage}} {{port}}',
  },
  'flight.field.aircraft': { zh: '机型', en: 'Aircraft' },
  'flight.field.cancelled': { zh: '是否取消', en: 'Cancelled' },
  'flight.field.plannedArrival': { zh: '计划到达', en: 'Planned arrival' },
  'flight.field.plannedDeparture': { zh: '计划起飞', en: 'Planned departure' },
  'flight.field.cutOff': { zh: '截止收货', en: 'Latest acceptance' },
} as const satisfies MessageTable;
