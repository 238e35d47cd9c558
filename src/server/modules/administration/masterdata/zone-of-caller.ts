import type { Ctx } from '#server/platform/context.ts';
import type { ReferenceSnapshot } from './reference-snapshot.ts';

/** The zone in which text dates of the caller are read and files show times: the one chosen in the header, else the own tenant's. */
export const zoneOfCaller = (ctx: Ctx, reference: ReferenceSnapshot): string =>
  ctx.zone ??
  (ctx.actor.kind === 'user' ? reference.tenants.get(ctx.actor.tenantId)?.zone : undefined) ??
  'Asia/Shanghai';
