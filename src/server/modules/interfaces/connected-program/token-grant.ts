import type { Principal } from '#server/platform/auth/principal.ts';
import type { AppDeps } from '#server/platform/http/index.ts';
import type { ProgramScope } from '#shared/reference/program-scopes.ts';
import { asRecord } from '#shared/values/objects.ts';
import { holderOf } from './holder.ts';
import { resourceOf } from './provider.ts';
import { connectionOfToken, noteUse } from './queries.ts';
import { scopesIn } from './scopes.ts';

/** What an access token lets a connected program do, and in whose name. */
export type ProgramGrant = { principal: Principal; scopes: readonly ProgramScope[]; client: string };

const tokenForm = /^[A-Za-z0-9_-]{43}$/;

/** Turns an access token for `issuer` into what it grants at this very moment; undefined when it grants nothing (any more). */
export async function grantOfToken(
  { database, sessions, realClock }: Pick<AppDeps, 'database' | 'sessions' | 'realClock'>,
  token: string,
  issuer: string,
): Promise<ProgramGrant | undefined> {
  if (!tokenForm.test(token)) return undefined;
  const now = realClock.now();
  const connection = await connectionOfToken(database, token, now);
  if (connection === undefined) return undefined;
  const { aud, scope } = asRecord(JSON.parse(connection.payload));
  if (aud !== resourceOf(issuer)) return undefined;
  const holder = await holderOf(sessions, connection);
  if (holder === undefined) return undefined;
  const scopes = scopesIn(scope).filter((one) => holder.scopes.includes(one));
  if (scopes.length === 0) return undefined;
  await noteUse(database, connection, now);
  return { principal: { ...holder.principal, readOnly: !scopes.includes('act') }, scopes, client: connection.name };
}
