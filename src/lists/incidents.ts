import { declareList } from '#shared/list/declare.ts';
import { exceptionsList } from './exceptions.ts';
import { severityNames } from './severity.ts';

const { incidentId: _ofMembers, ...ofExceptions } = exceptionsList.filters;

/** Causes with what they brought about: one late ship is one row with its bookings. */
export const incidentsList = declareList({
  name: 'incidents',
  table: 'exception-incidents',
  call: 'queryIncidents',
  route: '/exception-manage',
  label: { zh: '异常组', en: 'Incidents' },
  empty: { zh: '目前没有多条异常源于同一原因。', en: 'No exceptions share a cause at the moment.' },
  filledAt: { href: '/exception-manage', label: { zh: '查看异常', en: 'See the exceptions' } },
  id: 'incidentId',
  pageSize: 10,
  columns: {
    text: { kind: 'text', label: { zh: '原因', en: 'Cause' }, width: 420, copyable: true },
    /** Causes are one tenant's own: rows that read the same differ by it. */
    tenantCode: {
      kind: 'text',
      at: 'tenantName',
      label: { zh: '租户', en: 'Tenant' },
      width: 'by name',
      sortable: true,
    },
    /** The worst of the open exceptions, of all when none is open. */
    severity: {
      kind: 'code',
      label: { zh: '严重程度', en: 'Severity' },
      width: 92,
      sortable: true,
      values: severityNames,
    },
    /** What follows from its exceptions: somebody has to look, somebody works on it, deferred, settled, or all are gone. */
    state: {
      kind: 'code',
      label: { zh: '状态', en: 'State' },
      width: 104,
      sortable: true,
      values: {
        untreated: { zh: '未处理', en: 'Untreated', tone: 'warn' },
        inProgress: { zh: '处理中', en: 'In progress', tone: 'info' },
        onHold: { zh: '已搁置', en: 'Snoozed', tone: 'neutral' },
        handled: { zh: '已处理', en: 'Handled', tone: 'ok' },
        resolved: { zh: '已消失', en: 'Gone', tone: 'neutral' },
      },
    },
    bookings: { kind: 'number', label: { zh: '受影响票数', en: 'Bookings' }, width: 104 },
    moneyAtRisk: {
      kind: 'number',
      label: { zh: '可能损失', en: 'At risk' },
      unit: { zh: '美元', en: 'USD' },
      unitInCells: true,
      width: 130,
      sortable: true,
    },
    open: { kind: 'number', label: { zh: '未关闭异常', en: 'Open' }, width: 104, sortable: true },
    total: { kind: 'number', label: { zh: '累计异常', en: 'All' }, width: 104, sortable: true },
    types: { kind: 'drawn', label: { zh: '异常类型', en: 'Exception types' }, width: 220 },
    people: { kind: 'drawn', label: { zh: '责任人', en: 'Responsible' }, width: 130 },
    kind: {
      kind: 'code',
      label: { zh: '原因类型', en: 'Kind of cause' },
      width: 104,
      sortable: true,
      values: {
        vessel: { zh: '船舶', en: 'Vessel' },
        source: { zh: '数据源', en: 'Source' },
        port: { zh: '港口', en: 'Port' },
        sailing: { zh: '航次', en: 'Sailing' },
        place: { zh: '地点', en: 'Place' },
        zone: { zh: '风险区域', en: 'Risk zone' },
      },
    },
    firstTime: {
      kind: 'instant',
      label: { zh: '首次发现', en: 'First seen' },
      width: 190,
      nullable: true,
      sortable: true,
    },
    lastTime: {
      kind: 'instant',
      label: { zh: '最近变化', en: 'Last change' },
      width: 190,
      nullable: true,
      sortable: true,
    },
  },
  filters: {
    state: { kind: 'choice', label: { zh: '异常组状态', en: 'State' } },
    kind: { kind: 'choice', label: { zh: '原因类型', en: 'Cause kind' } },
    incidentSeverity: {
      kind: 'choice',
      from: { kind: 'code', values: severityNames },
      label: { zh: '异常组严重程度', en: 'Worst severity' },
    },
    keyword: { kind: 'text', label: { zh: '原因关键字', en: 'Cause' } },
    /** Incidents with at least one exception that fits. */
    ...ofExceptions,
  },
  order: [
    ['open', 'desc'],
    ['lastTime', 'desc'],
  ],
});
