import type { z } from 'zod';
import type { ParsedBody } from '#contract/index.ts';
import type { subscriptionRow } from '#contract/wire/rows.ts';
import { listSubscriptionsById, plainCell, presentSubscription } from '#server/modules/exception/index.ts';
import {
  carrierText,
  columnTitle,
  dictName,
  subjectName,
  yesNo,
  type ReferenceSnapshot,
  type Words,
  zoneOfCaller,
} from '#server/modules/masterdata/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { refused } from '#server/platform/errors/app-error.ts';
import { chosenColumns, readAsCall, type ListExport } from '#server/platform/sheet/index.ts';
import { sortKeysOf } from '#server/platform/sort-keys.ts';
import { formatCsv } from '#shared/text/csv.ts';
import { toLocalText } from '#shared/time/zone.ts';
import { toSubscriptionFilters } from './list-filters.ts';
import { countSubscriptions, idsOfSubscriptions, listSubscriptionIds } from './list-queries.ts';
import { sortableColumns } from './query-subscriptions.ts';

type Row = z.output<typeof subscriptionRow>;
type Tools = Words & { time: (instant: number | null) => string };
type Column = { title: { zh: string; en: string }; isTime?: true; value: (row: Row, tools: Tools) => string };

const maxRows = 1_000_000;
const step = 1000;

const column = (zh: string, en: string, value: Column['value']): Column => ({ title: { zh, en }, value });

/** The columns of the list by the names the screen uses, in its order. */
const exportColumns: ReadonlyMap<string, Column> = new Map<string, Column>([
  ['obmTkSubscribeId', column('订阅ID', 'Subscription id', (row) => row.obmTkSubscribeId)],
  ['tenantCode', column('租户', 'Tenant', (row) => row.tenantName)],
  ['blNo', column('提单号', 'Bill no.', (row) => row.blNo ?? '')],
  ['ctnNo', column('箱号', 'Container no.', (row) => row.ctnNo ?? '')],
  ['carrierCode', column('船公司', 'Carrier', (row, tools) => carrierText(tools, row.carrierCode))],
  ['isBillNo', column('提单订阅', 'By bill', (row, { lang }) => subjectName(row.isBillNo, lang))],
  ['vesselName', column('船名', 'Vessel', (row) => row.vesselName ?? '')],
  ['voyage', column('航次', 'Voyage', (row) => row.voyage ?? '')],
  ['recordTime', { ...column('订阅时间', 'Subscribed', (row, { time }) => time(row.recordTime)), isTime: true }],
  ['subscribeStatus', column('有无数据', 'Has data', (row, { lang }) => yesNo(row.subscribeStatus, lang))],
  ['endFlag', column('是否结束', 'Ended', (row, { lang }) => yesNo(row.endFlag, lang))],
  [
    'bizSourceType',
    column('数据类型', 'Data type', (row, tools) => dictName(tools, 'BIZ_SOURCE_TYPE', row.bizSourceType)),
  ],
  [
    'processType',
    column('处理类型', 'Process type', (row, tools) => dictName(tools, 'OCEAN_PROCESS_TYPE', row.processType)),
  ],
  [
    'inOutFlag',
    column('进出口', 'In/out', (row, tools) =>
      row.inOutFlag === null ? '' : dictName(tools, 'IN_OUT_FLAG', row.inOutFlag),
    ),
  ],
  ['remark', column('备注', 'Remark', (row) => row.remark ?? '')],
]);

/** The column of exceptions that the list shows is not among them. */
const chosen = (names: readonly string[] | undefined): Column[] =>
  chosenColumns(
    exportColumns,
    names?.filter((name) => name !== 'testPurpose'),
  );

/** Texts of subscriptions by id, column by column; one that is gone is left out. */
async function linesOf(
  ctx: Ctx,
  ids: readonly number[],
  columns: readonly Column[],
  reference: ReferenceSnapshot,
): Promise<string[][]> {
  const { lang } = ctx;
  const zone = zoneOfCaller(ctx, reference);
  const time = (instant: number | null): string => (instant === null ? '' : toLocalText(instant, zone));
  const rows = await listSubscriptionsById(ctx, ids);
  return ids.flatMap((id) => {
    const row = rows.get(id);
    if (row === undefined) return [];
    const shown = presentSubscription(row, lang, reference);
    return [columns.map(({ value }) => value(shown, { lang, reference, time }))];
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
  const values = toSubscriptionFilters(input, zoneOfCaller(ctx, reference), reference);
  const keys = sortKeysOf(input.sortRules, sortableColumns);
  const columns = chosen(input.columns);
  const total = await countSubscriptions(ctx, values);
  if (total > maxRows) throw refused('exception.exportTooLarge', { max: maxRows });
  return (async function* lines() {
    const zone = zoneOfCaller(ctx, reference);
    yield formatCsv([columns.map((one) => columnTitle(one, ctx.lang, zone))], { bom: true });
    for (let offset = 0; offset < total; offset += step) {
      const ids = await listSubscriptionIds(ctx, values, keys, { limit: step, offset });
      yield formatCsv((await linesOf(ctx, ids, columns, reference)).map((line) => line.map(plainCell)));
      if (ids.length < step) return;
    }
  })();
}

/** The subscription list as a file that is written in the background. */
export const subscriptionExport = (current: () => ReferenceSnapshot): ListExport => ({
  title: { zh: '订阅列表', en: 'Subscriptions' },
  file: { zh: '订阅列表', en: 'subscriptions' },
  call: 'querySubscriptions',
  prepare: (ctx, query, names) => {
    const reference = current();
    const input = readAsCall('querySubscriptions', query);
    const columns = chosen(names);
    const values = toSubscriptionFilters(input, zoneOfCaller(ctx, reference), reference);
    return {
      titles: columns.map((one) => columnTitle(one, ctx.lang, zoneOfCaller(ctx, reference))),
      ids: idsOfSubscriptions(ctx, values, sortKeysOf(input.sortRules, sortableColumns)),
      cells: (ids) => linesOf(ctx, ids, columns, reference),
    };
  },
});
