import { z } from 'zod';
import { type Entities, type EntityName, entities } from '#entities/index.ts';
import type { Entity, EntityChoice, EntityInput, EntityRow, Field } from '#shared/entity/declare.ts';
import type { Text } from '#shared/i18n/text.ts';
import { type CallShape, filterChoice, filterText, pageInput, pageOf, wireFlag, wireId } from './call.ts';
import type { EntityAction, PartCall, PartName } from './entity-paths.ts';
import { searchColumnsInput } from './search-columns.ts';

/** One entry of a row's history: who changed what, newest first. */
const entityHistoryEntry = z.object({
  auditId: z.string(),
  time: z.number(),
  userCode: z.string(),
  userName: z.string().nullable(),
  origin: z.string(),
  action: z.string(),
  before: z.record(z.string(), z.any()).nullable(),
  after: z.record(z.string(), z.any()).nullable(),
});
export type EntityHistoryEntry = z.output<typeof entityHistoryEntry>;

/** Who last wrote a row and when: a person by name, or the system that it came from. */
const rowWriter = z.object({ id: z.string(), source: z.string(), time: z.number() });
export type RowWriter = z.output<typeof rowWriter>;

/** What a list is asked with, apart from its own filters. */
export type EntityQueryInput = {
  currentPage?: number;
  pageSize?: number;
  keyword?: string | null;
  sortRules?: { columnName: string; sortType: 'asc' | 'desc' }[] | null;
  searchColumns?: readonly object[] | null;
};
type FilterKeys<E extends Entity> = {
  [K in keyof E['fields']]: E['fields'][K] extends { search: 'filter' } ? K : never;
}[keyof E['fields']];
/** What a list is asked with: one optional key per field that declares a filter. */
type EntityQuery<E extends Entity> = EntityQueryInput & {
  [K in FilterKeys<E> & string]?: string | number | boolean | readonly (string | number)[] | null;
};

/** What a picker asks: a part of a code or name, 20 rows a page; it counts to 1,000. */
export type EntityPick = { keyword?: string | null; currentPage?: number; pageSize?: number };
/** A page of an entity. */
export type EntityPage<E extends Entity> = { records: EntityRow<E>[]; totalPage: number; totalRecord: number };
/** A page of rows offered for choice. */
type EntityChoices<E extends Entity> = { records: EntityChoice<E>[]; totalPage: number; totalRecord: number };
type OneOrMany<T> = T | readonly T[];
/** The id of a row under its wire name. */
export type EntityId<E extends Entity> = { [K in E['id']]: string | number };
/** Rows to remove; `confirmed` answers the question about rows that go with them, an older `recordVersion` is refused. */
export type EntityRemoval<E extends Entity> = OneOrMany<
  { [K in E['id']]?: string | number | null } & { confirmed?: 0 | 1 | boolean; recordVersion?: number | null }
>;

type Shape<In, Out> = { summary: Text } & In & { data: z.ZodType<Out> };
type Query<T> = { query: z.ZodType<unknown, T> };
type Body<T> = { body: z.ZodType<unknown, T> };
/** Shapes of one entity's calls, with the types of its rows. */
type EntityShapes<E extends Entity> = {
  query: Shape<Query<EntityQuery<E>> & Body<EntityQuery<E>>, EntityPage<E>>;
  getAll: Shape<object, EntityChoice<E>[]>;
  pick: Shape<Query<EntityPick> & Body<EntityPick>, EntityChoices<E>>;
  get: Shape<Query<EntityId<E>>, EntityRow<E>>;
  dataQuery: Shape<Query<EntityQuery<E>>, EntityPage<E>>;
  dataExtQuery: Shape<Query<EntityQuery<E>>, EntityPage<E>>;
  insert: Shape<Body<OneOrMany<EntityInput<E>>>, EntityRow<E>>;
  update: Shape<Body<OneOrMany<EntityInput<E>>>, EntityRow<E>>;
  delete: Shape<Body<EntityRemoval<E>>, null>;
  deletes: Shape<
    Body<readonly (string | number)[] | { ids: readonly (string | number)[]; confirmed?: 0 | 1 | boolean }>,
    null
  >;
  history: Shape<Query<EntityId<E>>, EntityHistoryEntry[]>;
  writers: Shape<Body<{ ids: readonly (string | number)[] }>, RowWriter[]>;
  restore: Shape<Body<{ auditId: string | number; recordVersion?: number | null }>, EntityRow<E>>;
};
/** Parts as they are saved together: new ones without an id, changed ones with it, and `rowStatus` 8 for those to be removed. */
export type PartInput<E extends Entity> = EntityInput<E> & { rowStatus?: number | string | null };
type PartCalls = {
  [C in PartCall]: C extends `${infer N extends PartName}.saveOrUpdate`
    ? Shape<Body<readonly PartInput<Entities[N]>[]>, EntityRow<Entities[N]>[]>
    : never;
};
type EntityCalls = PartCalls & {
  [C in `${EntityName}.${EntityAction}`]: C extends `${infer N extends EntityName}.${infer A extends EntityAction}`
    ? EntityShapes<Entities[N]>[A]
    : never;
};

