import { declareList } from '#shared/list/declare.ts';
import {
  hiddenText,
  progressColumns,
  stateColumn,
  subscriptionColumns,
  timeColumns,
  traceFilters,
  traceListBase,
  traceTabsOf,
} from './trace-list.ts';

const words = {
  arrived: { zh: '已到达', en: 'Arrived' },
  ended: { zh: '已交付', en: 'Delivered' },
} as const;

/** Everything a tenant follows by air: one row per air waybill, with how far it is and over how many flights it is split. */
export const airTraceIndexList = declareList({
  ...traceListBase,
  said: [...traceListBase.said, 'waybill', 'airlineName', 'flight', 'pieces', 'weightKg', 'flights', 'isSplit'],
  name: 'air-trace-index',
  call: 'airTrace.list',
  path: '/api/data/airTrace/query',
  menus: ['/air-trace-index'],
  route: '/air-trace-index',
  label: { zh: '空运跟踪', en: 'Air tracking' },
  empty: {
    zh: '还没有跟踪任何空运单。输入运单号即可开始跟踪。',
    en: 'Nothing is tracked by air yet. Enter air waybills to begin.',
  },
  columns: {
    state: stateColumn(words),
    waybill: { kind: 'text', label: { zh: '空运单号', en: 'Air waybill' }, width: 150, copyable: true },
    airlineName: { kind: 'text', label: { zh: '航空公司', en: 'Airline' }, width: 150 },
    route: { kind: 'drawn', exported: true, label: { zh: '航线', en: 'Route' }, width: 220 },
    flight: { kind: 'text', label: { zh: '航班', en: 'Flight' }, width: 130, nullable: true },
    departure: { kind: 'drawn', exported: true, label: { zh: '起飞', en: 'Departure' }, width: 210 },
    arrival: { kind: 'drawn', exported: true, label: { zh: '到达', en: 'Arrival' }, width: 210 },
    pieces: { kind: 'number', label: { zh: '件数', en: 'Pieces' }, width: 80, nullable: true },
    weightKg: {
      kind: 'number',
      label: { zh: '毛重', en: 'Weight' },
      unit: { zh: '千克', en: 'kg' },
      width: 110,
      nullable: true,
    },
    flights: { kind: 'number', label: { zh: '航班数', en: 'Flights' }, width: 90, nullable: true },
    isSplit: { kind: 'flag', label: { zh: '分批', en: 'Split' }, width: 80, nullable: true },
    ...progressColumns,
    ...subscriptionColumns,
    ...timeColumns({ leaves: { zh: '起飞', en: 'Departure' }, comes: { zh: '到达', en: 'Arrival' } }),
    airlineCode: { kind: 'text', label: { zh: '航司代码', en: 'Airline code' }, sortable: true, hidden: true },
    origin: hiddenText('始发站', 'Origin'),
    originZone: hiddenText('时区', 'Zone'),
    destination: hiddenText('目的站', 'Destination'),
    destinationZone: hiddenText('时区', 'Zone'),
    via: hiddenText('中转站', 'Via'),
  },
  filters: {
    waybill: { kind: 'many' },
    airlineCode: { kind: 'choice', label: { zh: '航空公司', en: 'Airline' } },
    ...traceFilters,
  },
  tabs: traceTabsOf(words),
});
