/**
 * What an API key opens: `events` the events of its tenant by the DCSA interface; `files` data files in the name of its creator; `read` and
 * `act` what its creator may see and do in that tenant, for assistants.
 */
export const apiKeyScopes = ['events', 'files', 'read', 'act'] as const;

export type ApiKeyScope = (typeof apiKeyScopes)[number];
