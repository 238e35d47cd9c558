import { declareList } from '#shared/list/declare.ts';

/** What lists of subscribed sailings and of subscribed flights have in common. */
const subscriptionListBase = { pageSize: 20, exported: true, order: [['createTime', 'desc']] } as const;

/** Whether a subscription is in effect today, as its tenant counts days. */
const subscriptionState = {
  kind: 'code',
  label: { zh: '状态', en: 'State' },
  width: 90,
  values: {
    waiting: { zh: '待生效', en: 'Not yet', tone: 'info' },
    active: { zh: '生效中', en: 'In effect', tone: 'ok' },
    expired: { zh: '已失效', en: 'Expired' },
    cancelled: { zh: '已取消', en: 'Cancelled' },
  },
} as const;

/** Columns behind those of what is subscribed. */
const subscriptionColumns = {
  drift: { kind: 'drawn', label: { zh: '订阅后时间变化', en: 'Moved since subscribed' }, width: 184 },
  lastChange: {
    kind: 'drawn',
    exported: true,
    label: { zh: '最近变更', en: 'Last change' },
    width: 380,
    grow: true,
  },
  effectiveDate: { kind: 'text', label: { zh: '生效日期', en: 'Takes effect' }, width: 110, sortable: true },
  expiryDate: { kind: 'text', label: { zh: '失效日期', en: 'Expires' }, width: 110, sortable: true },
  tenantName: { kind: 'text', label: { zh: '租户', en: 'Tenant' }, width: 140 },
  createTime: { kind: 'instant', label: { zh: '订阅时间', en: 'Subscribed' }, sortable: true },
  createUserCode: { kind: 'text', label: { zh: '订阅人', en: 'Subscribed by' }, width: 110 },
} as const;

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
