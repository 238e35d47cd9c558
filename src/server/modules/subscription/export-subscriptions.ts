import type { z } from 'zod';
import type { ParsedBody } from '#contract/index.ts';
import type { subscriptionRow } from '#contract/wire/rows.ts';
import {
  listSubscriptionsById,
  plainCell,
  presentSubscription,
  zoneOfCaller,
} from '#server/modules/exception/index.ts';
import type { ReferenceSnapshot } from '#server/modules/masterdata/index.ts';
import type { Ctx, Lang } from '#server/platform/context.ts';
import { refused } from '#server/platform/errors/app-error.ts';
import { formatCsv } from '#shared/text/csv.ts';
import { toLocalText } from '#shared/time/zone.ts';
import { toSubscriptionFilters } from './list-filters.ts';
import { countSubscriptions, listSubscriptionIds } from './list-queries.ts';
import { toSubscriptionSortKeys } from './query-subscriptions.ts';

type Row = z.output<typeof subscriptionRow>;
type Tools = { lang: Lang; reference: ReferenceSnapshot; time: (instant: number | null) => string };
type Column = { title: { zh: string; en: string }; value: (row: Row, tools: Tools) => string };

const maxRows = 1_000_000;
const step = 1000;

const column = (zh: string, en: string, value: Column['value']): Column => ({ title: { zh, en }, value });

const yesNo = (flag: 0 | 1, lang: Lang): string =>
  lang === 'zh' ? (flag === 1 ? '是' : '否') : flag === 1 ? 'Yes' : 'No';

const dictText = (type: string, value: string | null, { lang, reference }: Tools): string => {
  const entry = reference.dictionary.find((item) => item.codeType === type && item.codeValue === value);
  return (lang === 'en' ? (entry?.displayEn ?? entry?.displayCn) : entry?.displayCn) ?? value ?? '';
};

const carrierText = (code: string, { lang, reference }: Tools): string => {
  const carrier = reference.carriers.get(code);
  const name = lang === 'zh' ? (carrier?.nameCn ?? carrier?.nameEn) : carrier?.nameEn;
  return name === undefined ? code : `${name} (${code})`;
};

/** The columns of the list by the names the screen uses, in its order. */
const exportColumns: ReadonlyMap<string, Column> = new Map([
  ['obmTkSubscribeId', column('订阅ID', 'Subscription id', (row) => row.obmTkSubscribeId)],
  ['tenantCode', column('租户', 'Tenant', (row) => row.tenantName)],
  ['blNo', column('提单号', 'Bill no.', (row) => row.blNo ?? '')],
  ['ctnNo', column('箱号', 'Container no.', (row) => row.ctnNo ?? '')],
  ['carrierCode', column('船公司', 'Carrier', (row, tools) => carrierText(row.carrierCode, tools))],
  ['isBillNo', column('提单订阅', 'By bill', (row, { lang }) => yesNo(row.isBillNo, lang))],
  ['vesselName', column('船名', 'Vessel', (row) => row.vesselName ?? '')],
  ['voyage', column('航次', 'Voyage', (row) => row.voyage ?? '')],
  ['recordTime', column('订阅时间', 'Subscribed', (row, { time }) => time(row.recordTime))],
  ['subscribeStatus', column('有无数据', 'Has data', (row, { lang }) => yesNo(row.subscribeStatus, lang))],
  ['endFlag', column('是否结束', 'Ended', (row, { lang }) => yesNo(row.endFlag, lang))],
  [
    'bizSourceType',
    column('数据类型', 'Data type', (row, tools) => dictText('BIZ_SOURCE_TYPE', row.bizSourceType, tools)),
  ],
  [
    'processType',
    column('处理类型', 'Process type', (row, tools) => dictText('OCEAN_PROCESS_TYPE', row.processType, tools)),
  ],
  ['inOutFlag', column('进出口', 'In/out', (row, tools) => dictText('IN_OUT_FLAG', row.inOutFlag, tools))],
  ['remark', column('备注', 'Remark', (row) => row.remark ?? '')],
]);

function chosenColumns(names: readonly string[] | undefined): Column[] {
  const known = (names ?? []).filter((name) => name !== 'testPurpose');
  if (known.length === 0) return [...exportColumns.values()];
  return known.map((name) => {
    const chosen = exportColumns.get(name);
    if (chosen === undefined) throw refused('error.unknownColumn', { name: name.slice(0, 60) });
    return chosen;
  });
}

/** The filtered subscriptions as CSV lines in the caller's language; pages are read one by one while they are sent. */
export async function exportSubscriptions({
  ctx,
  input,
  reference,
}: {
  ctx: Ctx;
  input: ParsedBody<'exportSubscriptions'>;
  reference: ReferenceSnapshot;
}): Promise<AsyncIterable<string>> {
  const zone = zoneOfCaller(ctx, reference);
  const values = toSubscriptionFilters(input, zone, reference);
  const keys = toSubscriptionSortKeys(input.sortRules);
  const columns = chosenColumns(input.columns);
  const total = await countSubscriptions(ctx, values);
  if (total > maxRows) throw refused('exception.exportTooLarge', { max: maxRows });
  const time = (instant: number | null): string => (instant === null ? '' : toLocalText(instant, zone));
  return (async function* lines() {
    yield formatCsv([columns.map(({ title }) => title[ctx.lang])], { bom: true });
    for (let offset = 0; offset < total; offset += step) {
      const ids = await listSubscriptionIds(ctx, values, keys, { limit: step, offset });
      const rows = await listSubscriptionsById(ctx, ids);
      yield formatCsv(
        ids.flatMap((id) => {
          const row = rows.get(id);
          if (row === undefined) return [];
          const shown = presentSubscription(row, ctx.lang, reference);
          return [columns.map(({ value }) => plainCell(value(shown, { lang: ctx.lang, reference, time })))];
        }),
      );
      if (ids.length < step) return;
    }
  })();
}
