import type { Text } from '#shared/entity/declare.ts';
import type { ListColumn, ListFilter } from '#shared/list/declare.ts';

/** The words in which lists of tracking differ. */
type Words = { readonly arrived: Text; readonly ended: Text };

/** State of a row: how far the shipment is. */
export const stateColumn = ({ arrived, ended }: Words) =>
  ({
    kind: 'code',
    label: { zh: '状态', en: 'State' },
    width: 112,
    values: {
      waiting: { zh: '暂无数据', en: 'No data yet', tone: 'neutral' },
      planned: { zh: '未出发', en: 'Not departed', tone: 'neutral' },
      transit: { zh: '在途', en: 'In transit', tone: 'info' },
      arrived: { ...arrived, tone: 'ok' },
      ended: { ...ended, tone: 'neutral' },
    },
  }) as const satisfies ListColumn;

/** The tabs of a list of tracking; their totals are kept by mode. */
export const traceTabsOf = ({ arrived, ended }: Words) =>
  ({
    name: 'tab',
    label: { zh: '按进展筛选', en: 'Filter by progress' },
    values: {
      all: { zh: '全部', en: 'All' },
      // Also those that have not departed, and those of which nothing is known yet.
      transit: { zh: '未到达', en: 'Not arrived' },
      arrived,
      ended,
      troubled: { zh: '异常', en: 'Exceptions' },
    },
  }) as const;

/** What the row was reported by its sources and how far it is. */
export const progressColumns = {
  statusCode: {
    kind: 'reference',
    of: 'status',
    label: { zh: '当前节点', en: 'Current milestone' },
    width: 170,
    nullable: true,
  },
  share: { kind: 'number', label: { zh: '进度', en: 'Progress' }, unit: { zh: '%', en: '%' }, width: 130 },
  openExceptions: { kind: 'number', label: { zh: '异常', en: 'Exceptions' }, width: 100, sortable: true },
} as const satisfies Readonly<Record<string, ListColumn>>;

/** When sources were heard last and since when the row is tracked, for whom. */
export const subscriptionColumns = {
  freshTime: { kind: 'instant', label: { zh: '数据更新', en: 'Last heard' }, nullable: true },
  subscribeTime: { kind: 'instant', label: { zh: '订阅时间', en: 'Subscribed' }, sortable: true },
  tenantCode: { kind: 'reference', of: 'tenant', label: { zh: '租户', en: 'Tenant' }, width: 130 },
  obmBkId: { kind: 'text', label: { zh: '货物编号', en: 'Shipment' }, nullable: true, hidden: true },
  /** What is missing where no source can answer. */
  noSource: { kind: 'text', label: { zh: '缺少的数据源', en: 'Missing source' }, nullable: true, hidden: true },
} as const satisfies Readonly<Record<string, ListColumn>>;

/** A text that the page draws other columns from. */
export const hiddenText = (zh: string, en: string) =>
  ({ kind: 'text', label: { zh, en }, nullable: true, hidden: true }) as const;

const hiddenTime = (label: Text) => ({ kind: 'instant', label, nullable: true, hidden: true }) as const;

/** Planned, estimated and actual times of departure and arrival, for the drawn columns. */
export const timeColumns = ({ leaves, comes }: { leaves: Text; comes: Text }) => {
  const named = (zh: string, { zh: of }: Text, en: string) => hiddenTime({ zh: `${zh}${of}`, en });
  return {
    plannedDeparture: named('计划', leaves, 'Planned'),
    etd: named('预计', leaves, 'ETD'),
    atd: named('实际', leaves, 'ATD'),
    plannedArrival: named('计划', comes, 'Planned'),
    eta: { ...named('预计', comes, 'ETA'), sortable: true },
    ata: named('实际', comes, 'ATA'),
    /** What was expected and has passed without it: no estimate any more. */
    etdOverdue: hiddenTime({ zh: `逾期的预计${leaves.zh}`, en: 'ETD overdue' }),
    etaOverdue: hiddenTime({ zh: `逾期的预计${comes.zh}`, en: 'ETA overdue' }),
  } as const;
};

/** The board of a list of tracking, by the week in which shipments arrive or did. */
export const arrivalBoard = {
  label: { zh: '到港周看板', en: 'Board by week of arrival' },
  filter: 'arrivalWeek',
  none: { zh: '抵港时间未知', en: 'Arrival not known' },
  overdue: { zh: '已逾期', en: 'Overdue' },
  marked: { zh: '有异常', en: 'with exceptions' },
} as const;

/** The filter of that board: days that weeks begin with, `overdue` or `none`. */
export const arrivalWeekFilter = {
  arrivalWeek: { kind: 'choice', link: true, label: { zh: '抵港周', en: 'Week of arrival' } },
} as const satisfies Readonly<Record<string, ListFilter>>;

/** Filters that every list of tracking ends with. */
export const traceFilters = {
  eta: { kind: 'range' },
  openExceptions: { kind: 'amount', whole: true },
  subscribeTime: { kind: 'range' },
  tenantCode: { kind: 'choice' },
  noSource: { kind: 'flag', label: { zh: '无数据源可答', en: 'No source can answer' } },
} as const satisfies Readonly<Record<string, ListFilter>>;

/** Where the list begins and how it is taken out. */
export const traceListBase = {
  id: 'obmTkSubscribeId',
  pageSize: 20,
  exported: true,
  said: ['state', 'route', 'departure', 'arrival', 'statusCode', 'share'],
  order: [['subscribeTime', 'desc']],
} as const;
