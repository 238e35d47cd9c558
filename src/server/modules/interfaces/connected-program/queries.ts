import { hashToken } from '#server/platform/crypto/index.ts';
import type { Database } from '#server/platform/db/database.ts';
import { isDiskFull } from '#server/platform/db/refused-writes.ts';
import type { Instant } from '#shared/time/instant.ts';

/** A connection that has not ended, as tokens are judged by. */
export type Connection = {
  id: number;
  user_id: number;
  tenant_id: number;
  grant_id: string;
  name: string;
  scopes: string[];
  last_used_at: Instant | null;
};

const columns = 'c.id, c.user_id, c.tenant_id, c.grant_id, c.name, c.scopes, c.last_used_at';

/** The connection of a grant, undefined once it has ended. */
export async function connectionOfGrant(
  database: Database,
  grantId: string,
  now: Instant,
): Promise<Connection | undefined> {
  const [row] = await database.query<Connection>(
    `select ${columns} from connected_program c where c.grant_id = $1 and c.revoked_at is null and c.expires_at > $2`,
    [grantId, new Date(now)],
  );
  return row;
}

/** The connection of an access token with what the token says of itself; undefined once one of both has ended. */
export async function connectionOfToken(
  database: Database,
  token: string,
  now: Instant,
): Promise<(Connection & { payload: string }) | undefined> {
  const [row] = await database.query<Connection & { payload: string }>(
    `select ${columns}, i.payload from oauth_item i join connected_program c on c.grant_id = i.grant_id
     where i.id_hash = $1 and i.kind = 'AccessToken' and i.expires_at > $2 and c.revoked_at is null`,
    [hashToken(token), new Date(now)],
  );
  return row;
}

/** Ends what was issued under a grant: codes, tokens and the grant itself. */
export async function removeItems(database: Database, grantId: string): Promise<void> {
  await database.execute('delete from oauth_item where grant_id = $1 or id_hash = $2', [grantId, hashToken(grantId)]);
}

/** How often at most the time of use is written. */
const usedEveryMs = 60_000;

/** Notes that a connection is used, once in a while. */
export async function noteUse(
  database: Database,
  { id, last_used_at: last }: Pick<Connection, 'id' | 'last_used_at'>,
  now: Instant,
): Promise<void> {
  if (last !== null && Math.abs(now - last) <= usedEveryMs) return;
  try {
    await database.execute('update connected_program set last_used_at = $2 where id = $1', [id, new Date(now)]);
  } catch (error) {
    // A program still reads while the disk is full.
    if (!isDiskFull(error)) throw error;
  }
}
