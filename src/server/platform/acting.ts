import type { Logger } from 'pino';
import type { Clock } from './clock/clock.ts';
import type { Actor, Ctx, Lang, TenantScope } from './context.ts';
import type { Database } from './db/database.ts';

/** Who ordered work that goes on in the background and what they may see, as it is kept. */
export type Acting = {
  actor: Omit<Actor & { kind: 'user' }, 'menus'> & { menus: readonly string[] };
  scope: TenantScope;
  /** In which the person reads times; absent in work that was ordered without one. */
  zone?: string | undefined;
  requestId: string;
};

/** What is kept of the context in which work is ordered; throws when nobody orders it. */
export function actingOf(ctx: Ctx): Acting {
  if (ctx.actor.kind !== 'user') throw new Error('such work is ordered by people');
  return {
    actor: { ...ctx.actor, menus: [...ctx.actor.menus] },
    scope: ctx.scope,
    zone: ctx.zone,
    requestId: ctx.requestId,
  };
}

/** The context of somebody who ordered work earlier. */
export function contextOf(
  { database, clock, log }: { database: Database; clock: Clock; log: Logger },
  acting: Acting,
  lang: Lang = 'zh',
): Ctx {
  return {
    actor: { ...acting.actor, menus: new Set(acting.actor.menus) },
    scope: acting.scope,
    origin: 'Manual',
    lang,
    zone: acting.zone,
    requestId: acting.requestId,
    clock,
    db: database.scoped(acting.scope),
    database,
    log,
  };
}
