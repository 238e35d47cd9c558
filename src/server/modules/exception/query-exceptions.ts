import type { CallData } from '#contract/index.ts';
import { exceptionSortColumns } from '#contract/exception.ts';
import type { ExceptionQuery } from '#contract/exception.ts';
import type { ReferenceSnapshot } from '#server/modules/masterdata/index.ts';
import { carrierUrl } from '#server/modules/tracking/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { refused } from '#server/platform/errors/app-error.ts';
import { jsonAnswer } from '#server/platform/http/index.ts';
import type { JsonAnswer } from '#server/platform/http/index.ts';
import { toFilterValues } from './list-filters.ts';
import { countExceptions, listExceptions, listLoggedSubscriptions } from './list-queries.ts';
import type { ExceptionRow, SortColumn, SortKey } from './list-queries.ts';
import { presentException, presentSubscription } from './present.ts';
import { noShipment } from './shown-shipments.ts';
import type { ShownShipments } from './shown-shipments.ts';

const maxOffset = 1_000_000;
const sortable = new Set<string>(exceptionSortColumns);

/** The zone in which text dates of the caller are read: the own tenant's. */
export const zoneOfCaller = (ctx: Ctx, reference: ReferenceSnapshot): string =>
  (ctx.actor.kind === 'user' ? reference.tenants.get(ctx.actor.tenantId)?.zone : undefined) ?? 'Asia/Shanghai';

/** Sort keys as the query takes them; names come from a fixed list. */
export function toSortKeys(rules: ExceptionQuery['sortRules']): SortKey[] {
  const keys: SortKey[] = [];
  for (const { columnName, sortType } of rules ?? []) {
    if (!sortable.has(columnName)) throw refused('error.unknownSort', { name: columnName.slice(0, 60) });
    if (keys.some((key) => key.column === columnName)) continue;
    keys.push({ column: columnName as SortColumn, direction: sortType });
  }
  return keys;
}

/** The exception list: one page with everything its rows show, and the exact total. */
export async function queryExceptions({
  ctx,
  input,
  reference,
  shown,
}: {
  ctx: Ctx;
  input: ExceptionQuery;
  reference: ReferenceSnapshot;
  shown: ShownShipments;
}): Promise<JsonAnswer<CallData<'queryExceptions'>>> {
  const values = toFilterValues(input, zoneOfCaller(ctx, reference), reference);
  const keys = toSortKeys(input.sortRules);
  const offset = (input.currentPage - 1) * input.pageSize;
  if (offset > maxOffset) throw refused('error.pageTooDeep');
  const [rows, totalRecord] = await Promise.all([
    listExceptions(ctx, values, keys, { limit: input.pageSize, offset }),
    countExceptions(ctx, values),
  ]);
  const records = await jsonOfRows(ctx, rows, reference, shown);
  const totalPage = Math.ceil(totalRecord / input.pageSize);
  return jsonAnswer(['{"records":[', ...records, `],"totalPage":${totalPage},"totalRecord":${totalRecord}}`]);
}

const idsOf = (values: readonly (number | null)[]): number[] => [...new Set(values.filter((value) => value !== null))];

/** The rows of a page as pieces of JSON: the shipments in them are kept as bytes. */
async function jsonOfRows(
  ctx: Ctx,
  rows: readonly ExceptionRow[],
  reference: ReferenceSnapshot,
  shown: ShownShipments,
): Promise<(string | Uint8Array)[]> {
  const subscriptionIds = idsOf(rows.map((row) => row.subscription_id));
  const wanted = rows.flatMap(({ shipment_id: id, shipment_version: version, subject }) =>
    id === null || version === null ? [] : [{ id, version, subject }],
  );
  const [subscriptions, shipments] = await Promise.all([
    listLoggedSubscriptions(ctx, subscriptionIds),
    shown.get(ctx, wanted, reference),
  ]);
  return rows.flatMap((row, index) => {
    const subscription = row.subscription_id === null ? undefined : subscriptions.get(row.subscription_id);
    const head = JSON.stringify({
      obmAutotestResult: presentException(row, ctx.lang, reference),
      obmTkSubscribe: subscription === undefined ? null : presentSubscription(subscription, ctx.lang, reference),
    } satisfies Partial<ListRow>);
    const tail = JSON.stringify({
      carrierUrl: carrierPage(row, reference),
      updateLogMap: subscription?.update_log ?? {},
    } satisfies Partial<ListRow>);
    const shipment = (row.shipment_id === null ? undefined : shipments.get(row.shipment_id)) ?? noShipment;
    return [`${index === 0 ? '' : ','}${head.slice(0, -1)},`, shipment, `,${tail.slice(1)}`];
  });
}

type ListRow = CallData<'queryExceptions'>['records'][number];

const carrierPage = (row: ExceptionRow, reference: ReferenceSnapshot): string | null =>
  row.carrier_code === null
    ? null
    : carrierUrl(reference.carriers.get(row.carrier_code)?.urlTemplate, row.bill_no, row.container_no);
