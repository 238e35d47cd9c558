import type { Ctx } from '#server/platform/context.ts';
import { refused } from '#server/platform/errors/app-error.ts';
import type { Entity } from '#shared/entity/declare.ts';
import { checkVersion, getRaw, staleError } from './load-row.ts';
import { fieldColumn, loose, type RawRow } from './raw-rows.ts';
import { inUseError, listRowUsers } from './row-users.ts';
import { saidError } from './rules.ts';
import { recordChange } from './save-row.ts';
import type { EntityCallOf, EntityServices } from './services.ts';
import { checkMayWrite } from './shared-rows.ts';

/** Which rows to remove; `confirmed` = rows that belong to them may go too, `seen` = the versions they were read in, where that was said. */
export type Removal = {
  ids: readonly (number | null | undefined)[];
  confirmed: boolean;
  seen?: ReadonlyMap<number, number>;
};

type Owned = { child: Entity; rows: RawRow[] };

/** The rows that go with a row. */
async function ownedRows(ctx: Ctx, entity: Entity, row: RawRow, services: EntityServices): Promise<Owned | undefined> {
  const child = entity.owns === undefined ? undefined : services.entities[entity.owns.entity];
  if (entity.owns === undefined || child === undefined) return undefined;
  const rows: RawRow[] = await loose(ctx.db)
    .selectFrom(child.table)
    .selectAll()
    .where(fieldColumn(child, entity.owns.by), '=', row['id'])
    .orderBy('id')
    .forUpdate()
    .execute();
  return { child, rows };
}

async function refuseUsed(ctx: Ctx, entity: Entity, row: RawRow, services: EntityServices): Promise<void> {
  const users = await listRowUsers(ctx, entity, row, services);
  if (users.length > 0) throw inUseError(ctx, entity, users);
}

async function removeOne(ctx: Ctx, entity: Entity, row: RawRow, services: EntityServices): Promise<void> {
  await loose(ctx.db).deleteFrom(entity.table).where('id', '=', row['id']).execute();
  await recordChange(ctx, entity, services, { action: 'delete', before: row, after: undefined });
}

/** Asks first, with the number of rows that would go along. */
function askFirst(ctx: Ctx, entity: Entity, row: RawRow, owned: Owned): never {
  const count = owned.rows.length;
  const name = entity.title.map((part) => String(row[fieldColumn(entity, part)] ?? '')).join(' ');
  throw saidError(
    ctx,
    {
      zh: `“${name}”下有 ${count} 条${owned.child.label.zh}，将一并删除，是否继续？`,
      en: `"${name}" has ${count} rows (${owned.child.label.en.toLowerCase()}) that will be deleted with it. Continue?`,
    },
    { confirm: true, count },
  );
}

/** Removes rows, all or none: refused while others use them, asked about when other rows go along. */
export async function removeRows({ ctx, entity, services, input }: EntityCallOf<Removal>): Promise<null> {
  checkMayWrite(ctx, entity);
  if (input.ids.length === 0) throw refused('error.emptyInput');
  const ids = [...new Set(input.ids)].sort((a, b) => Number(a) - Number(b));
  return ctx.database.transaction(async () => {
    for (const id of ids) {
      const row = await getRaw(ctx, entity, id, true);
      const seen = input.seen?.get(Number(id));
      if (seen !== undefined)
        await checkVersion(seen, row['record_version'], () => staleError(ctx, entity, row, services));
      await refuseUsed(ctx, entity, row, services);
      const owned = await ownedRows(ctx, entity, row, services);
      if (owned !== undefined && owned.rows.length > 0) {
        if (!input.confirmed) askFirst(ctx, entity, row, owned);
        for (const child of owned.rows) {
          await refuseUsed(ctx, owned.child, child, services);
          await removeOne(ctx, owned.child, child, services);
        }
      }
      await removeOne(ctx, entity, row, services);
    }
    return null;
  });
}
