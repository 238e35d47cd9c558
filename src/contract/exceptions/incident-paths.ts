import type { CallPath } from '../paths.ts';

const exceptionMenus = ['/exception-manage', '/exception-manage/handle'] as const;

/** Calls of incidents: exceptions that share one cause; and of the risk zones that maps show. */
export const incidentPaths = {
  queryIncidents: { method: 'POST', path: '/api/data/incident/query', access: exceptionMenus },
  incidentById: { method: 'GET', path: '/api/data/incident/get', access: exceptionMenus },
  incidentMembers: { method: 'POST', path: '/api/data/incident/members', access: exceptionMenus },
  incidentPlaces: { method: 'GET', path: '/api/data/incident/places', access: exceptionMenus },
  riskZones: { method: 'GET', path: '/api/data/md/queryRiskZone', access: 'session' },
  actOnIncident: { method: 'POST', path: '/api/data/incident/act', access: exceptionMenus },
} as const satisfies Record<string, CallPath>;
