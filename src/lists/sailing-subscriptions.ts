import { declareList } from '#shared/list/declare.ts';
import { subscriptionColumns, subscriptionListBase, subscriptionState } from './subscription-list.ts';

/** Sailings that people want to be notified of. */
export const sailingSubscriptionsList = declareList({
  ...subscriptionListBase,
  name: 'sailingSubscriptions',
  call: 'sailingSubscriptionQuery',
  route: '/vessel-subscribe',
  label: { zh: '船期订阅', en: 'Schedule subscriptions' },
  empty: {
    zh: '还没有订阅船期。请在“船期”中查找并订阅。',
    en: 'No sailing subscriptions yet. Find sailings and subscribe to them.',
  },
  filledAt: { href: '/vessel-schedule', label: { zh: '查找船期', en: 'Find sailings' } },
  id: 'sailingSubscriptionId',
  columns: {
    state: subscriptionState,
    vesselName: { kind: 'text', label: { zh: '船名', en: 'Vessel' }, width: 180, sortable: true },
    voyage: { kind: 'text', label: { zh: '航次', en: 'Voyage' }, width: 90 },
    port: { kind: 'drawn', exported: true, label: { zh: '港口', en: 'Port' }, width: 150 },
    carrierCode: { kind: 'reference', of: 'carrier', label: { zh: '船公司', en: 'Carrier' }, width: 130 },
    arrival: { kind: 'drawn', exported: true, label: { zh: '抵港', en: 'Arrival' }, width: 176 },
    departure: { kind: 'drawn', exported: true, label: { zh: '离港', en: 'Departure' }, width: 176 },
    ...subscriptionColumns,
  },
  filters: {
    keyword: { kind: 'text', label: { zh: '船名/航次/港口', en: 'Vessel, voyage, port' }, max: 60 },
    state: { kind: 'choice' },
    carrierCode: { kind: 'choice' },
    createTime: { kind: 'range' },
  },
});
