import { useMemo } from 'react';
import type { CallData } from '#contract/index.ts';
import { GoLink } from '#web/base/GoLink.tsx';
import { makeHref } from '#web/base/href.ts';
import { useMay } from '#web/base/session.ts';
import { useCall } from '#web/base/use-call.ts';
import { type Lang, useLang, useT } from '#web/i18n/index.ts';
import { ChartFrame } from '#web/kit/chart/ChartFrame.tsx';
import type { MapArea, MapPlace } from '#web/kit/map/map-model.ts';
import { MapView } from '#web/kit/map/MapView.tsx';
import { Loaded } from '#web/kit/state/Loaded.tsx';
import { formatPosition } from '#web/kit/value/format-value.ts';
import { portNameIn } from '#web/kit/value/port-name.ts';
import { timeAsText } from '#web/kit/value/TimeText.tsx';
import './incident-map.css';

type Places = CallData<'incidentPlaces'>;
/** A place as a line of the table and a point of the map. */
type Line = MapPlace & { what: string; position: string; bookings: number; heard: string; mmsi?: string };

const noLines: readonly [] = [];

function useLines({ vessels, ports }: Places): Line[] {
  const t = useT();
  const lang = useLang();
  return useMemo(() => {
    const withCount = (name: string, bookings: number): string =>
      bookings === 0 ? name : t('incidentMap.counted', { name, count: bookings });
    const ofPorts = ports.map((port): Line => {
      const name = portNameIn(lang, port) || port.portCode;
      const what = t(port.cause === 1 ? 'incidentMap.cause' : 'incidentMap.discharge');
      return {
        id: port.portCode,
        at: [port.lon, port.lat],
        label: withCount(name, port.bookings),
        note: `${name} ${port.portCode} · ${what}`,
        kind: port.cause === 1 ? 'port' : 'transhipment',
        what,
        position: formatPosition(port.lat, port.lon),
        bookings: port.bookings,
        heard: '',
      };
    });
    const ofVessels = vessels.map(({ mmsi, vesselName, lon, lat, heardTime, bookings }): Line => {
      const [what, heard] = [t('incidentMap.vessel'), timeAsText(heardTime)];
      return {
        id: mmsi,
        mmsi,
        at: [lon, lat],
        label: withCount(vesselName ?? mmsi, bookings),
        note: `${what} · ${t('incidentMap.heard')} ${heard}`,
        kind: 'vessel',
        what,
        position: formatPosition(lat, lon),
        bookings,
        heard,
      };
    });
    return [...ofVessels, ...ofPorts];
  }, [vessels, ports, t, lang]);
}

const areasOf = ({ zone }: Places, lang: Lang): MapArea[] =>
  zone === null
    ? []
    : [
        {
          id: 'zone',
          label: lang === 'zh' ? zone.zoneName : zone.zoneNameEn,
          rings: zone.outline.map((ring) => ring.map(([lon = 0, lat = 0]) => [lon, lat] as const)),
        },
      ];

function Picture({ places, incidentId }: { places: Places; incidentId: string }) {
  const t = useT();
  const lang = useLang();
  const lines = useLines(places);
  const mayOpen = useMay('/vessel-alone');
  const areas = useMemo(() => areasOf(places, lang), [places, lang]);
  const columns = (['place', 'what', 'bookings', 'position', 'heard'] as const).map((name) => t(`incidentMap.${name}`));
  return (
    <ChartFrame
      name="incident-map"
      label={t('incidentMap.label')}
      unit={t('incidentMap.hint')}
      emptyText={t('incidentMap.none')}
      table={{
        columns,
        rows: [
          ...areas.map(({ label }) => ({ key: 'zone', cells: [label, t('incidentMap.zone'), '', '', ''] })),
          ...lines.map(({ id, label, what, bookings, position, heard }) => ({
            key: id,
            cells: [label, what, String(bookings), position, heard],
          })),
        ],
      }}
      cell={(row, column, text) => {
        const mmsi = column === 0 ? lines[row - areas.length]?.mmsi : undefined;
        return mmsi === undefined || !mayOpen ? (
          text
        ) : (
          <GoLink className="pt-link" href={makeHref('/vessel-alone', { mmsi })}>
            {text}
          </GoLink>
        );
      }}
    >
      <div className="pt-incident-map">
        <MapView
          lines={noLines}
          places={lines}
          areas={areas}
          fitKey={incidentId}
          label={t('incidentMap.label')}
          legend={false}
        />
      </div>
    </ChartFrame>
  );
}

/** Where an incident is: the port or zone of its cause, the vessels with its bookings, and where these go. */
export function IncidentMap({ incidentId }: { incidentId: string }) {
  const query = useCall('incidentPlaces', { incidentId }, { staleTime: 60_000 });
  return <Loaded query={query}>{(places) => <Picture places={places} incidentId={incidentId} />}</Loaded>;
}
