import type { ParsedBody } from '#contract/index.ts';
import { exceptionsList } from '#lists/exceptions.ts';
import { listLines, rowsExport, type WireRow } from '#server/list/index.ts';
import { listWords, type ReferenceSnapshot, zoneOfCaller } from '#server/modules/administration/masterdata/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { refused } from '#server/platform/errors/app-error.ts';
import { type ListExport, textOfCell } from '#server/platform/sheet/index.ts';
import { sortKeysOf } from '#server/platform/sort-keys.ts';
import { formatCsv } from '#shared/text/csv.ts';
import { toFilterValues } from './list-filters.ts';
import { countExceptions, exceptionIds, listExceptions, listExceptionsById } from './list-queries.ts';
import type { ExceptionRow } from './list-queries.ts';
import { listSubscriptionsById } from './row-parts-queries.ts';
import { presentException, presentSubscription } from './present.ts';
import { sortableColumns } from './query-exceptions.ts';

const maxRows = 1_000_000;
const step = 1000;

/** Exceptions with their subscriptions, as far as files show them. */
async function fileRows(ctx: Ctx, rows: readonly ExceptionRow[], reference: ReferenceSnapshot): Promise<WireRow[]> {
  const { lang } = ctx;
  const ids = [...new Set(rows.flatMap((row) => (row.subscription_id === null ? [] : [row.subscription_id])))];
  const subscriptions = await listSubscriptionsById(ctx, ids);
  return rows.map((row) => {
    const subscription = subscriptions.get(row.subscription_id ?? -1);
    return {
      obmAutotestResult: presentException(row, lang, reference),
      obmTkSubscribe: subscription === undefined ? null : presentSubscription(subscription, lang, reference),
    };
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
  const { titles, lineOf } = listLines({ list: exceptionsList }, ctx, listWords(ctx, reference), input.columns);
  const total = await countExceptions(ctx, values);
  if (total > maxRows) throw refused('exception.exportTooLarge', { max: maxRows });
  return (async function* lines() {
    yield formatCsv([titles], { bom: true });
    for (let offset = 0; offset < total; offset += step) {
      const rows = await listExceptions(ctx, values, keys, { limit: step, offset });
      const shown = await fileRows(ctx, rows, reference);
      yield formatCsv(shown.map((row) => lineOf(row).map((cell) => plainCell(textOfCell(cell)))));
      if (rows.length < step) return;
    }
  })();
}

/** The exception list as a file that is written in the background. */
export const exceptionExport = (current: () => ReferenceSnapshot): ListExport =>
  rowsExport(
    {
      list: exceptionsList,
      ids: (ctx, input) =>
        exceptionIds(
          ctx,
          toFilterValues(input, zoneOfCaller(ctx, current()), current()),
          sortKeysOf(input.sortRules, sortableColumns),
        ),
      rows: async (ctx, ids) => {
        const rows = await listExceptionsById(ctx, ids);
        const present = ids.flatMap((id) => rows.get(id) ?? []);
        return fileRows(ctx, present, current());
      },
    },
    (ctx) => listWords(ctx, current()),
  );

/** A spreadsheet must not take data for a formula. */
export const plainCell = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);
