import { useMemo } from 'react';
import type { CallData } from '#contract/index.ts';
import type { SailingRoute } from '#contract/network/sailing.ts';
import { useCall } from '#web/base/use-call.ts';
import { useT } from '#web/i18n/index.ts';
import { CutOffStrip } from '#web/kit/chart/CutOffStrip.tsx';
import { Section } from '#web/kit/detail/Section.tsx';
import type { LonLat, MapLine, MapPlace } from '#web/kit/map/map-model.ts';
import { MapView } from '#web/kit/map/MapView.tsx';
import type { Names } from '#web/kit/search/use-names.ts';
import { Loaded } from '#web/kit/state/Loaded.tsx';
import { bestTimeOf } from '#web/kit/value/known-time.ts';
import { BestTime } from '#web/kit/value/PlanTime.tsx';
import { useStatementText } from '#web/kit/value/use-source-text.ts';
import { StatusTag } from '#web/kit/value/StatusTag.tsx';
import { CutOffs } from './CutOffs.tsx';
import { ChangeList, DifferenceList } from './Differences.tsx';
import { SailingTimeline } from './SailingTimeline.tsx';
import { type Places, usePlaces } from './use-places.ts';

type Detail = CallData<'sailingGet'>;
type DetailLeg = Detail['legs'][number];

/** Lines and places of all legs; a line goes on in the copy of the world where the one before ended. */
function mapContent(detail: Detail, places: Places): { lines: MapLine[]; places: MapPlace[] } {
  let end: number | undefined;
  const lines = detail.legs.flatMap(({ line }, index): MapLine[] => {
    const [first] = line;
    if (first === undefined) return [];
    const shift = end === undefined ? 0 : 360 * Math.round((end - first[0]) / 360);
    const points = line.map(([lon, lat]): LonLat => [lon + shift, lat]);
    end = points.at(-1)?.[0];
    return [{ id: String(index), points, kind: index % 2 === 0 ? 'travelled' : 'remaining' }];
  });
  const ends = new Set(detail.legs.flatMap(({ stops }) => [stops[0]?.portCode, stops.at(-1)?.portCode]));
  const codes = [...new Set(detail.legs.flatMap(({ stops }) => stops.map(({ portCode }) => portCode)))];
  return {
    lines,
    places: codes.flatMap((code): MapPlace[] => {
      const port = places.find(code);
      if (port?.lon == null || port.lat === null) return [];
      const kind = ends.has(code) ? 'port' : 'transhipment';
      return [{ id: code, at: [port.lon, port.lat], label: places.nameOf(code), kind }];
    }),
  };
}

function StopList({ leg, places, carriers }: { leg: DetailLeg; places: Places; carriers: Names }) {
  const t = useT();
  const sourceText = useStatementText(carriers.nameOf);
  return (
    <ol className="pt-sail-stops">
      {leg.stops.map((stop) => (
        <li key={stop.callId} data-omitted={stop.omitted || undefined}>
          <span className="pt-sail-port">
            <b>{places.nameOf(stop.portCode)}</b>{' '}
            <span className="pt-mono pt-muted">
              {stop.portCode}
              {stop.terminal !== null && ` · ${stop.terminal}`}
            </span>
            {stop.omitted && <StatusTag tone="warn">{t('sailings.detail.omitted')}</StatusTag>}
          </span>
          <span className="pt-sail-stop-times">
            <span>
              {t('sailings.detail.arrives')}{' '}
              <BestTime
                times={stop.arrival}
                zone={places.zoneOf(stop.portCode)}
                source={sourceText(stop.arrivalSaid)}
              />
            </span>
            <span>
              {t('sailings.detail.departs')}{' '}
              <BestTime
                times={stop.departure}
                zone={places.zoneOf(stop.portCode)}
                source={sourceText(stop.departureSaid)}
              />
            </span>
          </span>
        </li>
      ))}
    </ol>
  );
}

/** Calls from which on a share is shown: a month of a weekly service. */
const leastCalls = 4;

