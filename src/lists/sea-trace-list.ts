import type { ListColumn, ListFilter } from '#shared/list/declare.ts';
import {
  hiddenText,
  progressColumns,
  stateColumn,
  subscriptionColumns,
  timeColumns,
  traceFilters,
  traceTabsOf,
} from './trace-list.ts';

const words = {
  arrived: { zh: '已到港', en: 'Arrived' },
  ended: { zh: '已结束', en: 'Ended' },
} as const;

/** The tabs of lists of containers on vessels. */
export const seaTraceTabs = traceTabsOf(words);

/** What a row of containers on vessels says, between countries and within one. */
export const seaTraceColumns = {
  state: stateColumn(words),
  referenceNo: { kind: 'text', label: { zh: '单号', en: 'Reference' }, width: 180, copyable: true },
  carrierCode: {
    kind: 'reference',
    of: 'carrier',
    label: { zh: '船公司', en: 'Carrier' },
    width: 140,
    sortable: true,
  },
  route: { kind: 'drawn', exported: true, label: { zh: '航线', en: 'Route' }, width: 260 },
  vesselName: {
    kind: 'text',
    label: { zh: '船名 / 航次', en: 'Vessel / voyage' },
    width: 190,
    nullable: true,
    sortable: true,
  },
  departure: { kind: 'drawn', exported: true, label: { zh: '离港', en: 'Departure' }, width: 210 },
  arrival: { kind: 'drawn', exported: true, label: { zh: '抵港', en: 'Arrival' }, width: 210 },
  slipDays: {
    kind: 'number',
    label: { zh: '较计划', en: 'Against plan' },
    unit: { zh: '天', en: 'days' },
    width: 124,
    nullable: true,
  },
  ...progressColumns,
  containerCount: { kind: 'number', label: { zh: '箱量', en: 'Containers' }, width: 96 },
  /** Of containers that travel apart: how many have arrived; nothing where they travel together. */
  boxesArrived: { kind: 'number', label: { zh: '已到箱量', en: 'Containers arrived' }, nullable: true, hidden: true },
  firstArrival: { kind: 'instant', label: { zh: '首箱抵港', en: 'First arrival' }, nullable: true, hidden: true },
  /** The first last free day of its containers, as a date of the place. */
  lastFreeDay: {
    kind: 'text',
    label: { zh: '免费期至 · 逾期每天', en: 'Free until · then per day' },
    width: 190,
    nullable: true,
  },
  /** What a day after it costs by the carrier's tariff, where that is known. */
  dailyCharge: { kind: 'number', label: { zh: '逾期每天', en: 'Each day after' }, nullable: true, hidden: true },
  chargeCurrency: hiddenText('币种', 'Currency'),
  ...subscriptionColumns,
  ...timeColumns({ leaves: { zh: '离港', en: 'Departure' }, comes: { zh: '抵港', en: 'Arrival' } }),
  subject: {
    kind: 'code',
    label: { zh: '单号种类', en: 'Kind' },
    values: { bill: { zh: '提单', en: 'Bill' }, container: { zh: '箱号', en: 'Container' } },
    hidden: true,
  },
  voyage: hiddenText('航次', 'Voyage'),
  polCode: hiddenText('起运港', 'Port of loading'),
  polName: hiddenText('起运港', 'Port of loading'),
  polZone: hiddenText('时区', 'Zone'),
  podCode: hiddenText('目的港', 'Port of discharge'),
  podName: hiddenText('目的港', 'Port of discharge'),
  podZone: hiddenText('时区', 'Zone'),
  /** Ports of transhipment by name, in the order of the voyage. */
  transhipments: hiddenText('中转港', 'Transhipment'),
  statusTime: { kind: 'instant', label: { zh: '节点时间', en: 'At' }, nullable: true, hidden: true },
  statusZone: hiddenText('时区', 'Zone'),
} as const satisfies Readonly<Record<string, ListColumn>>;

/** Columns of such a list that sources reported, besides those of all lists of tracking. */
export const seaTraceStated = ['referenceNo', 'carrierCode', 'vesselName', 'slipDays', 'containerCount'] as const;

/** Filters behind the numbers of the shipment. */
export const seaTraceFilters = {
  containerNo: { kind: 'many', label: { zh: '箱号', en: 'Container' } },
  carrierCode: { kind: 'choice' },
  polCode: { kind: 'choice', label: { zh: '起运港', en: 'Loading port' }, finds: 'ports' },
  podCode: { kind: 'choice', label: { zh: '目的港', en: 'Discharge port' }, finds: 'ports' },
  vesselName: { kind: 'text', label: { zh: '船名', en: 'Vessel' }, max: 100, empty: true },
  ...traceFilters,
} as const satisfies Readonly<Record<string, ListFilter>>;
