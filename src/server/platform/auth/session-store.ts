import { menuCodes } from '#shared/reference/menus.ts';
import type { Instant } from '#shared/time/instant.ts';
import type { Clock } from '../clock/clock.ts';
import { hashToken, randomToken } from '../crypto/index.ts';
import type { Database, TenantScope } from '../db/database.ts';
import { isDiskFull } from '../db/refused-writes.ts';
import type { Principal } from './principal.ts';
import type { ReadOnlySession, ReadOnlySessions } from './read-only-sessions.ts';

/** How long a session lives: after the last call, and at most. */
export type SessionLimits = { idleMs: number; maxMs: number };

/** Sessions of signed-in users; a session is looked up at every call, so that revoking one works at once. */
export type SessionStore = {
  /** Opens a session and gives its token, which is stored only as a hash. */
  open: (userId: number, from: { ip: string | null; userAgent: string | null }) => Promise<string>;
  /** Opens a session that only reads and that no table holds, for the time in which the disk is full; gives its token. */
  openReadOnly: (userId: number) => Promise<string>;
  /** Who holds this token, or undefined when it is unknown, expired or its user is gone. */
  find: (token: string) => Promise<Principal | undefined>;
  /** Who holds the session with this hash; for tokens that stand for a session. */
  findByHash: (tokenHash: Buffer) => Promise<Principal | undefined>;
  /** As findByHash, but does not count as use: for streams, which must not keep a session alive. */
  peek: (tokenHash: Buffer) => Promise<Principal | undefined>;
  /** The user as a program with this key hash acts for him or her in one tenant; undefined when the user may not (any more). */
  findForKey: (key: {
    userId: number;
    /** Null: all tenants that the person sees. */
    tenantId: number | null;
    keyHash: Buffer;
    readOnly: boolean;
  }) => Promise<Principal | undefined>;
  /** What the users of these sessions may see by now, by base64 of the hash; an ended session is not there. */
  scopes: (tokenHashes: readonly Buffer[]) => Promise<ReadonlyMap<string, TenantScope>>;
  /** Ends one session. */
  end: (token: string) => Promise<void>;
  /** Ends every session of a user. */
  endAllOf: (userId: number) => Promise<void>;
};

const tokenForm = /^[A-Za-z0-9_-]{43}$/;
/** A session is written again at most this often. */
const touchEveryMs = 60_000;

const userSql = `u.id as "userId", u.user_code as "userCode", u.name_cn as name, u.user_type as "userType", u.tenant_id as "tenantId",
         u.all_tenants as "allTenants", u.email, u.password_weak as "weakPassword", u.must_change_password as "mustChangePassword",
         u.menu_version as "menuVersion", t.code as "tenantCode", t.name as "tenantName", t.name_en as "tenantNameEn", t.language, t.platform,
         array(select m.menu_code::text from user_menu m where m.user_id = u.id) as menus,
         array(select x.tenant_id::text from user_tenant x where x.user_id = u.id order by x.tenant_id) as "tenantIds"`;

const principalSql = `
  select s.token_hash as "tokenHash", s.created_at as "createdAt", s.last_seen_at as "lastSeenAt", ${userSql}
    from session s
    join app_user u on u.id = s.user_id and u.removed_at is null
    join tenant t on t.id = u.tenant_id and t.active
   where s.token_hash = $1 and s.expires_at > $2`;

const auditMarkSql = 'select coalesce(max(id), 0) as mark from audit_log';

/** The user of a session that no table holds; nobody once something more was written to the audit. */
const readOnlySql = `
  select $3::bytea as "tokenHash", $4::timestamptz as "createdAt", now() as "lastSeenAt", ${userSql}
    from app_user u join tenant t on t.id = u.tenant_id and t.active
   where u.id = $1 and u.removed_at is null and (${auditMarkSql}) = $2`;

/** User $1 as seen from tenant $2, or from the own one; the right to see that tenant is checked by its ids. */
const keyHolderSql = `
  select $3::bytea as "tokenHash", now() as "createdAt", now() as "lastSeenAt", ${userSql}
    from app_user u
    join tenant home on home.id = u.tenant_id and home.active
    join tenant t on t.id = coalesce($2::bigint, u.tenant_id) and t.active
   where u.id = $1 and u.removed_at is null and not u.must_change_password`;

const scopesSql = `
  select s.token_hash as "tokenHash", u.all_tenants as "allTenants", u.tenant_id as "tenantId",
         array(select x.tenant_id::text from user_tenant x where x.user_id = u.id order by x.tenant_id) as "tenantIds"
    from session s
    join app_user u on u.id = s.user_id and u.removed_at is null
    join tenant t on t.id = u.tenant_id and t.active
   where s.token_hash = any($1::bytea[]) and s.expires_at > $2`;

/** Ends all sessions of user $1; devices that they let ring are forgotten, as one may be lost or somebody else's. */
export const endAllSql = `
  with forgotten as (delete from push_device where user_id = $1)
  delete from session where user_id = $1`;

type ScopeRow = { tenantId: number; allTenants: boolean; tenantIds: string[] };

type PrincipalRow = ScopeRow &
  Omit<Principal, 'menus' | 'readOnly' | 'scope' | 'writesShared'> & { platform: boolean; menus: string[] };

/** Own tenant plus the assigned ones, or all. */
const scopeOf = (row: ScopeRow): TenantScope =>
  row.allTenants
    ? { kind: 'all' }
    : { kind: 'tenants', tenantIds: [...new Set([row.tenantId, ...row.tenantIds.map(Number)])] };

