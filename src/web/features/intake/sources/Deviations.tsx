import { useCall } from '#web/base/use-call.ts';
import { useT } from '#web/i18n/index.ts';
import { Loaded } from '#web/kit/state/Loaded.tsx';
import { formatCount } from '#web/kit/value/format-value.ts';
import { StatusTag } from '#web/kit/value/StatusTag.tsx';
import { TimeText } from '#web/kit/value/TimeText.tsx';

/** In what a source deviates from its standard and was read all the same. */
export function Deviations({ sourceId }: { sourceId: string }) {
  const t = useT();
  const query = useCall('sourceToleranceQuery', { sourceId });
  return (
    <Loaded query={query}>
      {(deviations) =>
        deviations.length === 0 ? (
          <p className="pt-muted">{t('sources.noDeviations')}</p>
        ) : (
          <table className="pt-source-keys">
            <thead>
              <tr>
                <th scope="col">{t('sources.deviation')}</th>
                <th scope="col">{t('sources.times')}</th>
                <th scope="col">{t('sources.firstSeen')}</th>
                <th scope="col">{t('sources.lastSeen')}</th>
              </tr>
            </thead>
            <tbody>
              {deviations.map(({ name, text, n, firstDay, lastTime, mended }) => (
                <tr key={name}>
                  <td>
                    {text} {mended && <StatusTag tone="neutral">{t('sources.mended')}</StatusTag>}
                  </td>
                  <td className="pt-number">{formatCount(n)}</td>
                  <td>{firstDay}</td>
                  <td>
                    <TimeText instant={lastTime} short />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )
      }
    </Loaded>
  );
}
