import { riskZone } from '#entities/risk-zone.ts';
import type { DialogExtras } from '#web/entity/EntityDialog.tsx';
import { EntityListPage } from '#web/entity/EntityListPage.tsx';
import { Suspense } from 'react';
import { parseOutline } from '#shared/geo/outline.ts';
import { fetched } from '#web/kit/fetched.tsx';
import { LoadingState } from '#web/kit/state/States.tsx';
import './port-fences.css';

// Maps come when one is looked at.
const RiskZoneMap = fetched(async () => (await import('./RiskZoneMap.tsx')).RiskZoneMap);

/** The outline of a risk zone on a map, once it can be read; its place is kept while the map comes, so that no button moves away. */
export function RiskZoneOutline({ outline }: { outline: unknown }) {
  if (typeof outline !== 'string' || !('outline' in parseOutline(outline))) return null;
  return (
    <Suspense
      fallback={
        <div className="pt-fence pt-fence-map">
          <LoadingState />
        </div>
      }
    >
      <RiskZoneMap outline={outline} />
    </Suspense>
  );
}

const dialog: DialogExtras = {
  width: 'min(1000px, 92vw)',
  below: ({ draft }) => <RiskZoneOutline outline={draft['outline']} />,
};

/** Risk zones: a list like those of other master data; the dialog shows where the outline lies. */
export function RiskZonesPage() {
  return <EntityListPage entity={riskZone} route="/risk-zones" dialog={dialog} />;
}
