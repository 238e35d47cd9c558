import { useT } from '#web/i18n/index.ts';
import { formatPosition } from '#web/kit/value/format-value.ts';
import { ElapsedText } from '#web/kit/value/TimeText.tsx';
import { useTrace } from './trace-context.ts';

/** The aircraft that carries the goods as ADS-B shows it: where, how high and fast, when it was heard, and by which receiver. */
export function FlightPosition() {
  const t = useT();
  const { flightPosition: found, now } = useTrace();
  if (found === null) return null;
  const { flight, callsign, lon, lat, altitudeFt, speed, fixTime, heardBy } = found;
  return (
    <section className="pt-position" aria-label={t('traceDetail.flightPosition.title')}>
      <div>
        <b>{flight}</b>{' '}
        <span className="pt-muted">
          {t('traceDetail.flightPosition.title')} <ElapsedText instant={fixTime} now={now} />
        </span>{' '}
        <span>{formatPosition(lat, lon)}</span>{' '}
        {altitudeFt !== null && (
          <span>{t('traceDetail.flightPosition.altitude', { feet: Math.round(altitudeFt) })}</span>
        )}{' '}
        {speed !== null && <span>{t('traceDetail.position.speed', { speed: speed.toFixed(0) })}</span>}
      </div>
      <div className="pt-muted">{t('traceDetail.flightPosition.heardBy', { name: heardBy, callsign })}</div>
    </section>
  );
}
