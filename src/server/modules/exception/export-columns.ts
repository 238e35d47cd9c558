import type { z } from 'zod';
import type { autotestResult, subscriptionRow } from '#contract/wire/rows.ts';
import type { ReferenceSnapshot } from '#server/modules/masterdata/index.ts';
import type { Lang } from '#server/platform/context.ts';

type Shown = { exception: z.output<typeof autotestResult>; subscription: z.output<typeof subscriptionRow> | null };
type Tools = { lang: Lang; reference: ReferenceSnapshot; time: (instant: number | null) => string };

/** A column of the export: its title in both languages and its text for a row. */
export type ExportColumn = { title: { zh: string; en: string }; value: (row: Shown, tools: Tools) => string };

const yesNo = (flag: 0 | 1 | undefined, lang: Lang): string => {
  if (flag === undefined) return '';
  if (lang === 'zh') return flag === 1 ? '是' : '否';
  return flag === 1 ? 'Yes' : 'No';
};

const dictText = (type: string, value: string | undefined, { lang, reference }: Tools): string => {
  const entry = reference.dictionary.find((item) => item.codeType === type && item.codeValue === value);
  return (lang === 'en' ? (entry?.displayEn ?? entry?.displayCn) : entry?.displayCn) ?? value ?? '';
};

const carrierText = (code: string | null, { lang, reference }: Tools): string => {
  const carrier = code === null ? undefined : reference.carriers.get(code);
  const name = lang === 'zh' ? (carrier?.nameCn ?? carrier?.nameEn) : carrier?.nameEn;
  return name === undefined ? (code ?? '') : `${name} (${code})`;
};

const column = (zh: string, en: string, value: ExportColumn['value']): ExportColumn => ({ title: { zh, en }, value });

/** The columns of the list by the names the screen uses, in its order. */
export const exportColumns: ReadonlyMap<string, ExportColumn> = new Map([
  ['testPurpose', column('异常类型', 'Exception type', ({ exception }) => exception.testPurposeName)],
  ['tenantCode', column('租户', 'Tenant', ({ exception }) => exception.tenantName)],
  ['blNo', column('提单号', 'Bill no.', ({ exception }) => exception.blNo ?? '')],
  ['ctnNo', column('箱号', 'Container no.', ({ exception }) => exception.ctnNo ?? '')],
  ['carrierCode', column('船公司', 'Carrier', ({ exception }, tools) => carrierText(exception.carrierCode, tools))],
  ['errorRemark', column('异常详情', 'Error detail', ({ exception }) => exception.errorRemark)],
  ['isBillNo', column('提单订阅', 'By bill', ({ subscription }, { lang }) => yesNo(subscription?.isBillNo, lang))],
  [
    'subscribeTime',
    column('订阅时间', 'Subscribed', ({ subscription }, { time }) => time(subscription?.recordTime ?? null)),
  ],
  ['vesselName', column('船名', 'Vessel', ({ exception }) => exception.vesselName ?? '')],
  ['voyage', column('航次', 'Voyage', ({ exception }) => exception.voyage ?? '')],
  ['endFlag', column('是否结束', 'Ended', ({ subscription }, { lang }) => yesNo(subscription?.endFlag, lang))],
  [
    'processType',
    column('流程类型', 'Process type', ({ subscription }, tools) =>
      dictText('OCEAN_PROCESS_TYPE', subscription?.processType, tools),
    ),
  ],
  ['createTime', column('创建时间', 'Created', ({ exception }, { time }) => time(exception.createTime))],
  [
    'handleStatus',
    column('处理状态', 'Handle status', ({ exception }, tools) =>
      dictText('HANDLE_STATUS', exception.handleStatus, tools),
    ),
  ],
  ['handleRemark', column('处理备注', 'Handle remark', ({ exception }) => exception.handleRemark ?? '')],
  ['handleTime', column('处理时间', 'Handled', ({ exception }, { time }) => time(exception.handleTime))],
  ['chargeName', column('责任人', 'Responsible', ({ exception }) => exception.chargeName ?? '')],
]);
