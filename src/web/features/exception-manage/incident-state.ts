import type { CallData } from '#contract/index.ts';

/** One incident of the list. */
export type Incident = CallData<'queryIncidents'>['records'][number];

/** What shows in the URL that exceptions are grouped by incident. */
export const GROUPED = 'incident';

/** The address of the exceptions of one incident in the list. */
export const membersHref = (incidentId: string): string => `/exception-manage?${new URLSearchParams({ incidentId })}`;
