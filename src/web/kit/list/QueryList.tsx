import type { ReactNode } from 'react';
import type { WordOrder, WordSort } from '#shared/words/types.ts';
import { SearchForm } from '#web/kit/search/SearchForm.tsx';
import type { SearchValues, FormField } from '#web/kit/search/search-values.ts';
import type { QueryState } from '#web/kit/state/query-state.ts';
import type { DataColumn } from '#web/kit/table/column-model.ts';
import { Pager } from '#web/kit/table/Pager.tsx';
import { type ListState, sameAddress } from './list-state.ts';
import { ListTable, type ListTableProps, type RowPage } from './ListTable.tsx';
import { useLastPage } from './use-last-page.ts';
import type { ListControl } from './use-list-state.ts';

type FromState = 'query' | 'rows' | 'total' | 'sortRules' | 'openingSort' | 'onSort' | 'onReset';

type Props<Row> = Omit<ListTableProps<Row>, FromState> & {
  list: ListControl;
  /** The page the list asks for. */
  query: QueryState<RowPage<Row>>;
  /** Its rows in the order of the page, where that is not the order of the answer. */
  rows?: readonly Row[];
  /** The filters of the form; a list without any has no form. */
  fields?: readonly FormField[];
  /** Filters that only links carry. */
  links?: readonly FormField[];
  /** Filters outside the form, such as tabs, that sentences may speak of. */
  others?: readonly FormField[];
  /** Stands between form and table. */
  above?: ReactNode;
  /** What the address says besides filters: it stays when these are reset. */
  keeps?: readonly string[];
};

/** What sentences may ask the list to be sorted by; a unit in a title is no part of the name. */
const sortsOf = <Row,>(columns: readonly DataColumn<Row>[]): WordSort[] =>
  columns.flatMap(({ sortName, title, also }) =>
    sortName === undefined
      ? []
      : [{ name: sortName, labels: [title.replace(/ \([^()]*\)$/, ''), ...(also === undefined ? [] : [also])] }],
  );

/** A list that asks the server page by page: search form, toolbar, table and pager, in a box that fills the tab. */
export function QueryList<Row extends object>(props: Props<Row>) {
  const { list, query, fields, links, others, keeps = [], rows: arranged, above, ...table } = props;
  const { state, change, address } = list;
  const rows = arranged ?? query.data?.records ?? [];
  const total = query.data?.totalRecord ?? 0;
  const answered = query.data !== undefined && !query.isPlaceholderData && !query.isError;
  useLastPage({ ...state, answer: answered ? { rows: rows.length, total } : undefined }, (page) => change({ page }));

  const show = (part: Partial<ListState>): void => {
    const next: ListState = { ...state, ...part, page: 1 };
    if (sameAddress(address, next, state)) void query.refetch();
    else change({ ...part, page: 1 });
  };
  const search = (values: SearchValues, sort?: WordOrder): void =>
    show({ values, ...(sort === undefined ? {} : { sortRules: [sort] }) });
  const sorts = sortsOf(table.columns);
  // A list that opens on a part of its rows opens in an order too.
  const opensOnPart = Object.keys(address.opening.values).length > 0;
  const kept = Object.fromEntries(
    keeps.flatMap((name) => (name in state.values ? [[name, state.values[name] ?? '']] : [])),
  );
  const reset = (): void => show(opensOnPart ? address.opening : { values: kept });
  const everything = (): void => show({ values: kept });

  return (
    <>
      {fields && (
        <SearchForm
          fields={fields}
          linkFields={links}
          otherFields={others}
          sorts={sorts}
          values={state.values}
          busy={query.isFetching}
          onReset={reset}
          onSearch={search}
        />
      )}
      {above}
      <ListTable<Row>
        {...table}
        query={query}
        rows={rows}
        total={total}
        sortRules={state.sortRules}
        openingSort={address.opening.sortRules}
        onSort={(sortRules) => change({ sortRules, page: 1 })}
        onReset={Object.keys(state.values).length > 0 ? everything : undefined}
      />
      {table.instead === undefined && (
        <Pager
          page={state.page}
          pageSize={state.pageSize}
          total={query.data?.totalRecord}
          onChange={(page, pageSize) => change({ page, pageSize })}
        />
      )}
    </>
  );
}
