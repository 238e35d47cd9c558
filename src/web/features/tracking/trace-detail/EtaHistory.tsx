import { useT } from '#web/i18n/index.ts';
import { EmptyState } from '#web/kit/state/States.tsx';
import { formatDays } from '#web/kit/value/format-time.ts';
import { TimeText } from '#web/kit/value/TimeText.tsx';
import { StepChart } from '#web/kit/chart/StepChart.tsx';
import { textAt } from '#web/kit/value/loose-row.ts';
import { useTrace } from './trace-context.ts';
import { etaChanges } from './trace-model.ts';
import { useSourceNames } from './use-source-names.ts';

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
      <table className="pt-mini">
        <thead>
          <tr>
            <th scope="col">{t('traceDetail.known')}</th>
            <th scope="col">{t('value.attribute.eta')}</th>
            <th scope="col">{t('traceDetail.change')}</th>
            <th scope="col">{t('traceDetail.source')}</th>
          </tr>
        </thead>
        <tbody>
          {changes.map((entry) => (
            <tr key={`${entry.knownAt}/${entry.value}`}>
              <td>
                <TimeText instant={entry.knownAt} short />
              </td>
              <td>
                <TimeText instant={entry.value} zone={zone} short />
              </td>
              <td>{entry.change === 0 ? '' : t('traceDetail.days', { days: formatDays(entry.change) })}</td>
              <td>{sourceName(entry.sourceCode)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
