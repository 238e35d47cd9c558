import type { z } from 'zod';
import { exceptionColumns } from '#contract/exception-names.ts';
import type { autotestResult, subscriptionRow } from '#contract/wire/rows.ts';
import { carrierText, dictName, subjectName, yesNo, type Words } from '#server/modules/masterdata/index.ts';

type Shown = { exception: z.output<typeof autotestResult>; subscription: z.output<typeof subscriptionRow> | null };
type Tools = Words & { time: (instant: number | null) => string };

const flagText = (flag: 0 | 1 | undefined, { lang }: Tools): string => (flag === undefined ? '' : yesNo(flag, lang));
const dictText = (type: string, value: string | undefined, tools: Tools): string =>
  value === undefined ? '' : dictName(tools, type, value);

/** A column of the export: its title in both languages and its text for a row. */
export type ExportColumn = {
  title: { zh: string; en: string };
  isTime?: true;
  value: (row: Shown, tools: Tools) => string;
};

const column = (zh: string, en: string, value: ExportColumn['value']): ExportColumn => ({ title: { zh, en }, value });

const timeColumn = (zh: string, en: string, of: (row: Shown) => number | null | undefined): ExportColumn => ({
  ...column(zh, en, (row, { time }) => time(of(row) ?? null)),
  isTime: true,
});

const columns: Readonly<Record<(typeof exceptionColumns)[number], ExportColumn>> = {
  testPurpose: column('异常类型', 'Exception type', ({ exception }) => exception.testPurposeName),
  severity: column('严重程度', 'Severity', ({ exception }, tools) => dictText('SEVERITY', exception.severity, tools)),
  moneyAtRisk: column('可能损失(美元)', 'At risk (USD)', ({ exception }) => String(exception.moneyAtRisk)),
  tenantCode: column('租户', 'Tenant', ({ exception }) => exception.tenantName),
  blNo: column('提单号', 'Bill no.', ({ exception }) => exception.blNo ?? ''),
  ctnNo: column('箱号', 'Container no.', ({ exception }) => exception.ctnNo ?? ''),
  carrierCode: column('船公司', 'Carrier', ({ exception }, tools) => carrierText(tools, exception.carrierCode)),
  errorRemark: column('异常明细', 'Error detail', ({ exception }) => exception.errorRemark),
  isBillNo: column('提单订阅', 'By bill', ({ subscription }, { lang }) =>
    subscription === null ? '' : subjectName(subscription.isBillNo, lang),
  ),
  subscribeTime: timeColumn('订阅时间', 'Subscribed', ({ subscription }) => subscription?.recordTime),
  vesselName: column('船名', 'Vessel', ({ exception }) => exception.vesselName ?? ''),
  voyage: column('航次', 'Voyage', ({ exception }) => exception.voyage ?? ''),
  endFlag: column('是否结束', 'Ended', ({ subscription }, tools) => flagText(subscription?.endFlag, tools)),
  processType: column('处理类型', 'Process type', ({ subscription }, tools) =>
    dictText('OCEAN_PROCESS_TYPE', subscription?.processType, tools),
  ),
  createTime: timeColumn('创建时间', 'Created', ({ exception }) => exception.createTime),
  handleStatus: column('处理状态', 'Handle status', ({ exception }, tools) =>
    dictText('HANDLE_STATUS', exception.handleStatus, tools),
  ),
  handleRemark: column('处理备注', 'Handle remark', ({ exception }) => exception.handleRemark ?? ''),
  handleTime: timeColumn('处理时间', 'Handled', ({ exception }) => exception.handleTime),
  chargeName: column('责任人', 'Responsible', ({ exception }) => exception.chargeName ?? ''),
};

/** The columns of the list by the names the screen uses, in its order. */
export const exportColumns: ReadonlyMap<string, ExportColumn> = new Map(
  exceptionColumns.map((name) => [name, columns[name]]),
);
