import { useCall } from '#web/base/use-call.ts';
import { useT } from '#web/i18n/index.ts';
import { usePorts } from '#web/kit/input/use-ports.ts';
import { Loaded } from '#web/kit/state/Loaded.tsx';
import { EmptyState } from '#web/kit/state/States.tsx';
import { formatDays } from '#web/kit/value/format-time.ts';
import { TimeText } from '#web/kit/value/TimeText.tsx';
import { usePortNames } from './VesselFacts.tsx';

/** Stays of a vessel in ports as positions show them, the newest first. */
export function VesselCalls({ mmsi }: { mmsi: string }) {
  const t = useT();
  const query = useCall('vesselPortCalls', { mmsi }, { refetchInterval: 60_000 });
  const codes = query.data?.map(({ portCode }) => portCode) ?? [];
  const portName = usePortNames(codes);
  const ports = usePorts(codes);
  return (
    <Loaded query={query}>
      {(calls) =>
        calls.length === 0 ? (
          <EmptyState title={t('vessels.calls.none')} />
        ) : (
          <table className="pt-mini pt-vessel-table">
            <thead>
              <tr>
                {(['port', 'arrived', 'departed', 'stay'] as const).map((name) => (
                  <th key={name} scope="col">
                    {t(`vessels.calls.${name}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {calls.map(({ portCode, arrivedTime, departedTime }) => {
                const zone = ports.get(portCode)?.portTimeZone ?? null;
                return (
                  <tr key={`${portCode} ${arrivedTime}`}>
                    <th scope="row">{portName(portCode)}</th>
                    <td>
                      <TimeText instant={arrivedTime} zone={zone} short />
                    </td>
                    <td>
                      {departedTime === null ? (
                        t('vessels.calls.here')
                      ) : (
                        <TimeText instant={departedTime} zone={zone} short />
                      )}
                    </td>
                    <td>
                      {departedTime !== null &&
                        t('vessels.days', { count: Number(formatDays(departedTime - arrivedTime).replace('+', '')) })}
                    </td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        )
      }
    </Loaded>
  );
}
