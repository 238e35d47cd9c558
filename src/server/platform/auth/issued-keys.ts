import { sql } from 'kysely';
import { writeAudit } from '#server/platform/audit/write-audit.ts';
import type { Ctx } from '#server/platform/context.ts';
import { hashToken, randomToken } from '#server/platform/crypto/index.ts';
import type { Database } from '#server/platform/db/database.ts';
import { ts } from '#server/platform/db/instants.ts';
import { isDiskFull } from '#server/platform/db/refused-writes.ts';
import { notFound } from '#server/platform/errors/app-error.ts';
import { apiKeyScopes, type ApiKeyScope } from '#shared/reference/api-key-scopes.ts';
import type { Instant } from '#shared/time/instant.ts';

/** Keys that programs present: made once, kept as a hash, shown by how they begin, and ended by people. */
export type KeyKind = 'apiKey' | 'robotKey';

/** Where keys are kept, what they begin with, and how much of them lists show. */
const kinds = {
  apiKey: { table: 'api_key', mark: 'ptk_', shown: 10 },
  robotKey: { table: 'robot_key', mark: 'prk_', shown: 8 },
} as const;

/** The tables have the same columns; only some may be without a tenant. */
const tableOf = (kind: KeyKind): 'robot_key' => kinds[kind].table as 'robot_key';

/** How often at most the time of use is written. */
const usedEveryMs = 60_000;

/** A key that was just ended. */
export type IssuedKey = { id: number; tenantId: number | null };

/** A key as it is known once it was presented; only keys of tenants have scopes and a creator who lends rights. */
export type PresentedKey = IssuedKey & { name: string; scopes: readonly ApiKeyScope[]; createdById: number | null };

type KeyRow = {
  id: number;
  tenant_id: number | null;
  name: string;
  last_used_at: Instant | null;
  scopes: readonly string[];
  created_by_id: number | null;
};

const scopesOf = ({ scopes }: Pick<KeyRow, 'scopes'>): ApiKeyScope[] =>
  apiKeyScopes.filter((scope) => scopes.includes(scope));

/** The key that was presented, undefined when there is none such (any more) or its tenant is not active; notes that it is used. */
export async function findKey(
  database: Database,
  kind: KeyKind,
  key: string,
  now: Instant,
): Promise<PresentedKey | undefined> {
  const table = tableOf(kind);
  const lent =
    kind === 'apiKey' ? 'k.scopes, k.created_by_id' : `'{}'::text[] as scopes, null::bigint as created_by_id`;
  const [row] = await database.query<KeyRow>(
    `select k.id, k.tenant_id, k.name, k.last_used_at, ${lent} from ${table} k left join tenant t on t.id = k.tenant_id
     where k.key_hash = $1 and k.revoked_at is null and t.active is not false${kind === 'apiKey' ? ' and (k.expires_at is null or k.expires_at > $2)' : ''}`,
    kind === 'apiKey' ? [hashToken(key), new Date(now)] : [hashToken(key)],
  );
  if (row === undefined) return undefined;
  await noteKeyUse(database, kind, { id: row.id, lastUsedAt: row.last_used_at }, now);
  return {
    id: row.id,
    tenantId: row.tenant_id,
    name: row.name,
    scopes: scopesOf(row),
    createdById: row.created_by_id,
  };
}

/** Notes that a key is used, once in a while. */
export async function noteKeyUse(
  database: Database,
  kind: KeyKind,
  { id, lastUsedAt }: { id: number; lastUsedAt: Instant | null },
  now: Instant,
): Promise<void> {
  if (lastUsedAt !== null && Math.abs(now - lastUsedAt) <= usedEveryMs) return;
  try {
    await database.execute(`update ${tableOf(kind)} set last_used_at = $2 where id = $1`, [id, new Date(now)]);
  } catch (error) {
    // A key still reads while the disk is full.
    if (!isDiskFull(error)) throw error;
  }
}