function wireOf(field: Field): z.ZodType {
  switch (field.kind) {
    case 'integer':
    case 'number':
    case 'instant':
      return z.number().nullable();
    case 'flag':
      return z.union([z.literal(0), z.literal(1)]);
    case 'secret':
      return z.boolean();
    default:
      return z.string().nullable();
  }
}

/** Names under which a row shows values of the rows that it refers to. */
const shownNames = (entity: Entity): string[] =>
  Object.values(entity.fields).flatMap((field) =>
    field.kind === 'reference'
      ? [field.show, ...Object.keys(field.also ?? {})]
      : field.kind === 'text' && field.show !== undefined
        ? [field.show]
        : [],
  );

/** The shape of a row as it is answered. */
function rowOf(entity: Entity): z.ZodObject {
  return z.strictObject({
    [entity.id]: z.string(),
    ...Object.fromEntries(Object.entries(entity.fields).map(([name, field]) => [name, wireOf(field)])),
    ...Object.fromEntries(shownNames(entity).map((name) => [name, z.string().nullable()])),
    recordVersion: z.number().int(),
  });
}

const scalar = z
  .union([
    z.string().max(20_000),
    z.number(),
    z.boolean(),
    z.array(z.union([z.string().max(200), z.number()])).max(200),
  ])
  .nullish();
const oneOrMany = (item: z.ZodType, max: number): z.ZodType => z.union([item, z.array(item).min(1).max(max)]);

/**
 * What may be sent of a row: read and checked by the declaration, so that wrong values are answered field by field. Clients send a whole
 * row back: its read-only fields and the values of other rows that it shows are accepted and not written.
 */
export const inputFields = (entity: Entity): Record<string, z.ZodType> => ({
  [entity.id]: wireId.nullish(),
  ...Object.fromEntries([...Object.keys(entity.fields), ...shownNames(entity)].map((name) => [name, scalar])),
  recordVersion: z.coerce.number().int().nullish(),
});
const inputRow = (entity: Entity): z.ZodType => z.object(inputFields(entity));

const filterFlag = z.union([z.boolean().transform((value) => [value ? '1' : '0']), filterChoice]);

const queryOf = (entity: Entity): z.ZodType =>
  z.strictObject({
    ...pageInput,
    keyword: filterText(100),
    searchColumns: searchColumnsInput,
    ...Object.fromEntries(
      Object.entries(entity.fields)
        .filter(([, field]) => field.search === 'filter')
        .map(([name, field]) => [name, field.kind === 'flag' ? filterFlag : filterChoice]),
    ),
    // A reference is also filtered by a part of the name it shows.
    ...Object.fromEntries(
      Object.values(entity.fields).flatMap((field) =>
        field.kind === 'reference' && field.search === 'filter' ? [[field.show, filterChoice]] : [],
      ),
    ),
  });

/** The wholes whose parts are requested: their ids, or rows that hold them. */
const wholesOf = (entity: Entity): z.ZodType => {
  const field = entity.partOf ?? '';
  const row = z.object({ ...inputFields(entity), [field]: wireId });
  return z
    .array(z.union([wireId, row]))
    .min(1)
    .max(200)
    .transform((items) => items.map((item) => Number(typeof item === 'object' ? item[field] : item)));
};

/** All parts of one whole, requested by its id under a name of its own. */
const wholeOf = (name: string): z.ZodType =>
  z.strictObject({ [name]: wireId }).transform((whole) => [Number(whole[name])]);

const pickInput = z.object({
  keyword: filterText(100),
  currentPage: z.coerce.number().int().min(1).max(100).default(1),
  pageSize: z.coerce.number().int().min(1).max(100).default(20),
});

const idOf = (entity: Entity) => z.object({ [entity.id]: wireId });

/** The shape of a row offered for choice: its id, and what the caller may see of it. */
const choiceOf = (entity: Entity): z.ZodType =>
  z.strictObject({ ...rowOf(entity).partial().shape, [entity.id]: z.string() });

