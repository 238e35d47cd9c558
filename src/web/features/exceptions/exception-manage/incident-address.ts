import { incidentsList } from '#lists/incidents.ts';
import type { PageSearch } from '#web/base/define-page.ts';
import { prepareCall } from '#web/base/use-call.ts';
import { ownZone } from '#web/base/zone.ts';
import type { ListAddress } from '#web/kit/list/list-state.ts';
import { addressOf, questionOf } from '#web/list/list-address.ts';
import { GROUPED } from './incident-state.ts';

const list = addressOf(incidentsList);

/** The state of the incident list and its URL, which says that it is the one of incidents. */
export const incidentAddress: ListAddress = {
  ...list,
  toUrl: (state) => ({ ...list.toUrl(state), group: GROUPED }),
};

/** Asks for the incidents of an address before they are on screen. */
export const prepareIncidents = (search: PageSearch): void =>
  prepareCall('queryIncidents', questionOf(incidentsList, incidentAddress.fromUrl(search), ownZone()));
