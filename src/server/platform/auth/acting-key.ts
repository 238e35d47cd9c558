import type { ApiKeyScope } from '#shared/reference/api-key-scopes.ts';
import type { Clock } from '../clock/clock.ts';
import { hashToken } from '../crypto/index.ts';
import type { Database } from '../db/database.ts';
import { findKey } from './issued-keys.ts';
import type { Principal } from './principal.ts';
import type { SessionStore } from './session-store.ts';

const keyForm = /^ptk_[A-Za-z0-9_-]{43}$/;

/** Whether a presented text has the form of an API key; anything else is looked up nowhere. */
export const isApiKey = (token: string): boolean => keyForm.test(token);

/** The person in whose name a program acts by its key, within the key's tenant. */
export type ActingKey<Scope> = {
  principal: Principal;
  tenantId: number;
  /** Those of the wanted scopes that the key has. */
  scopes: Scope[];
  /** Names the program in the audit. */
  client: string;
};

/**
 * Looks up the person in whose name a key acts at this moment. Undefined when the key has none of the wanted scopes, has ended, or its
 * person may not act for the tenant any more. A key of the scope `read` alone changes nothing.
 */
export async function findActingKey<Scope extends ApiKeyScope>(
  { database, sessions, realClock }: { database: Database; sessions: SessionStore; realClock: Clock },
  token: string,
  wanted: readonly Scope[],
): Promise<ActingKey<Scope> | undefined> {
  if (!isApiKey(token)) return undefined;
  const key = await findKey(database, 'apiKey', token, realClock.now());
  if (key === undefined || key.tenantId === null || key.createdById === null) return undefined;
  const scopes = wanted.filter((scope) => key.scopes.includes(scope));
  if (scopes.length === 0) return undefined;
  const principal = await sessions.findForKey({
    userId: key.createdById,
    tenantId: key.tenantId,
    keyHash: hashToken(token),
    readOnly: scopes.every((scope) => scope === 'read'),
  });
  return principal === undefined ? undefined : { principal, tenantId: key.tenantId, scopes, client: key.name };
}
