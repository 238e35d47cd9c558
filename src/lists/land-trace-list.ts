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
  arrived: { zh: '已到达', en: 'Arrived' },
  ended: { zh: '已交付', en: 'Delivered' },
} as const;
const leaves = { zh: '出发', en: 'Departure' } as const;
const comes = { zh: '到达', en: 'Arrival' } as const;

/** State of a shipment by rail, road or courier. */
export const landState = stateColumn(words);

/** From where to where, and when. */
export const landWay = {
  route: { kind: 'drawn', exported: true, label: { zh: '路线', en: 'Route' }, width: 240 },
  departure: { kind: 'drawn', exported: true, label: leaves, width: 200 },
  arrival: { kind: 'drawn', exported: true, label: comes, width: 200 },
} as const;

const km = { zh: '公里', en: 'km' } as const;

/** How far goods by rail or road have come and have to go, along the main lines or from stop to stop. */
export const landKm = {
  doneKm: { kind: 'number', label: { zh: '已行', en: 'Done' }, unit: km, width: 104, nullable: true },
  remainingKm: { kind: 'number', label: { zh: '剩余', en: 'To go' }, unit: km, width: 104, nullable: true },
} as const;

/** What every list of these modes ends with. */
export const landColumns = {
  ...progressColumns,
  ...subscriptionColumns,
  ...timeColumns({ leaves, comes }),
  operatorCode: { kind: 'text', label: { zh: '承运人代码', en: 'Operator code' }, sortable: true, hidden: true },
  origin: hiddenText('始发地', 'Origin'),
  originName: hiddenText('始发地名称', 'Name of the origin'),
  originZone: hiddenText('时区', 'Zone'),
  destination: hiddenText('目的地', 'Destination'),
  destinationName: hiddenText('目的地名称', 'Name of the destination'),
  destinationZone: hiddenText('时区', 'Zone'),
} as const;

/** What people look for in such a list. */
export const landFilters = {
  waybill: { kind: 'many' },
  operatorCode: { kind: 'choice', label: { zh: '承运人', en: 'Operator' } },
  ...traceFilters,
} as const;

/** Shipments by how far they are. */
export const landTabs = traceTabsOf(words);
