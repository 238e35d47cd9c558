// unscoped: Rows were chosen by the entity’s own scope before; history, users of a row and runs are addressed by id, and live events of
// master data have no tenant.
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Ctx } from '#server/platform/context.ts';
import type { AppError } from '#server/platform/errors/app-error.ts';
import type { Entity, UsedBy } from '#shared/entity/declare.ts';
import { presentRows, type ReferenceField, referencesOf } from './present.ts';
import { fieldColumn, loose, type RawRow } from './raw-rows.ts';
import { statedError } from './rules.ts';
import type { EntityServices, RowUsers } from './services.ts';

const namesShown = 5;

/** The condition that a column names this id, alone or in a comma-joined list. */
const refersTo = (column: string, many: boolean, id: unknown): RawBuilder<SqlBool> =>
  many
    ? sql<SqlBool>`${String(id)} = any(string_to_array(${sql.ref(column)}, ','))`
    : sql<SqlBool>`${sql.ref(column)} = ${id}`;

const countWhere = async (ctx: Ctx, table: string, condition: RawBuilder<SqlBool>): Promise<number> => {
  const { n } = await loose(ctx.unscoped.system)
    .selectFrom(table)
    .select(sql<number>`count(*)::int`.as('n'))
    .where(condition)
    .executeTakeFirstOrThrow();
  return Number(n);
};

/** What tells a row that uses another to people: nothing that it shows of the other one; a part is then reported by its whole. */
function ownTitle(user: Entity, field: ReferenceField, services: EntityServices): readonly string[] {
  const shown = [field.show, ...Object.keys(field.also ?? {})];
  if (!user.title.some((part) => shown.includes(part))) return user.title;
  const whole = user.partOf === undefined ? undefined : user.fields[user.partOf];
  if (whole?.kind === 'reference' && whole !== field) return services.entities[whole.entity]?.title ?? [];
  return user.title.filter((part) => !shown.includes(part));
}

/** Rows of other entities that refer to this one; those that would go with it are none. */
async function referringRows(ctx: Ctx, entity: Entity, row: RawRow, services: EntityServices): Promise<RowUsers[]> {
  const users: RowUsers[] = [];
  for (const other of Object.values(services.entities)) {
    for (const [name, field] of referencesOf(other)) {
      const goesAlong = entity.owns?.some((owned) => owned.entity === other.name && owned.by === name) === true;
      // A read-only reference follows from another one, which counts by itself.
      if (field.entity !== entity.name || goesAlong || field.readOnly === true) continue;
      const refers = refersTo(fieldColumn(other, name), field.many === true, row['id']);
      // All tenants' rows count; only those within the caller's scope are named.
      const count = await countWhere(ctx, other.table, refers);
      if (count === 0) continue;
      const rows: RawRow[] = await loose(ctx.db)
        .selectFrom(other.table)
        .selectAll()
        .where(refers)
        .orderBy('id')
        .limit(namesShown)
        .execute();
      const wires = await presentRows(ctx, other, rows, services);
      const title = ownTitle(other, field, services);
      const names = wires.map((wire) => title.flatMap((part) => wire[part] ?? []).join(' '));
      users.push({
        entity: other.name,
        label: other.label,
        count,
        names: names.filter((reported) => reported.trim() !== ''),
      });
    }
  }
  return users;
}

/** Some of the names of what uses a row; only of those within the caller's scope. */
async function namesOf(ctx: Ctx, { table, column, name }: UsedBy, value: unknown): Promise<string[]> {
  if (name === undefined) return [];
  const rows: RawRow[] = await loose(ctx.db)
    .selectFrom(table)
    .select(name)
    .where(column, '=', value)
    .where(name, 'is not', null)
    .limit(namesShown)
    .execute();
  return rows.map((row) => String(row[name]));
}

async function otherTables(ctx: Ctx, entity: Entity, row: RawRow): Promise<RowUsers[]> {
  const users: RowUsers[] = [];
  for (const used of entity.usedBy ?? []) {
    const value = row[used.of ?? 'id'];
    const count = await countWhere(ctx, used.table, refersTo(used.column, false, value));
    if (count === 0) continue;
    users.push({ entity: used.table, label: used.label, count, names: await namesOf(ctx, used, value) });
  }
  return users;
}

/** Everything that uses a row and would be left without it. */
export const listRowUsers = async (
  ctx: Ctx,
  entity: Entity,
  row: RawRow,
  services: EntityServices,
): Promise<RowUsers[]> => [
  ...(await referringRows(ctx, entity, row, services)),
  ...(await otherTables(ctx, entity, row)),
  ...((await services.hooks[entity.name]?.usersOf?.(ctx, row)) ?? []),
];

/** The refusal to remove what is in use, naming the users. */
export function inUseError(ctx: Ctx, entity: Entity, users: readonly RowUsers[]): AppError {
  const failed = entity.message?.removeFailed ?? { zh: '删除失败', en: 'Deleting failed' };
  const zh = users
    .map(
      ({ label, count, names }) =>
        `${count} 条${label.zh}${names.length === 0 ? '' : `(${names.join('、')}${count > names.length ? ' 等' : ''})`}`,
    )
    .join('、');
  const en = users
    .map(
      ({ label, count, names }) =>
        `${count} × ${label.en}${names.length === 0 ? '' : ` (${names.join(', ')}${count > names.length ? ', …' : ''})`}`,
    )
    .join('; ');
  return statedError(
    ctx,
    { zh: `${failed.zh}：正在使用它的有 ${zh}`, en: `${failed.en}: it is in use by ${en}` },
    { users: users.map((user) => ({ ...user, label: user.label[ctx.lang] })) },
  );
}