/** The keys a caller may see, newest first. */
export async function listIssuedKeys(ctx: Ctx, kind: KeyKind) {
  const rows = await ctx.db
    .selectFrom(`${tableOf(kind)} as k`)
    .leftJoin('tenant as t', 't.id', 'k.tenant_id')
    .select(['k.id', 'k.name', 'k.prefix', 'k.created_at as createTime', 'k.created_by as creatorCode'])
    .select(['k.last_used_at as lastUsedTime', 'k.revoked_at as revokedTime'])
    .select(['t.name as tenantName', 't.name_en as tenantNameEn'])
    .select((kind === 'apiKey' ? sql<string[]>`k.scopes` : sql<string[]>`'{}'::text[]`).as('scopes'))
    .select((kind === 'apiKey' ? sql<Instant | null>`k.expires_at` : sql<null>`null::timestamptz`).as('expireTime'))
    .orderBy('k.id', 'desc')
    .limit(500)
    .execute();
  return rows.map(({ id, tenantNameEn, scopes, expireTime, ...row }) => ({
    ...row,
    id: String(id),
    tenantName: (ctx.lang === 'en' ? tenantNameEn : null) ?? row.tenantName,
    ...(kind === 'apiKey' ? { scopes: scopesOf({ scopes }), expireTime } : {}),
  }));
}

/** Keys that are not ended by people, as a query that can be counted. */
export const livingKeys = (ctx: Ctx, kind: KeyKind) => ctx.db.selectFrom(tableOf(kind)).where('revoked_at', 'is', null);

function auditKey(
  ctx: Ctx,
  entity: 'apiKey' | 'robotKey',
  action: 'insert' | 'delete',
  row: {
    id: number;
    tenant_id: number | null;
    name: string;
    prefix: string;
    scopes?: readonly ApiKeyScope[];
    expiresAt?: Instant | null;
  },
): Promise<void> {
  const shown = {
    name: row.name,
    prefix: row.prefix,
    ...(row.scopes === undefined ? {} : { scopes: row.scopes.join(', ') }),
    ...(row.expiresAt == null ? {} : { expiresAt: row.expiresAt }),
  };
  const values = action === 'insert' ? { after: shown } : { before: shown };
  return writeAudit(ctx, { entity, entityId: String(row.id), action, tenantId: row.tenant_id, ...values });
}

/** Makes a key within a transaction; its text is given this once and not kept. Only keys of tenants have scopes. */
export async function issueKey(
  ctx: Ctx,
  kind: KeyKind,
  {
    tenantId,
    name,
    scopes,
    expiresAt = null,
  }: { tenantId: number | null; name: string; scopes?: readonly ApiKeyScope[]; expiresAt?: Instant | null },
): Promise<{ id: string; key: string }> {
  const { mark, shown } = kinds[kind];
  const key = `${mark}${randomToken()}`;
  const prefix = key.slice(0, shown);
  const { id } = await ctx.db
    .insertInto(tableOf(kind))
    .values({
      tenant_id: tenantId,
      name,
      prefix,
      key_hash: hashToken(key),
      created_at: ts(ctx.clock.now()),
      created_by: ctx.actor.userCode,
      ...(scopes === undefined
        ? {}
        : {
            scopes: [...scopes],
            created_by_id: ctx.actor.kind === 'user' ? ctx.actor.userId : null,
            expires_at: expiresAt === null ? null : ts(expiresAt),
          }),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await auditKey(ctx, kind, 'insert', {
    id,
    tenant_id: tenantId,
    name,
    prefix,
    ...(scopes === undefined ? {} : { scopes, expiresAt }),
  });
  return { id: String(id), key };
}

/** Ends a key within a transaction; gives it, or undefined when it had ended before. */
export async function endKey(ctx: Ctx, kind: KeyKind, id: number): Promise<IssuedKey | undefined> {
  const table = tableOf(kind);
  const key = await ctx.db
    .selectFrom(table)
    .select(['id', 'tenant_id', 'name', 'prefix', 'revoked_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (key === undefined) throw notFound();
  if (key.revoked_at !== null) return undefined;
  await ctx.db
    .updateTable(table)
    .set({ revoked_at: ts(ctx.clock.now()) })
    .where('id', '=', key.id)
    .execute();
  await auditKey(ctx, kind, 'delete', key);
  return { id: key.id, tenantId: key.tenant_id };
}
