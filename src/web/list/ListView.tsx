import type { ReactNode } from 'react';
import type { List, ListTabs as ListTabsOf } from '#shared/list/declare.ts';
import { useLang } from '#web/i18n/index.ts';
import type { Lang } from '#web/i18n/languages.ts';
import type { ListTableProps, Toolbar } from '#web/kit/list/ListTable.tsx';
import { QueryList } from '#web/kit/list/QueryList.tsx';
import type { FormField } from '#web/kit/search/SearchForm.tsx';
import { ListTabs } from './ListTabs.tsx';
import type { ListInUse } from './use-list.tsx';

type FromTable = 'actions' | 'onOpen' | 'rowClassName' | 'expanding' | 'selecting';

type Props<L extends List, Row extends object> = Pick<ListTableProps<Row>, FromTable> &
  Pick<Toolbar, 'toolbar' | 'middle' | 'news' | 'aside' | 'beforeExport'> & {
    use: ListInUse<L, Row>;
    /** Stands between form and table. */
    above?: ReactNode;
  };

/** A declared list on screen: tabs, form, toolbar with views, export and columns, table and pager. */
export function ListView<L extends List, Row extends object>({ use, ...more }: Props<L, Row>) {
  const lang = useLang();
  const { list, control, query, fields, links, columns, question } = use;
  const { currentPage: _page, pageSize: _size, ...filters } = question;
  return (
    <>
      {list.tabs !== undefined && <ListTabs list={list} control={control} answer={query.data} />}
      <QueryList<Row>
        {...more}
        list={control}
        query={query}
        {...(fields.length > 0 ? { fields } : {})}
        links={links}
        {...(list.tabs === undefined ? {} : { others: [tabsAsField(list.tabs, lang)] })}
        table={list.name}
        label={list.label[lang]}
        columns={columns}
        rowKey={(row) => String((row as Readonly<Record<string, unknown>>)[list.id])}
        {...(list.route === undefined ? {} : { viewsAt: list.route })}
        {...(list.exported === true
          ? { exported: { list: list.name, query: filters, knows: (name) => isExported(list, name) } }
          : {})}
        {...(list.empty === undefined ? {} : { emptyText: list.empty[lang] })}
      />
    </>
  );
}

/** The tabs as a filter that sentences may speak of. */
const tabsAsField = ({ name, label, values }: ListTabsOf, lang: Lang): FormField => {
  const other = lang === 'zh' ? 'en' : 'zh';
  const [, ...parts] = Object.entries(values);
  return {
    name,
    kind: 'text',
    label: label[lang],
    also: label[other],
    options: parts.map(([value, text]) => ({ value, label: text[lang], also: text[other] })),
  };
};

/** What is drawn by the page is exported only where the source writes it: the server says which those are. */
const isExported = ({ columns }: List, name: string): boolean => {
  const column = columns[name];
  return column !== undefined && (column.kind !== 'drawn' || column.exported === true);
};
