import type { ParsedBody } from '#contract/index.ts';
import { columnTitle, type ReferenceSnapshot, zoneOfCaller } from '#server/modules/masterdata/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { refused } from '#server/platform/errors/app-error.ts';
import { chosenColumns, readAsCall, type ListExport } from '#server/platform/sheet/index.ts';
import { sortKeysOf } from '#server/platform/sort-keys.ts';
import { formatCsv } from '#shared/text/csv.ts';
import { toLocalText } from '#shared/time/zone.ts';
import { exportColumns } from './export-columns.ts';
import type { ExportColumn } from './export-columns.ts';
import { toFilterValues } from './list-filters.ts';
import { countExceptions, exceptionIds, listExceptions, listExceptionsById } from './list-queries.ts';
import type { ExceptionRow } from './list-queries.ts';
import { listSubscriptionsById } from './row-parts-queries.ts';
import { presentException, presentSubscription } from './present.ts';
import { sortableColumns } from './query-exceptions.ts';

const maxRows = 1_000_000;
const step = 1000;

/** Texts of exceptions, column by column. */
async function linesOf(
  ctx: Ctx,
  rows: readonly ExceptionRow[],
  columns: readonly ExportColumn[],
  reference: ReferenceSnapshot,
): Promise<string[][]> {
  const { lang } = ctx;
  const zone = zoneOfCaller(ctx, reference);
  const time = (instant: number | null): string => (instant === null ? '' : toLocalText(instant, zone));
  const ids = [...new Set(rows.flatMap((row) => (row.subscription_id === null ? [] : [row.subscription_id])))];
  const subscriptions = await listSubscriptionsById(ctx, ids);
  return rows.map((row) => {
    const subscription = subscriptions.get(row.subscription_id ?? -1);
    const shown = {
      exception: presentException(row, lang, reference),
      subscription: subscription === undefined ? null : presentSubscription(subscription, lang, reference),
    };
    return columns.map((column) => column.value(shown, { lang, reference, time }));
  });
}

/** The filtered exceptions as CSV lines in the caller's language; pages are read one by one while they are sent. */
export async function exportExceptions({
  ctx,
  input,
  reference,
}: {
  ctx: Ctx;
  input: ParsedBody<'exportExceptions'>;
  reference: ReferenceSnapshot;
}): Promise<AsyncIterable<string>> {
  const values = toFilterValues(input, zoneOfCaller(ctx, reference), reference);
  const keys = sortKeysOf(input.sortRules, sortableColumns);
  const columns = chosenColumns(exportColumns, input.columns);
  const total = await countExceptions(ctx, values);
  if (total > maxRows) throw refused('exception.exportTooLarge', { max: maxRows });
  return (async function* lines() {
    const zone = zoneOfCaller(ctx, reference);
    yield formatCsv([columns.map((column) => columnTitle(column, ctx.lang, zone))], { bom: true });
    for (let offset = 0; offset < total; offset += step) {
      const rows = await listExceptions(ctx, values, keys, { limit: step, offset });
      yield formatCsv((await linesOf(ctx, rows, columns, reference)).map((line) => line.map(plainCell)));
      if (rows.length < step) return;
    }
  })();
}

/** The exception list as a file that is written in the background. */
export const exceptionExport = (current: () => ReferenceSnapshot): ListExport => ({
  title: { zh: '异常列表', en: 'Exceptions' },
  file: { zh: '异常列表', en: 'exceptions' },
  call: 'queryExceptions',
  prepare: (ctx, query, names) => {
    const reference = current();
    const input = readAsCall('queryExceptions', query);
    const columns = chosenColumns(exportColumns, names);
    return {
      titles: columns.map((column) => columnTitle(column, ctx.lang, zoneOfCaller(ctx, reference))),
      ids: exceptionIds(
        ctx,
        toFilterValues(input, zoneOfCaller(ctx, reference), reference),
        sortKeysOf(input.sortRules, sortableColumns),
      ),
      cells: async (ids) => {
        const rows = await listExceptionsById(ctx, ids);
        const present = ids.flatMap((id) => rows.get(id) ?? []);
        return linesOf(ctx, present, columns, reference);
      },
    };
  },
});

/** A spreadsheet must not take data for a formula. */
export const plainCell = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);
