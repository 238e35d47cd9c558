import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type FetchedToken, type TokenKeeper, usableUntil } from '#server/connectors/access/index.ts';
import { PullFailure } from '#server/connectors/types.ts';
import { open, passMissingKey, seal, type SecretKeys } from '#server/platform/crypto/index.ts';
import type { Database } from '#server/platform/db/database.ts';

/** Whose keys a source is queried with. */
export type KeyOwner = { sourceId: number; tenantId: number | null; credential: string };

/** Gives the keeper of the token that belongs to some keys. */
export type TokenKeepers = (owner: KeyOwner) => TokenKeeper;

type Row = { key_hash: string; sealed: string | null; usable_for_ms: number };

/** A worker that fetches a token and dies leaves the fetching to others after this. */
const FETCH_MS = 45_000;
const LOOK_AGAIN_MS = 200;

/** The row of an owner; tenant 0 stands for the platform, as in the index. */
const ofOwner = 'source_id = $1 and coalesce(tenant_id, 0) = coalesce($2::bigint, 0)';

type Deps = { database: Database; keys: SecretKeys };
type Named = Omit<KeyOwner, 'credential'> & { hash: string };
type CachedToken = { token: string; forMs: number };

/** The token that some process fetched, and how long it is good. */
async function readToken(
  { database, keys }: Deps,
  { sourceId, tenantId, hash }: Named,
): Promise<CachedToken | undefined> {
  const { rows } = await database.execute<Row>(
    `select key_hash, sealed, extract(epoch from usable_until - clock_timestamp())::float8 * 1000 as usable_for_ms
     from source_token where ${ofOwner} and sealed is not null and usable_until > clock_timestamp()`,
    [sourceId, tenantId],
  );
  const [row] = rows;
  if (row?.sealed == null || row.key_hash !== hash) return undefined;
  try {
    return { token: open(row.sealed, keys), forMs: row.usable_for_ms };
  } catch (error) {
    passMissingKey(error);
    await writeToken({ database, keys }, { sourceId, tenantId, hash }, undefined);
    return undefined;
  }
}

/** Whether this process is the one that fetches; the others wait for it. */
async function claimFetching({ database }: Deps, { sourceId, tenantId, hash }: Named): Promise<boolean> {
  const { rows } = await database.execute(
    `insert into source_token (source_id, tenant_id, key_hash, fetching_until)
     values ($1, $2, $3, clock_timestamp() + $4 * interval '1 millisecond')
     on conflict (source_id, (coalesce(tenant_id, 0))) do update
       set key_hash = excluded.key_hash, sealed = null, usable_until = null, fetching_until = excluded.fetching_until
       where source_token.key_hash <> excluded.key_hash
         -- Not when another one wrote a token since this one looked.
         or ((source_token.fetching_until is null or source_token.fetching_until < clock_timestamp())
           and (source_token.sealed is null or source_token.usable_until <= clock_timestamp()))
     returning id`,
    [sourceId, tenantId, hash, FETCH_MS],
  );
  return rows.length > 0;
}

/** Keeps a token for all processes, or gives up fetching it. */
async function writeToken(
  { database, keys }: Deps,
  { sourceId, tenantId, hash }: Named,
  kept: CachedToken | undefined,
) {
  await database.execute(
    `update source_token set sealed = $4, usable_until = clock_timestamp() + $5 * interval '1 millisecond', fetching_until = null
     where ${ofOwner} and key_hash = $3`,
    [sourceId, tenantId, hash, kept === undefined ? null : seal(kept.token, keys), kept?.forMs ?? 0],
  );
}

async function fetchAndKeep(deps: Deps, named: Named, fetch: () => Promise<FetchedToken>): Promise<CachedToken> {
  try {
    const fetched = await fetch();
    const now = Date.now();
    const kept = { token: fetched.token, forMs: usableUntil(fetched, now) - now };
    await writeToken(deps, named, kept);
    return kept;
  } catch (error) {
    await writeToken(deps, named, undefined);
    throw error;
  }
}

/** The token that is kept, or the one that this process or another one fetches. */
async function obtain(deps: Deps, named: Named, fetch: () => Promise<FetchedToken>): Promise<CachedToken> {
  const endsAt = performance.now() + FETCH_MS;
  while (performance.now() < endsAt) {
    const known = await readToken(deps, named);
    if (known !== undefined) return known;
    if (await claimFetching(deps, named)) return fetchAndKeep(deps, named, fetch);
    await pause(LOOK_AGAIN_MS);
  }
  throw new PullFailure('timeout', 'another worker did not get an access token in time');
}

function keeperOf(deps: Deps, { sourceId, tenantId, credential }: KeyOwner): TokenKeeper {
  // Not the hash of the key alone: equal keys of two owners must not look equal.
  const text = `${sourceId} ${tenantId ?? 0} ${credential}`;
  const named = { sourceId, tenantId, hash: createHash('sha256').update(text).digest('base64url').slice(0, 32) };
  let kept: { token: string; until: number } | undefined;
  let asking: Promise<string> | undefined;
  return {
    token(fetch) {
      if (kept !== undefined && performance.now() < kept.until) return Promise.resolve(kept.token);
      asking ??= obtain(deps, named, fetch)
        .then(({ token, forMs }) => {
          kept = { token, until: performance.now() + forMs };
          return token;
        })
        .finally(() => (asking = undefined));
      return asking;
    },
    async refused(token) {
      if (kept?.token === token) kept = undefined;
      if ((await readToken(deps, named))?.token === token) await writeToken(deps, named, undefined);
    },
  };
}

/** Most owners whose keepers a process remembers. */
const maxKeepers = 5_000;

/** Keepers of access tokens that all workers share: sealed in the database, fetched by one of them. */
export function tokenKeepers(deps: Deps): TokenKeepers {
  const known = new Map<string, { credential: string; keeper: TokenKeeper }>();
  return (owner) => {
    const name = `${owner.sourceId} ${owner.tenantId ?? 0}`;
    const found = known.get(name);
    if (found?.credential === owner.credential) return found.keeper;
    const keeper = keeperOf(deps, owner);
    if (known.size >= maxKeepers) known.clear();
    known.set(name, { credential: owner.credential, keeper });
    return keeper;
  };
}
