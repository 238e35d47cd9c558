import { fewestForShare } from '#domain/network/position/score.ts';
import { useCall } from '#web/base/use-call.ts';
import { useT } from '#web/i18n/index.ts';
import { LoadingState } from '#web/kit/state/States.tsx';
import { StatusTag } from '#web/kit/value/StatusTag.tsx';
import { useNumbers } from './use-numbers.ts';
import { MiniTable } from '#web/kit/table/MiniTable.tsx';

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
      <MiniTable
        label={t('overview.eta.title')}
        className="pt-ov-table"
        phone="table"
        columns={heads.map((head) => ({
          key: head,
          title: t(`overview.eta.${head}`),
          isNumber: head !== 'lead' && head !== 'use',
          isRowHead: head === 'lead',
          hint: head === 'hits' ? t('overview.eta.hitMeans') : undefined,
          className: head === 'use' ? 'pt-ov-after' : undefined,
        }))}
        rows={data}
        rowKey={(row) => `${row.leadDays} ${row.learned}`}
        cells={(row) => ({
          lead: (
            <>
              {row.leadDays === 0 ? t('overview.eta.further') : t('overview.eta.within', { days: row.leadDays })}
              {!row.learned && <span className="pt-muted"> {t('overview.eta.bySpeed')}</span>}
            </>
          ),
          voyages: numberText(row.voyages),
          error: t('overview.eta.hours', { hours: row.medianErrorHours.toFixed(1) }),
          hits: percent(row.hitShare, row.voyages),
          carrier: percent(row.toldHitShare, row.voyages),
          claims: row.claims === 0 ? '–' : `${numberText(row.claimsRight)} / ${numberText(row.claims)}`,
          use: (
            <StatusTag tone={row.proven ? 'ok' : 'neutral'}>
              {t(row.proven ? 'overview.eta.used' : 'overview.eta.notUsed')}
            </StatusTag>
          ),
        })}
      />
    </div>
  );
}
