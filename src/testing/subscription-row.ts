import type { CallData } from '#contract/index.ts';

type Row = CallData<'querySubscriptions'>['records'][number];
type Exception = NonNullable<Row['obmAutotestResult']>;

/** A row of the list of subscriptions: a bill with data and a booking, without an exception. `values` replace those of its subscription. */
export const subscriptionRow = (values: Partial<Row['obmTkSubscribe']> = {}, more: Partial<Row> = {}): Row => ({
  obmAutotestResult: null,
  obmTkSubscribe: {
    obmTkSubscribeId: '5',
    tenantCode: 'HAIFAN',
    tenantName: '海帆',
    isBillNo: 1,
    blNo: 'MERI1',
    ctnNo: null,
    carrierCode: 'MERI',
    vesselName: 'MERIDIAN PINE',
    voyage: '101W',
    endFlag: 0,
    processType: 'SHIPPING_TRACKING',
    bizSourceType: 'FT',
    inOutFlag: null,
    bkId: '9',
    subscribeStatus: 1,
    recordTime: Date.UTC(2026, 1, 1, 8),
    remark: null,
    recordVersion: 1,
    testPurpose: null,
    ...values,
  },
  obmBk: null,
  obmDoc: null,
  obmMultiVessel: [],
  obmDocActualContainerList: [],
  mdStatusRecordList: [],
  carrierUrl: null,
  updateLogMap: {},
  ...more,
});

/** An exception of that subscription: open, untreated and without a responsible person. */
export const exceptionOf = (values: Partial<Exception> = {}): Exception => ({
  obmAutotestResultId: '11',
  testPurpose: 'ROLLED',
  testPurposeName: '甩柜',
  tenantCode: 'HAIFAN',
  tenantName: '海帆',
  blNo: 'MERI1',
  ctnNo: null,
  carrierCode: 'MERI',
  errorRemark: '原定船期已过，箱子仍在堆场',
  createTime: Date.UTC(2026, 2, 1),
  lastModifyTime: null,
  handleStatus: '0',
  handleRemark: null,
  handleTime: null,
  chargeCode: null,
  chargeName: null,
  obmTkSubscribeId: '5',
  bkId: '9',
  vesselName: null,
  voyage: null,
  severity: 'high',
  open: 1,
  resolution: null,
  regressions: 0,
  incidentId: null,
  reason: 'new',
  crossing: null,
  moneyAtRisk: 0,
  moneyReason: null,
  snoozed: 0,
  snoozedUntil: null,
  boxNos: [],
  evidence: [],
  recordVersion: 1,
  ...values,
});

/** The answer of the list of subscriptions with these rows. */
export const subscriptionPage = (...records: Row[]): CallData<'querySubscriptions'> => ({
  records,
  totalPage: 1,
  totalRecord: records.length,
});
