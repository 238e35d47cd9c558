import { HOUR_MS } from '#shared/time/instant.ts';
import type { Instant } from '#shared/time/instant.ts';
import { entriesOf } from '#shared/values/objects.ts';

/** Hours before the expected departure: documents, verified gross mass, full containers, and customs. */
const cutOffHours = { DCO: 48, VCO: 30, FCO: 24, CCO: 18 } as const;

/** Kinds of cut-offs that carriers of the world tell. */
export type CutOffCode = keyof typeof cutOffHours;

/** Cut-offs for a departure, at full hours: terminals and carriers put them off with the ship. */
export const cutOffsBefore = (departure: Instant): { code: CutOffCode; at: Instant }[] =>
  entriesOf(cutOffHours).map(([code, hours]) => ({
    code,
    at: Math.floor(departure / HOUR_MS - hours) * HOUR_MS,
  }));
