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
      heads={[t('jobs.job'), t('jobs.process'), t('jobs.state'), t('jobs.result')]}
      onClose={onClose}
    >
      {rows.map((row) => (
        <tr key={row.jobId}>
          <td>{link(row.jobId)}</td>
          <td>{row.processName}</td>
          <td>
            <StatusTag tone={toneOf(row.jobStatus)}>{nameOf(row.jobStatus)}</StatusTag>
          </td>
          <td>
            {row.text} {row.newJobId !== null && link(row.newJobId)}
          </td>
        </tr>
      ))}
    </ResultsFrame>
  );
}
