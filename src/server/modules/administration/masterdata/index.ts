import { defineModule } from '#server/module/index.ts';
import { masterDataHooks } from './code-users.ts';
import { masterdataRoutes } from './routes.ts';
export { noteMasterDataChange } from './note-change.ts';
export { openReferenceStore, readReference, versionSql as masterDataVersionSql } from './reference-store.ts';
export type { ReferenceStore } from './reference-store.ts';
export type { PortInfo, ReferenceSnapshot } from './reference-snapshot.ts';
export { routeBetweenPorts } from './route-between-ports.ts';
export {
  carrierText,
  columnTitle,
  dictName,
  exceptionTypeName,
  fieldText,
  listComma,
  sourceName,
  tenantName,
  yesNo,
  type Words,
} from './wording.ts';
export { carrierIdentities } from './carrier-identities.ts';
export { listWords } from './list-words.ts';
export { railWayBetween } from './rail-way.ts';
export { straightWay, type RouteGeometry } from './straight-way.ts';
export { operatorIn } from './operators.ts';
export { placeIn } from './places.ts';
export { tenantIdsOf } from './tenant-ids.ts';
export { zoneOfCaller } from './zone-of-caller.ts';

/** Master data as the shell keeps it, and the pickers. */
export const masterdata = defineModule({
  name: 'masterdata',
  routes: masterdataRoutes,
  hooks: masterDataHooks,
});
