import { declareList } from '#shared/list/declare.ts';
import { severityNames } from './severity.ts';

const carriers = { kind: 'reference', of: 'carrier', label: { zh: '船公司', en: 'Carrier' } } as const;
const channels = { kind: 'dict', dict: 'OCEAN_PROCESS_TYPE', label: { zh: '处理类型', en: 'Channel' } } as const;
const severities = { kind: 'code', values: severityNames, label: { zh: '严重程度', en: 'Severity' } } as const;
const billNo = { zh: '提单号', en: 'Bill no.' };
const tenant = { zh: '租户', en: 'Tenant' };
const vessel = { zh: '船名', en: 'Vessel' };
const voyage = { zh: '航次', en: 'Voyage' };

/**
 * Exceptions with their subscription and shipment. What a decision needs comes first: which shipment, what is wrong, how bad,
 * and who has it.
 */
export const exceptionsList = declareList({
  name: 'exceptions',
  table: 'exception-manage',
  call: 'queryExceptions',
  route: '/exception-manage',
  label: { zh: '异常列表', en: 'Exceptions' },
  file: { zh: '异常列表', en: 'exceptions' },
  empty: {
    zh: '目前没有异常。跟踪的货物出现问题时，会自动列在这里。',
    en: 'There are no exceptions. Problems of tracked shipments appear here by themselves.',
  },
  filledAt: { href: '/trace-index?paste=1', label: { zh: '添加要跟踪的货物', en: 'Add shipments to track' } },
  id: 'obmAutotestResult.obmAutotestResultId',
  pageSize: 10,
  // Rows show nothing else of their shipment and their subscription; opening one asks for it.
  asks: { parts: [] },
  exported: true,
  columns: {
    blNo: {
      kind: 'text',
      at: 'obmAutotestResult.blNo',
      label: billNo,
      width: 'by name',
      nullable: true,
      sortable: true,
      copyable: true,
    },
    testPurpose: {
      kind: 'text',
      at: 'obmAutotestResult.testPurposeName',
      label: { zh: '异常类型', en: 'Exception type' },
      width: 'by name',
      sortable: true,
      card: 'about',
    },
    severity: { ...severities, at: 'obmAutotestResult.severity', width: 'by name', sortable: true },
    moneyAtRisk: {
      kind: 'number',
      at: 'obmAutotestResult.moneyAtRisk',
      label: { zh: '可能损失', en: 'At risk' },
      unit: { zh: '美元', en: 'USD' },
      unitInCells: true,
      width: 120,
      sortable: true,
    },
    errorRemark: {
      kind: 'text',
      at: 'obmAutotestResult.errorRemark',
      label: { zh: '异常明细', en: 'Error detail' },
      width: 340,
      grow: true,
    },
    handleStatus: {
      kind: 'dict',
      dict: 'HANDLE_STATUS',
      at: 'obmAutotestResult.handleStatus',
      label: { zh: '处理状态', en: 'Handle status' },
      width: 'by name',
      sortable: true,
    },
    chargeName: {
      kind: 'text',
      at: 'obmAutotestResult.chargeName',
      label: { zh: '责任人', en: 'Responsible' },
      width: 'by name',
      nullable: true,
      sortable: true,
    },
    createTime: {
      kind: 'instant',
      at: 'obmAutotestResult.createTime',
      label: { zh: '创建时间', en: 'Created at' },
      width: 'by name',
      sortable: true,
    },
    ctnNo: {
      kind: 'text',
      at: 'obmAutotestResult.ctnNo',
      label: { zh: '箱号', en: 'Container no.' },
      width: 'by name',
      nullable: true,
      sortable: true,
      copyable: true,
    },
    carrierCode: {
      ...carriers,
      at: 'obmAutotestResult.carrierCode',
      width: 'by name',
      nullable: true,
      sortable: true,
    },
    tenantCode: {
      kind: 'text',
      at: 'obmAutotestResult.tenantName',
      label: tenant,
      width: 'by name',
      sortable: true,
    },
    vesselName: {
      kind: 'text',
      at: 'obmAutotestResult.vesselName',
      label: vessel,
      width: 'by name',
      nullable: true,
      sortable: true,
      copyable: true,
    },
    voyage: {
      kind: 'text',
      at: 'obmAutotestResult.voyage',
      label: voyage,
      width: 'by name',
      nullable: true,
      sortable: true,
    },
    handleRemark: {
      kind: 'text',
      at: 'obmAutotestResult.handleRemark',
      label: { zh: '处理备注', en: 'Handle remark' },
      width: 'by name',
      nullable: true,
      sortable: true,
    },
    handleTime: {
      kind: 'instant',
      at: 'obmAutotestResult.handleTime',
      label: { zh: '处理时间', en: 'Handled at' },
      width: 'by name',
      nullable: true,
      sortable: true,
    },
    /** What the subscription is about. */
    isBillNo: {
      kind: 'code',
      at: 'obmAutotestResult.isBillNo',
      label: { zh: '提单订阅', en: 'Subscribed by' },
      width: 'by name',
      nullable: true,
      sortable: true,
      values: { 1: { zh: '提单', en: 'Bill' }, 0: { zh: '箱号', en: 'Container' } },
    },
    subscribeTime: {
      kind: 'instant',
      at: 'obmAutotestResult.recordTime',
      label: { zh: '订阅时间', en: 'Subscribed at' },
      width: 'by name',
      nullable: true,
      sortable: true,
    },
    endFlag: {
      kind: 'flag',
      at: 'obmAutotestResult.endFlag',
      label: { zh: '是否结束', en: 'Ended' },
      width: 'by name',
      nullable: true,
      sortable: true,
    },
    processType: {
      ...channels,
      at: 'obmAutotestResult.processType',
      width: 'by name',
      nullable: true,
      sortable: true,
    },
    lastModifyTime: {
      kind: 'instant',
      at: 'obmAutotestResult.lastModifyTime',
      label: { zh: '最近变化', en: 'Last change' },
      sortable: true,
      hidden: true,
    },
  },
  // With their own labels and choices: incidents are filtered by them too.
  filters: {
    blNo: { kind: 'many', loose: true, label: billNo },
    ctnNo: { kind: 'many', loose: true, label: { zh: '箱号', en: 'Container' } },
    testPurpose: {
      kind: 'choice',
      label: { zh: '异常类型', en: 'Type' },
      from: { kind: 'reference', of: 'exceptionType' },
    },
    severity: { kind: 'choice', label: severities.label, from: severities },
    handleStatus: {
      kind: 'choice',
      label: { zh: '处理状态', en: 'Status' },
      from: { kind: 'dict', dict: 'HANDLE_STATUS' },
    },
    /** Of shipments whose tracking has ended, or goes on. */
    endFlag: { kind: 'flag', label: { zh: '已结束跟踪', en: 'Tracking ended' } },
    chargeCode: { kind: 'choice', label: { zh: '责任人', en: 'Responsible' }, finds: 'users' },
    /** What brought it here. */
    reason: {
      kind: 'choice',
      label: { zh: '出现原因', en: 'Why here' },
      from: {
        kind: 'code',
        values: {
          new: { zh: '新出现', en: 'New' },
          regressed: { zh: '再次出现', en: 'Regressed' },
          escalating: { zh: '正在恶化', en: 'Escalating' },
        },
      },
    },
    createTime: { kind: 'range', asText: true, label: { zh: '创建时间', en: 'Created' } },
    carrierCode: { kind: 'choice', label: carriers.label, from: carriers },
    tenantCode: { kind: 'choice', label: tenant, from: { kind: 'reference', of: 'tenant' } },
    vesselName: { kind: 'text', label: vessel, max: 100, finds: 'vessels' },
    voyage: { kind: 'text', label: voyage, match: 'exact', max: 50 },
    polCode: { kind: 'choice', label: { zh: '起运港', en: 'Loading port' }, finds: 'ports' },
    podCode: { kind: 'choice', label: { zh: '目的港', en: 'Discharge port' }, finds: 'ports' },
    eta: { kind: 'range', asText: true, label: { zh: '预计到港', en: 'ETA' } },
    isBillNo: { kind: 'flag', label: { zh: '提单订阅', en: 'By bill' } },
    bizSourceType: {
      kind: 'choice',
      label: { zh: '数据类型', en: 'Data type' },
      from: { kind: 'dict', dict: 'BIZ_SOURCE_TYPE' },
    },
    processType: { kind: 'choice', label: channels.label, from: channels },
    subscribeTime: { kind: 'range', asText: true, label: { zh: '订阅时间', en: 'Subscribed' } },
    handleTime: { kind: 'range', asText: true, label: { zh: '处理时间', en: 'Handled' } },
    handleRemark: { kind: 'text', max: 255, label: { zh: '处理备注', en: 'Remark' } },
    obmTkSubscribeId: { kind: 'text', match: 'exact', max: 20, label: { zh: '订阅ID', en: 'Subscr. id' } },
    obmAutotestResultId: { kind: 'id', link: true, label: { zh: '异常ID', en: 'Exception id' } },
    incidentId: { kind: 'id', link: true, label: { zh: '异常组', en: 'Incident' } },
  },
  // What waits for somebody, of shipments that go on: the worst first, then the newest.
  opening: {
    values: { handleStatus: ['0', '1', '4'], endFlag: '0' },
    order: [
      ['severity', 'desc'],
      ['createTime', 'desc'],
    ],
  },
  order: [['createTime', 'desc']],
});
