import { declareList } from '#shared/list/declare.ts';
import { seaTraceColumns, seaTraceFilters, seaTraceStated, seaTraceTabs } from './sea-trace-list.ts';
import { arrivalBoard, arrivalWeekFilter, traceListBase } from './trace-list.ts';

const { tenantCode, ...columns } = seaTraceColumns;

/** Everything a tenant follows at sea: one row per bill or container, with how far it is. */
export const traceIndexList = declareList({
  ...traceListBase,
  said: [...traceListBase.said, ...seaTraceStated],
  name: 'trace-index',
  call: 'traceIndex.list',
  path: '/api/data/traceTracking/query',
  menus: ['/trace-index', '/ft-ocean-tracking'],
  route: '/trace-index',
  label: { zh: '海运跟踪', en: 'Sea tracking' },
  empty: {
    zh: '还没有跟踪任何货物。粘贴提单号或箱号即可开始跟踪。',
    en: 'Nothing is tracked yet. Paste bills or containers to begin.',
  },
  columns: {
    ...columns,
    inOutFlag: {
      kind: 'code',
      label: { zh: '进出口', en: 'Direction' },
      width: 90,
      nullable: true,
      values: { E: { zh: '出口', en: 'Export' }, I: { zh: '进口', en: 'Import' } },
    },
    tenantCode,
  },
  filters: {
    billNo: { kind: 'many', label: { zh: '提单号/订舱号', en: 'Bill / booking' } },
    inOutFlag: { kind: 'choice' },
    ...seaTraceFilters,
    ...arrivalWeekFilter,
  },
  tabs: seaTraceTabs,
  board: { ...arrivalBoard, call: 'traceIndex.board', path: '/api/data/traceTracking/board' },
});
