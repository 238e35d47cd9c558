import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type FetchedToken, type TokenKeeper, usableUntil } from '#server/connectors/access/index.ts';
import { PullFailure } from '#server/connectors/types.ts';
import { open, seal, type SecretKeys } from '#server/platform/crypto/index.ts';
import type { Database } from '#server/platform/db/database.ts';

/** Whose keys a source is asked with. */
export type KeyOwner = { sourceId: number; tenantId: number | null; credential: string };

/** Gives the keeper of the token that belongs to some keys. */
export type TokenKeepers = (owner: KeyOwner) => TokenKeeper;

type Row = { key_hash: string; sealed: string | null; usable_for_ms: number };

/** A worker that fetches a token and dies leaves the fetching to others after this. */
const FETCH_MS = 45_000;
const LOOK_AGAIN_MS = 200;

/** The row of an owner; tenant 0 stands for the platform, as in the index. */
const ofOwner = 'source_id = $1 and coalesce(tenant_id, 0) = coalesce($2::bigint, 0)';

function keeperOf(
  { database, keys }: { database: Database; keys: SecretKeys },
  { sourceId, tenantId, credential }: KeyOwner,
): TokenKeeper {
  // Not the hash of the key alone: equal keys of two owners must not look equal.
  const hash = createHash('sha256')
    .update(`${sourceId} ${tenantId ?? 0} ${credential}`)
    .digest('base64url')
    .slice(0, 32);
  let kept: { token: string; until: number } | undefined;
  let asking: Promise<string> | undefined;

  async function stored(): Promise<string | undefined> {
    const { rows } = await database.execute<Row>(
      `select key_hash, sealed, extract(epoch from usable_until - clock_timestamp())::float8 * 1000 as usable_for_ms
       from source_token where ${ofOwner} and sealed is not null and usable_until > clock_timestamp()`,
      [sourceId, tenantId],
    );
    const [row] = rows;
    if (row?.sealed == null || row.key_hash !== hash) return undefined;
    try {
      const token = open(row.sealed, keys);
      kept = { token, until: performance.now() + row.usable_for_ms };
      return token;
    } catch {
      return undefined;
    }
  }

  /** Whether this process is the one that fetches; the others wait for it. */
  async function claim(): Promise<boolean> {
    const { rows } = await database.execute(
      `insert into source_token (source_id, tenant_id, key_hash, fetching_until)
       values ($1, $2, $3, clock_timestamp() + $4 * interval '1 millisecond')
       on conflict (source_id, (coalesce(tenant_id, 0))) do update
         set key_hash = excluded.key_hash, sealed = null, usable_until = null, fetching_until = excluded.fetching_until
         where source_token.fetching_until is null or source_token.fetching_until < clock_timestamp()
           or source_token.key_hash <> excluded.key_hash
       returning id`,
      [sourceId, tenantId, hash, FETCH_MS],
    );
    return rows.length > 0;
  }

  async function keep(fetched: FetchedToken | undefined): Promise<void> {
    const now = Date.now();
    const forMs = fetched === undefined ? 0 : usableUntil(fetched, now) - now;
    await database.execute(
      `update source_token set sealed = $4, usable_until = clock_timestamp() + $5 * interval '1 millisecond', fetching_until = null
       where ${ofOwner} and key_hash = $3`,
      [sourceId, tenantId, hash, fetched === undefined ? null : seal(fetched.token, keys), forMs],
    );
    if (fetched !== undefined) kept = { token: fetched.token, until: performance.now() + forMs };
  }

  async function obtain(fetch: () => Promise<FetchedToken>): Promise<string> {
    const endsAt = performance.now() + FETCH_MS;
    while (performance.now() < endsAt) {
      const known = await stored();
      if (known !== undefined) return known;
      if (await claim()) {
        try {
          const fetched = await fetch();
          await keep(fetched);
          return fetched.token;
        } catch (error) {
          await keep(undefined);
          throw error;
        }
      }
      await pause(LOOK_AGAIN_MS);
    }
    throw new PullFailure('timeout', 'another worker did not get an access token in time');
  }

  return {
    token(fetch) {
      if (kept !== undefined && performance.now() < kept.until) return Promise.resolve(kept.token);
      asking ??= obtain(fetch).finally(() => (asking = undefined));
      return asking;
    },
    async refused(token) {
      if (kept?.token === token) kept = undefined;
      const known = await stored();
      if (known !== token) return;
      kept = undefined;
      await database.execute(
        `update source_token set sealed = null, usable_until = null where ${ofOwner} and key_hash = $3`,
        [sourceId, tenantId, hash],
      );
    },
  };
}

/** Most owners whose keepers a process remembers. */
const mostKeepers = 5_000;

/** Keepers of access tokens that all workers share: sealed in the database, fetched by one of them. */
export function tokenKeepers(deps: { database: Database; keys: SecretKeys }): TokenKeepers {
  const known = new Map<string, { credential: string; keeper: TokenKeeper }>();
  return (owner) => {
    const name = `${owner.sourceId} ${owner.tenantId ?? 0}`;
    const found = known.get(name);
    if (found?.credential === owner.credential) return found.keeper;
    const keeper = keeperOf(deps, owner);
    if (known.size >= mostKeepers) known.clear();
    known.set(name, { credential: owner.credential, keeper });
    return keeper;
  };
}
