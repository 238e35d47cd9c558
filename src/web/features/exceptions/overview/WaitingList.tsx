import type { WaitingException } from '#contract/exceptions/overview.ts';
import { GoLink } from '#web/base/GoLink.tsx';
import { useT } from '#web/i18n/index.ts';
import { EmptyState } from '#web/kit/state/States.tsx';
import { SeverityMark } from '#web/kit/value/StatusTag.tsx';
import { ElapsedText } from '#web/kit/value/TimeText.tsx';
import { handleHref } from './links.ts';
import { MiniTable } from '#web/kit/table/MiniTable.tsx';

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
      <MiniTable
        label={label}
        className="pt-ov-table"
        phone="table"
        isHeadHidden
        columns={[
          { key: 'severity', title: t('overview.waiting.severity') },
          { key: 'problem', title: t('overview.waiting.problem') },
          { key: 'number', title: t('overview.waiting.number') },
          { key: 'tenant', title: t('overview.waiting.tenant') },
          { key: 'since', title: t('overview.waiting.since'), isNumber: true },
        ]}
        rows={rows}
        rowKey={(row) => row.obmAutotestResultId}
        cells={(row) => ({
          severity: <SeverityMark severity={row.severity} wordless />,
          problem: {
            content: (
              <>
                <GoLink href={handleHref(row.obmAutotestResultId)}>{row.testPurposeName}</GoLink>{' '}
                <span className="pt-muted">{row.errorRemark}</span>
              </>
            ),
            className: 'pt-ov-wide',
            title: row.errorRemark,
          },
          number: { content: row.blNo ?? row.ctnNo, className: 'pt-mono' },
          tenant: row.tenantName,
          since: <ElapsedText instant={row.createTime} now={now} />,
        })}
      />
    </div>
  );
}
