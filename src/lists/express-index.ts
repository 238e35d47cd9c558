import { declareList } from '#shared/list/declare.ts';
import { landColumns, landFilters, landTabs, landWay, landState } from './land-trace-list.ts';
import { traceListBase } from './trace-list.ts';

/** Parcels a tenant follows: main state, newest scan with the code of the courier, and when delivery is promised. */
export const expressIndexList = declareList({
  ...traceListBase,
  said: [...traceListBase.said, 'waybill', 'operatorName', 'mainState', 'scanTime', 'scanPlace', 'rawCode'],
  name: 'express-index',
  call: 'expressTrace.list',
  path: '/api/data/expressTrace/query',
  menus: ['/express-index'],
  route: '/express-index',
  label: { zh: '快递跟踪', en: 'Express tracking' },
  empty: {
    zh: '还没有跟踪任何快递。输入运单号即可开始，快递公司自动识别。',
    en: 'No parcels tracked yet. Enter waybills to begin; the number determines the courier.',
  },
  columns: {
    state: landState,
    waybill: { kind: 'text', label: { zh: '运单号', en: 'Waybill' }, width: 170, copyable: true },
    operatorName: { kind: 'text', label: { zh: '快递公司', en: 'Courier' }, width: 150 },
    mainState: {
      kind: 'code',
      label: { zh: '主状态', en: 'Main state' },
      width: 120,
      values: {
        announced: { zh: '已下单', en: 'Info received', tone: 'neutral' },
        transit: { zh: '运输中', en: 'In transit', tone: 'info' },
        delivery: { zh: '派送中', en: 'Out for delivery', tone: 'info' },
        pickup: { zh: '待自提', en: 'Available for pick-up', tone: 'info' },
        failed: { zh: '派送失败', en: 'Failed attempt', tone: 'danger' },
        delivered: { zh: '已签收', en: 'Delivered', tone: 'ok' },
        exception: { zh: '异常', en: 'Exception', tone: 'danger' },
        expired: { zh: '已过期', en: 'Expired', tone: 'neutral' },
      },
    },
    scanTime: { kind: 'instant', label: { zh: '最新扫描', en: 'Newest scan' }, nullable: true },
    scanPlace: { kind: 'text', label: { zh: '扫描地点', en: 'Scanned at' }, width: 150, nullable: true },
    rawCode: { kind: 'text', label: { zh: '快递原始代码', en: 'Courier code' }, width: 190, nullable: true },
    ...landWay,
    ...landColumns,
  },
  filters: landFilters,
  tabs: landTabs,
});
