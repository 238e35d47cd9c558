import type { Ctx } from '#server/platform/context.ts';
import { refused } from '#server/platform/errors/app-error.ts';
import { isShared, type Entity } from '#shared/entity/declare.ts';

/**
 * Refuses a change of rows that all tenants share, unless the caller sees all tenants or belongs to the platform
 * tenant: what one tenant's people change there would change under all others. Reading is not touched.
 */
export function checkMayWrite(ctx: Ctx, entity: Pick<Entity, 'label' | 'table' | 'tenantField'>): void {
  if (!isShared(entity) || ctx.actor.kind === 'system' || ctx.actor.writesShared) return;
  throw refused('entity.sharedReadOnly', { label: entity.label[ctx.lang] });
}
