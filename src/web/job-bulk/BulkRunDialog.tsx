import { useQueryClient } from '@tanstack/react-query';
import { Segmented, Select } from 'antd';
import { useState } from 'react';
import type { CallData } from '#contract/index.ts';
import type { BulkRun } from '#contract/execution/job.ts';
import { jobsList } from '#lists/jobs.ts';
import { callFull } from '#web/base/client.ts';
import { useGo } from '#web/base/page-hooks.ts';
import { useCall } from '#web/base/use-call.ts';
import { useLang, useT } from '#web/i18n/index.ts';
import { AppDialog } from '#web/kit/dialog/AppDialog.tsx';
import { Loaded } from '#web/kit/state/Loaded.tsx';
import { Pager } from '#web/kit/table/Pager.tsx';
import { pollWhile } from '#web/kit/run/poll-while.ts';
import { RunProgress } from '#web/kit/run/RunProgress.tsx';
import { toast } from '#web/kit/toast/toast.ts';
import { formatCount } from '#web/kit/value/format-value.ts';
import { StatusTag } from '#web/kit/value/StatusTag.tsx';
import { TimeText } from '#web/kit/value/TimeText.tsx';
import './job-bulk.css';

type Results = CallData<'jobBulkResults'>;
type Item = Results['records'][number];
type Shown = 'all' | 'done' | 'refused';
type Page = { currentPage: number; pageSize: number };

const firstPage: Page = { currentPage: 1, pageSize: 50 };

const which = { all: {}, done: { done: 1 }, refused: { done: 0 } } as const;

/** How far a run is, and a way to call it off. */
function Head({ run }: { run: BulkRun }) {
  const t = useT();
  const client = useQueryClient();
  const cancel = async (): Promise<void> => {
    try {
      toast.success((await callFull('jobBulkCancel', { runId: run.runId })).msg);
    } catch (error) {
      toast.failure(error, t('jobBulk.cancelFailed'));
    }
    await Promise.all(['jobBulkResults', 'jobBulkRuns'].map((name) => client.invalidateQueries({ queryKey: [name] })));
  };
  const counts = {
    done: formatCount(run.done),
    total: formatCount(run.total),
    succeeded: formatCount(run.succeeded),
    refused: formatCount(run.refused),
  };
  return <RunProgress run={run} text={t(`jobBulk.state.${run.state}`, counts)} onCancel={cancel} />;
}

function JobLink({ jobId, onClose }: { jobId: string; onClose: () => void }) {
  const go = useGo();
  return (
    <button
      type="button"
      className="pt-link"
      onClick={() => {
        onClose();
        go(`/job/detail?jobId=${jobId}`);
      }}
    >
      #{jobId}
    </button>
  );
}

function Line({ item, onClose }: { item: Item; onClose: () => void }) {
  const lang = useLang();
  const status = item.jobStatus === null ? undefined : jobsList.columns.jobStatus.values[item.jobStatus];
  const jobId = item.jobId ?? item.newJobId;
  return (
    <tr>
      <td>{jobId !== null && <JobLink jobId={jobId} onClose={onClose} />}</td>
      <td>{item.processName}</td>
      <td>{item.tenantName}</td>
      <td>{status !== undefined && <StatusTag tone={status.tone}>{status[lang]}</StatusTag>}</td>
      <td className={item.done === false ? 'pt-job-bulk-refused' : undefined}>
        {item.text}{' '}
        {item.jobId !== null && item.newJobId !== null && <JobLink jobId={item.newJobId} onClose={onClose} />}
      </td>
    </tr>
  );
}

function Items({
  data,
  page,
  onPage,
  onClose,
}: {
  data: Results;
  page: Page;
  onPage: (page: Page) => void;
  onClose: () => void;
}) {
  const t = useT();
  if (data.totalRecord === 0) return <p className="pt-muted">{t('jobBulk.none')}</p>;
  return (
    <>
      <div className="pt-job-bulk-items" tabIndex={0} role="group" aria-label={t('jobBulk.title')}>
        <table className="pt-mini">
          <thead>
            <tr>
              {(['job', 'process', 'tenant', 'status', 'result'] as const).map((head) => (
                <th key={head}>{t(`jobBulk.${head}`)}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.records.map((item, place) => (
              <Line key={`${data.run.runId}-${page.currentPage}-${place}`} item={item} onClose={onClose} />
            ))}
          </tbody>
        </table>
      </div>
      <Pager
        page={page.currentPage}
        pageSize={page.pageSize}
        total={data.totalRecord}
        onChange={(currentPage, pageSize) => onPage({ currentPage, pageSize })}
      />
    </>
  );
}

function Body({ runId, onClose }: { runId: string; onClose: () => void }) {
  const t = useT();
  const [shown, setShown] = useState<Shown>('all');
  const [page, setPage] = useState(firstPage);
  const query = useCall(
    'jobBulkResults',
    { runId, ...page, ...which[shown] },
    { keep: true, staleTime: 0, refetchInterval: ({ state }) => pollWhile(state.data?.run) },
  );
  return (
    <Loaded query={query}>
      {(data) => (
        <>
          <Head run={data.run} />
          <Segmented
            size="small"
            aria-label={t('jobBulk.show')}
            value={shown}
            options={(['all', 'done', 'refused'] as const).map((value) => ({
              value,
              label: t(`jobBulk.only.${value}`),
            }))}
            onChange={(value) => {
              setShown(value);
              setPage({ ...page, currentPage: 1 });
            }}
          />
          <Items data={data} page={page} onPage={setPage} onClose={onClose} />
        </>
      )}
    </Loaded>
  );
}

type Props = {
  open: boolean;
  runId: string | undefined;
  /** The last runs, newest first, to choose from. */
  runs: readonly BulkRun[];
  onRun: (runId: string) => void;
  onClose: () => void;
};

/** What was done to many jobs at once: how far it is, and what became of each. */
export function BulkRunDialog({ open, runId, runs, onRun, onClose }: Props) {
  const t = useT();
  return (
    <AppDialog title={t('jobBulk.title')} open={open} width={880} footer={null} onCancel={onClose}>
      {runs.length > 1 && (
        <Select
          className="pt-job-bulk-choice"
          aria-label={t('jobBulk.choose')}
          value={runId ?? null}
          options={runs.map((run) => ({ value: run.runId, run }))}
          optionRender={({ data }) => <RunName run={data.run} />}
          labelRender={({ value }) => {
            const run = runs.find((one) => one.runId === value);
            return run === undefined ? `#${value}` : <RunName run={run} />;
          }}
          onChange={(next) => next !== null && onRun(next)}
        />
      )}
      {runId !== undefined && <Body key={runId} runId={runId} onClose={onClose} />}
    </AppDialog>
  );
}

function RunName({ run }: { run: BulkRun }) {
  const t = useT();
  return (
    <span>
      <TimeText instant={run.startTime} /> · {t(`jobBulk.act.${run.act}`, { count: run.total })}
    </span>
  );
}
