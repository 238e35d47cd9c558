import type { domesticTraceIndexList } from '#lists/domestic-trace-index.ts';
import { text } from '#web/i18n/index.ts';
import { shortTimeText } from '#web/kit/value/TimeText.tsx';
import type { Cell } from '#web/list/list-columns.tsx';
import type { RowOf } from '#web/list/use-list.tsx';
import { trackedCells } from './trace-cells.tsx';

/** A row of containers on vessels; between countries it has a direction too. */
export type TraceRow = RowOf<typeof domesticTraceIndexList>;

/** Days against the plan with their sign: late is more. */
const slipText = ({ slipDays }: TraceRow): string =>
  slipDays === null ? '' : slipDays > 0 ? `+${slipDays}` : String(slipDays);

/** Of containers that travel apart: how many have arrived, and when the first did. */
function containersText({ boxesArrived: containersArrived, containerCount, firstArrival, podZone }: TraceRow): string {
  if (containersArrived === null) return '';
  const arrived = text('traceIndex.boxesArrived', { done: containersArrived, count: containerCount });
  return firstArrival === null
    ? arrived
    : text('traceIndex.boxesSince', { arrived, first: shortTimeText(firstArrival, podZone) });
}

/** Cells of a list of containers on vessels that are more than their value. */
export function vesselCells(detail: string) {
  const { reference, ...cells } = trackedCells<TraceRow>({
    detail,
    reference: ({ referenceNo }) => referenceNo,
    carrier: ({ carrierCode }) => carrierCode,
    stops: (row) => [row.polName ?? row.polCode, row.transhipments, row.podName ?? row.podCode],
    zones: ({ polZone, podZone }) => [polZone, podZone],
    exceptions: ({ subject, referenceNo }) => ({ [subject === 'bill' ? 'blNo' : 'ctnNo']: referenceNo }),
  });
  return {
    ...cells,
    referenceNo: reference,
    arrival: {
      text: (row) => [cells.arrival.text?.(row), containersText(row)].filter(Boolean).join(' · '),
      render: (row, sourceText) => (
        <>
          {cells.arrival.render?.(row, sourceText)}
          {row.boxesArrived !== null && <span className="pt-muted"> {containersText(row)}</span>}
        </>
      ),
    },
    vesselName: { text: (row) => [row.vesselName, row.voyage].filter(Boolean).join(' / ') },
    slipDays: {
      text: slipText,
      render: (row, sourceText) => (
        <span title={sourceText} className={row.slipDays === null || row.slipDays <= 0 ? undefined : 'pt-slip-late'}>
          {slipText(row)}
        </span>
      ),
    },
    lastFreeDay: {
      text: (row) =>
        row.dailyCharge === null
          ? (row.lastFreeDay ?? '')
          : `${row.lastFreeDay} · ${row.dailyCharge} ${row.chargeCurrency}`,
    },
  } satisfies { readonly [column: string]: Cell<TraceRow> };
}
