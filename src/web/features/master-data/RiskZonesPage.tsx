import { Suspense } from 'react';
import { riskZone } from '#entities/risk-zone.ts';
import type { DialogExtras } from '#web/entity/EntityDialog.tsx';
import { EntityListPage } from '#web/entity/EntityListPage.tsx';
import { fetched } from '#web/kit/fetched.tsx';

// Maps come when one is looked at.
const RiskZoneMap = fetched(async () => (await import('./RiskZoneMap.tsx')).RiskZoneMap);

const dialog: DialogExtras = {
  width: 'min(1000px, 92vw)',
  below: ({ draft }) => {
    const outline = draft['outline'];
    if (typeof outline !== 'string' || outline.trim() === '') return null;
    return (
      <Suspense fallback={null}>
        <RiskZoneMap outline={outline} />
      </Suspense>
    );
  },
};

/** Risk zones: a list like those of other master data; the dialog shows where the outline lies. */
export function RiskZonesPage() {
  return <EntityListPage entity={riskZone} route="/risk-zones" dialog={dialog} />;
}
