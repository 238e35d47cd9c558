import { GoLink } from '#web/base/GoLink.tsx';
import { makeHref } from '#web/base/href.ts';
import { goTo } from '#web/base/navigate.ts';
import { text } from '#web/i18n/index.ts';
import { toast } from '#web/kit/toast/toast.ts';
import { NoSourceTag } from '#web/kit/value/NoSource.tsx';
import { TestMark } from '#web/kit/value/TestMark.tsx';
import { StatusTag } from '#web/kit/value/StatusTag.tsx';
import { bestTimeOf, type EventTimes } from '#web/kit/value/known-time.ts';
import { BestTime } from '#web/kit/value/PlanTime.tsx';
import { timeAsText } from '#web/kit/value/TimeText.tsx';
import type { Cell } from '#web/list/list-columns.tsx';

/** What rows of all lists of tracking have. */
export type TrackedRow = {
  obmBkId: string | null;
  plannedDeparture: number | null;
  etd: number | null;
  atd: number | null;
  plannedArrival: number | null;
  eta: number | null;
  ata: number | null;
  etdOverdue: number | null;
  etaOverdue: number | null;
  share: number;
  openExceptions: number;
  state: string;
  noSource: string | null;
};

/** In what lists of tracking differ. */
type Parts<Row> = {
  /** Where the trace of a row is. */
  detail: string;
  reference: (row: Row) => string;
  /** Who carries it. */
  carrier: (row: Row) => string;
  stops: (row: Row) => readonly (string | null)[];
  /** Zones of departure and arrival. */
  zones: (row: Row) => readonly [from: string | null, to: string | null];
  /** The filter of the exceptions of a row. */
  exceptions: (row: Row) => Record<string, string>;
};

/** Where the trace of a row is; nothing as long as no source has reported anything. */
export const traceHref = (detail: string, { obmBkId }: Pick<TrackedRow, 'obmBkId'>): string | undefined =>
  obmBkId === null ? undefined : makeHref(detail, { obmBkId });

/** Opens the trace of a row, or says that its data is still to come. */
export function openTrace(detail: string, row: Pick<TrackedRow, 'obmBkId'>): void {
  const href = traceHref(detail, row);
  if (href === undefined) toast.info(text('value.state.retryLater'));
  else goTo(href);
}

const toneOf = ({ state }: TrackedRow) => (state === 'transit' ? 'info' : state === 'arrived' ? 'ok' : 'neutral');

const departureOf = (row: TrackedRow): EventTimes => ({
  planned: row.plannedDeparture,
  estimated: row.etd,
  actual: row.atd,
  overdue: row.etdOverdue,
});
export const arrivalOf = (row: TrackedRow): EventTimes => ({
  planned: row.plannedArrival,
  estimated: row.eta,
  actual: row.ata,
  overdue: row.etaOverdue,
});

const timeCell = <Row extends TrackedRow>(
  timesOf: (row: TrackedRow) => EventTimes,
  zoneOf: (row: Row) => string | null,
): Cell<Row> => ({
  text: (row) => timeAsText(bestTimeOf(timesOf(row))?.instant, zoneOf(row)),
  render: (row, sourceText) => <BestTime wordless times={timesOf(row)} zone={zoneOf(row)} source={sourceText} />,
});

/** Cells that lists of tracking share: number with its trace, route, times, progress, exceptions. */
export function trackedCells<Row extends TrackedRow>({
  detail,
  reference,
  carrier,
  stops,
  zones,
  exceptions,
}: Parts<Row>) {
  const routeOf = (row: Row): string =>
    stops(row)
      .filter((stop) => stop !== null)
      .join(' → ');
  return {
    reference: {
      text: reference,
      render: (row: Row, sourceText?: string) => {
        const href = traceHref(detail, row);
        return (
          <span title={sourceText && `${reference(row)}\n${sourceText}`}>
            {href === undefined ? (
              <span className="pt-mono">{reference(row)}</span>
            ) : (
              <GoLink className="pt-link pt-mono" href={href}>
                {reference(row)}
              </GoLink>
            )}
            <TestMark number={reference(row)} />
          </span>
        );
      },
    },
    state: {
      render: (row: Row, _said?: string, name?: string) =>
        row.noSource === null ? (
          <StatusTag tone={toneOf(row)}>{name}</StatusTag>
        ) : (
          <NoSourceTag text={row.noSource} carrierCode={carrier(row)} />
        ),
    },
    route: {
      text: routeOf,
      // Empty while nothing was reported: the state says so.
      render: (row: Row, sourceText?: string) => (
        <span title={sourceText && `${routeOf(row)}\n${sourceText}`}>{routeOf(row)}</span>
      ),
    },
    departure: timeCell<Row>(departureOf, (row) => zones(row)[0]),
    arrival: timeCell<Row>(arrivalOf, (row) => zones(row)[1]),
    share: {
      text: (row: Row) => String(row.share),
      render: (row: Row, sourceText?: string) => (
        <span className="pt-trace-share" title={sourceText}>
          <span className="pt-trace-bar" aria-hidden>
            <i style={{ inlineSize: `${row.share}%` }} />
          </span>
          {row.share}
        </span>
      ),
    },
    openExceptions: {
      text: (row: Row) => String(row.openExceptions),
      render: (row: Row) =>
        row.openExceptions === 0 ? (
          <span className="pt-muted">0</span>
        ) : (
          <GoLink className="pt-link pt-trace-trouble" href={makeHref('/exception-manage', exceptions(row))}>
            {row.openExceptions}
          </GoLink>
        ),
    },
  } satisfies { readonly [column: string]: Cell<Row> };
}
