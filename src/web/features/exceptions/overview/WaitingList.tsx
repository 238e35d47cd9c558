import type { WaitingException } from '#contract/exceptions/overview.ts';
import { GoLink } from '#web/base/GoLink.tsx';
import { useT } from '#web/i18n/index.ts';
import { EmptyState } from '#web/kit/state/States.tsx';
import { SeverityMark } from '#web/kit/value/StatusTag.tsx';
import { ElapsedText } from '#web/kit/value/TimeText.tsx';
import { handleHref } from './links.ts';

/** Exceptions that wait, oldest first; a line opens the page on which one is handled. */
export function WaitingList({
  rows,
  now,
  empty,
  label,
}: {
  rows: readonly WaitingException[];
  now: number;
  empty: string;
  label: string;
}) {
  const t = useT();
  if (rows.length === 0) return <EmptyState title={empty} />;
  return (
    <div className="pt-ov-scroll" tabIndex={0} role="region" aria-label={label}>
      <table className="pt-ov-table">
        <caption className="pt-sr-only">{label}</caption>
        <thead className="pt-sr-only">
          <tr>
            <th scope="col">{t('overview.waiting.severity')}</th>
            <th scope="col">{t('overview.waiting.problem')}</th>
            <th scope="col">{t('overview.waiting.number')}</th>
            <th scope="col">{t('overview.waiting.tenant')}</th>
            <th scope="col">{t('overview.waiting.since')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.obmAutotestResultId}>
              <td>
                <SeverityMark severity={row.severity} wordless />
              </td>
              <td className="pt-ov-wide" title={row.errorRemark}>
                <GoLink href={handleHref(row.obmAutotestResultId)}>{row.testPurposeName}</GoLink>{' '}
                <span className="pt-muted">{row.errorRemark}</span>
              </td>
              <td className="pt-mono">{row.blNo ?? row.ctnNo}</td>
              <td>{row.tenantName}</td>
              <td className="pt-ov-end">
                <ElapsedText instant={row.createTime} now={now} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
