import type { Principal } from '#server/platform/auth/principal.ts';
import type { SessionStore } from '#server/platform/auth/session-store.ts';
import { actorOf } from '#server/platform/auth/principal.ts';
import { hashToken } from '#server/platform/crypto/index.ts';
import { programScopes, type ProgramScope } from '#shared/reference/program-scopes.ts';
import type { Connection } from './queries.ts';
import { mayAct } from './scopes.ts';

/** The person as a connected program acts for him or her now, and what the program may do now; undefined when the person may not any more. */
export async function holderOf(
  sessions: SessionStore,
  connection: Pick<Connection, 'user_id' | 'tenant_id' | 'grant_id' | 'scopes'>,
): Promise<{ principal: Principal; scopes: ProgramScope[] } | undefined> {
  const principal = await sessions.findForKey({
    userId: connection.user_id,
    tenantId: connection.tenant_id,
    keyHash: hashToken(connection.grant_id),
    readOnly: false,
  });
  if (principal === undefined) return undefined;
  const scopes = programScopes.filter(
    (scope) => connection.scopes.includes(scope) && (scope !== 'act' || mayAct(actorOf(principal))),
  );
  return { principal: { ...principal, readOnly: !scopes.includes('act') }, scopes };
}