const principalOf = (row: PrincipalRow, readOnly = false): Principal => {
  const { allTenants, tenantIds, platform, menus, ...user } = row;
  return { ...user, readOnly, menus: new Set(menus), scope: scopeOf(row), writesShared: allTenants || platform };
};

/** Who holds a session that only reads; nobody once it is over. */
async function readOnlyPrincipal(
  database: Database,
  tokenHash: Buffer,
  { userId, mark, createdAt }: ReadOnlySession,
): Promise<Principal | undefined> {
  const [row] = await database.query<PrincipalRow>(readOnlySql, [userId, mark, tokenHash, new Date(createdAt)]);
  return row === undefined ? undefined : principalOf(row, true);
}

const sees = (scope: TenantScope, tenantId: number): boolean =>
  scope.kind === 'all' || scope.tenantIds.includes(tenantId);

/** Who lends the own rights to a key: within its tenant alone if it has one, never what all tenants share, and of an administrator only the pages. */
async function keyHolder(
  database: Database,
  { userId, tenantId, keyHash, readOnly }: Parameters<SessionStore['findForKey']>[0],
): Promise<Principal | undefined> {
  const [row] = await database.query<PrincipalRow>(keyHolderSql, [userId, tenantId, keyHash]);
  if (row === undefined || (tenantId !== null && !sees(scopeOf(row), tenantId))) return undefined;
  const holder = principalOf(row, readOnly);
  return {
    ...holder,
    userType: 'user',
    menus: holder.userType === 'admin' ? new Set(menuCodes) : holder.menus,
    tenantId: tenantId ?? row.tenantId,
    scope: tenantId === null ? holder.scope : { kind: 'tenants', tenantIds: [tenantId] },
    writesShared: false,
  };
}

/**
 * The user as work acts for him or her in one tenant without a session, by the rights of this moment; undefined when the user may not
 * see that tenant (any more) or is gone.
 */
export const principalFor = (
  database: Database,
  { userId, tenantId, readOnly }: { userId: number; tenantId: number; readOnly: boolean },
): Promise<Principal | undefined> => keyHolder(database, { userId, tenantId, keyHash: Buffer.alloc(0), readOnly });

/** Sessions in the table `session`; `clock` is the real one, since sessions are about people. */
export function createSessionStore(
  database: Database,
  clock: Clock,
  limits: SessionLimits,
  readOnly: ReadOnlySessions,
): SessionStore {
  const expiryOf = (createdAt: Instant, now: Instant): Instant =>
    Math.min(now + limits.idleMs, createdAt + limits.maxMs);

  const touch = async (principal: Principal, now: Instant): Promise<void> => {
    if (now - principal.lastSeenAt < Math.min(touchEveryMs, limits.idleMs / 4)) return;
    try {
      await database.execute('update session set last_seen_at = $2, expires_at = $3 where token_hash = $1', [
        principal.tokenHash,
        new Date(now),
        new Date(expiryOf(principal.createdAt, now)),
      ]);
    } catch (error) {
      // Signed-in users can still read while the disk is full.
      if (!isDiskFull(error)) throw error;
    }
  };

  const peek = async (tokenHash: Buffer): Promise<Principal | undefined> => {
    const session = readOnly.byHash(tokenHash);
    if (session !== undefined) return readOnlyPrincipal(database, tokenHash, session);
    const [row] = await database.query<PrincipalRow>(principalSql, [tokenHash, new Date(clock.now())]);
    return row === undefined ? undefined : principalOf(row);
  };
  const findByHash = async (tokenHash: Buffer): Promise<Principal | undefined> => {
    const principal = await peek(tokenHash);
    if (principal?.readOnly === false) await touch(principal, clock.now());
    return principal;
  };

  return {
    open: async (userId, from) => {
      const token = randomToken();
      const now = clock.now();
      await database.execute(
        `insert into session (token_hash, user_id, created_at, expires_at, last_seen_at, ip, user_agent)
         values ($1, $2, $3, $4, $3, $5, $6)`,
        [
          hashToken(token),
          userId,
          new Date(now),
          new Date(expiryOf(now, now)),
          from.ip,
          from.userAgent?.slice(0, 300) ?? null,
        ],
      );
      return token;
    },
    openReadOnly: async (userId) => {
      const [row] = await database.query<{ mark: number }>(auditMarkSql);
      return readOnly.sign(userId, row?.mark ?? 0);
    },
    find: async (token) =>
      tokenForm.test(token) || readOnly.read(token) !== undefined ? findByHash(hashToken(token)) : undefined,
    findByHash,
    peek,
    findForKey: (key) => keyHolder(database, key),
    scopes: async (tokenHashes) => {
      const rows = await database.query<ScopeRow & { tokenHash: Buffer }>(scopesSql, [
        tokenHashes,
        new Date(clock.now()),
      ]);
      const scopes = new Map(rows.map((row) => [row.tokenHash.toString('base64'), scopeOf(row)]));
      for (const tokenHash of tokenHashes) {
        const principal = readOnly.byHash(tokenHash) === undefined ? undefined : await peek(tokenHash);
        if (principal !== undefined) scopes.set(tokenHash.toString('base64'), principal.scope);
      }
      return scopes;
    },
    end: async (token) => {
      if (readOnly.read(token) !== undefined) return readOnly.end(token);
      await database.execute('delete from session where token_hash = $1', [hashToken(token)]);
    },
    endAllOf: async (userId) => {
      await database.execute(endAllSql, [userId]);
    },
  };
}
