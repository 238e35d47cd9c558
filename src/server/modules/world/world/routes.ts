// unscoped: The simulated world is of the whole installation.
import type { CallData, ParsedBody } from '#contract/index.ts';
import { worldParts } from '#contract/world/world.ts';
import { writeAudit } from '#server/platform/audit/index.ts';
import type { Clock } from '#server/platform/clock/clock.ts';
import type { WorldClock } from '#server/platform/clock/world-clock.ts';
import type { Ctx } from '#server/platform/context.ts';
import { forbidden, refused } from '#server/platform/errors/app-error.ts';
import { answer, route } from '#server/platform/http/index.ts';
import type { Routes } from '#server/platform/http/index.ts';
import type { Database } from '#server/platform/db/database.ts';
import { MINUTE_MS } from '#shared/time/instant.ts';
import { previewRemoval, wantRemoval } from './remove-world.ts';
import { countLatePulls } from './world-queries.ts';
import { publish } from '#server/platform/realtime/index.ts';

/** The world's clock, when a simulated world belongs to this installation. */
export type World = { clock: Clock; simulated: WorldClock | null };

const maxCounted = 9_999;
/** A question counts as late when it has been due for so long, by the world's time and by the machine's. */
const lateWorldMs = 15 * MINUTE_MS;
const lateRealMs = 10_000;

async function behindOf({ clock, simulated }: World, database: Database): Promise<CallData<'getWorld'>['behind']> {
  if (simulated === null) return { count: 0, more: false };
  const lateMs = Math.max(lateWorldMs, lateRealMs * simulated.time().speed);
  const count = await countLatePulls(database, clock.now() - lateMs, maxCounted);
  return { count: Math.min(count, maxCounted), more: count > maxCounted };
}

async function present(world: World, database: Database): Promise<CallData<'getWorld'>> {
  const time = world.simulated?.time();
  return {
    simulated: time !== undefined,
    now: world.clock.now(),
    speed: time?.speed ?? 1,
    paused: time?.paused ?? false,
    behind: await behindOf(world, database),
  };
}

async function setWorld(world: World, ctx: Ctx, input: ParsedBody<'setWorld'>): Promise<CallData<'setWorld'>> {
  const { simulated } = world;
  if (simulated === null) throw refused('error.notSimulated');
  // Its clock is that of all tenants.
  if (ctx.actor.kind === 'user' && !ctx.actor.writesShared) throw forbidden('world.platformOnly');
  await ctx.unscoped.transaction(async () => {
    const before = simulated.time();
    const after = await simulated.change(input);
    await writeAudit(ctx, { entity: 'world', entityId: 'clock', action: 'update', tenantId: null, before, after });
    await publish(ctx.unscoped, { tenantId: null, topic: 'world', payload: await present(world, ctx.unscoped) });
  });
  return present(world, ctx.unscoped);
}

/** Processes that run a world listen here: they start over when it is removed. */
export const REMOVED_CHANNEL = 'portolan_world_removed';

/** The administrator of the platform who may remove the world of this installation. */
function remover(world: World, ctx: Ctx): number {
  if (world.simulated === null) throw refused('error.notSimulated');
  const { actor } = ctx;
  if (actor.kind !== 'user' || !actor.writesShared) throw forbidden('world.platformOnly');
  return actor.userId;
}

async function removeWorld(world: World, ctx: Ctx): Promise<null> {
  const by = remover(world, ctx);
  await ctx.unscoped.transaction(async () => {
    await wantRemoval(ctx, by);
    ctx.unscoped.afterCommit(() => ctx.unscoped.notify(REMOVED_CHANNEL));
  });
  return null;
}

/** Reading and setting the clock of the world, and removing the world. */
export const worldRoutes =
  (world: World): Routes =>
  (app) => {
    route(app, 'getWorld', ({ ctx }) => present(world, ctx.unscoped));
    route(app, 'previewWorldRemoval', async ({ ctx }) => {
      const counts = await previewRemoval(ctx.unscoped, remover(world, ctx));
      return worldParts.map((part) => ({ part, ...counts[part] }));
    });
    route(app, 'removeWorld', async ({ ctx }) => answer(await removeWorld(world, ctx), 'success.worldRemoval'));
    route(app, 'setWorld', async ({ ctx, input }) =>
      answer(await setWorld(world, ctx, input.body), 'success.worldSet'),
    );
  };
