import { useT } from '#web/i18n/index.ts';
import { GoLink } from '#web/base/GoLink.tsx';
import { useStatuses } from '#web/kit/search/use-names.ts';
import { BestTime } from '#web/kit/value/PlanTime.tsx';
import type { TraceRow } from './cells.tsx';
import { arrivalOf, traceHref } from './trace-cells.tsx';

/** A shipment on the board: its number, where it goes, when it arrives and how far it is. */
export function ArrivalCard({ row, detail }: { row: TraceRow; detail: string }) {
  const t = useT();
  const statuses = useStatuses();
  const href = traceHref(detail, row);
  const late = row.slipDays !== null && row.slipDays > 0;
  return (
    <div className="pt-board-card">
      <span>
        {href === undefined ? (
          <b className="pt-mono">{row.referenceNo}</b>
        ) : (
          <GoLink className="pt-link pt-mono" href={href}>
            {row.referenceNo}
          </GoLink>
        )}
        {row.openExceptions > 0 && (
          <b className="pt-board-marked"> {t('traceIndex.exceptions', { count: row.openExceptions })}</b>
        )}
      </span>
      <span title={row.vesselName ?? undefined}>
        {row.polName ?? row.polCode} → {row.podName ?? row.podCode}
      </span>
      <span>
        <BestTime wordless short times={arrivalOf(row)} zone={row.podZone} />
        {late && <b className="pt-slip-late"> +{row.slipDays}</b>}
      </span>
      {row.statusCode !== null && <span className="pt-muted">{statuses.nameOf(row.statusCode)}</span>}
    </div>
  );
}
