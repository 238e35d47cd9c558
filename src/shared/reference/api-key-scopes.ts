/**
 * What an API key opens: `events` the events of its tenant by the DCSA interface; `read` and `act` what its creator may see and do
 * in that tenant, for assistants.
 */
export const apiKeyScopes = ['events', 'read', 'act'] as const;

export type ApiKeyScope = (typeof apiKeyScopes)[number];
