import { Button, Progress, Table } from 'antd';
import type { CallData } from '#contract/index.ts';
import { whyTask } from '#domain/tracking/why/why.ts';
import type { ReplayRun } from '#contract/intake/replay.ts';
import { useLive } from '#web/base/live.ts';
import type { UseCallOptions, useCall } from '#web/base/use-call.ts';
import { useT } from '#web/i18n/index.ts';
import { EmptyState, ErrorState } from '#web/kit/state/States.tsx';
import { StatusTag, type Tone } from '#web/kit/value/StatusTag.tsx';
import { TimeText } from '#web/kit/value/TimeText.tsx';
import { WhyLine } from '#web/why/WhyLine.tsx';

const tones: Readonly<Record<ReplayRun['state'], Tone>> = { running: 'info', done: 'ok', failed: 'danger' };
const REFRESH_MS = 2_000;

/** Asks again while something runs. */
export const watchRuns: Pick<UseCallOptions<'replayRuns'>, 'refetchInterval'> = {
  refetchInterval: ({ state }) => (state.data?.some((run) => run.state === 'running') ? REFRESH_MS : false),
};

/** What a run does, in words. */
function useKindName(): (run: ReplayRun) => string {
  const t = useT();
  return ({ kind, sourceType }) => {
    const source = sourceType ?? '';
    switch (kind) {
      case 'fuse':
        return t('exceptionSubscribe.runs.kindFuse');
      case 'ask':
        return t('exceptionSubscribe.runs.kindAsk', { source });
      case 'reinsert':
        return t('exceptionSubscribe.runs.kindReinsert', { source });
      default:
        return t('exceptionSubscribe.runs.kindReplay');
    }
  };
}

function Outcome({ run, onRestore }: { run: ReplayRun; onRestore?: ((runId: string) => void) | undefined }) {
  const t = useT();
  return (
    <>
      {run.state === 'running' && run.total > 1 && (
        <Progress
          size="small"
          percent={Math.floor((run.done / run.total) * 100)}
          aria-label={t('exceptionSubscribe.runs.running')}
        />
      )}
      <WhyLine
        why={whyTask({ of: 'run', state: run.state, text: run.error ?? run.outcome })}
        subscriptionId={run.obmTkSubscribeId}
      />
      {run.restorable > 0 && onRestore && (
        <Button size="small" type="link" onClick={() => onRestore(run.runId)}>
          {t('exceptionSubscribe.runs.restore', { count: run.restorable })}
        </Button>
      )}
    </>
  );
}

type Props = {
  query: ReturnType<typeof useCall<'replayRuns'>>;
  /** Brings back what a run dropped. */
  onRestore?: (runId: string) => void;
};

/** Runs with their state, progress and outcome, newest first. */
export function RunsTable({ query, onRestore }: Props) {
  const t = useT();
  const nameOf = useKindName();
  useLive('replay', () => void query.refetch());
  if (query.isError) return <ErrorState message={query.error.message} onRetry={() => void query.refetch()} />;
  const rows: CallData<'replayRuns'> = query.data ?? [];
  return (
    <Table<ReplayRun>
      size="small"
      rowKey="runId"
      dataSource={rows}
      loading={query.isLoading}
      pagination={rows.length > 8 ? { pageSize: 8, showSizeChanger: false } : false}
      // Not known yet is not nothing.
      locale={{ emptyText: query.isLoading ? ' ' : <EmptyState text={t('exceptionSubscribe.runs.empty')} /> }}
      columns={[
        { key: 'what', width: 150, title: t('exceptionSubscribe.runs.what'), render: (_, run) => nameOf(run) },
        {
          key: 'state',
          width: 90,
          title: t('exceptionSubscribe.runs.state'),
          render: (_, run) => (
            <StatusTag tone={tones[run.state]}>{t(`exceptionSubscribe.runs.${run.state}`)}</StatusTag>
          ),
        },
        {
          key: 'outcome',
          title: t('exceptionSubscribe.runs.outcome'),
          render: (_, run) => <Outcome run={run} onRestore={onRestore} />,
        },
        { key: 'by', width: 110, title: t('exceptionSubscribe.runs.by'), dataIndex: 'handlerName' },
        {
          key: 'started',
          width: 170,
          title: t('exceptionSubscribe.runs.started'),
          render: (_, run) => <TimeText instant={run.startTime} />,
        },
      ]}
    />
  );
}
