import { useMemo } from 'react';
import type { CallData } from '#contract/index.ts';
import type { CallName } from '#contract/paths.ts';
import type { List } from '#shared/list/declare.ts';
import { useCall, type UseCallOptions } from '#web/base/use-call.ts';
import { ownZone } from '#web/base/zone.ts';
import { useLang, useT } from '#web/i18n/index.ts';
import type { RowPage } from '#web/kit/list/ListTable.tsx';
import type { ListAddress } from '#web/kit/list/list-state.ts';
import { type ListControl, useListState } from '#web/kit/list/use-list-state.ts';
import type { FormField } from '#web/kit/search/search-values.ts';
import type { Named } from '#web/kit/search/use-names.ts';
import { useSourceText } from '#web/kit/value/use-source-text.ts';
import type { QueryState } from '#web/kit/state/query-state.ts';
import type { DataColumn } from '#web/kit/table/column-model.ts';
import { addressOf, questionOf } from './list-address.ts';
import { type Cell, columnsOf, type ValueSourceOf } from './list-columns.tsx';
import { formOf, type FormTools } from './list-fields.tsx';
import { type ColumnNames, useListNames, useOneTenant } from './use-list-names.ts';

type CallOf<L extends List> = L['call'] extends CallName ? L['call'] : never;
/** The answer of a declared list. */
type Answer<L extends List> = L['call'] extends CallName ? CallData<L['call']> : never;
/** A row of a declared list, as its call answers it. */
export type RowOf<L extends List> = Answer<L> extends { records: readonly (infer Row extends object)[] } ? Row : never;

/** Choices by the names of the filters. */
type Choices<L extends List> = { readonly [K in keyof L['filters']]?: readonly Named[] };

/** What a page says of a list besides its declaration. */
export type ListParts<L extends List> = {
  /** The route whose address holds its state; that of the declaration unless stated. */
  route?: string;
  /** How its state is kept in that address, where the page adds something of its own; that of the declaration unless stated. */
  address?: ListAddress;
  /** How its call is asked, besides keeping the last answer on screen. */
  asking?: Pick<UseCallOptions<CallOf<L>>, 'staleTime' | 'refetchInterval'>;
  /** Cells that are not drawn by the kind of their column; keep the object the same between drawings. */
  cells?: { readonly [K in keyof L['columns']]?: Cell<RowOf<L>> };
  /** Which source reported the values of a row and when, where one source reported them all; keep the function the same between drawings. */
  valueSourceOf?: ValueSourceOf<RowOf<L>>;
  /**
   * Choices of filters that no column has, or that only the page knows. As a function where they come with the answer; it is
   * undefined until there is one. Keep the object or the function the same between drawings where the form has many filters.
   */
  choices?: Choices<L> | ((answer: Answer<L> | undefined) => Choices<L>);
  /** Controls of filters that are entered in a way of their own. */
  controls?: { readonly [K in keyof L['filters']]?: NonNullable<FormField['control']> };
};

/** A list in use: its state, what the server answers, and what form and table are made of. */
export type ListInUse<L extends List, Row extends object = RowOf<L>> = {
  list: L;
  control: ListControl;
  /** What the call was asked with. */
  question: Readonly<Record<string, unknown>>;
  query: QueryState<RowPage<Row> & Answer<L>> & { readonly dataUpdatedAt: number };
  fields: readonly FormField[];
  links: readonly FormField[];
  columns: DataColumn<Row>[];
  names: ColumnNames;
};

const nothing = {};

/** Uses a declared list on a page: asks its call and draws form and columns from the declaration. */
export function useList<L extends List>(list: L, parts: ListParts<L> = nothing): ListInUse<L> {
  const t = useT();
  const lang = useLang();
  const names = useListNames(list);
  const oneTenant = useOneTenant(list);
  const control = useListState(parts.route ?? list.route ?? '', parts.address ?? addressOf(list));
  const question = questionOf(list, control.state, ownZone());
  const asking = parts.asking as UseCallOptions<CallName> | undefined;
  const requested: unknown = useCall(list.call as CallName, question as never, { keep: true, ...asking });
  const query = requested as ListInUse<L>['query'];
  const { cells = nothing, choices: given = nothing, controls = nothing, valueSourceOf } = parts;
  const answer = query.data;
  const choices = useMemo(() => (typeof given === 'function' ? given(answer) : given), [given, answer]);
  const sourceText = useSourceText();
  const columns = useMemo(
    () =>
      columnsOf<RowOf<L>>(
        list,
        {
          names,
          lang,
          yesNo: (yes) => t(yes ? 'common.yes' : 'common.no'),
          sourceTextValue: sourceText,
          valueSourceOf,
        },
        cells,
      ),
    [list, names, lang, t, cells, sourceText, valueSourceOf],
  );
  const form = useMemo(
    () =>
      formOf(list, {
        names,
        oneTenant,
        lang,
        choices: choices as FormTools['choices'],
        controls: controls as FormTools['controls'],
      }),
    [list, names, oneTenant, lang, choices, controls],
  );
  return {
    list,
    control,
    question,
    query,
    ...form,
    columns,
    names,
  };
}
