import type { Ctx } from '#server/platform/context.ts';
import { notFound, refused } from '#server/platform/errors/app-error.ts';
import type { Entity } from '#shared/entity/declare.ts';
import { checkVersion, getRaw, staleError } from './load-row.ts';
import { fieldColumn, loose, type RawRow } from './raw-rows.ts';
import { inUseError, listRowUsers } from './row-users.ts';
import { statedError } from './rules.ts';
import { recordChange } from './save-row.ts';
import type { EntityCallOf, EntityServices } from './services.ts';
import { checkMayWrite } from './shared-rows.ts';

/** Which rows to remove; `confirmed` = rows that belong to them may go too, `seen` = the versions they were read in, where that was stated. */
export type Removal = {
  ids: readonly (number | null | undefined)[];
  confirmed: boolean;
  seen?: ReadonlyMap<number, number>;
};

/** A row that goes, with the rows that belong to it. */
type Going = { entity: Entity; row: RawRow; owned: Going[] };

/** A row and everything that goes with it, all locked. */
async function goingWith(ctx: Ctx, entity: Entity, row: RawRow, services: EntityServices): Promise<Going> {
  const owned: Going[] = [];
  for (const { entity: name, by } of entity.owns ?? []) {
    const child = services.entities[name];
    if (child === undefined) continue;
    const rows: RawRow[] = await loose(ctx.db)
      .selectFrom(child.table)
      .selectAll()
      .where(fieldColumn(child, by), '=', row['id'])
      .orderBy('id')
      .forUpdate()
      .execute();
    for (const one of rows) owned.push(await goingWith(ctx, child, one, services));
  }
  return { entity, row, owned };
}

/** Refuses to remove what others use, or what they use of the rows that would go along. */
async function refuseUsed(ctx: Ctx, { entity, row, owned }: Going, services: EntityServices): Promise<void> {
  const users = await listRowUsers(ctx, entity, row, services);
  if (users.length > 0) throw inUseError(ctx, entity, users);
  for (const one of owned) await refuseUsed(ctx, one, services);
}

async function removeOne(ctx: Ctx, entity: Entity, row: RawRow, services: EntityServices): Promise<void> {
  await services.hooks[entity.name]?.beforeRemove?.(ctx, row);
  const { numDeletedRows } = await loose(ctx.db)
    .deleteFrom(entity.table)
    .where('id', '=', row['id'])
    .executeTakeFirstOrThrow();
  // A row that the caller may read, but not write.
  if (numDeletedRows === 0n) throw notFound();
  await recordChange(ctx, entity, services, { action: 'delete', before: row, after: undefined });
}

/** Everything that goes along, the rows of rows included. */
const allOwned = ({ owned }: Going): Going[] => owned.flatMap((one) => [one, ...allOwned(one)]);

/** Asks first, with the number of rows that would go along. */
function askFirst(ctx: Ctx, going: Going): never {
  const { entity, row } = going;
  const owned = allOwned(going);
  const name = entity.title.map((part) => String(row[fieldColumn(entity, part)] ?? '')).join(' ');
  const kinds = [...Map.groupBy(owned, (one) => one.entity)].map(([kind, rows]) => ({ kind, count: rows.length }));
  const zh = kinds.map(({ kind, count }) => ` ${count} 条${kind.label.zh}`).join('、');
  const en = kinds.map(({ kind, count }) => `${count} × ${kind.label.en.toLowerCase()}`).join(' and ');
  throw statedError(
    ctx,
    {
      zh: `“${name}”下有${zh}，将一并删除，是否继续？`,
      en: `"${name}" has ${en} that will be deleted with it. Continue?`,
    },
    { confirm: true, count: owned.length },
  );
}

/** Removes what belongs to a row before the row itself. */
async function removeAll(ctx: Ctx, { entity, row, owned }: Going, services: EntityServices): Promise<void> {
  for (const one of owned) await removeAll(ctx, one, services);
  await removeOne(ctx, entity, row, services);
}

/** Removes rows, all or none: refused while others use them, asked about when other rows go along. */
export async function removeRows({ ctx, entity, services, input }: EntityCallOf<Removal>): Promise<null> {
  checkMayWrite(ctx, entity);
  if (input.ids.length === 0) throw refused('error.emptyInput');
  const ids = [...new Set(input.ids)].sort((a, b) => Number(a) - Number(b));
  return ctx.unscoped.transaction(async () => {
    for (const id of ids) {
      const row = await getRaw(ctx, entity, id, true);
      const seen = input.seen?.get(Number(id));
      if (seen !== undefined)
        await checkVersion(seen, row['record_version'], () => staleError(ctx, entity, row, services));
      const going = await goingWith(ctx, entity, row, services);
      await refuseUsed(ctx, going, services);
      if (going.owned.length > 0 && !input.confirmed) askFirst(ctx, going);
      await removeAll(ctx, going, services);
    }
    return null;
  });
}
