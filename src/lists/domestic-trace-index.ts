import { declareList } from '#shared/list/declare.ts';
import { seaTraceColumns, seaTraceFilters, seaTraceStated, seaTraceTabs } from './sea-trace-list.ts';
import { arrivalBoard, arrivalWeekFilter, traceListBase } from './trace-list.ts';

/** Everything a tenant follows by sea and river within one country. */
export const domesticTraceIndexList = declareList({
  ...traceListBase,
  said: [...traceListBase.said, ...seaTraceStated],
  name: 'domestic-trace-index',
  call: 'domesticTrace.list',
  path: '/api/data/domesticTrace/query',
  menus: ['/domestic-trace-index'],
  route: '/domestic-trace-index',
  label: { zh: '国内海运跟踪', en: 'Domestic sea tracking' },
  empty: {
    zh: '还没有跟踪任何内贸货物。粘贴运单号或箱号即可开始跟踪。',
    en: 'Nothing is tracked by domestic sea yet. Paste waybills or containers to begin.',
  },
  columns: seaTraceColumns,
  filters: {
    billNo: { kind: 'many', label: { zh: '运单号/订舱号', en: 'Waybill / booking' } },
    ...seaTraceFilters,
    ...arrivalWeekFilter,
  },
  tabs: seaTraceTabs,
  board: { ...arrivalBoard, call: 'domesticTrace.board', path: '/api/data/domesticTrace/board' },
});
