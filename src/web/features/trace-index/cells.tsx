import type { traceIndexList } from '#lists/trace-index.ts';
import { GoLink } from '#web/app/GoLink.tsx';
import { makeHref } from '#web/app/href.ts';
import { bestTimeOf, type KnownTimes } from '#web/kit/value/known-time.ts';
import { BestTime } from '#web/kit/value/PlanTime.tsx';
import { timeAsText } from '#web/kit/value/TimeText.tsx';
import type { Cell } from '#web/list/list-columns.tsx';
import type { RowOf } from '#web/list/use-list.tsx';

/** A row of the tracking list. */
export type TraceRow = RowOf<typeof traceIndexList>;

/** Where the trace of a row is; nothing as long as no source has told anything. */
export const traceHref = ({ obmBkId }: TraceRow): string | undefined =>
  obmBkId === null ? undefined : makeHref('/trace-detail', { obmBkId });

const departureOf = (row: TraceRow): KnownTimes => ({
  planned: row.plannedDeparture,
  estimated: row.etd,
  actual: row.atd,
});
const arrivalOf = (row: TraceRow): KnownTimes => ({ planned: row.plannedArrival, estimated: row.eta, actual: row.ata });
const timeText = (times: KnownTimes, zone: string | null): string => timeAsText(bestTimeOf(times)?.instant, zone);

const stopsOf = (row: TraceRow): string[] =>
  [row.polName ?? row.polCode, row.transhipments, row.podName ?? row.podCode].filter((stop) => stop !== null);

/** Days against the plan with their sign: late is more. */
const slipText = ({ slipDays }: TraceRow): string =>
  slipDays === null ? '' : slipDays > 0 ? `+${slipDays}` : String(slipDays);

const exceptionsHref = ({ subject, referenceNo }: TraceRow): string =>
  makeHref('/exception-manage', { [subject === 'bill' ? 'blNo' : 'ctnNo']: referenceNo });

/** Cells of the tracking list that are more than their value. */
export const traceCells = {
  referenceNo: {
    text: (row) => row.referenceNo,
    render: (row) => {
      const href = traceHref(row);
      return href === undefined ? (
        <span className="pt-mono">{row.referenceNo}</span>
      ) : (
        <GoLink className="pt-link pt-mono" href={href}>
          {row.referenceNo}
        </GoLink>
      );
    },
  },
  route: { text: (row) => stopsOf(row).join(' → ') },
  vesselName: { text: (row) => [row.vesselName, row.voyage].filter(Boolean).join(' / ') },
  departure: {
    text: (row) => timeText(departureOf(row), row.polZone),
    render: (row) => <BestTime wordless times={departureOf(row)} zone={row.polZone} />,
  },
  arrival: {
    text: (row) => timeText(arrivalOf(row), row.podZone),
    render: (row) => <BestTime wordless times={arrivalOf(row)} zone={row.podZone} />,
  },
  slipDays: {
    text: slipText,
    render: (row) => (
      <span data-slip={row.slipDays === null || row.slipDays <= 0 ? undefined : 'late'}>{slipText(row)}</span>
    ),
  },
  lastFreeDay: {
    text: (row) =>
      row.dailyCharge === null
        ? (row.lastFreeDay ?? '')
        : `${row.lastFreeDay} · ${row.dailyCharge} ${row.chargeCurrency}`,
  },
  share: {
    text: (row) => String(row.share),
    render: (row) => (
      <span className="pt-trace-share">
        <span className="pt-trace-bar" aria-hidden>
          <i style={{ inlineSize: `${row.share}%` }} />
        </span>
        {row.share}
      </span>
    ),
  },
  openExceptions: {
    text: (row) => String(row.openExceptions),
    render: (row) =>
      row.openExceptions === 0 ? (
        <span className="pt-muted">0</span>
      ) : (
        <GoLink className="pt-link pt-trace-trouble" href={exceptionsHref(row)}>
          {row.openExceptions}
        </GoLink>
      ),
  },
} satisfies { readonly [column: string]: Cell<TraceRow> };
