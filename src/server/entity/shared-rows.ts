import type { Ctx } from '#server/platform/context.ts';
import { refused } from '#server/platform/errors/app-error.ts';
import { isKeptByPlatform, isShared, type Entity } from '#shared/entity/declare.ts';

/**
 * Refuses a change of rows that all tenants share, unless the caller sees all tenants or belongs to the platform
 * tenant: what one tenant's people change there would change under all others. Reading is not touched.
 */
export function checkMayWrite(
  ctx: Ctx,
  entity: Pick<Entity, 'label' | 'table' | 'tenantField' | 'platformOnly'>,
): void {
  if (!isKeptByPlatform(entity) || ctx.actor.kind === 'system' || ctx.actor.writesShared) return;
  throw refused(isShared(entity) ? 'entity.sharedReadOnly' : 'entity.platformOnly', { label: entity.label[ctx.lang] });
}
