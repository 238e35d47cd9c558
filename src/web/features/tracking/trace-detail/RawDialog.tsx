import { Button, Tabs } from 'antd';
import { use } from 'react';
import type { CallData } from '#contract/index.ts';
import { GoLink } from '#web/base/GoLink.tsx';
import { makeHref } from '#web/base/href.ts';
import { useMay } from '#web/base/session.ts';
import { useCall } from '#web/base/use-call.ts';
import { useT } from '#web/i18n/index.ts';
import { AppDialog } from '#web/kit/dialog/AppDialog.tsx';
import { EmptyState, ErrorState, LoadingState } from '#web/kit/state/States.tsx';
import { PathName } from '#web/kit/value/EvidenceTable.tsx';
import { subjectOf } from '#web/kit/value/evidence-path.ts';
import { formatAmount } from '#web/kit/value/format-value.ts';
import { StatusTag } from '#web/kit/value/StatusTag.tsx';
import { TimeAtPath } from '#web/kit/value/PlanTime.tsx';
import { TimeText } from '#web/kit/value/TimeText.tsx';
import { TraceContext } from './trace-context.ts';

type Source = CallData<'traceSource'>;
type Row = Source['values'][number];

function Value({ row, value }: { row: Row; value: Row['value'] }) {
  if (value === null) return <>—</>;
  if (typeof value === 'number' && subjectOf(row.path).isTime)
    return <TimeAtPath path={row.path} instant={value} zone={row.zone} />;
  return <>{String(value)}</>;
}

function Understood({ source }: { source: Source }) {
  const t = useT();
  const mode = use(TraceContext)?.mode;
  if (source.values.length === 0) return <EmptyState title={t('traceSharing.raw.noRecord')} />;
  const count = source.values.filter(({ differs }) => differs).length;
  return (
    <>
      <p className="pt-muted">{t('traceSharing.raw.differences', { count, total: source.values.length })}</p>
      <div className="pt-raw-box" tabIndex={0} role="region" aria-label={t('traceSharing.raw.understood')}>
        <table className="pt-mini">
          <thead>
            <tr>
              <th scope="col">{t('traceSharing.raw.about')}</th>
              <th scope="col">{t('traceSharing.raw.value')}</th>
              <th scope="col">{t('traceSharing.raw.fused')}</th>
            </tr>
          </thead>
          <tbody>
            {source.values.map((row) => (
              <tr key={row.path} data-differs={row.differs || undefined}>
                <td>
                  <PathName path={row.path} mode={mode} />
                </td>
                <td>
                  <Value row={row} value={row.value} />
                </td>
                <td>
                  <Value row={row} value={row.fused} />{' '}
                  {row.differs && <StatusTag tone="warn">{t('traceSharing.raw.differs')}</StatusTag>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

/** Where the answer came from: the page as it is kept, and the job that looked at it. */
function PageLinks({ page }: Pick<Source, 'page'>) {
  const t = useT();
  const [mayPages, mayJobs] = [useMay('/robot-answers'), useMay('/job')];
  if (page === null) return null;
  return (
    <p>
      {t('traceSharing.raw.byRobot', { robot: page.robotId })}{' '}
      {mayPages && (
        <GoLink className="pt-link" href={makeHref('/robot-answers', { answerId: page.answerId })}>
          {t('traceSharing.raw.page')}
        </GoLink>
      )}{' '}
      {mayJobs && page.jobId !== null && (
        <GoLink className="pt-link" href={makeHref('/job/detail', { jobId: page.jobId })}>
          {t('traceSharing.raw.job', { job: page.jobId })}
        </GoLink>
      )}
    </p>
  );
}

function Received({ source: { received, page } }: { source: Source }) {
  const t = useT();
  if (received === null) return <EmptyState title={t('traceSharing.raw.noAnswer')} />;
  return (
    <>
      <p className="pt-muted">
        <TimeText instant={received.time} /> · {t(`traceSharing.raw.via.${received.via}`)} ·{' '}
        {t('traceSharing.raw.size', { size: formatAmount(Math.round(received.bytes / 102.4) / 10) })}
        {received.truncated && <> · {t('traceSharing.raw.truncated')}</>}
      </p>
      <PageLinks page={page} />
      <pre className="pt-raw-box" tabIndex={0} role="region" aria-label={t('traceSharing.raw.received')}>
        {received.text}
      </pre>
    </>
  );
}

type Props = { open: boolean; bkId: string; sourceCode: string; sourceName: string; onClose: () => void };

/** What one source stated: the values made of it beside the fused ones, and its answer as it came. */
export function RawDialog({ open, bkId, sourceCode, sourceName, onClose }: Props) {
  const t = useT();
  const query = useCall('traceSource', { obmBkId: bkId, sourceCode }, { enabled: open });
  return (
    <AppDialog
      title={t('traceSharing.raw.title', { source: sourceName })}
      open={open}
      width={960}
      footer={<Button onClick={onClose}>{t('common.close')}</Button>}
      onCancel={onClose}
    >
      {query.data === undefined ? (
        query.isError ? (
          <ErrorState message={query.error.message} onRetry={() => void query.refetch()} />
        ) : (
          <LoadingState />
        )
      ) : (
        <Tabs
          size="small"
          items={[
            {
              key: 'understood',
              label: t('traceSharing.raw.understood'),
              children: <Understood source={query.data} />,
            },
            { key: 'received', label: t('traceSharing.raw.received'), children: <Received source={query.data} /> },
          ]}
        />
      )}
    </AppDialog>
  );
}
