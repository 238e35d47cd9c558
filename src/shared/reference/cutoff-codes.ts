/** Kinds of cut-offs: codes of the DCSA schedules and bookings, and declaration and release of customs in China. */
export const cutoffCodes = ['DCO', 'VCO', 'EFC', 'FCO', 'LCO', 'ECP', 'RCO', 'DGC', 'OBC', 'DEC', 'CCO'] as const;

/** A kind of cut-off. */
export type CutoffCode = (typeof cutoffCodes)[number];

/** From these moments on something may be brought or fetched; they do not end anything. */
export const openingCodes: ReadonlySet<string> = new Set<CutoffCode>(['EFC', 'ECP']);

const known: ReadonlySet<string> = new Set(cutoffCodes);

/** Whether a text is the code of a cut-off. */
export const isCutoffCode = (text: string): boolean => known.has(text);

/** Cut-offs that a booking has fields for on the wire: the terminal takes containers from `openTime` until `closeTime`. */
export const cutoffFields = [
  ['openTime', 'EFC'],
  ['closeTime', 'FCO'],
] as const satisfies readonly (readonly [string, CutoffCode])[];
