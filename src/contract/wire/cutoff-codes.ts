/** Kinds of cut-offs: codes of the DCSA schedules, and declaration and release of customs in China. */
export const cutoffCodes = ['DCO', 'VCO', 'EFC', 'FCO', 'LCO', 'ECP', 'RCO', 'DGC', 'OBC', 'DEC', 'CCO'] as const;
