import { EditOutlined, EyeOutlined, FormOutlined, UserSwitchOutlined } from '@ant-design/icons';
import { Suspense, useEffect, useMemo, useState } from 'react';
import { call } from '#web/base/client.ts';
import { useGo, usePageSearch } from '#web/base/page-hooks.ts';
import { usePages } from '#web/app/pages.ts';
import type { PageSearch } from '#web/base/define-page.ts';
import { prepareCall, useCall } from '#web/base/use-call.ts';
import { useT } from '#web/i18n/index.ts';
import { useRowWalk } from '#web/kit/detail/use-row-walk.ts';
import { keepWalk } from '#web/kit/list/list-walk.ts';
import { fetched } from '#web/kit/fetched.tsx';
import { late } from '#web/kit/late.tsx';
import { QueryList } from '#web/kit/list/QueryList.tsx';
import { useListState } from '#web/kit/list/use-list-state.ts';
import { useShown } from '#web/kit/list/use-shown.ts';
import { prepareNames } from '#web/kit/search/use-names.ts';
import { LoadingState } from '#web/kit/state/States.tsx';
import type { RowAction } from '#web/kit/table/column-model.ts';
import { emptySelection, type Selection } from '#web/kit/table/selection.ts';
import { sortRulesToText } from '#web/kit/table/sort-rules.ts';
import { leadCursor } from '#web/kit/table/use-table-keyboard.ts';
import { toast } from '#web/kit/toast/toast.ts';
import { BatchButtons } from './BatchButtons.tsx';
import { useExceptionColumns } from './columns.tsx';
import { ExceptionDialogs } from './ExceptionDialogs.tsx';
import { useExceptionFields, useLinkFields } from './fields.tsx';
import { address, filtersOf, queryOf } from './list-state.ts';
import { GroupSwitch } from './GroupSwitch.tsx';
import { GROUPED, incidentAddress, incidentQueryOf } from './incident-state.ts';
import { exceptionId, type ExceptionRow, recordProblemOf, viewProblemOf } from './row-rules.ts';
import { SourceHealth } from './SourceHealth.tsx';
import { bringTogether } from './together.ts';
import { type Job, useJobs } from './use-jobs.ts';
import { useQuickActions } from './use-quick-actions.ts';
import { useNewRows } from './use-new-rows.ts';
import './exception-manage.css';

const ExceptionDrawer = late(async () => (await import('./ExceptionDrawer.tsx')).ExceptionDrawer);
// Most visits never group: its code is fetched when somebody does.
const IncidentList = fetched(async () => (await import('./IncidentList.tsx')).IncidentList, 'page');

const ROUTE = '/exception-manage';
const HANDLE_ROUTE = '/exception-manage/handle';
const noRows: readonly ExceptionRow[] = [];
const noFollowers: ReadonlySet<string> = new Set();

function useRowActions(
  onView: (row: ExceptionRow) => void,
  onJob: (job: Job) => void,
  onBatch: (kind: 'assign' | 'batch') => void,
  onLeave: () => void,
): RowAction<ExceptionRow>[] {
  const t = useT();
  const go = useGo();
  const pages = usePages();
  const one = (kind: Job['kind']) => (row: ExceptionRow) => onJob({ kind, ids: [exceptionId(row)], rows: [row] });
  const actions: RowAction<ExceptionRow>[] = [
    { key: 'view', label: t('exceptionManage.action.view'), shortcut: 'v', icon: <EyeOutlined />, run: onView },
    {
      key: 'assign',
      label: t('exceptionManage.action.assign'),
      shortcut: 'a',
      icon: <UserSwitchOutlined />,
      run: one('assign'),
      runSelected: () => onBatch('assign'),
    },
    {
      key: 'update',
      label: t('exceptionManage.action.update'),
      shortcut: 'u',
      icon: <EditOutlined />,
      run: one('one'),
      runSelected: () => onBatch('batch'),
    },
  ];
  // No button leads to a page that is not there.
  if (pages.has(HANDLE_ROUTE)) {
    actions.push({
      key: 'record',
      label: t('exceptionManage.action.record'),
      shortcut: 'r',
      icon: <FormOutlined />,
      run: (row) => {
        const problem = recordProblemOf(row);
        if (problem) toast.warn(t(`exceptionManage.problem.${problem}`));
        else {
          onLeave();
          go(`${HANDLE_ROUTE}?id=${encodeURIComponent(exceptionId(row))}`);
        }
      },
    });
  }
  return actions;
}

/** Asks for rows and names before the page is on screen. */
export function prepare(search: PageSearch): void {
  if (search['group'] === GROUPED) prepareCall('queryIncidents', incidentQueryOf(incidentAddress.fromUrl(search)));
  else prepareCall('queryExceptions', queryOf(address.fromUrl(search)));
  prepareNames();
}

