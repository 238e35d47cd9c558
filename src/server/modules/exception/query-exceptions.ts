import type { CallData } from '#contract/index.ts';
import { exceptionSortColumns } from '#contract/exception-names.ts';
import type { ExceptionQuery } from '#contract/exception.ts';
import { type ReferenceSnapshot, zoneOfCaller } from '#server/modules/masterdata/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { refused } from '#server/platform/errors/app-error.ts';
import { jsonAnswer } from '#server/platform/http/index.ts';
import type { JsonAnswer } from '#server/platform/http/index.ts';
import { deepestOffset, rowsOf } from '#server/platform/page.ts';
import { toFilterValues } from './list-filters.ts';
import { countExceptions, listPageKeys } from './list-queries.ts';
import type { SortColumn, SortKey } from './list-queries.ts';
import type { ShownRows } from './shown-rows.ts';

const sortable = new Set<string>(exceptionSortColumns);

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
  shown: ShownRows;
}): Promise<JsonAnswer<CallData<'queryExceptions'>>> {
  const values = toFilterValues(input, zoneOfCaller(ctx, reference), reference);
  const keys = toSortKeys(input.sortRules);
  const [page, totalRecord] = await Promise.all([
    listPageKeys(ctx, values, keys, rowsOf(input, deepestOffset)),
    countExceptions(ctx, values),
  ]);
  const records = await shown.get(ctx, page, reference);
  const totalPage = Math.ceil(totalRecord / input.pageSize);
  return jsonAnswer(['{"records":[', ...records, `],"totalPage":${totalPage},"totalRecord":${totalRecord}}`]);
}
