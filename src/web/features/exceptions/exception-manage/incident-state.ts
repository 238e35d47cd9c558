import type { CallData } from '#contract/index.ts';

/** One incident of the list. */
export type Incident = CallData<'queryIncidents'>['records'][number];

/** Bookings that an incident concerns: those with an exception, or those that wait for the source. */
export const affected = ({ bookings, shipments }: Pick<Incident, 'bookings' | 'shipments'>): number =>
  Math.max(bookings, shipments);

/** What shows in the URL that exceptions are grouped by incident. */
export const GROUPED = 'incident';

/** The address of the exceptions of one incident in the list. */
export const membersHref = (incidentId: string): string => `/exception-manage?${new URLSearchParams({ incidentId })}`;