/** Exceptions one by one: find, select, assign, handle, and see why each is here. */
function ExceptionList() {
  const t = useT();
  const list = useListState(ROUTE, address);
  const { page, pageSize, sortRules, values } = list.state;
  const fields = useExceptionFields();
  const links = useLinkFields();
  const columns = useExceptionColumns();
  const [selection, setSelection] = useState<Selection<ExceptionRow>>(emptySelection);
  const viewed = useShown<ExceptionRow>();
  // Somebody who goes through the rows in the drawer goes on from where they are.
  const jobs = useJobs(selection, setSelection, () => {
    if (page !== 1 && !viewed.open) list.change({ page: 1 });
  });

  const query = useCall('queryExceptions', queryOf(list.state), { keep: true });
  const filters = filtersOf(values);
  const records = query.data?.records ?? noRows;
  const ownOrder = sortRules.length > 0 && sortRulesToText(sortRules) !== sortRulesToText(address.opening.sortRules);
  // Somebody who sorts wants that order; otherwise what concerns one shipment is read together.
  const { rows, followers } = useMemo(
    () => (ownOrder ? { rows: records, followers: noFollowers } : bringTogether(records)),
    [records, ownOrder],
  );
  const news = useNewRows(filters, query.data?.totalRecord, query.dataUpdatedAt);
  const newsText =
    news.added > 0 ? t('exceptionManage.newRows', { count: news.added }) : t('exceptionManage.changedRows');
  const view = (row: ExceptionRow): void => {
    const problem = viewProblemOf(row);
    if (problem) toast.warn(t(`exceptionManage.problem.${problem}`));
    else viewed.show(row);
  };
  // The handling page walks through the list as it stands now.
  const leave = (): void =>
    keepWalk('exception-manage', {
      ids: rows.map(exceptionId),
      first: (page - 1) * pageSize,
      total: query.data?.totalRecord ?? 0,
      query: { ...filters, sortRules },
      firstPage: page,
      lastPage: page,
      pageSize,
    });
  const walk = useRowWalk({
    rows,
    rowKey: exceptionId,
    shown: viewed,
    page,
    pageSize,
    total: query.data?.totalRecord ?? 0,
    settled: !query.isFetching && !query.isPlaceholderData,
    onPage: (next) => list.change({ page: next }),
  });
  const onward = (row: ExceptionRow): void => {
    if (viewed.open) walk.next?.();
    const next = rows[rows.indexOf(row) + 1];
    if (next !== undefined) leadCursor(exceptionId(next));
  };
  const actions = [
    ...useRowActions(view, jobs.start, jobs.startBatch, leave),
    ...useQuickActions(() => jobs.startBatch('batch'), onward),
  ];
  // The neighbours are there before somebody goes on to them.
  const next = rows[rows.findIndex((row) => viewed.item && exceptionId(row) === exceptionId(viewed.item)) + 1];
  const nextId = viewed.open && next !== undefined ? exceptionId(next) : undefined;
  useEffect(() => {
    if (nextId !== undefined) prepareCall('exceptionHistory', { obmAutotestResultId: nextId });
  }, [nextId]);
  const nextPage = page * pageSize < (query.data?.totalRecord ?? 0) ? page + 1 : undefined;
  useEffect(() => {
    if (viewed.open && nextPage !== undefined)
      prepareCall('queryExceptions', queryOf({ ...list.state, page: nextPage }));
  }, [viewed.open, nextPage, list.state]);
  // What was done with it shows at once.
  const shown = rows.find((row) => viewed.item && exceptionId(row) === exceptionId(viewed.item)) ?? viewed.item;

  return (
    <>
      <QueryList<ExceptionRow>
        list={list}
        query={query}
        rows={rows}
        fields={fields}
        links={links}
        toolbar={
          <>
            <GroupSwitch route={ROUTE} />
            <BatchButtons selection={selection} onBatch={jobs.startBatch} />
          </>
        }
        news={news.changed ? newsText : undefined}
        aside={<SourceHealth />}
        viewsAt={ROUTE}
        exported={{ list: 'exceptions', query: { ...filters, sortRules } }}
        selecting={{
          selection,
          onSelection: setSelection,
          load: (part, signal) => call('queryExceptions', { ...filters, ...part }, { signal }),
        }}
        table="exception-manage"
        label={t('exceptionManage.sheet')}
        columns={columns}
        rowKey={exceptionId}
        actions={actions}
        onOpen={view}
        rowClassName={(row) =>
          [
            jobs.saved.has(exceptionId(row)) ? 'pt-row-saved' : '',
            followers.has(exceptionId(row)) ? 'pt-row-follows' : '',
          ].join(' ')
        }
        emptyText={t('exceptionManage.emptyText')}
      />
      <ExceptionDrawer
        row={shown}
        open={viewed.open}
        actions={actions.filter(({ key }) => key !== 'view')}
        walk={walk}
        onClose={viewed.hide}
      />
      <ExceptionDialogs jobs={jobs} />
    </>
  );
}

/** The list of exceptions, one by one or by their common cause, as the address says. */
export function ExceptionManagePage() {
  const { search } = usePageSearch(ROUTE);
  return (
    <div className="pt-list">
      {search['group'] === GROUPED ? (
        <Suspense fallback={<LoadingState />}>
          <IncidentList route={ROUTE} />
        </Suspense>
      ) : (
        <ExceptionList />
      )}
    </div>
  );
}
