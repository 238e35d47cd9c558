import { declareList } from '#shared/list/declare.ts';
import { landColumns, landFilters, landKm, landTabs, landWay, landState } from './land-trace-list.ts';
import { traceListBase } from './trace-list.ts';

/** Orders a tenant follows by road: truck, the stop it is to come to next, and how many it has done. */
export const vehicleIndexList = declareList({
  ...traceListBase,
  said: [
    ...traceListBase.said,
    'waybill',
    'operatorName',
    'plateNo',
    'nextStop',
    'stops',
    'stopsDone',
    'isOffRoute',
    'doneKm',
    'remainingKm',
  ],
  name: 'vehicle-index',
  call: 'vehicleTrace.list',
  path: '/api/data/vehicleTrace/query',
  menus: ['/vehicle-index'],
  route: '/vehicle-index',
  label: { zh: '公路跟踪', en: 'Road tracking' },
  empty: {
    zh: '还没有跟踪任何公路运输。输入车牌号或订单号即可开始。',
    en: 'Nothing is tracked by road yet. Enter plates or order numbers to begin.',
  },
  columns: {
    state: landState,
    waybill: { kind: 'text', label: { zh: '订单号 / 车牌号', en: 'Order or plate' }, width: 170, copyable: true },
    operatorName: { kind: 'text', label: { zh: '承运商', en: 'Haulier' }, width: 150 },
    plateNo: { kind: 'text', label: { zh: '车牌号', en: 'Plate' }, width: 120, nullable: true },
    ...landWay,
    remainingKm: landKm.remainingKm,
    nextStop: { kind: 'text', label: { zh: '下一站点', en: 'Next stop' }, width: 150, nullable: true },
    stopsDone: { kind: 'number', label: { zh: '已到站点', en: 'Stops reached' }, width: 110, nullable: true },
    stops: { kind: 'number', label: { zh: '站点数', en: 'Stops' }, width: 90, nullable: true },
    isOffRoute: { kind: 'flag', label: { zh: '偏离路线', en: 'Off route' }, width: 100, nullable: true },
    doneKm: landKm.doneKm,
    ...landColumns,
  },
  filters: landFilters,
  tabs: landTabs,
});
