import type { CallData, ParsedBody } from '#contract/index.ts';
import { writeAudit } from '#server/platform/audit/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { hashToken, randomToken } from '#server/platform/crypto/index.ts';
import { ts } from '#server/platform/db/instants.ts';
import { AppError, notFound, refused } from '#server/platform/errors/app-error.ts';

const prefixLength = 8;
const mostKeys = 100;
/** How often at most the time of use is written. */
const usedEveryMs = 60_000;

/** A robot that was let in: by which key, for whom. */
export type RobotKey = { id: number; tenantId: number | null };

/** Lets a robot in by its key; 401 for everybody else. */
export async function admitRobot(ctx: Ctx, key: string | undefined): Promise<RobotKey> {
  const [row] =
    key === undefined || key.length > 200
      ? []
      : await ctx.database.query<{ id: number; tenant_id: number | null; last_used_at: number | null }>(
          'select id, tenant_id, last_used_at from robot_key where key_hash = $1 and revoked_at is null',
          [hashToken(key)],
        );
  if (row === undefined) throw new AppError('robot.keyInvalid', {}, 'unauthenticated');
  const now = ctx.clock.now();
  if (row.last_used_at === null || Math.abs(now - row.last_used_at) > usedEveryMs)
    await ctx.database.execute('update robot_key set last_used_at = $2 where id = $1', [row.id, new Date(now)]);
  return { id: row.id, tenantId: row.tenant_id };
}

/** The keys a caller may see, newest first; those of the platform only for whoever acts for all tenants. */
export async function listRobotKeys(ctx: Ctx): Promise<CallData<'rpaKeyQuery'>> {
  const rows = await ctx.db
    .selectFrom('robot_key as k')
    .leftJoin('tenant as t', 't.id', 'k.tenant_id')
    .select(['k.id', 'k.name', 'k.prefix', 'k.created_at', 'k.created_by', 'k.last_used_at', 'k.revoked_at'])
    .select('t.name as tenant_name')
    .orderBy('k.id', 'desc')
    .limit(500)
    .execute();
  return rows.map((row) => ({
    keyId: String(row.id),
    name: row.name,
    tenantName: row.tenant_name,
    prefix: row.prefix,
    createTime: row.created_at,
    creatorCode: row.created_by,
    lastUsedTime: row.last_used_at,
    revokedTime: row.revoked_at,
  }));
}

/** Whose robot it is to be: without a tenant one of the platform, which only the platform may make. */
async function ownerOf(ctx: Ctx, input: ParsedBody<'rpaKeyInsert'>): Promise<number | null> {
  if (input.tenantId == null) {
    if (ctx.scope.kind === 'all') return null;
    throw refused('robot.tenantRequired');
  }
  const tenant = await ctx.db.selectFrom('tenant').select('id').where('id', '=', input.tenantId).executeTakeFirst();
  if (tenant === undefined) throw notFound();
  return tenant.id;
}

/** Makes a key for a robot; its text is answered this once and not kept. */
export async function createRobotKey(ctx: Ctx, input: ParsedBody<'rpaKeyInsert'>): Promise<CallData<'rpaKeyInsert'>> {
  const key = `prk_${randomToken()}`;
  return ctx.database.transaction(async () => {
    const tenantId = await ownerOf(ctx, input);
    const { n } = await ctx.db
      .selectFrom('robot_key')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .where('revoked_at', 'is', null)
      .executeTakeFirstOrThrow();
    if (Number(n) >= mostKeys) throw refused('robot.tooManyKeys', { most: mostKeys });
    const prefix = key.slice(0, prefixLength);
    const { id } = await ctx.db
      .insertInto('robot_key')
      .values({
        tenant_id: tenantId,
        name: input.name,
        prefix,
        key_hash: hashToken(key),
        created_at: ts(ctx.clock.now()),
        created_by: ctx.actor.userCode,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const after = { name: input.name, prefix };
    await writeAudit(ctx, { entity: 'robotKey', entityId: String(id), action: 'insert', tenantId, after });
    return { keyId: String(id), key };
  });
}

/** Ends a key at once. */
export async function revokeRobotKey(ctx: Ctx, keyId: number): Promise<null> {
  return ctx.database.transaction(async () => {
    const key = await ctx.db
      .updateTable('robot_key')
      .set({ revoked_at: ts(ctx.clock.now()) })
      .where('id', '=', keyId)
      .where('revoked_at', 'is', null)
      .returning(['id', 'tenant_id', 'name', 'prefix'])
      .executeTakeFirst();
    if (key === undefined) {
      const known = await ctx.db.selectFrom('robot_key').select('id').where('id', '=', keyId).executeTakeFirst();
      if (known === undefined) throw notFound();
      return null;
    }
    await writeAudit(ctx, {
      entity: 'robotKey',
      entityId: String(key.id),
      action: 'delete',
      tenantId: key.tenant_id,
      before: { name: key.name, prefix: key.prefix },
    });
    return null;
  });
}
