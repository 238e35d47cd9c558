import { riskZone } from '#entities/risk-zone.ts';
import type { DialogExtras } from '#web/entity/EntityDialog.tsx';
import { EntityListPage } from '#web/entity/EntityListPage.tsx';
import { RiskZoneOutline } from './RiskZoneOutline.tsx';

const dialog: DialogExtras = {
  width: 'min(1000px, 92vw)',
  below: ({ draft }) => <RiskZoneOutline outline={draft['outline']} />,
};

/** Risk zones: a list like those of other master data; the dialog shows where the outline lies. */
export function RiskZonesPage() {
  return <EntityListPage entity={riskZone} route="/risk-zones" dialog={dialog} />;
}
