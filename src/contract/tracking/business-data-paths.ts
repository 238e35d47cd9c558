import type { CallPath } from '../paths.ts';
import { trackingMenus } from './tracking-menus.ts';

/** Those who correct business data. */
const editorMenus = ['/exception-manage', '/exception-subscribe'] as const;
const at = (name: string): string => `/api/data/exceptionManage/${name}`;
// The specification has GET for what acts; the header that no link can send guards it, and our own client posts.
const acting = (path: string) => ({ method: 'POST', path, access: editorMenus, also: 'GET' }) as const;

/** Calls that read and change bookings with their legs, containers and milestones. */
export const businessDataPaths = {
  saveBusinessData: { method: 'POST', path: at('saveOrUpdateBusinessData'), access: editorMenus },
  expertBusinessData: { method: 'GET', path: at('queryExpertBusinessDataBySubscribeId'), access: editorMenus },
  automaticBkInfo: { method: 'POST', path: at('queryAutomaticBkInfo'), access: editorMenus },
  exceptionBusiness: { method: 'POST', path: at('queryExceptionBusiness'), access: trackingMenus },
  copyArrival: { method: 'POST', path: at('batchUpdateRpaPodArrivedData'), access: editorMenus },
  deleteBusinessData: { method: 'POST', path: at('deleteBusinessData'), access: editorMenus },
  deleteContainers: { method: 'POST', path: at('deleteCtnInfoAndStatusInfo'), access: editorMenus },
  deleteStatuses: { method: 'POST', path: at('deleteStatusInfo'), access: editorMenus },
  deleteStatusRecords: { method: 'POST', path: '/api/data/mdStatusRecord/deletes', access: editorMenus },
  deleteLegs: acting(at('deleteMultiVesselInfo')),
  deleteLeg: acting(at('deleteObmMultiVessel')),
  deleteStatusRecord: acting(at('deleteMdStatusRecode')),
  undoBusinessData: { method: 'POST', path: at('undoBusinessData'), access: editorMenus },
} as const satisfies Record<string, CallPath>;
