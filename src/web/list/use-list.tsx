import { useMemo } from 'react';
import type { CallData } from '#contract/index.ts';
import type { CallName } from '#contract/paths.ts';
import { filterLabel, type List, NO_WEEK } from '#shared/list/declare.ts';
import { useCall } from '#web/base/use-call.ts';
import { ownZone } from '#web/base/zone.ts';
import { useLang, useT } from '#web/i18n/index.ts';
import type { RowPage } from '#web/kit/list/ListTable.tsx';
import { type ListControl, useListState } from '#web/kit/list/use-list-state.ts';
import { NameSelect } from '#web/kit/search/NameSelect.tsx';
import type { FormField } from '#web/kit/search/SearchForm.tsx';
import type { SearchField } from '#web/kit/search/search-values.ts';
import type { Named } from '#web/kit/search/use-names.ts';
import { useSaidText } from '#web/kit/value/use-said.ts';
import type { Asked } from '#web/kit/state/asked.ts';
import type { DataColumn } from '#web/kit/table/column-model.ts';
import { addressOf, filterFields, questionOf } from './list-address.ts';
import { type Cell, columnsOf, type TellerOf } from './list-columns.tsx';
import { portFilter } from './port-filter.tsx';
import { type ColumnNames, useListNames } from './use-list-names.ts';

/** The answer of a declared list. */
type Answer<L extends List> = L['call'] extends CallName ? CallData<L['call']> : never;
/** A row of a declared list, as its call answers it. */
export type RowOf<L extends List> = Answer<L> extends { records: readonly (infer Row extends object)[] } ? Row : never;

/** What a page says of a list besides its declaration. */
export type ListParts<L extends List> = {
  /** The route whose address holds its state; that of the declaration unless said. */
  route?: string;
  /** Cells that are not drawn by the kind of their column; keep the object the same between drawings. */
  cells?: { readonly [K in keyof L['columns']]?: Cell<RowOf<L>> };
  /** Who told the values of a row and when, where one source told them all; keep the function the same between drawings. */
  tellerOf?: TellerOf<RowOf<L>>;
  /** Choices of filters that no column has, or that only the page knows. */
  choices?: { readonly [K in keyof L['filters']]?: readonly Named[] };
  /** Controls of filters that are entered in a way of their own. */
  controls?: { readonly [K in keyof L['filters']]?: NonNullable<FormField['control']> };
};

/** A list in use: its state, what the server answers, and what form and table are made of. */
export type ListInUse<L extends List, Row extends object = RowOf<L>> = {
  list: L;
  control: ListControl;
  /** What the call was asked with. */
  question: Readonly<Record<string, unknown>>;
  query: Asked<RowPage<Row> & Answer<L>>;
  fields: readonly FormField[];
  links: readonly FormField[];
  columns: DataColumn<Row>[];
  names: ColumnNames;
};

const nothing = {};

/** How a filter counts, and whether rows without a value can be asked for. */
function countedAs(list: List, name: string, lang: 'zh' | 'en'): Partial<FormField> {
  const filter = list.filters[name];
  if (filter?.kind === 'text') return filter.empty === true ? { empty: true } : {};
  if (filter?.kind !== 'amount') return {};
  const column = list.columns[name];
  const { unit, whole, change } = filter;
  return {
    unit,
    unitName: column?.kind === 'number' ? column.unit?.[lang] : undefined,
    ...(whole === undefined ? {} : { whole }),
    ...(change === undefined ? {} : { change }),
  };
}

/** Uses a declared list on a page: asks its call and draws form and columns from the declaration. */
export function useList<L extends List>(list: L, parts: ListParts<L> = nothing): ListInUse<L> {
  const t = useT();
  const lang = useLang();
  const names = useListNames(list);
  const control = useListState(parts.route ?? list.route ?? '', addressOf(list));
  const question = questionOf(list, control.state, ownZone());
  const query = useCall(list.call as CallName, question as never, { keep: true });
  const { cells = nothing, choices = nothing, controls = nothing, tellerOf } = parts;
  const saidText = useSaidText();
  const columns = useMemo(
    () =>
      columnsOf<RowOf<L>>(
        list,
        {
          names,
          lang,
          yesNo: (yes) => t(yes ? 'common.yes' : 'common.no'),
          saidText,
          tellerOf,
        },
        cells,
      ),
    [list, names, lang, t, cells, saidText, tellerOf],
  );
  const fieldOf = (field: SearchField): FormField => {
    const text = filterLabel(list, field.name);
    const label = text[lang];
    const finds = list.filters[field.name]?.finds;
    const spoken = {
      also: text[lang === 'zh' ? 'en' : 'zh'],
      ...(finds === undefined ? {} : { finds }),
      ...countedAs(list, field.name, lang),
    };
    const own =
      (controls as Readonly<Record<string, FormField['control']>>)[field.name] ??
      (finds === 'ports' && field.kind === 'choice' ? portFilter : undefined);
    const given = (choices as Readonly<Record<string, readonly Named[] | undefined>>)[field.name];
    const column = list.columns[field.name];
    if (field.name === list.board?.filter) {
      const none = list.board.none[lang];
      return { ...field, label, nameOf: (week) => (week === NO_WEEK ? none : week) };
    }
    if (field.kind !== 'choice' && given === undefined)
      return { ...field, ...spoken, label, ...(own === undefined ? {} : { control: own }) };
    const options = given ?? names.optionsOf(column);
    return {
      ...field,
      ...spoken,
      label,
      options,
      nameOf: (code) => options.find(({ value }) => value === code)?.label ?? code,
      ...(field.kind === 'choice' || own !== undefined
        ? { control: own ?? ((props) => <NameSelect {...props} options={options} />) }
        : {}),
    };
  };
  return {
    list,
    control,
    question,
    query: query as unknown as ListInUse<L>['query'],
    fields: filterFields(list, false).map(fieldOf),
    links: filterFields(list, true).map(fieldOf),
    columns,
    names,
  };
}