function Reliability({ leg, places }: { leg: DetailLeg; places: Places }) {
  const t = useT();
  return (
    <ul className="pt-sail-kept">
      {leg.reliability.map(({ portCode, calls, onTime, seen, omitted, medianDelayHours }) => (
        <li key={portCode}>
          <b>{places.nameOf(portCode)}</b>{' '}
          {calls === 0 ? (
            <span className="pt-muted">{t('sailings.detail.noPast')}</span>
          ) : (
            <>
              {calls < leastCalls ? (
                t('sailings.detail.tooFew', { onTime, calls })
              ) : (
                <>
                  <span className="pt-sail-share">{Math.round((onTime / calls) * 100)}%</span>{' '}
                  {t('sailings.detail.onTime', { onTime, calls })}
                </>
              )}{' '}
              <span className="pt-muted">
                {medianDelayHours !== null &&
                  t(medianDelayHours < 0 ? 'sailings.detail.early' : 'sailings.detail.delay', {
                    hours: Math.abs(medianDelayHours),
                  })}{' '}
                {t('sailings.detail.seen', { count: seen })}
                {omitted > 0 && ` ${t('sailings.detail.leftOut', { count: omitted })}`}
              </span>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

type BodyProps = { detail: Detail; route: SailingRoute; carriers: Names; now: number };

function DetailBody({ detail, route, carriers, now }: BodyProps) {
  const t = useT();
  const places = usePlaces(detail.ports);
  const content = useMemo(() => mapContent(detail, places), [detail, places]);
  const stops = detail.legs.flatMap((leg) => leg.stops);
  return (
    <div className="pt-sail-detail">
      <div className="pt-sail-way">
        <div className="pt-sail-map">
          <MapView {...content} legend={false} fitKey={route.routeId} label={t('sailings.detail.map')} />
        </div>
        <SailingTimeline legs={detail.legs} route={route} places={places} />
      </div>
      <div className="pt-sail-parts">
        {detail.legs.map((leg, index) => {
          const ride = route.legs[index];
          return (
            <Section
              key={leg.stops[0]?.callId ?? index}
              title={
                <>
                  {t('sailings.detail.leg', { number: index + 1 })} · {ride?.serviceCode} {ride?.vesselName}{' '}
                  <span className="pt-mono">{ride?.voyage}</span>
                  {leg.distanceNm !== null && (
                    <span className="pt-muted"> · {t('sailings.detail.distance', { count: leg.distanceNm })}</span>
                  )}
                </>
              }
            >
              <StopList leg={leg} places={places} carriers={carriers} />
              <h3>{t('sailings.detail.reliability')}</h3>
              <Reliability leg={leg} places={places} />
            </Section>
          );
        })}
      </div>
      <div className="pt-sail-parts">
        <Section title={t('sailings.detail.cutOffs')}>
          {route.cutOffs.length > 0 && (
            <CutOffStrip
              cutOffs={route.cutOffs}
              departure={bestTimeOf(route.legs[0]?.departure ?? {})?.instant}
              zone={places.zoneOf(route.legs[0]?.fromPort ?? '')}
              now={now}
            />
          )}
          <CutOffs
            cutOffs={route.cutOffs}
            zone={places.zoneOf(route.legs[0]?.fromPort ?? '')}
            carriers={carriers}
            now={now}
          />
        </Section>
        <Section title={t('sailings.detail.differences')}>
          <DifferenceList stops={stops} places={places} carriers={carriers} />
        </Section>
        <Section title={t('sailings.detail.changed')}>
          <ChangeList changes={detail.changes} stops={stops} places={places} />
        </Section>
      </div>
    </div>
  );
}

/** One way in detail: map, every call, reliability, cut-offs, what carriers tell differently and what changed. */
export function SailingDetail({ route, carriers, now }: Omit<BodyProps, 'detail'>) {
  const query = useCall('sailingGet', { routeId: route.routeId });
  return (
    <Loaded query={query}>
      {(detail) => <DetailBody detail={detail} route={route} carriers={carriers} now={now} />}
    </Loaded>
  );
}
