import { fewestForShare } from '#domain/network/position/score.ts';
import { useT } from '#web/i18n/index.ts';
import { ElapsedText, TimeText } from '#web/kit/value/TimeText.tsx';
import { usePlaceName, useTrace } from './trace-context.ts';
import { formatDays } from '#web/kit/value/format-time.ts';

/** A signal older than this is shown as old. */
const OLD_MS = 6 * 3_600_000;

const STATUSES = [
  'underWay',
  'anchored',
  'notUnderCommand',
  'restricted',
  'byDraught',
  'moored',
  'aground',
  'fishing',
  'sailing',
] as const;

/** When we expect the vessel, beside what the carrier says of the same port. */
function OwnEta() {
  const t = useT();
  const { position, booking, legs, places } = useTrace();
  const leg = legs.find(({ sequence }) => sequence === position?.leg);
  if (position?.eta == null || leg === undefined) return null;
  const { value, low, high, basis, passages, typicalKn } = position.eta;
  const zone = leg.portOfDischarge === null ? null : (places[leg.portOfDischarge]?.zone ?? null);
  const isLast = leg === legs.at(-1);
  const reported = leg.eta ?? (isLast && typeof booking.custEta === 'number' ? booking.custEta : null);
  const { score } = position.eta;
  const proof =
    score === null || score.voyages < fewestForShare
      ? t('traceDetail.position.notScored', { count: score?.voyages ?? 0, least: fewestForShare })
      : t('traceDetail.position.scored', { count: score.voyages, percent: Math.round(score.hitShare * 100) });
  const why = `${t(`traceDetail.position.basis.${basis}`, { count: passages, speed: typicalKn })}; ${proof}`;
  return (
    <div className="pt-position-eta" title={why}>
      <span className="pt-muted">{t('traceDetail.position.ownEta')}</span>{' '}
      <b>
        <TimeText instant={value} zone={zone} short />
      </b>{' '}
      <span className="pt-muted">
        {t('traceDetail.position.band')} <TimeText instant={low} zone={zone} short /> –{' '}
        <TimeText instant={high} zone={zone} short />
      </span>
      {score?.proven !== true && (
        <>
          {' '}
          <span className="pt-position-old">{t('traceDetail.position.unproven')}</span>
        </>
      )}
      {reported !== null && (
        <>
          {' '}
          <span className="pt-muted">{t('traceDetail.position.carrierEta')}</span>{' '}
          <TimeText instant={reported} zone={zone} short />{' '}
          <span className="pt-slip" data-late={value > reported || undefined}>
            {t('traceDetail.days', { days: formatDays(value - reported) })}
          </span>
        </>
      )}
    </div>
  );
}

/** The vessel of the present leg as her AIS shows her, and when we expect her at its end. */
export function VesselPosition() {
  const t = useT();
  const trace = useTrace();
  const placeName = usePlaceName();
  const { position } = trace;
  if (position === null) return null;
  const status = STATUSES[position.navStatus ?? -1];
  const isOld = trace.now - position.fixTime > OLD_MS;
  return (
    <section className="pt-position" aria-label={t('traceDetail.position.title')}>
      <div>
        <b>{position.vesselName ?? position.mmsi}</b>{' '}
        <span className="pt-muted">
          {t('traceDetail.position.title')} <ElapsedText instant={position.fixTime} now={trace.now} />
        </span>{' '}
        {isOld && <span className="pt-position-old">{t('traceDetail.position.old')}</span>}{' '}
        {position.portCode !== null ? (
          <span>{t('traceDetail.position.inPort', { port: placeName(position.portCode) })}</span>
        ) : (
          <span>
            {status !== undefined && t(`traceDetail.position.status.${status}`)}{' '}
            {position.speed !== null && t('traceDetail.position.speed', { speed: position.speed.toFixed(1) })}
          </span>
        )}
      </div>
      <OwnEta />
    </section>
  );
}
