import { grantOfToken } from '#server/modules/interfaces/connected-program/index.ts';
import { findActingKey, isApiKey } from '#server/platform/auth/acting-key.ts';
import type { Principal } from '#server/platform/auth/principal.ts';
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

/**
 * Turns a key, or an access token for `issuer`, into what it grants at this very moment; undefined when it grants assistants nothing
 * (any more).
 */
export async function grantOf(
  deps: Pick<AppDeps, 'database' | 'sessions' | 'realClock'>,
  token: string,
  issuer: string | undefined,
): Promise<Grant | undefined> {
  if (isApiKey(token)) return findActingKey(deps, token, ['read', 'act']);
  return issuer === undefined ? undefined : grantOfToken(deps, token, issuer);
}
