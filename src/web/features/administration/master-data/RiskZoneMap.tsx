import { useMemo } from 'react';
import { parseOutline } from '#shared/geo/outline.ts';
import { useT } from '#web/i18n/index.ts';
import type { MapArea } from '#web/kit/map/map-model.ts';
import { MapView } from '#web/kit/map/MapView.tsx';
import './port-fences.css';

const none: readonly [] = [];

/** The map below the form of a risk zone: the outline that is entered, once it can be read. */
export function RiskZoneMap({ outline }: { outline: string }) {
  const t = useT();
  const areas = useMemo((): readonly MapArea[] => {
    const read = parseOutline(outline);
    return 'outline' in read ? [{ id: 'zone', label: '', rings: read.outline }] : none;
  }, [outline]);
  if (areas.length === 0) return null;
  return (
    <div className="pt-fence pt-fence-map">
      <MapView
        lines={none}
        places={none}
        areas={areas}
        areasLabel={t('map.riskZones')}
        fitKey={outline}
        label={t('map.riskZones')}
      />
    </div>
  );
}
