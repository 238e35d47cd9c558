import { grantOfToken } from '#server/modules/interfaces/connected-program/index.ts';
import { findKey } from '#server/platform/auth/issued-keys.ts';
import type { Principal } from '#server/platform/auth/principal.ts';
import { hashToken } from '#server/platform/crypto/index.ts';
import type { AppDeps } from '#server/platform/http/index.ts';
import type { ProgramScope } from '#shared/reference/program-scopes.ts';

/** What assistants may be allowed: to read, and to act. */
export type GrantScope = ProgramScope;

/** What a presented token lets a program do, and in whose name. */
export type Grant = {
  principal: Principal;
  scopes: readonly GrantScope[];
  /** Names the program in the audit. */
  client: string;
};

const keyForm = /^ptk_[A-Za-z0-9_-]{43}$/;

/**
 * Turns a key, or an access token for `issuer`, into what it grants at this very moment; undefined when it grants assistants nothing
 * (any more).
 */
export async function grantOf(
  deps: Pick<AppDeps, 'database' | 'sessions' | 'realClock'>,
  token: string,
  issuer: string | undefined,
): Promise<Grant | undefined> {
  const { database, sessions, realClock } = deps;
  if (!keyForm.test(token)) return issuer === undefined ? undefined : grantOfToken(deps, token, issuer);
  const key = await findKey(database, 'apiKey', token, realClock.now());
  if (key === undefined || key.tenantId === null || key.createdById === null) return undefined;
  const scopes = (['read', 'act'] as const).filter((scope) => key.scopes.includes(scope));
  if (scopes.length === 0) return undefined;
  const principal = await sessions.findForKey({
    userId: key.createdById,
    tenantId: key.tenantId,
    keyHash: hashToken(token),
    readOnly: !scopes.includes('act'),
  });
  return principal === undefined ? undefined : { principal, scopes, client: key.name };
}
