import { useT } from '#web/i18n/index.ts';
import { EmptyState } from '#web/kit/state/States.tsx';
import { formatDays } from '#web/kit/value/format-time.ts';
import { TimeText } from '#web/kit/value/TimeText.tsx';
import { StepChart } from '#web/kit/chart/StepChart.tsx';
import { textAt } from '#web/kit/value/loose-row.ts';
import { useTrace } from './trace-context.ts';
import { etaChanges } from './trace-model.ts';
import { useSourceNames } from './use-source-names.ts';
import { MiniTable } from '#web/kit/table/MiniTable.tsx';

/** Every ETA that was ever known: as a line over time, and as a list of which source stated what when. */
export function EtaHistory() {
  const t = useT();
  const trace = useTrace();
  const sourceName = useSourceNames();
  const changes = etaChanges(trace.etaHistory);
  const zone = textAt(trace.booking, 'podZone');
  if (changes.length === 0) return <EmptyState title={t('traceDetail.noEta')} />;
  const points = changes
    .toReversed()
    .map((entry) => ({ x: entry.knownAt, y: entry.value, note: sourceName(entry.sourceCode) }));
  return (
    <div className="pt-eta">
      {/* A single value is no history to draw. */}
      {points.length > 1 && (
        <StepChart
          points={points}
          until={trace.now}
          zone={zone}
          label={t('traceDetail.etaChart')}
          names={{ x: t('traceDetail.known'), y: t('value.attribute.eta') }}
        />
      )}
      <MiniTable
        label={t('traceDetail.tab.eta')}
        columns={[
          { key: 'known', title: t('traceDetail.known') },
          { key: 'eta', title: t('value.attribute.eta') },
          { key: 'change', title: t('traceDetail.change') },
          { key: 'source', title: t('traceDetail.source') },
        ]}
        rows={changes}
        rowKey={(entry) => `${entry.knownAt}/${entry.value}`}
        cells={(entry) => ({
          known: <TimeText instant={entry.knownAt} short />,
          eta: <TimeText instant={entry.value} zone={zone} short />,
          change: entry.change === 0 ? '' : t('traceDetail.days', { days: formatDays(entry.change) }),
          source: sourceName(entry.sourceCode),
        })}
      />
    </div>
  );
}
