// unscoped: Parsers, sites and answers of robots hold for all tenants; robots act by their key, people by the right of the platform.
import type { CallData, ParsedBody } from '#contract/index.ts';
import {
  endKey,
  findKey,
  issueKey,
  type IssuedKey,
  listIssuedKeys,
  livingKeys,
} from '#server/platform/auth/issued-keys.ts';
import type { Ctx } from '#server/platform/context.ts';
import { countRows } from '#server/platform/db/count-rows.ts';
import { keepCap } from '#server/platform/db/lock-name.ts';
import { AppError, notFound, refused } from '#server/platform/errors/app-error.ts';

const maxKeys = 100;

/** Lets a robot in by its key; 401 for everybody else. */
export async function admitRobot(ctx: Ctx, key: string | undefined): Promise<IssuedKey> {
  const robot =
    key === undefined || key.length > 200 ? undefined : await findKey(ctx.unscoped, 'robotKey', key, ctx.clock.now());
  if (robot === undefined) throw new AppError('robot.keyInvalid', {}, 'unauthenticated');
  return robot;
}

/** The keys a caller may see, newest first; those of the platform only for anyone who acts for all tenants. */
export async function listRobotKeys(ctx: Ctx): Promise<CallData<'rpaKeyQuery'>> {
  return (await listIssuedKeys(ctx, 'robotKey')).map(({ id, ...key }) => ({ keyId: id, ...key }));
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
  return ctx.unscoped.transaction(async () => {
    const tenantId = await ownerOf(ctx, input);
    await keepCap(ctx.unscoped, {
      of: 'keys of robots',
      limit: maxKeys,
      count: () => countRows(livingKeys(ctx, 'robotKey')),
      refusal: () => refused('robot.tooManyKeys', { most: maxKeys }),
    });
    const { id, key } = await issueKey(ctx, 'robotKey', { tenantId, name: input.name });
    return { keyId: id, key };
  });
}

/** Ends a key at once. */
export async function revokeRobotKey(ctx: Ctx, keyId: number): Promise<null> {
  await ctx.unscoped.transaction(() => endKey(ctx, 'robotKey', keyId));
  return null;
}
