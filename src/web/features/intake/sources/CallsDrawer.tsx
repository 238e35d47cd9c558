import type { CallData } from '#contract/index.ts';
import { useCall } from '#web/base/use-call.ts';
import { useT } from '#web/i18n/index.ts';
import { DetailDrawer } from '#web/kit/detail/DetailDrawer.tsx';
import { Loaded } from '#web/kit/state/Loaded.tsx';
import { StatusTag } from '#web/kit/value/StatusTag.tsx';
import { timeAsText } from '#web/kit/value/TimeText.tsx';

type Calls = CallData<'sourceCallQuery'>;
type CallSet = Calls['sets'][number];

function Used({ set }: { set: CallSet }) {
  const t = useT();
  if (set.windows.length === 0 && set.atOnce === null) return <>{t('sources.calls.unlimited')}</>;
  const left = ({ limit, used }: { limit: number; used: number }): number => Math.max(0, limit - used);
  return (
    <>
      {set.windows.map((one) => (
        <div key={one.window}>
          {t(`sources.calls.${one.window}`, { used: one.used, limit: one.limit, left: left(one) })}
        </div>
      ))}
      {set.atOnce !== null && (
        <div>{t('sources.calls.atOnce', { used: set.atOnce.used, limit: set.atOnce.limit })}</div>
      )}
    </>
  );
}

function State({ set, maintenanceUntil }: { set: CallSet; maintenanceUntil: number | null }) {
  const t = useT();
  const isUsedUp = set.windows.some(({ limit, used }) => used >= limit);
  if (maintenanceUntil !== null)
    return <StatusTag tone="warn">{t('sources.calls.entered', { until: timeAsText(maintenanceUntil) })}</StatusTag>;
  if (set.pausedUntil !== null)
    return (
      <StatusTag tone="warn">
        {t(`sources.calls.paused.${set.pausedBy ?? 'limit'}`, { until: timeAsText(set.pausedUntil) })}
      </StatusTag>
    );
  return (
    <StatusTag tone={isUsedUp ? 'warn' : 'ok'}>{t(isUsedUp ? 'sources.calls.usedUp' : 'sources.calls.open')}</StatusTag>
  );
}

function CallSets({ calls: { sets, maintenanceUntil } }: { calls: Calls }) {
  const t = useT();
  return (
    <div className="pt-source-result">
      <table className="pt-source-keys">
        <thead>
          <tr>
            <th scope="col">{t('sources.owner')}</th>
            <th scope="col">{t('sources.calls.used')}</th>
            <th scope="col">{t('sources.calls.state')}</th>
            <th scope="col">{t('sources.calls.waiting')}</th>
          </tr>
        </thead>
        <tbody>
          {sets.map((set) => (
            <tr key={set.tenantId ?? ''}>
              <td>{set.tenantName ?? t('sources.platform')}</td>
              <td>
                <Used set={set} />
              </td>
              <td>
                <State set={set} maintenanceUntil={maintenanceUntil} />
              </td>
              <td className="pt-number">{set.waiting}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Calls used and left by each set of keys of a source, and whether it is asked at the moment. */
export function CallsDrawer({
  source,
  onClose,
}: {
  source: { sourceId: string; name: string } | undefined;
  onClose: () => void;
}) {
  const t = useT();
  const query = useCall(
    'sourceCallQuery',
    { sourceId: source?.sourceId ?? '' },
    { enabled: source !== undefined, refetchInterval: 10_000 },
  );
  return (
    <DetailDrawer
      open={source !== undefined}
      onClose={onClose}
      title={source === undefined ? '' : t('sources.calls.of', { name: source.name })}
    >
      <p>{t('sources.calls.explained')}</p>
      <Loaded query={query}>{(calls) => <CallSets calls={calls} />}</Loaded>
    </DetailDrawer>
  );
}
