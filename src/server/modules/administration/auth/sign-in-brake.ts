import { refused } from '#server/platform/errors/app-error.ts';
import type { Database } from '#server/platform/db/database.ts';
import { customerNetwork } from '#shared/net/networks.ts';
import type { Instant } from '#shared/time/instant.ts';

/** How one kind of key is slowed: free failures, then a delay that doubles up to its top. */
type Brake = { free: number; topS: number };

/** By account and address together, by account from anywhere, by address for any account. */
const brakes = {
  pair: { free: 5, topS: 900 },
  account: { free: 20, topS: 60 },
  address: { free: 50, topS: 300 },
} as const satisfies Record<string, Brake>;

/** Failures older than this no longer count. */
const forgetMs = 3_600_000;

type Key = { key: string; brake: Brake };

const accountOf = (userCode: string): string => userCode.toLowerCase().slice(0, 100);

const keysOf = (userCode: string, ip: string): [pair: Key, account: Key, address: Key] => {
  const [account, network] = [accountOf(userCode), customerNetwork(ip)];
  return [
    { key: `pair:${account}|${network}`, brake: brakes.pair },
    { key: `account:${account}`, brake: brakes.account },
    { key: `address:${network}`, brake: brakes.address },
  ];
};

/** Whether the account has signed in from there before: what others guess does not slow its owner. */
async function isKnownThere(database: Database, userCode: string, ip: string): Promise<boolean> {
  const { rows } = await database.execute('select from login_address where account = $1 and network = $2', [
    accountOf(userCode),
    customerNetwork(ip),
  ]);
  return rows.length > 0;
}

/** Seconds to wait after the n-th failure in a row. */
const delayAfter = (failures: number, brake: Brake): number =>
  failures < brake.free ? 0 : Math.min(2 ** Math.min(failures - brake.free + 1, 20), brake.topS);

/** The same brake in the memory of this process, for the time in which attempts cannot be written down. */
export type MemoryBrake = {
  /** Counts an attempt as failed; throws with the wait while slowed down. */
  count: (userCode: string, ip: string, now: Instant) => void;
  /** Takes the attempt back after a success. */
  forgive: (userCode: string, ip: string) => void;
};

const remembered = 50_000;

/** Nothing was counted yet. */
export function createMemoryBrake(): MemoryBrake {
  const counted = new Map<string, { failures: number; blockedUntil: Instant; lastAt: Instant }>();
  return {
    count: (userCode, ip, now) => {
      const keys = keysOf(userCode, ip);
      const waitMs = Math.max(...keys.map(({ key }) => (counted.get(key)?.blockedUntil ?? 0) - now));
      if (waitMs > 0) throw refused('auth.slowedDown', { seconds: Math.ceil(waitMs / 1000) });
      for (const { key, brake } of keys) {
        const known = counted.get(key);
        const failures = (known === undefined || known.lastAt < now - forgetMs ? 0 : known.failures) + 1;
        counted.delete(key);
        counted.set(key, { failures, lastAt: now, blockedUntil: now + delayAfter(failures, brake) * 1000 });
      }
      for (const oldest of counted.keys()) if (counted.size > remembered) counted.delete(oldest);
    },
    forgive: (userCode, ip) => {
      const [pair, account, address] = keysOf(userCode, ip);
      counted.delete(pair.key);
      counted.delete(account.key);
      const known = counted.get(address.key);
      if (known !== undefined) counted.set(address.key, { ...known, failures: known.failures - 1 });
    },
  };
}

type FailureRow = { key: string; failures: number; blocked_until: Instant | null; last_at: Instant };

/**
 * Counts an attempt as failed before the password is looked at, so that attempts at the same time cannot
 * slip through together; refuses with the wait while slowed down. `forgive` takes it back after a success.
 */
export async function countAttempt(database: Database, userCode: string, ip: string, now: Instant): Promise<void> {
  const all = keysOf(userCode, ip);
  const waitMs = await database.transaction(async () => {
    const keys = (await isKnownThere(database, userCode, ip)) ? all.slice(0, 1) : all;
    const names = keys.map(({ key }) => key).sort();
    const { rows } = await database.execute<FailureRow>(
      `insert into login_failure (key, failures, last_at) select k, 0, $2 from unnest($1::text[]) as k
       on conflict (key) do update set failures = case when login_failure.last_at < $3 then 0 else login_failure.failures end
       returning key, failures, blocked_until, last_at`,
      [names, new Date(now), new Date(now - forgetMs)],
    );
    const known = new Map(rows.map((row) => [row.key, row]));
    const blocked = Math.max(0, ...rows.map((row) => (row.blocked_until === null ? 0 : row.blocked_until - now)));
    if (blocked > 0) return blocked;
    for (const { key, brake } of keys) {
      const failures = (known.get(key)?.failures ?? 0) + 1;
      const delayS = delayAfter(failures, brake);
      await database.execute(
        'update login_failure set failures = $2, last_at = $3, blocked_until = $4 where key = $1',
        [key, failures, new Date(now), delayS === 0 ? null : new Date(now + delayS * 1000)],
      );
    }
    return 0;
  });
  if (waitMs > 0) throw refused('auth.slowedDown', { seconds: Math.ceil(waitMs / 1000) });
}

/**
 * After a success the account is free again and known at the address; the address keeps the failures it had with others.
 */
export async function forgive(database: Database, userCode: string, ip: string, now: Instant): Promise<void> {
  const [pair, account, address] = keysOf(userCode, ip);
  await database.execute(
    `insert into login_address (account, network, last_at) values ($1, $2, $3)
     on conflict (account, network) do update set last_at = excluded.last_at`,
    [accountOf(userCode), customerNetwork(ip), new Date(now)],
  );
  await database.execute('delete from login_failure where key = any($1::text[])', [[pair.key, account.key]]);
  await database.execute(
    `update login_failure set failures = greatest(failures - 1, 0), blocked_until = case when failures <= $2 then null else blocked_until end
      where key = $1`,
    [address.key, brakes.address.free],
  );
}
