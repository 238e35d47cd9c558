import { fewestForShare } from '#domain/network/position/score.ts';
import { etaSources, type EtaSource } from './eta-fan.ts';
import { useLang, useT } from '#web/i18n/index.ts';
import { Section } from '#web/kit/detail/Section.tsx';
import { useCarriers } from '#web/kit/search/use-names.ts';
import { Loaded } from '#web/kit/state/Loaded.tsx';
import { EmptyState } from '#web/kit/state/States.tsx';
import { BestTime } from '#web/kit/value/PlanTime.tsx';
import { StatusTag } from '#web/kit/value/StatusTag.tsx';
import { TimeText } from '#web/kit/value/TimeText.tsx';
import { portNameIn } from '#web/kit/value/port-name.ts';
import { type Outlook, useOutlook } from './use-ahead.ts';
import { etaOf } from './VesselAhead.tsx';

const HOUR_MS = 3_600_000;

/** Names and zones of the ports of the answer. */
function usePlaces({ ports }: Outlook) {
  const lang = useLang();
  const byCode = new Map(ports.map((port) => [port.portCode, port]));
  return {
    nameOf: (code: string): string => {
      const port = byCode.get(code);
      return port === undefined ? code : portNameIn(lang, port);
    },
    zoneOf: (code: string): string | null => byCode.get(code)?.zone ?? null,
  };
}
type Places = ReturnType<typeof usePlaces>;

/** How much later or earlier than we expect her. */
function Against({ value, own }: { value: number; own: number }) {
  const t = useT();
  const hours = Math.round((value - own) / HOUR_MS);
  if (hours === 0) return t('vessels.eta.same');
  return t(hours > 0 ? 'vessels.eta.later' : 'vessels.eta.earlier', { hours: Math.abs(hours) });
}

/** How often one was right about this vessel, else about all; no share of a few arrivals. */
function Score({ outlook, by }: { outlook: Outlook; by: EtaSource }) {
  const t = useT();
  const own = outlook.scores.filter((score) => score.by === by);
  const score = own
    .toSorted((a, b) => Number(b.ofVessel) - Number(a.ofVessel))
    .find(({ arrivals }) => arrivals >= fewestForShare);
  if (score === undefined) {
    const count = Math.max(0, ...own.map(({ arrivals }) => arrivals));
    return <p className="pt-muted">{t('vessels.eta.tooFew', { count, least: fewestForShare })}</p>;
  }
  return (
    <p className="pt-muted" title={t('vessels.eta.hitMeans')}>
      {t('vessels.eta.hits', { percent: Math.round(score.hitShare * 100), count: score.arrivals })}
      {!score.ofVessel && ` · ${t('vessels.eta.all')}`}
      {` · ${t('vessels.eta.error', { hours: score.medianErrorHours.toFixed(1) })}`}
      {score.bandShare !== null && ` · ${t('vessels.eta.bandHeld', { percent: Math.round(score.bandShare * 100) })}`}
    </p>
  );
}

function Eta({ outlook, by, places }: { outlook: Outlook; by: EtaSource; places: Places }) {
  const t = useT();
  const value = etaOf(outlook, by);
  const { own, nextPort, master } = outlook;
  const zone = nextPort === null ? null : places.zoneOf(nextPort);
  if (value === null) {
    if (by === 'own') return <span className="pt-muted">{t('vessels.eta.notOwn')}</span>;
    const other = by === 'master' && master?.portCode != null && master.portCode !== nextPort ? master.portCode : null;
    return (
      <span className="pt-muted">
        {other === null ? t('vessels.eta.unsaid') : t('vessels.eta.elsewhere', { port: places.nameOf(other) })}
      </span>
    );
  }
  return (
    <>
      <b>
        <TimeText instant={value} zone={zone} short />
      </b>
      {by === 'own' && own !== null && (
        <div className="pt-muted pt-vessel-band">
          {t('vessels.eta.band')} <TimeText instant={own.low} zone={zone} short /> –{' '}
          <TimeText instant={own.high} zone={zone} short />
        </div>
      )}
    </>
  );
}

function EtasBySource({ outlook, places }: { outlook: Outlook; places: Places }) {
  const t = useT();
  const carriers = useCarriers();
  const { own, carrier } = outlook;
  return (
    <ul className="pt-vessel-sources">
      {etaSources.map((by) => {
        const value = etaOf(outlook, by);
        return (
          <li key={by}>
            <h3>
              {t(`vessels.eta.${by}`)}
              {by === 'carrier' && carrier !== null && (
                <span className="pt-muted"> {carriers.nameOf(carrier.carrierCode)}</span>
              )}
            </h3>
            <div>
              <Eta outlook={outlook} by={by} places={places} />{' '}
              {by !== 'own' && value !== null && own !== null && <Against value={value} own={own.eta} />}
            </div>
            {by === 'own' && own !== null && (
              <p className="pt-muted">
                {t(`vessels.eta.basis.${own.basis}`, {
                  count: own.passages,
                  speed: own.typicalKn.toFixed(1),
                  nm: own.leftNm,
                })}
              </p>
            )}
            <Score outlook={outlook} by={by} />
          </li>
        );
      })}
    </ul>
  );
}

function Schedule({ outlook, places }: { outlook: Outlook; places: Places }) {
  const t = useT();
  const { schedule } = outlook;
  if (schedule.length === 0) return <p className="pt-muted">{t('vessels.eta.noSchedule')}</p>;
  return (
    <ol className="pt-vessel-schedule">
      {schedule.map((call) => (
        <li key={`${call.portCode} ${call.arrival.planned}`} data-omitted={call.omitted || undefined}>
          <span>
            <b>{places.nameOf(call.portCode)}</b>{' '}
            <span className="pt-muted pt-mono">
              {call.serviceCode} {call.voyage}
            </span>{' '}
            {call.omitted && <StatusTag tone="warn">{t('vessels.eta.omitted')}</StatusTag>}
          </span>
          <span>
            {t('vessels.eta.arrives')}{' '}
            <BestTime times={call.arrival} zone={places.zoneOf(call.portCode)} short wordless />
          </span>
          <span>
            {t('vessels.eta.departs')}{' '}
            <BestTime times={call.departure} zone={places.zoneOf(call.portCode)} short wordless />
          </span>
        </li>
      ))}
    </ol>
  );
}

function OutlookView({ outlook, lying }: { outlook: Outlook; lying: boolean }) {
  const t = useT();
  const places = usePlaces(outlook);
  return (
    <>
      {outlook.nextPort === null ? (
        <EmptyState title={t(lying ? 'vessels.eta.lying' : 'vessels.eta.unknown')} />
      ) : (
        <Section title={t('vessels.eta.title', { port: places.nameOf(outlook.nextPort) })}>
          <EtasBySource outlook={outlook} places={places} />
        </Section>
      )}
      <Section title={t('vessels.eta.schedule')}>
        <Schedule outlook={outlook} places={places} />
      </Section>
    </>
  );
}

/** When a vessel comes to her next port: by us with a band, by her carrier, by her master, and how right each has been. */
export function VesselEta({ mmsi, lying }: { mmsi: string; lying: boolean }) {
  const query = useOutlook(mmsi);
  return <Loaded query={query}>{(outlook) => <OutlookView outlook={outlook} lying={lying} />}</Loaded>;
}
