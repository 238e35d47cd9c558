import { fewestForShare } from '#domain/network/position/score.ts';
import { useCall } from '#web/base/use-call.ts';
import { useT } from '#web/i18n/index.ts';
import { LoadingState } from '#web/kit/state/States.tsx';
import { StatusTag } from '#web/kit/value/StatusTag.tsx';
import { useNumbers } from './use-numbers.ts';

const EVERY_MS = 60_000;

/** A share of enough voyages in percent; few say nothing. */
const percent = (share: number | null, voyages: number): string =>
  share === null || voyages < fewestForShare ? '–' : `${Math.round(share * 100)} %`;

/** How good own predictions of arrivals were against the arrivals that followed, by how far ahead they were made. */
export function EtaScorePanel() {
  const t = useT();
  const numberText = useNumbers();
  const { data } = useCall('etaScores', undefined, { keep: true, refetchInterval: EVERY_MS });
  if (data === undefined) return <LoadingState />;
  if (data.length === 0) return <p className="pt-muted">{t('overview.eta.none')}</p>;
  const heads = ['lead', 'voyages', 'error', 'hits', 'carrier', 'claims', 'use'] as const;
  return (
    <div className="pt-ov-scroll" tabIndex={0} role="region" aria-label={t('overview.eta.title')}>
      <table className="pt-ov-table">
        <caption className="pt-sr-only">{t('overview.eta.title')}</caption>
        <thead>
          <tr>
            {heads.map((head) => (
              <th
                key={head}
                scope="col"
                className={head === 'lead' ? undefined : head === 'use' ? 'pt-ov-after' : 'pt-ov-end'}
                title={head === 'hits' ? t('overview.eta.hitMeans') : undefined}
              >
                {t(`overview.eta.${head}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.map((row) => (
            <tr key={`${row.leadDays} ${row.learned}`}>
              <th scope="row">
                {row.leadDays === 0 ? t('overview.eta.further') : t('overview.eta.within', { days: row.leadDays })}
                {!row.learned && <span className="pt-muted"> {t('overview.eta.bySpeed')}</span>}
              </th>
              <td className="pt-ov-end">{numberText(row.voyages)}</td>
              <td className="pt-ov-end">{t('overview.eta.hours', { hours: row.medianErrorHours.toFixed(1) })}</td>
              <td className="pt-ov-end">{percent(row.hitShare, row.voyages)}</td>
              <td className="pt-ov-end">{percent(row.toldHitShare, row.voyages)}</td>
              <td className="pt-ov-end">
                {row.claims === 0 ? '–' : `${numberText(row.claimsRight)} / ${numberText(row.claims)}`}
              </td>
              <td className="pt-ov-after">
                <StatusTag tone={row.proven ? 'ok' : 'neutral'}>
                  {t(row.proven ? 'overview.eta.used' : 'overview.eta.notUsed')}
                </StatusTag>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
