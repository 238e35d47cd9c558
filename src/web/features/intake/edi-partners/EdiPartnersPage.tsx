import { ediPartner } from '#entities/edi-partner.ts';
import { EntityListPage } from '#web/entity/EntityListPage.tsx';

/** The list of partners that electronic messages come from and go to. */
export function EdiPartnersPage() {
  return <EntityListPage entity={ediPartner} route="/edi-partners" />;
}
