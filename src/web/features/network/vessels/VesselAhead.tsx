import { useLang, useT } from '#web/i18n/index.ts';
import { Section } from '#web/kit/detail/Section.tsx';
import { portNameIn } from '#web/kit/value/port-name.ts';
import { BestTime } from '#web/kit/value/PlanTime.tsx';
import { shortTimeText } from '#web/kit/value/TimeText.tsx';
import { etaSources, type EtaSource, layFan } from './eta-fan.ts';
import { callsAhead, type Outlook, useOutlook } from './use-ahead.ts';

/** The picture in its own pixels; it grows with the panel. */
const width = 340;
const top = 18;
const rows = { own: 58, carrier: 72, master: 86 } as const;
const axis = 96;
const height = 112;

/** When one expects her at her next port; a master who goes elsewhere says nothing of it. */
export function etaOf(outlook: Outlook, by: EtaSource): number | null {
  if (by === 'own') return outlook.own?.eta ?? null;
  if (by === 'carrier') return outlook.carrier?.eta ?? null;
  return outlook.master?.portCode === outlook.nextPort ? (outlook.master?.eta ?? null) : null;
}

/** Each who expects her has a shape, so that they differ without colour. */
function Mark({ by, x, y }: { by: EtaSource; x: number; y: number }) {
  if (by === 'own') return <circle data-by={by} cx={x} cy={y} r={5} />;
  const points = by === 'carrier' ? [0, -6, 6, 0, 0, 6, -6, 0] : [0, -6, 6, 5, -6, 5];
  const placed = points.map((value, index) => value + (index % 2 === 0 ? x : y));
  return <polygon data-by={by} points={placed.join(' ')} />;
}

function Picture({ outlook, now, zone, label }: { outlook: Outlook; now: number; zone: string | null; label: string }) {
  const t = useT();
  const etas = etaSources.flatMap((by) => {
    const eta = etaOf(outlook, by);
    return eta === null ? [] : [{ by, eta }];
  });
  const fan = layFan({ now, etas, band: outlook.own }, width, zone);
  if (fan === undefined) return null;
  const { start, band, ticks } = fan;
  return (
    <svg className="pt-vessel-fan" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
      {ticks.map(({ x, text }) => (
        <g key={x}>
          <line data-tick x1={x} x2={x} y1={top} y2={axis} />
          <text x={x} y={height - 4} textAnchor="middle">
            {text}
          </text>
        </g>
      ))}
      <line data-axis x1={0} x2={width} y1={axis} y2={axis} />
      {band !== null && <polygon data-band points={[start, top, band.low, rows.own, band.high, rows.own].join(' ')} />}
      {band !== null && <line data-range x1={band.low} x2={band.high} y1={rows.own} y2={rows.own} />}
      {fan.etas.map(({ by, x }) => (
        <line key={by} data-by={by} x1={start} y1={top} x2={x} y2={rows[by]} />
      ))}
      {fan.etas.map(({ by, x }) => (
        <Mark key={by} by={by} x={x} y={rows[by]} />
      ))}
      <circle data-now cx={start} cy={top} r={3} />
      <text x={start - 3} y={top - 7}>
        {t('vessels.ahead.now')}
      </text>
    </svg>
  );
}

/** Who expects her when, as a fan from now and in words. */
function Fan({
  outlook,
  now,
  portName,
  zone,
}: {
  outlook: Outlook;
  now: number;
  portName: string;
  zone: string | null;
}) {
  const t = useT();
  const { own } = outlook;
  const entries = etaSources.flatMap((by) => {
    const eta = etaOf(outlook, by);
    return eta === null ? [] : [{ by, name: t(`vessels.eta.${by}`), time: shortTimeText(eta, zone) }];
  });
  if (entries.length === 0) return null;
  const band =
    own === null
      ? ''
      : t('vessels.ahead.band', { low: shortTimeText(own.low, zone), high: shortTimeText(own.high, zone) });
  const sentence = entries
    .map(({ by, name, time }) => [name, time, by === 'own' && band].filter(Boolean).join(' '))
    .join('; ');
  return (
    <figure className="pt-vessel-etas">
      <Picture
        outlook={outlook}
        now={now}
        zone={zone}
        label={t('vessels.ahead.picture', { port: portName, told: sentence })}
      />
      <figcaption>
        {entries.map(({ by, name, time }) => (
          <span key={by} title={by === 'own' ? band : undefined}>
            <svg viewBox="-7 -7 14 14" aria-hidden="true">
              <Mark by={by} x={0} y={0} />
            </svg>
            {name} <b>{time}</b>
          </span>
        ))}
      </figcaption>
    </figure>
  );
}

/** Where a vessel goes next: when each expects her at her next port, and her next calls. Nothing while that is not known. */
export function VesselAhead({ mmsi, now }: { mmsi: string; now: number }) {
  const t = useT();
  const lang = useLang();
  const { data: outlook } = useOutlook(mmsi);
  if (outlook === undefined) return null;
  const calls = callsAhead(outlook, now);
  if (calls.length === 0) return null;
  const portOf = (code: string) => outlook.ports.find(({ portCode }) => portCode === code);
  const nameOf = (code: string): string => {
    const port = portOf(code);
    return port === undefined ? code : portNameIn(lang, port);
  };
  const zoneOf = (code: string): string | null => portOf(code)?.zone ?? null;
  const { nextPort } = outlook;
  return (
    <Section title={t('vessels.ahead.title')}>
      {nextPort !== null && <Fan outlook={outlook} now={now} portName={nameOf(nextPort)} zone={zoneOf(nextPort)} />}
      <ol className="pt-vessel-next" aria-label={t('vessels.ahead.calls')}>
        {calls.map(({ portCode, arrival }) => (
          <li key={`${portCode} ${arrival.planned}`}>
            <b>{nameOf(portCode)}</b> <BestTime times={arrival} zone={zoneOf(portCode)} short wordless />
          </li>
        ))}
      </ol>
    </Section>
  );
}
