import type { Lang } from '#shared/i18n/text.ts';
import type { Logger } from 'pino';
import type { Clock } from './clock/clock.ts';
import type { Actor, Ctx, Origin } from './context.ts';
import type { Database, TenantScope } from './db/database.ts';

/** Who ordered work that goes on in the background and what they may see, as it is kept. */
export type Acting = {
  actor: Omit<Actor & { kind: 'user' }, 'menus'> & { menus: readonly string[] };
  scope: TenantScope;
  /** In which the person reads times; absent in work that was ordered without one. */
  zone?: string | undefined;
  requestId: string;
  /** How the person acted where it was not by hand, and by which program. */
  origin?: Origin | undefined;
  client?: string | undefined;
};

/** What is kept of the context in which work is ordered; throws when nobody orders it. */
export function actingOf(ctx: Ctx): Acting {
  if (ctx.actor.kind !== 'user') throw new Error('such work is ordered by people');
  return {
    actor: { ...ctx.actor, menus: [...ctx.actor.menus] },
    scope: ctx.scope,
    zone: ctx.zone,
    requestId: ctx.requestId,
    ...(ctx.client === undefined ? {} : { origin: ctx.origin, client: ctx.client }),
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
    origin: acting.origin ?? 'Manual',
    ...(acting.client === undefined ? {} : { client: acting.client }),
    lang,
    zone: acting.zone,
    requestId: acting.requestId,
    clock,
    db: database.scoped(acting.scope),
    unscoped: database,
    log,
  };
}
