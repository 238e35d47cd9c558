import type { ParsedBody } from '#contract/index.ts';
import { subscriptionsList } from '#lists/subscriptions.ts';
import { listLines, rowsExport, type WireRow } from '#server/list/index.ts';
import { listSubscriptionsById, plainCell, presentSubscription } from '#server/modules/exceptions/exception/index.ts';
import { listWords, type ReferenceSnapshot, zoneOfCaller } from '#server/modules/administration/masterdata/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { refused } from '#server/platform/errors/app-error.ts';
import { type ListExport, textOfCell } from '#server/platform/sheet/index.ts';
import { sortKeysOf } from '#server/platform/sort-keys.ts';
import { formatCsv } from '#shared/text/csv.ts';
import { toSubscriptionFilters } from './list-filters.ts';
import { countSubscriptions, idsOfSubscriptions, listSubscriptionIds, sortableColumns } from './list-queries.ts';

const maxRows = 1_000_000;
const step = 1000;

/** The columns of a file for which none are chosen, in the order that its readers know. */
const standardColumns = [
  'obmTkSubscribeId',
  'tenantCode',
  'blNo',
  'ctnNo',
  'carrierCode',
  'isBillNo',
  'vesselName',
  'voyage',
  'recordTime',
  'subscribeStatus',
  'endFlag',
  'bizSourceType',
  'processType',
  'inOutFlag',
  'remark',
] as const satisfies readonly (keyof typeof subscriptionsList.columns)[];

/** The columns of a file by name. The column of exceptions that the list shows is not among them, also where it is requested. */
function columnsOfFile(names: readonly string[] = []): readonly string[] {
  const chosen = names.filter((name) => name !== 'testPurpose');
  return chosen.length > 0 ? chosen : standardColumns;
}

/** Subscriptions by id as far as files show them; one that is gone is left out. */
async function rowsOf(ctx: Ctx, ids: readonly number[], reference: ReferenceSnapshot): Promise<WireRow[]> {
  const rows = await listSubscriptionsById(ctx, ids);
  return ids.flatMap((id) => {
    const row = rows.get(id);
    return row === undefined ? [] : [{ obmTkSubscribe: presentSubscription(row, ctx.lang, reference) }];
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
  const words = listWords(ctx, reference);
  const { titles, lineOf } = listLines({ list: subscriptionsList }, ctx, words, columnsOfFile(input.columns));
  const total = await countSubscriptions(ctx, values);
  if (total > maxRows) throw refused('exception.exportTooLarge', { max: maxRows });
  return (async function* lines() {
    yield formatCsv([titles], { bom: true });
    for (let offset = 0; offset < total; offset += step) {
      const ids = await listSubscriptionIds(ctx, values, keys, { limit: step, offset });
      const rows = await rowsOf(ctx, ids, reference);
      yield formatCsv(rows.map((row) => lineOf(row).map((cell) => plainCell(textOfCell(cell)))));
      if (ids.length < step) return;
    }
  })();
}

/** The subscription list as a file that is written in the background. */
export function subscriptionExport(current: () => ReferenceSnapshot): ListExport {
  const whole = rowsExport(
    {
      list: subscriptionsList,
      ids: (ctx, input) =>
        idsOfSubscriptions(
          ctx,
          toSubscriptionFilters(input, zoneOfCaller(ctx, current()), current()),
          sortKeysOf(input.sortRules, sortableColumns),
        ),
      rows: (ctx, ids) => rowsOf(ctx, ids, current()),
    },
    (ctx) => listWords(ctx, current()),
  );
  return { ...whole, prepare: (ctx, query, names) => whole.prepare(ctx, query, columnsOfFile(names)) };
}
