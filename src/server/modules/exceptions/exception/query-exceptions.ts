import type { CallData } from '#contract/index.ts';
import type { ExceptionQuery } from '#contract/exceptions/exception.ts';
import { exceptionsList } from '#lists/exceptions.ts';
import { type ReferenceSnapshot, zoneOfCaller } from '#server/modules/administration/masterdata/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { jsonAnswer } from '#server/platform/http/index.ts';
import type { JsonAnswer } from '#server/platform/http/index.ts';
import { deepestOffset, rowsOf } from '#server/platform/page.ts';
import { sortKeysOf } from '#server/platform/sort-keys.ts';
import { sortableOf } from '#shared/list/declare.ts';
import { toFilterValues } from './list-filters.ts';
import { countExceptions, listPageKeys } from './list-queries.ts';
import type { ShownRows } from './shown-rows.ts';

/** Columns the list is sorted by. */
export const sortableColumns = sortableOf(exceptionsList);

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
  const keys = sortKeysOf(input.sortRules, sortableColumns);
  const [page, totalRecord] = await Promise.all([
    listPageKeys(ctx, values, keys, rowsOf(input, deepestOffset)),
    countExceptions(ctx, values),
  ]);
  const records = await shown.get(ctx, page, reference, input.parts);
  const totalPage = Math.ceil(totalRecord / input.pageSize);
  return jsonAnswer(['{"records":[', ...records, `],"totalPage":${totalPage},"totalRecord":${totalRecord}}`]);
}
