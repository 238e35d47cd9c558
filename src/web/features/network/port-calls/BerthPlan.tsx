import { useMemo } from 'react';
import type { CallData } from '#contract/index.ts';
import type { PortCallRow } from '#contract/network/sailing.ts';
import { durationText } from '#shared/time/duration.ts';
import { useCall } from '#web/base/use-call.ts';
import { useLang, useT } from '#web/i18n/index.ts';
import { TimeStrip } from '#web/kit/chart/TimeStrip.tsx';
import type { StripRow } from '#web/kit/chart/time-strip.ts';
import type { QueryState } from '#web/kit/state/query-state.ts';
import { Loaded } from '#web/kit/state/Loaded.tsx';
import { shiftOf, spansOf } from './berth-plan.ts';

/** Calls of the plan at most. */
export const maxCalls = 300;
/** Room of a day in pixels. */
const dayWidth = 72;
/** The time moves on as often as the calls are asked again. */
const everyMs = 60_000;

type Answer = CallData<'portCallQuery'>;

/** Terminals in the order of their codes, the calls without one last. */
function useRows(records: readonly PortCallRow[], now: number, onOpen: (row: PortCallRow) => void): StripRow[] {
  const t = useT();
  const lang = useLang();
  return useMemo(() => {
    const words = {
      waiting: t('portCalls.plan.waiting'),
      berthed: t('portCalls.plan.berthed'),
      stay: t('portCalls.plan.stay'),
    };
    const notesOf = (row: PortCallRow): string[] => {
      const shift = shiftOf(row);
      return [
        ...(row.state === 'omitted' ? [t('portCalls.state.omitted')] : []),
        ...(shift === undefined || row.state === 'omitted'
          ? []
          : [
              t(shift > 0 ? 'portCalls.plan.late' : 'portCalls.plan.early', {
                time: durationText(Math.abs(shift), lang),
              }),
            ]),
        ...(row.differs ? [t('portCalls.differs')] : []),
      ];
    };
    const toneOf = (row: PortCallRow): 'danger' | 'warn' | 'muted' | 'info' => {
      if (row.state === 'omitted') return 'danger';
      if ((shiftOf(row) ?? 0) > 0 || row.differs) return 'warn';
      return row.state === 'sailed' ? 'muted' : 'info';
    };
    const terminals = [...new Set(records.map(({ terminal }) => terminal))].toSorted((a, b) =>
      a === null ? 1 : b === null ? -1 : a.localeCompare(b),
    );
    return terminals.map((terminal) => {
      const calls = records.filter((row) => row.terminal === terminal);
      return {
        key: terminal ?? '',
        name: terminal ?? t('portCalls.plan.none'),
        note: t('portCalls.plan.calls', { count: calls.length }),
        things: calls.map((row) => {
          const notes = notesOf(row);
          return {
            key: row.callId,
            what: [row.vesselName, row.exportVoyage ?? row.importVoyage ?? ''].join(' ').trim(),
            text: row.vesselName,
            note: notes.length === 0 ? undefined : notes.join(' · '),
            tone: toneOf(row),
            spans: spansOf(row, now, words),
            open: () => onOpen(row),
          };
        }),
      };
    });
  }, [records, now, onOpen, t, lang]);
}

type Props = { answer: Answer; now: number; onOpen: (row: PortCallRow) => void };

function Plan({ answer, now, onOpen }: Props) {
  const t = useT();
  const rows = useRows(answer.records, now, onOpen);
  return (
    <div className="pt-pic-page">
      {answer.totalRecord > answer.records.length && (
        <p role="status">{t('portCalls.plan.cut', { shown: answer.records.length, count: answer.totalRecord })}</p>
      )}
      <TimeStrip
        name="portCalls.plan"
        label={t('portCalls.plan.title')}
        rowLabel={t('portCalls.column.terminal')}
        rows={rows}
        now={now}
        zone={answer.port.zone}
        dayWidth={dayWidth}
        legend={[{ key: 'sign', name: `! ${t('portCalls.plan.sign')}`, colour: '--pt-warn' }]}
        emptyText={t('portCalls.empty')}
      />
    </div>
  );
}

/** The calls at a port as bars on one time axis, a row for each terminal: planned hollow, happened solid, expected hatched. */
export function BerthPlan({ query, onOpen }: { query: QueryState<Answer>; onOpen: (row: PortCallRow) => void }) {
  const clock = useCall('getWorld', undefined, { staleTime: 0, refetchInterval: everyMs });
  return (
    <Loaded query={query}>
      {(answer) => <Loaded query={clock}>{({ now }) => <Plan answer={answer} now={now} onOpen={onOpen} />}</Loaded>}
    </Loaded>
  );
}
