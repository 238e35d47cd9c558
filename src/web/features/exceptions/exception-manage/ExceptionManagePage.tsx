import { EditOutlined, EyeOutlined, FormOutlined, UserSwitchOutlined } from '@ant-design/icons';
import { Suspense, useEffect, useMemo, useState } from 'react';
import { exceptionsList } from '#lists/exceptions.ts';
import { call } from '#web/base/client.ts';
import { useGo, usePageSearch } from '#web/base/page-hooks.ts';
import { isJustHandled } from '#web/handling/use-quick-acts.ts';
import { usePages } from '#web/app/pages.ts';
import type { PageSearch } from '#web/base/define-page.ts';
import { prepareCall } from '#web/base/use-call.ts';
import { ownZone } from '#web/base/zone.ts';
import { useT } from '#web/i18n/index.ts';
import { useRowWalk } from '#web/kit/detail/use-row-walk.ts';
import { keepWalk } from '#web/kit/list/list-walk.ts';
import { fetched } from '#web/kit/fetched.tsx';
import { late } from '#web/kit/late.tsx';
import { useShown } from '#web/kit/list/use-shown.ts';
import { prepareNames } from '#web/kit/search/use-names.ts';
import { LoadingState } from '#web/kit/state/States.tsx';
import type { RowAction } from '#web/kit/table/column-model.ts';
import { emptySelection, type Selection } from '#web/kit/table/selection.ts';
import { sortRulesToText } from '#web/kit/table/sort-rules.ts';
import { leadCursor } from '#web/kit/table/use-table-keyboard.ts';
import { toast } from '#web/kit/toast/toast.ts';
import { addressOf, questionOf } from '#web/list/list-address.ts';
import { ListView } from '#web/list/ListView.tsx';
import { useList } from '#web/list/use-list.tsx';
import { BatchButtons } from './BatchButtons.tsx';
import { useExceptionCells } from './cells.tsx';
import { ExceptionDialogs } from './ExceptionDialogs.tsx';
import { GroupSwitch } from './GroupSwitch.tsx';
import { GROUPED } from './incident-state.ts';
import { exceptionId, type ExceptionRow, recordProblemOf, viewProblemOf, wholeRowOf } from './row-rules.ts';
import { SourceHealth } from './SourceHealth.tsx';
import { bringTogether } from './together.ts';
import { useFormParts } from './use-form-parts.tsx';
import { type Job, useJobs } from './use-jobs.ts';
import { useQuickActions } from './use-quick-actions.ts';
import { useNewRows } from './use-new-rows.ts';
import './exception-manage.css';

const ExceptionDrawer = late(async () => (await import('./ExceptionDrawer.tsx')).ExceptionDrawer);
// Most visits never group: its code is fetched when somebody does.
const IncidentList = fetched(async () => (await import('./IncidentList.tsx')).IncidentList, 'page');

const ROUTE = exceptionsList.route;
const address = addressOf(exceptionsList);
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
    { key: 'view', label: t('exceptionManage.action.view'), icon: <EyeOutlined />, run: onView },
    {
      key: 'assign',
      label: t('exceptionManage.action.assign'),
      icon: <UserSwitchOutlined />,
      run: one('assign'),
      runSelected: () => onBatch('assign'),
    },
    {
      key: 'update',
      label: t('exceptionManage.action.update'),
      icon: <EditOutlined />,
      run: one('one'),
      runSelected: () => onBatch('batch'),
    },
    {
      key: 'snooze',
      label: t('exceptionIncidents.action.snooze'),
      run: one('snooze'),
    },
  ];
  // No button leads to a page that is not there.
  if (pages.has(HANDLE_ROUTE)) {
    actions.push({
      key: 'page',
      label: t('exceptionManage.action.record'),
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
  if (search['group'] !== GROUPED)
    prepareCall('queryExceptions', questionOf(exceptionsList, address.fromUrl(search), ownZone()));
  else
    void import('./incident-address.ts').then(
      ({ prepareIncidents }) => prepareIncidents(search),
      // The list says itself that its code did not come.
      () => undefined,
    );
  prepareNames();
}

/** Exceptions one by one: find, select, assign, handle, and see why each is here. */
function ExceptionList() {
  const t = useT();
  const list = useList(exceptionsList, { cells: useExceptionCells(), ...useFormParts() });
  const { control, query } = list;
  const { page, pageSize, sortRules } = control.state;
  const { currentPage: _page, pageSize: _size, sortRules: _sort, ...filters } = list.question;
  const [selection, setSelection] = useState<Selection<ExceptionRow>>(emptySelection);
  const viewed = useShown<ExceptionRow>();
  // Somebody who goes through the rows in the drawer goes on from where they are.
  const jobs = useJobs(selection, setSelection, () => {
    if (page !== 1 && !viewed.open) control.change({ page: 1 });
  });

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
    onPage: (next) => control.change({ page: next }),
  });
  const onward = (row: ExceptionRow): void => {
    if (viewed.open) walk.next?.();
    // Rows change places when one above them leaves: one that is handled already may stand behind this one.
    const next = rows.slice(rows.indexOf(row) + 1).find((one) => !isJustHandled(exceptionId(one)));
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
    if (nextId === undefined) return;
    prepareCall('exceptionHistory', { obmAutotestResultId: nextId });
    prepareCall('queryExceptions', wholeRowOf(nextId));
  }, [nextId]);
  const nextPage = page * pageSize < (query.data?.totalRecord ?? 0) ? page + 1 : undefined;
  useEffect(() => {
    if (viewed.open && nextPage !== undefined)
      prepareCall('queryExceptions', questionOf(exceptionsList, { ...control.state, page: nextPage }, ownZone()));
  }, [viewed.open, nextPage, control.state]);
  // What was done with it shows at once.
  const shown = rows.find((row) => viewed.item && exceptionId(row) === exceptionId(viewed.item)) ?? viewed.item;

  return (
    <>
      <ListView
        use={list}
        rows={rows}
        toolbar={
          <>
            <GroupSwitch route={ROUTE} />
            <BatchButtons selection={selection} onBatch={jobs.startBatch} />
          </>
        }
        news={news.changed ? newsText : undefined}
        extra={<SourceHealth />}
        selecting={{
          selection,
          onSelection: setSelection,
          load: (part, signal) => call('queryExceptions', { ...filters, ...part }, { signal }),
        }}
        actions={actions}
        onOpen={view}
        rowClassName={(row) =>
          [
            jobs.saved.has(exceptionId(row)) ? 'pt-row-saved' : '',
            followers.has(exceptionId(row)) ? 'pt-row-follows' : '',
          ].join(' ')
        }
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
