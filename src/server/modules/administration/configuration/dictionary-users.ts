// unscoped: Master data and its users are the platform’s: these tables have no tenant, and a code may not be removed while any tenant uses
// it.
import { sql, type SqlBool } from 'kysely';
import { entities } from '#entities/index.ts';
import { user as person } from '#entities/user.ts';
import type { Ctx } from '#server/platform/context.ts';
import { fieldColumn, loose, statedError, type EntityHooks, type RawRow, type RowUsers } from '#server/entity/index.ts';
import type { Entity, Text } from '#shared/entity/declare.ts';

/** Where values of a code type stand. */
type Place = { codeType: string; table: string; column: string; many: boolean; label: Text; field: Text };

const exceptions = { zh: '异常', en: 'Exceptions' };
const subscriptions = { zh: '订阅', en: 'Subscriptions' };
const sources = { zh: '数据源', en: 'Sources' };
const dataSource = { zh: '数据来源', en: 'Data source' };
const channel = { zh: '处理通道', en: 'Channel' };

/** Columns outside of configuration that hold dictionary values. */
const otherPlaces: readonly Place[] = (
  [
    ['HANDLE_STATUS', 'shipment_exception', 'handle_status', exceptions, { zh: '处理状态', en: 'Handling status' }],
    ['SEVERITY', 'shipment_exception', 'severity', exceptions, { zh: '严重程度', en: 'Severity' }],
    ['BIZ_SOURCE_TYPE', 'subscription', 'source_type', subscriptions, dataSource],
    ['BIZ_SOURCE_TYPE', 'source', 'source_type', sources, dataSource],
    ['OCEAN_PROCESS_TYPE', 'subscription', 'channel', subscriptions, channel],
    ['OCEAN_PROCESS_TYPE', 'source', 'channel', sources, channel],
    ['IN_OUT_FLAG', 'subscription', 'direction', subscriptions, { zh: '进出口标志', en: 'Export or import' }],
  ] as const
).map(([codeType, table, column, label, field]) => ({ codeType, table, column, many: false, label, field }));

const declared: readonly Entity[] = [...Object.values(entities), person];

const declaredPlaces = declared.flatMap((entity) =>
  Object.entries(entity.fields).flatMap(([name, field]): Place[] =>
    field.kind === 'choice'
      ? [
          {
            codeType: field.dict,
            table: entity.table,
            column: fieldColumn(entity, name),
            many: field.many === true,
            label: entity.label,
            field: field.label,
          },
        ]
      : [],
  ),
);

const placesOf = (codeType: unknown): Place[] =>
  [...declaredPlaces, ...otherPlaces].filter((place) => place.codeType === codeType);

/** Rows of all tenants that hold a value; only counted, since they may be anybody's. */
async function countRows(ctx: Ctx, place: Place, value: string): Promise<number> {
  const column = sql.ref(place.column);
  const holds = place.many
    ? sql<SqlBool>`${value} = any(string_to_array(${column}, ','))`
    : sql<SqlBool>`${column}::text = ${value}`;
  const row: { n: number } = await loose(ctx.unscoped.system)
    .selectFrom(place.table)
    .select(sql<number>`count(*)::int`.as('n'))
    .where(holds)
    .executeTakeFirstOrThrow();
  return Number(row.n);
}

/** Who uses a dictionary value. */
async function usersOfValue(ctx: Ctx, row: RawRow): Promise<RowUsers[]> {
  const users: RowUsers[] = [];
  for (const place of placesOf(row['code_type'])) {
    const count = await countRows(ctx, place, String(row['code_value']));
    if (count > 0) users.push({ entity: place.table, label: place.label, count, names: [place.field[ctx.lang]] });
  }
  return users;
}

/** A code type is used by the fields that choose from it, whether or not any value is chosen yet. */
async function usersOfType(ctx: Ctx, row: RawRow): Promise<RowUsers[]> {
  const places = placesOf(row['code_type']);
  const names = places.map((place) => `${place.label[ctx.lang]} ${place.field[ctx.lang]}`);
  return places.length === 0
    ? []
    : [{ entity: 'field', label: { zh: '字段', en: 'Fields' }, count: places.length, names }];
}

/** What code types and values check besides their declarations. */
export const dictionaryHooks: Readonly<Record<'code' | 'dict', EntityHooks>> = {
  code: { usersOf: usersOfType },
  dict: {
    usersOf: usersOfValue,
    beforeWrite: async (ctx, { before, after }) => {
      if (before === undefined || before['code_value'] === after['code_value']) return;
      const users = await usersOfValue(ctx, before);
      const count = users.reduce((sum, user) => sum + user.count, 0);
      if (count > 0) {
        throw statedError(ctx, {
          zh: `代码值“${String(before['code_value'])}”正被 ${count} 条数据使用，不能修改`,
          en: `The code value "${String(before['code_value'])}" is used by ${count} rows and cannot be changed`,
        });
      }
    },
  },
};
