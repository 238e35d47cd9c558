/** What a person can allow a connected program: to read, and to act. */
export const programScopes = ['read', 'act'] as const;

export type ProgramScope = (typeof programScopes)[number];
