import { DownOutlined, PoweroffOutlined, RedoOutlined, StopOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import { useMemo, useState } from 'react';
import { jobsList } from '#lists/jobs.ts';
import { call } from '#web/base/client.ts';
import { useLiveRefetch } from '#web/base/live.ts';
import { useGo } from '#web/base/page-hooks.ts';
import { useMayCall } from '#web/base/may-call.ts';
import { useT } from '#web/i18n/index.ts';
import { landmarkOf } from '#web/kit/landmark.ts';
import { emptySelection, type Selection } from '#web/kit/table/selection.ts';
import { viewAction } from '#web/kit/table/view-action.tsx';
import { formatCount } from '#web/kit/value/format-value.ts';
import { BulkRuns } from '#web/job-bulk/BulkRuns.tsx';
import { ListView } from '#web/list/ListView.tsx';
import { type RowOf, useList } from '#web/list/use-list.tsx';
import { JobBoard } from './JobBoard.tsx';
import { jobHref, useDurationText } from './job-text.ts';
import { ResultsDialog } from './ResultsDialog.tsx';
import { type JobAct, useJobActs } from './use-job-acts.ts';
import './jobs.css';

type JobRow = RowOf<typeof jobsList>;

const acts = ['stop', 'kill', 'retry'] as const;
const icons = { stop: <StopOutlined />, kill: <PoweroffOutlined />, retry: <RedoOutlined /> };

type ActButtonsProps = {
  /** How many jobs are selected. */
  selected: number;
  /** How many jobs fit the filters. */
  total: number;
  onSelected: (what: JobAct) => void;
  onAll: (what: JobAct) => void;
};

/** Acts on the jobs selected, or on all that fit the filters. */
function ActButtons({ selected, total, onSelected, onAll }: ActButtonsProps) {
  const t = useT();
  return (
    <>
      {acts.map((key) => (
        <Button
          key={key}
          size="small"
          icon={icons[key]}
          disabled={selected === 0}
          title={selected === 0 ? t('jobs.selectFirst') : undefined}
          onClick={() => onSelected(key)}
        >
          {t(`jobs.${key}`)}
        </Button>
      ))}
      <Dropdown
        trigger={['click']}
        disabled={total === 0}
        getPopupContainer={landmarkOf}
        menu={{
          items: acts.map((key) => ({
            key,
            icon: icons[key],
            label: t(`jobs.all.${key}`),
            onClick: () => onAll(key),
          })),
        }}
      >
        <Button size="small">
          {t('jobs.all.button', { count: formatCount(total) })} <DownOutlined aria-hidden />
        </Button>
      </Dropdown>
    </>
  );
}

/** Jobs of robots: what runs, ran and waits; stopping, killing and retrying one, those selected, or all that fit the filters. */
export function JobsPage() {
  const t = useT();
  const go = useGo();
  const durationText = useDurationText();
  const cells = useMemo(
    () => ({
      duration: { text: (row: JobRow) => durationText(row.durationMs) },
      errorText: { text: (row: JobRow) => [row.errorText, row.errorDetail].filter(Boolean).join(' · ') },
    }),
    [durationText],
  );
  const list = useList(jobsList, { cells });
  const [selection, setSelection] = useState<Selection<JobRow>>(emptySelection);
  const { act, results, clear, runId, showRun } = useJobActs();
  useLiveRefetch('job', 'jobQuery');
  const mayAct = useMayCall('jobAct');
  const { currentPage: _page, pageSize: _size, sortRules: _sort, ...filter } = list.question;

  const actOnSelected = async (what: JobAct): Promise<void> => {
    if ((await act(what, { jobIds: [...selection.ids] })) !== undefined) setSelection(emptySelection);
  };
  const view = (row: JobRow): void => go(jobHref(row.jobId));
  return (
    <div className="pt-list">
      <ListView
        use={list}
        above={
          <JobBoard
            values={list.control.state.values}
            onValues={(values) => list.control.change({ values, page: 1 })}
          />
        }
        actions={[
          { ...viewAction(t('jobs.view'), view), main: true },
          ...(mayAct
            ? acts.map((key) => ({
                key,
                label: t(`jobs.${key}`),
                icon: icons[key],
                run: (row: JobRow) => void act(key, { jobIds: [row.jobId] }),
                runSelected: () => void actOnSelected(key),
              }))
            : []),
        ]}
        onOpen={view}
        {...(mayAct
          ? {
              toolbar: (
                <>
                  <ActButtons
                    selected={selection.ids.length}
                    total={list.query.data?.totalRecord ?? 0}
                    onSelected={(what) => void actOnSelected(what)}
                    onAll={(what) => void act(what, { filter })}
                  />
                  <BulkRuns shown={runId} onShow={showRun} />
                </>
              ),
              selecting: {
                selection,
                onSelection: setSelection,
                load: (part: { currentPage: number; pageSize: number }, signal: AbortSignal) =>
                  call('jobQuery', { ...list.question, ...part }, { signal }),
              },
            }
          : {})}
      />
      <ResultsDialog results={results} onClose={clear} />
    </div>
  );
}
