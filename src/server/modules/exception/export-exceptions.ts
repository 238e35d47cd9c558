import type { ParsedBody } from '#contract/index.ts';
import type { ReferenceSnapshot } from '#server/modules/masterdata/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { refused } from '#server/platform/errors/app-error.ts';
import { formatCsv } from '#shared/text/csv.ts';
import { toLocalText } from '#shared/time/zone.ts';
import { exportColumns } from './export-columns.ts';
import type { ExportColumn } from './export-columns.ts';
import { toFilterValues } from './list-filters.ts';
import { countExceptions, listExceptions } from './list-queries.ts';
import { listSubscriptionsById } from './row-parts-queries.ts';
import { presentException, presentSubscription } from './present.ts';
import { toSortKeys, zoneOfCaller } from './query-exceptions.ts';

const maxRows = 1_000_000;
const step = 1000;

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
  const zone = zoneOfCaller(ctx, reference);
  const values = toFilterValues(input, zone, reference);
  const keys = toSortKeys(input.sortRules);
  const columns = chosenColumns(input.columns);
  const total = await countExceptions(ctx, values);
  if (total > maxRows) throw refused('exception.exportTooLarge', { max: maxRows });
  const time = (instant: number | null): string => (instant === null ? '' : toLocalText(instant, zone));
  return (async function* lines() {
    yield formatCsv([columns.map((column) => column.title[ctx.lang])], { bom: true });
    for (let offset = 0; offset < total; offset += step) {
      const rows = await listExceptions(ctx, values, keys, { limit: step, offset });
      const ids = [...new Set(rows.flatMap((row) => (row.subscription_id === null ? [] : [row.subscription_id])))];
      const subscriptions = await listSubscriptionsById(ctx, ids);
      yield formatCsv(
        rows.map((row) => {
          const subscription = subscriptions.get(row.subscription_id ?? -1);
          const shown = {
            exception: presentException(row, ctx.lang, reference),
            subscription: subscription === undefined ? null : presentSubscription(subscription, ctx.lang, reference),
          };
          return columns.map((column) => plainCell(column.value(shown, { lang: ctx.lang, reference, time })));
        }),
      );
      if (rows.length < step) return;
    }
  })();
}

/** A spreadsheet must not take data for a formula. */
export const plainCell = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);

function chosenColumns(names: readonly string[] | undefined): ExportColumn[] {
  if (names === undefined || names.length === 0) return [...exportColumns.values()];
  return names.map((name) => {
    const column = exportColumns.get(name);
    if (column === undefined) throw refused('error.unknownColumn', { name: name.slice(0, 60) });
    return column;
  });
}
