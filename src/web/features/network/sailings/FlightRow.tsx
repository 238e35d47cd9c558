import { BellOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { MINUTE_MS } from '#shared/time/instant.ts';
import type { FlightRoute } from '#contract/network/flight.ts';
import { textOfKey, useT } from '#web/i18n/index.ts';
import { TimeText } from '#web/kit/value/TimeText.tsx';
import { type Places, useJoined } from './use-places.ts';

type Leg = FlightRoute['legs'][number];
const week = ['1', '2', '3', '4', '5', '6', '7'] as const;

/** How many days the local calendar has moved on since the first departure. */
function Shift({ days }: { days: number }) {
  const t = useT();
  if (days === 0) return null;
  const count = Math.abs(days);
  return (
    <sup className="pt-fly-shift" title={t(days > 0 ? 'flights.row.shiftTitle' : 'flights.row.back', { count })}>
      {days > 0 ? t('flights.row.shift', { count }) : `−${count}`}
    </sup>
  );
}

/** The days of the week on which a flight goes, those without it faint. */
function Week({ days }: { days: string }) {
  const t = useT();
  if (days === '1234567') return <span>{t('flights.row.daily')}</span>;
  return (
    <span
      className="pt-fly-week"
      title={week
        .filter((day) => days.includes(day))
        .map((day) => t(`flights.weekday.${day}`))
        .join(' ')}
    >
      {week.map((day) => (
        <span key={day} data-flies={days.includes(day) || undefined} aria-hidden={!days.includes(day)}>
          {t(`flights.weekday.${day}`)}
        </span>
      ))}
    </span>
  );
}

/** A length of time in hours and minutes. */
function useLength(): (minutes: number) => string {
  const t = useT();
  return (minutes) =>
    t('flights.row.time', { hours: Math.floor(minutes / 60), minutes: String(minutes % 60).padStart(2, '0') });
}

type LegProps = { leg: Leg; before: Leg | undefined; places: Places; sourceText: string | undefined };

function LegRow({ leg, before, places, sourceText }: LegProps) {
  const t = useT();
  const join = useJoined();
  const lengthOf = useLength();
  const end = (code: string, instant: number, shift: number) => (
    <span className="pt-fly-end">
      <b className="pt-mono">{code}</b> <span className="pt-muted">{places.nameOf(code)}</span>
      <span>
        <TimeText instant={instant} zone={places.zoneOf(code)} short source={sourceText} />
        <Shift days={shift} />
      </span>
    </span>
  );
  return (
    <li>
      {before !== undefined && (
        <p className="pt-fly-change pt-muted">
          {t('flights.row.change', { airport: places.nameOf(leg.fromAirport) })} ·{' '}
          {t('flights.row.wait', { time: lengthOf(Math.round((leg.departureTime - before.arrivalTime) / MINUTE_MS)) })}
        </p>
      )}
      <div className="pt-fly-leg">
        <span className="pt-fly-number">
          <b className="pt-mono">{leg.flightNo}</b>
          <span className="pt-muted">{leg.aircraft ?? '—'}</span>
        </span>
        {end(leg.fromAirport, leg.departureTime, leg.departureShift)}
        {end(leg.toAirport, leg.arrivalTime, leg.arrivalShift)}
        <span className="pt-fly-days">
          <Week days={leg.days} />
          {leg.stops.length > 0 && (
            <span className="pt-muted">{t('flights.row.stop', { airports: join(leg.stops) })}</span>
          )}
        </span>
      </div>
    </li>
  );
}

type Props = {
  route: FlightRoute;
  places: Places;
  airlineName: string;
  /** Which airline reported it and when. */
  sourceText: string | undefined;
  /** Not given where nothing can be subscribed. */
  onSubscribe?: () => void;
};

/** One way of the answer: airline, flights with their times, days of the week, how long it takes and the latest acceptance. */
export function FlightRow({ route, places, airlineName, sourceText, onSubscribe }: Props) {
  const t = useT();
  const lengthOf = useLength();
  const [first] = route.legs;
  const names = route.legs.map(({ flightNo, flightDate }) => `${flightNo} ${flightDate}`).join(' ');
  return (
    <div className="pt-fly-row" title={sourceText}>
      <b className="pt-fly-airline">{airlineName}</b>
      <ol className="pt-fly-legs">
        {route.legs.map((leg, index) => (
          <LegRow key={leg.flightNo} leg={leg} before={route.legs[index - 1]} places={places} sourceText={sourceText} />
        ))}
      </ol>
      <div className="pt-sail-days">
        <b>{lengthOf(route.transitMinutes)}</b>
        <span className="pt-muted">{textOfKey(`flights.made.${route.changes}`)}</span>
      </div>
      <div className="pt-fly-cut">
        <span className="pt-muted">{t('flights.row.cutOff')}</span>
        {route.cutOffTime === null ? (
          <span className="pt-muted" title={t('flights.row.noCutOff')}>
            —
          </span>
        ) : (
          <TimeText
            instant={route.cutOffTime}
            zone={places.zoneOf(first?.fromAirport ?? '')}
            short
            source={sourceText}
          />
        )}
      </div>
      {onSubscribe && (
        <Button icon={<BellOutlined />} aria-label={t('flights.row.subscribe', { name: names })} onClick={onSubscribe}>
          {t('flights.row.subscribeShort')}
        </Button>
      )}
    </div>
  );
}
