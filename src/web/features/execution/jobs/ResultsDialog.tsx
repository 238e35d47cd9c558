import { useGo } from '#web/base/page-hooks.ts';
import { useT } from '#web/i18n/index.ts';
import { ResultsFrame } from '#web/kit/dialog/ResultsFrame.tsx';
import { StatusTag } from '#web/kit/value/StatusTag.tsx';
import { jobHref, toneOf, useStatusName } from './job-text.ts';
import type { ActResults } from './use-job-acts.ts';

/** What became of each job that something was done to. */
export function ResultsDialog({ results, onClose }: { results: ActResults | undefined; onClose: () => void }) {
  const t = useT();
  const go = useGo();
  const nameOf = useStatusName();
  const rows = results ?? [];
  const done = rows.filter((row) => row.done).length;
  const link = (jobId: string) => (
    <button
      type="button"
      className="pt-link"
      onClick={() => {
        onClose();
        go(jobHref(jobId));
      }}
    >
      #{jobId}
    </button>
  );
  return (
    <ResultsFrame
      open={results !== undefined}
      title={t('jobs.results')}
      summary={t('jobs.resultCount', { done, rest: rows.length - done })}
      columns={[
        { key: 'job', title: t('jobs.job') },
        { key: 'process', title: t('jobs.process') },
        { key: 'state', title: t('jobs.state') },
        { key: 'result', title: t('jobs.result'), isWide: true },
      ]}
      rows={rows}
      rowKey={({ jobId }) => jobId}
      cells={(row) => ({
        job: link(row.jobId),
        process: row.processName,
        state: <StatusTag tone={toneOf(row.jobStatus)}>{nameOf(row.jobStatus)}</StatusTag>,
        result: (
          <>
            {row.text} {row.newJobId !== null && link(row.newJobId)}
          </>
        ),
      })}
      onClose={onClose}
    />
  );
}
