import { declareList } from '#shared/list/declare.ts';
import { landColumns, landFilters, landKm, landTabs, landWay, landState } from './land-trace-list.ts';
import { traceListBase } from './trace-list.ts';

/** Goods a tenant follows by rail: train, the border they are to cross next or stand at, and when they come. */
export const trainIndexList = declareList({
  ...traceListBase,
  said: [
    ...traceListBase.said,
    'waybill',
    'operatorName',
    'trainNo',
    'station',
    'border',
    'weightKg',
    'doneKm',
    'remainingKm',
  ],
  name: 'train-index',
  call: 'trainTrace.list',
  path: '/api/data/trainTrace/query',
  menus: ['/train-index'],
  route: '/train-index',
  label: { zh: '铁路跟踪', en: 'Rail tracking' },
  empty: {
    zh: '还没有跟踪任何铁路货物。输入箱号、车号或运单号即可开始。',
    en: 'Nothing is tracked by rail yet. Enter containers, wagons or waybills to begin.',
  },
  columns: {
    state: landState,
    waybill: {
      kind: 'text',
      label: { zh: '箱号 / 车号 / 运单号', en: 'Container, wagon or waybill' },
      width: 170,
      copyable: true,
    },
    trainNo: { kind: 'text', label: { zh: '车次', en: 'Train' }, width: 110, nullable: true },
    ...landWay,
    remainingKm: landKm.remainingKm,
    station: { kind: 'text', label: { zh: '当前车站', en: 'Station' }, width: 140, nullable: true },
    border: { kind: 'text', label: { zh: '下一口岸', en: 'Next border' }, width: 140, nullable: true },
    operatorName: { kind: 'text', label: { zh: '铁路经营人', en: 'Operator' }, width: 150 },
    doneKm: landKm.doneKm,
    weightKg: {
      kind: 'number',
      label: { zh: '重量', en: 'Weight' },
      unit: { zh: '千克', en: 'kg' },
      width: 110,
      nullable: true,
    },
    ...landColumns,
  },
  // The long name of the column leaves no room for what is typed.
  filters: { ...landFilters, waybill: { kind: 'many', label: { zh: '单号', en: 'Number' } } },
  tabs: landTabs,
});
