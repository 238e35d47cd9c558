import type { ReportKindName } from '#shared/reference/report.ts';
import { exceptionsList } from '#lists/exceptions.ts';
import { traceIndexList } from '#lists/trace-index.ts';
import type { List } from '#shared/list/declare.ts';
import { addressOf, questionOf } from '#web/list/list-address.ts';

/** The list that the rows of a kind of report come from; none where they are worked out. */
export const listOfKind: Readonly<Record<ReportKindName, List | undefined>> = {
  shipments: traceIndexList,
  arrivals: traceIndexList,
  exceptions: exceptionsList,
  punctuality: undefined,
};

/** Whether the report is about days ahead or back. */
export const hasDays = (kind: ReportKindName): boolean => kind !== 'shipments';

/** The filters of a saved view as the call of its list takes them, without its page. */
export function filtersOf(list: List, search: Readonly<Record<string, string>>, zone: string): Record<string, unknown> {
  const { currentPage: _page, pageSize: _size, ...filters } = questionOf(list, addressOf(list).fromUrl(search), zone);
  return filters;
}
