import { useMemo } from 'react';
import { isBySea } from '#domain/tracking/journey/mode.ts';
import { useCall } from '#web/base/use-call.ts';
import { useLang, useT } from '#web/i18n/index.ts';
import type { MapArea, LonLat } from '#web/kit/map/map-model.ts';
import { MapView } from '#web/kit/map/MapView.tsx';
import { usePlaceName, useTrace } from './trace-context.ts';
import { mapContentOf } from './trace-model.ts';

const hourMs = 3_600_000;

/** The risk zones that are active now; strangers with a link may not ask for them. */
function useRiskZones(enabled: boolean): readonly MapArea[] | undefined {
  const lang = useLang();
  const { data } = useCall('riskZones', undefined, { staleTime: hourMs, enabled });
  return useMemo(
    () =>
      data?.map(({ zoneCode, zoneName, zoneNameEn, outline }) => ({
        id: zoneCode,
        label: lang === 'zh' ? zoneName : zoneNameEn,
        rings: outline.map((ring) => ring.map(([lon = 0, lat = 0]): LonLat => [lon, lat])),
      })),
    [data, lang],
  );
}

/** Map of the route: what is travelled, what remains, the vessel, and the risk zones about. */
export function TraceMap({ zones = true }: { zones?: boolean }) {
  const t = useT();
  const trace = useTrace();
  const placeName = usePlaceName();
  // The zones are those of shipping.
  const areas = useRiskZones(zones && isBySea(trace.mode));
  const content = useMemo(
    () => mapContentOf(trace, placeName, { estimated: t('map.estimatedPosition') }),
    [trace, placeName, t],
  );
  return <MapView {...content} {...(areas && { areas })} fitKey={trace.booking.obmBkId} label={t('traceDetail.map')} />;
}