/** Shapes of the calls about what was done to rows. */
function pastOf(entity: Entity, row: z.ZodType) {
  const { zh, en } = entity.label;
  return {
    history: {
      summary: { zh: `${zh}变更记录`, en: `${en}: who changed what` },
      query: idOf(entity),
      data: z.array(entityHistoryEntry),
    },
    writers: {
      summary: { zh: `${zh}最近由谁写入`, en: `${en}: who last wrote rows` },
      body: z.object({ ids: z.array(wireId).max(500) }),
      data: z.array(rowWriter),
    },
    restore: {
      summary: { zh: `撤销${zh}的删除或修改`, en: `${en}: undo a deletion or a change` },
      body: z.object({ auditId: wireId, recordVersion: z.coerce.number().int().nullish() }),
      data: row,
    },
  };
}

/** Shapes of the calls of one entity, by action. */
function shapesOfEntity(entity: Entity): Record<EntityAction, CallShape> & { saveOrUpdate?: CallShape } {
  const row = rowOf(entity);
  const { zh, en } = entity.label;
  const query = queryOf(entity);
  const part = entity.partOf !== undefined;
  const whole = entity.wholeAs === undefined ? [] : [wholeOf(entity.wholeAs)];
  const list = {
    query: whole.length === 0 ? query : z.union([query, ...whole]),
    body: part ? z.union([wholesOf(entity), query, ...whole]) : query,
    data: part ? z.union([pageOf(row), z.array(row)]) : pageOf(row),
  };
  const maxRows = part ? 500 : 1;
  const saved = part ? z.union([row, z.array(row)]) : row;
  const confirmed = wireFlag.nullish();
  return {
    query: { summary: { zh: `查询${zh}`, en: `${en}: search` }, ...list },
    getAll: { summary: { zh: `全部${zh}`, en: `${en}: all, for choices` }, data: z.array(choiceOf(entity)) },
    pick: {
      summary: { zh: `查找${zh}，供选择`, en: `${en}: find by a keyword, for pickers` },
      query: pickInput,
      body: pickInput,
      data: pageOf(choiceOf(entity)),
    },
    get: { summary: { zh: `${zh}详情`, en: `${en}: one by id` }, query: idOf(entity), data: row },
    dataQuery: { summary: { zh: `按条件查询${zh}`, en: `${en}: search by conditions` }, query, data: pageOf(row) },
    dataExtQuery: {
      summary: { zh: `按条件查询${zh} (Ext)`, en: `${en}: search by conditions (Ext)` },
      query,
      data: pageOf(row),
    },
    insert: {
      summary: { zh: `新增${zh}`, en: `${en}: add` },
      body: oneOrMany(inputRow(entity), maxRows),
      data: saved,
    },
    update: {
      summary: { zh: `更新${zh}`, en: `${en}: update` },
      body: oneOrMany(inputRow(entity), maxRows),
      data: saved,
    },
    delete: {
      summary: { zh: `删除${zh}`, en: `${en}: delete` },
      body: oneOrMany(z.object({ ...inputFields(entity), confirmed }), 1000),
      data: z.null(),
    },
    deletes: {
      summary: { zh: `按 ID 批量删除${zh}`, en: `${en}: delete by ids` },
      body: z.union([z.object({ ids: z.array(wireId).max(1000).nullish(), confirmed }), z.array(wireId).max(1000)]),
      data: z.null(),
    },
    ...pastOf(entity, row),
    ...(part
      ? {
          saveOrUpdate: {
            summary: {
              zh: `一次保存多条${zh}：新增、更新，rowStatus 为 8 的删除`,
              en: `${en}: save several at once; new ones, changed ones, and rowStatus 8 = to be removed`,
            },
            body: z.array(z.object({ ...inputFields(entity), rowStatus: z.coerce.number().int().nullish() })).max(500),
            data: z.array(row),
          },
        }
      : {}),
  };
}

/** Shapes of the calls of one entity by action, with the types of its rows. */
export const entityShapes = <const E extends Entity>(entity: E): EntityShapes<E> =>
  shapesOfEntity(entity) as unknown as EntityShapes<E>;

/** Shapes of the calls of every configuration entity. */
export const entityCalls = Object.fromEntries(
  Object.values<Entity>(entities).flatMap((entity) =>
    Object.entries(shapesOfEntity(entity)).map(([action, shape]) => [`${entity.name}.${action}`, shape]),
  ),
) as unknown as EntityCalls;
