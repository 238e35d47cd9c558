import { type ReactNode, Suspense, useCallback } from 'react';
import { type List, type ListTabs as ListTabsOf, valueAt } from '#shared/list/declare.ts';
import { GoLink } from '#web/base/GoLink.tsx';
import { useMay } from '#web/base/session.ts';
import { useLang } from '#web/i18n/index.ts';
import type { Lang } from '#shared/i18n/text.ts';
import { fetched } from '#web/kit/fetched.tsx';
import type { ListTableProps, Toolbar } from '#web/kit/list/ListTable.tsx';
import { QueryList } from '#web/kit/list/QueryList.tsx';
import type { FormField } from '#web/kit/search/search-values.ts';
import { LoadingState } from '#web/kit/state/States.tsx';
import { BOARD, SHOWN_AS } from './list-address.ts';
import type { ListInUse, RowOf } from './use-list.tsx';
import type { ListControl } from '#web/kit/list/use-list-state.ts';
import { formatCount } from '#web/kit/value/format-value.ts';
import './list.css';

type ListTabsProps = { list: List; control: ListControl; answer: unknown };

/** The parts of a list, each with how many rows it has; the first one is all of them. */
function ListTabs({ list, control, answer }: ListTabsProps) {
  const lang = useLang();
  const { tabs } = list;
  if (tabs === undefined) return null;
  const counts = (answer as { tabs?: Readonly<Record<string, number>> } | undefined)?.tabs;
  const [all] = Object.keys(tabs.values);
  const chosen = control.state.values[tabs.name] ?? all;
  const show = (name: string): void => {
    const { [tabs.name]: _left, ...others } = control.state.values;
    control.change({ values: name === all ? others : { ...others, [tabs.name]: name }, page: 1 });
  };
  return (
    <div className="pt-list-tabs" role="group" aria-label={tabs.label[lang]}>
      {Object.entries(tabs.values).map(([name, label]) => (
        <button
          key={name}
          type="button"
          className="pt-list-tab"
          aria-pressed={name === chosen}
          onClick={() => show(name)}
        >
          {label[lang]}
          <span className="pt-list-tab-count">{counts?.[name] === undefined ? '' : formatCount(counts[name])}</span>
        </button>
      ))}
    </div>
  );
}

// Most lists have no board: its code is fetched with the first list that has one.
const BoardSwitch = fetched(async () => (await import('./BoardSwitch.tsx')).BoardSwitch);
const ListBoard = fetched(async () => (await import('./ListBoard.tsx')).ListBoard, 'page');

const keeps = [SHOWN_AS];

type FromTable = 'actions' | 'onOpen' | 'rowClassName' | 'expanding' | 'selecting';

type Props<L extends List, Row extends object> = Pick<ListTableProps<Row>, FromTable> &
  Pick<Toolbar, 'toolbar' | 'middle' | 'news' | 'extra' | 'beforeExport'> & {
    use: ListInUse<L, Row>;
    /** Its rows in the order of the page, where that is not the order of the answer. */
    rows?: readonly Row[];
    /** Stands between form and table. */
    above?: ReactNode;
    /** The button by which the list is filled on this page. */
    emptyAction?: ReactNode;
    /** How the board of a list that has one shows a row. */
    card?: (row: RowOf<L>) => ReactNode;
    /** The picture of a list that has one. */
    picture?: ReactNode;
  };

/** A declared list on screen: tabs, form, toolbar with views, export and columns, table or board, and pager. */
export function ListView<L extends List, Row extends object>({ use, card, picture, ...more }: Props<L, Row>) {
  const lang = useLang();
  const { list, control, query, fields, links, columns, question } = use;
  const other = picture === undefined ? card && list.board : list.picture;
  const isOther = control.state.values[SHOWN_AS] === BOARD;
  const { currentPage: _page, pageSize: _size, ...filters } = question;
  // The same function between drawings: with another one every row would be drawn again.
  const rowKey = useCallback((row: Row) => String(valueAt(row, list.id)), [list.id]);
  return (
    <>
      {list.tabs !== undefined && <ListTabs list={list} control={control} answer={query.data} />}
      <QueryList<Row>
        {...more}
        {...(other
          ? {
              extra: (
                <>
                  <Suspense fallback={null}>
                    <BoardSwitch label={other.label[lang]} isPicture={picture !== undefined} control={control} />
                  </Suspense>
                  {more.extra}
                </>
              ),
              keeps,
            }
          : {})}
        {...(other && isOther
          ? {
              instead:
                picture ??
                (card && (
                  <Suspense fallback={<LoadingState />}>
                    <ListBoard
                      list={list}
                      control={control}
                      question={question}
                      card={(row) => card(row as RowOf<L>)}
                    />
                  </Suspense>
                )),
            }
          : {})}
        list={control}
        query={query}
        {...(fields.length > 0 ? { fields } : {})}
        links={links}
        {...(list.tabs === undefined ? {} : { others: [tabsAsField(list.tabs, lang)] })}
        table={list.table ?? list.name}
        label={list.label[lang]}
        columns={columns}
        rowKey={rowKey}
        {...(list.route === undefined ? {} : { viewsAt: list.route })}
        {...(list.exported === true
          ? { exported: { list: list.name, query: filters, knows: (name) => isExported(list, name) } }
          : {})}
        emptyText={list.empty[lang]}
        emptyAction={more.emptyAction ?? (list.filledAt && <FilledAt {...list.filledAt} />)}
      />
    </>
  );
}

/** Leads to the page on which the list is filled; anyone who may not open it has no link. */
function FilledAt({ href, label }: NonNullable<List['filledAt']>) {
  const lang = useLang();
  const [route = href] = href.split('?');
  return useMay(route) ? <GoLink href={href}>{label[lang]}</GoLink> : null;
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
