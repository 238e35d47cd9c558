import { declareList } from '#shared/list/declare.ts';
import { subscriptionColumns, subscriptionListBase, subscriptionState } from './subscription-list.ts';

/** Flights that people want to be notified of. */
export const flightSubscriptionsList = declareList({
  ...subscriptionListBase,
  name: 'flightSubscriptions',
  call: 'flightSubscriptionQuery',
  route: '/air-schedule-index',
  label: { zh: '航班订阅', en: 'Flight subscriptions' },
  empty: {
    zh: '还没有订阅航班。请在“航班”中查找并订阅。',
    en: 'No flight subscriptions yet. Find flights and subscribe to them.',
  },
  filledAt: { href: '/air-schedule', label: { zh: '查找航班', en: 'Find flights' } },
  id: 'flightSubscriptionId',
  columns: {
    state: subscriptionState,
    flightNo: { kind: 'text', label: { zh: '航班号', en: 'Flight no.' }, width: 130, sortable: true },
    flightDate: { kind: 'text', label: { zh: '起飞日期', en: 'Departure date' }, width: 110 },
    route: { kind: 'drawn', exported: true, label: { zh: '航线', en: 'Route' }, width: 110 },
    aircraft: { kind: 'text', label: { zh: '机型', en: 'Aircraft' }, width: 80, nullable: true },
    departure: { kind: 'drawn', exported: true, label: { zh: '起飞', en: 'Departure' }, width: 150 },
    arrival: { kind: 'drawn', exported: true, label: { zh: '到达', en: 'Arrival' }, width: 150 },
    cutOff: { kind: 'drawn', exported: true, label: { zh: '截止收货', en: 'Latest acceptance' }, width: 150 },
    ...subscriptionColumns,
  },
  filters: {
    keyword: { kind: 'text', label: { zh: '航班号/机场', en: 'Flight or airport' }, max: 60 },
    state: { kind: 'choice' },
    createTime: { kind: 'range' },
  },
});
