import type { Access } from '#contract/call-path.ts';
import { isAdmitted } from '#server/platform/auth/access.ts';
import type { Ctx } from '#server/platform/context.ts';
import type { Entity } from '#shared/entity/declare.ts';
import type { WireRow } from './present.ts';
import { referencesOf } from './present.ts';
import type { EntityServices } from './services.ts';

/** Has the caller the page of an entity? */
const hasPage = (ctx: Ctx, entity: Entity): boolean => {
  const access: Access = entity.readers ?? (entity.menu === 'admin' ? 'admin' : [entity.menu]);
  return ctx.actor.kind === 'system' || isAdmitted(access, ctx.actor);
};

/**
 * The fields of an entity that the caller may see of rows offered for choice: all with its page, otherwise its id and names, whether it is retired, its tenant,
 * and what the forms of pages that they do have show beside a reference to it.
 */
export function choiceFields(
  ctx: Ctx,
  entity: Entity,
  { entities }: Pick<EntityServices, 'entities'>,
): ReadonlySet<string> | undefined {
  if (hasPage(ctx, entity)) return undefined;
  const shown = Object.values(entities).flatMap((other) =>
    referencesOf(other)
      .filter(([, field]) => field.entity === entity.name && hasPage(ctx, other))
      .flatMap(([, field]) => [field.showField, ...Object.values(field.also ?? {})]),
  );
  const reported = [entity.retiredWhen?.field, entity.tenantField].filter((name) => name !== undefined);
  return new Set([entity.id, ...entity.title, ...reported, ...shown]);
}

/** Rows as they are offered for choice. */
export function asChoices(rows: readonly WireRow[], fields: ReadonlySet<string> | undefined): WireRow[] {
  if (fields === undefined) return [...rows];
  return rows.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => fields.has(name))));
}
