import type { ReactNode } from 'react';
import { AppstoreOutlined, TableOutlined } from '@ant-design/icons';
import { Segmented } from 'antd';
import type { List, ListTabs as ListTabsOf } from '#shared/list/declare.ts';
import { useLang, useT } from '#web/i18n/index.ts';
import type { Lang } from '#web/i18n/languages.ts';
import type { ListTableProps, Toolbar } from '#web/kit/list/ListTable.tsx';
import { QueryList } from '#web/kit/list/QueryList.tsx';
import type { FormField } from '#web/kit/search/SearchForm.tsx';
import { ListTabs } from './ListTabs.tsx';
import { SHOWN_AS } from './list-address.ts';
import { ListBoard } from './ListBoard.tsx';
import type { ListInUse, RowOf } from './use-list.tsx';

const BOARD = 'board';
const keeps = [SHOWN_AS];

type FromTable = 'actions' | 'onOpen' | 'rowClassName' | 'expanding' | 'selecting';

type Props<L extends List, Row extends object> = Pick<ListTableProps<Row>, FromTable> &
  Pick<Toolbar, 'toolbar' | 'middle' | 'news' | 'aside' | 'beforeExport'> & {
    use: ListInUse<L, Row>;
    /** Stands between form and table. */
    above?: ReactNode;
    /** How the board of a list that has one shows a row. */
    card?: (row: RowOf<L>) => ReactNode;
  };

/** Table or board. */
function Views({ use, lang }: { use: Pick<ListInUse<List>, 'list' | 'control'>; lang: 'zh' | 'en' }) {
  const t = useT();
  const { list, control } = use;
  const [table, board] = [t('table.asTable'), list.board?.label[lang] ?? ''];
  const { [SHOWN_AS]: shownAs = 'table', ...others } = control.state.values;
  return (
    <Segmented
      size="small"
      aria-label={t('table.views')}
      value={shownAs === BOARD ? BOARD : 'table'}
      options={[
        { value: 'table', icon: <TableOutlined />, label: <span className="pt-sr-only">{table}</span>, title: table },
        { value: BOARD, icon: <AppstoreOutlined />, label: <span className="pt-sr-only">{board}</span>, title: board },
      ]}
      onChange={(next) =>
        control.change({ values: next === BOARD ? { ...others, [SHOWN_AS]: BOARD } : others, page: 1 }, { push: true })
      }
    />
  );
}

/** A declared list on screen: tabs, form, toolbar with views, export and columns, table or board, and pager. */
export function ListView<L extends List, Row extends object>({ use, card, ...more }: Props<L, Row>) {
  const lang = useLang();
  const { list, control, query, fields, links, columns, question } = use;
  const hasBoard = list.board !== undefined && card !== undefined;
  const { currentPage: _page, pageSize: _size, ...filters } = question;
  return (
    <>
      {list.tabs !== undefined && <ListTabs list={list} control={control} answer={query.data} />}
      <QueryList<Row>
        {...more}
        {...(hasBoard
          ? {
              aside: (
                <>
                  <Views use={use} lang={lang} />
                  {more.aside}
                </>
              ),
              keeps,
            }
          : {})}
        {...(hasBoard && control.state.values[SHOWN_AS] === BOARD
          ? { instead: <ListBoard use={use as unknown as ListInUse<L>} card={card} /> }
          : {})}
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
