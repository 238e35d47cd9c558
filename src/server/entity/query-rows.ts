import { expressionBuilder, sql, type Expression, type SqlBool } from 'kysely';
import type { SearchColumn } from '#contract/search-columns.ts';
import type { Ctx } from '#server/platform/context.ts';
import { refused } from '#server/platform/errors/app-error.ts';
import { readSearchColumns, type ColumnRules, type Condition } from '#server/platform/http/search-columns.ts';
import {
  containing as searchTextContains,
  tokensContaining,
  containingPattern,
} from '#server/platform/search/index.ts';
import type { IdStatement } from '#server/platform/sheet/index.ts';
import type { Entity, Field } from '#shared/entity/declare.ts';
import { valueFor } from '#shared/values/items.ts';
import { asChoices, choiceFields } from './choices.ts';
import { columnsOf, presentRows, referencesOf, shownBy, targetOf, type WireRow } from './present.ts';
import { fieldColumn, isSealed, loose, type RawRow } from './raw-rows.ts';
import type { EntityCallOf, EntityServices } from './services.ts';

const maxOffset = 1_000_000;
const maxAll = 9999;
/** Letters from which on a keyword is looked up in the index of parts of words. */
const indexedFrom = 3;

/** What a list is asked with, once parsed. */
export type ListInput = {
  currentPage: number;
  pageSize: number;
  keyword?: string | undefined;
  sortRules?: readonly { columnName: string; sortType: 'asc' | 'desc' }[] | null | undefined;
  searchColumns?: readonly SearchColumn[] | null | undefined;
  [filter: string]: unknown;
};

/** A wire name that lists may search and sort by, and where its value stands. */
type Source = {
  kind: Field['kind'] | 'id';
  ref: string;
  keyword: boolean;
  /** Where the same stands in English: searched too. */
  english?: string;
};

/** The alias under which the row a reference points to is joined. */
const aliasOf = (name: string): string => `r_${name.toLowerCase()}`;

/** The references whose rows are joined: a list of ids has no one row. */
const joinedReferences = (entity: Entity) => referencesOf(entity).filter(([, field]) => field.many !== true);

/** Everything of an entity that can be searched and sorted by, by wire name; sealed values cannot. */
function sourcesOf(entity: Entity, services: EntityServices): Map<string, Source> {
  const sources = new Map<string, Source>([[entity.id, { kind: 'id', ref: 't.id', keyword: false }]]);
  for (const [name, field] of Object.entries(entity.fields)) {
    if (!isSealed(field))
      sources.set(name, {
        kind: field.kind,
        ref: `t.${fieldColumn(entity, name)}`,
        keyword: field.search === 'keyword' && field.kind !== 'reference',
      });
  }
  for (const [name, field] of joinedReferences(entity)) {
    const target = targetOf(services, field);
    for (const [wireName, fieldName] of shownBy(field)) {
      const keyword = field.search === 'keyword' && wireName === field.show;
      const [ref = '', english] = columnsOf(target, fieldName).map((column) => `${aliasOf(name)}.${column}`);
      sources.set(wireName, { kind: 'text', ref, keyword, ...(english !== undefined && { english }) });
    }
  }
  return sources;
}

const operationsOf = ({ kind }: Source): ColumnRules[string] => {
  if (kind === 'text' || kind === 'choice') return ['equal', 'like', 'in'];
  if (kind === 'id' || kind === 'reference') return ['equal', 'in'];
  return ['equal', 'in', 'between'];
};

const ref = (source: Source) => sql.ref(source.ref);
const none = sql<SqlBool>`false`;
const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`));
const numbersOf = (values: readonly unknown[]): number[] => values.map(Number).filter(Number.isFinite);

function isOneOf(source: Source, values: readonly unknown[], many: boolean): Expression<SqlBool> {
  if (source.kind === 'text')
    return sql<SqlBool>`lower(${ref(source)}) = any(${values.map((value) => String(value).toLowerCase())})`;
  if (source.kind === 'choice') {
    const texts = values.map(String);
    return many
      ? sql<SqlBool>`string_to_array(${ref(source)}, ',') && ${texts}`
      : sql<SqlBool>`${ref(source)}::text = any(${texts})`;
  }
  if (source.kind === 'flag')
    return sql<SqlBool>`${ref(source)}::text = any(${values.flatMap((value) => (Number(value) === 1 || value === true || value === 'true' ? ['1', 'true'] : ['0', 'false']))})`;
  if (source.kind === 'day') {
    const days = values.map(String).filter(isDay);
    return days.length === 0 ? none : sql<SqlBool>`${ref(source)} = any(${days}::date[])`;
  }
  const numbers = numbersOf(values);
  if (numbers.length === 0) return none;
  return source.kind === 'instant'
    ? sql<SqlBool>`${ref(source)} = any(${numbers.map((at) => new Date(at))})`
    : sql<SqlBool>`${ref(source)} = any(${numbers})`;
}

/** Days from one to another, both included. */
function betweenDays(source: Source, from: unknown, to: unknown): Expression<SqlBool> {
  const [low, high] = [from, to].map((value) => (value === null ? null : String(value)));
  if ([low, high].some((day) => typeof day === 'string' && !isDay(day))) return none;
  const lower = low == null ? sql<SqlBool>`true` : sql<SqlBool>`${ref(source)} >= ${low}::date`;
  return high == null ? lower : sql<SqlBool>`(${lower} and ${ref(source)} <= ${high}::date)`;
}

function between(source: Source, from: unknown, to: unknown): Expression<SqlBool> {
  if (source.kind === 'day') return betweenDays(source, from, to);
  const [low, high] = [from, to].map((value) => (value === null ? null : Number(value)));
  if (Number.isNaN(low) || Number.isNaN(high)) return none;
  const bound = (value: number) => (source.kind === 'instant' ? new Date(value) : value);
  const lower = low == null ? sql<SqlBool>`true` : sql<SqlBool>`${ref(source)} >= ${bound(low)}`;
  return high == null ? lower : sql<SqlBool>`(${lower} and ${ref(source)} <= ${bound(high)})`;
}

function conditionSql(source: Source, condition: Condition<string>, many: boolean): Expression<SqlBool> {
  const { english, ...own } = source;
  if (english !== undefined)
    return sql<SqlBool>`(${conditionSql(own, condition, many)} or ${conditionSql({ ...own, ref: english }, condition, many)})`;
  if (condition.operation === 'between') return between(source, condition.from, condition.to);
  if (condition.operation === 'like')
    return sql<SqlBool>`${ref(source)}::text ilike ${containingPattern(String(condition.value))}`;
  return isOneOf(source, condition.operation === 'in' ? condition.values : [condition.value], many);
}

const isMany = (entity: Entity, name: string): boolean => {
  const field = entity.fields[name];
  return field?.kind === 'choice' && field.many === true;
};

/** The filter of one field: a text is contained, a reference is given by id or by its name. */
function filterSql(
  entity: Entity,
  name: string,
  field: Field,
  values: readonly string[],
  sources: Map<string, Source>,
): Expression<SqlBool> {
  const source = valueFor(sources, name);
  if (field.kind === 'text') return sql<SqlBool>`${ref(source)} ilike any(${values.map(containingPattern)})`;
  if (field.kind === 'reference' && !values.every((value) => /^\d{1,15}$/.test(value))) {
    return conditionSql(
      valueFor(sources, field.show),
      { column: field.show, operation: 'in', values: [...values] },
      false,
    );
  }
  return isOneOf(source, values, isMany(entity, name));
}

/** Rows whose reference has one of these texts in its name: the few rows it may point to are found first, then by their ids. */
function namedBy(
  services: EntityServices,
  entity: Entity,
  [name, field]: ReturnType<typeof referencesOf>[number],
  values: readonly string[],
): Expression<SqlBool> {
  const target = targetOf(services, field);
  const [, shown = ''] = shownBy(field).find(([wireName]) => wireName === field.show) ?? [];
  const meant = expressionBuilder<Record<string, Record<string, unknown>>, never>()
    .selectFrom(`${target.table} as f`)
    .select('f.id')
    .where(({ or }) =>
      or(
        columnsOf(target, shown).map(
          (column) => sql<SqlBool>`${sql.ref(`f.${column}`)} ilike any(${values.map(containingPattern)})`,
        ),
      ),
    );
  return sql<SqlBool>`${sql.ref(`t.${fieldColumn(entity, name)}`)} = any(array(${meant}))`;
}

/** The values that a filter is given, undefined where it is not. A value that is no list must not widen what is found. */
const valuesOf = (input: ListInput, name: string): readonly string[] | undefined => {
  const values = input[name];
  if (values === undefined || values === null) return undefined;
  if (!Array.isArray(values)) throw new TypeError(`the filter ${name} is no list`);
  return values.map(String);
};

function conditionsOf(
  entity: Entity,
  input: ListInput,
  sources: Map<string, Source>,
  services: EntityServices,
): Expression<SqlBool>[] {
  const rules = Object.fromEntries([...sources].map(([name, source]) => [name, operationsOf(source)]));
  const conditions = readSearchColumns(rules, input.searchColumns).map((condition) =>
    conditionSql(valueFor(sources, condition.column), condition, isMany(entity, condition.column)),
  );
  for (const [name, field] of Object.entries(entity.fields)) {
    const values = field.search === 'filter' ? valuesOf(input, name) : undefined;
    if (values !== undefined) conditions.push(filterSql(entity, name, field, values, sources));
  }
  for (const reference of joinedReferences(entity)) {
    const [, { show, search }] = reference;
    const values = search === 'filter' ? valuesOf(input, show) : undefined;
    if (values !== undefined) conditions.push(namedBy(services, entity, reference, values));
  }
  const { keyword } = input;
  if (keyword !== undefined && entity.finding !== undefined) {
    const text = sql.ref('t.search_text');
    // A short keyword fits most rows: there the index would find more than it spares.
    if (keyword.length >= indexedFrom) conditions.push(tokensContaining(text, keyword));
    conditions.push(searchTextContains(text, keyword));
  } else if (keyword !== undefined) {
    const searched = [...sources.values()]
      .filter((source) => source.keyword)
      .flatMap(({ ref: own, english = own }) => [...new Set([own, english])])
      .map((column) => sql<SqlBool>`${sql.ref(column)} ilike ${containingPattern(keyword)}`);
    conditions.push(searched.length === 0 ? none : sql<SqlBool>`(${sql.join(searched, sql` or `)})`);
  }
  return conditions;
}

type OrderKey = [ref: string, direction: 'asc' | 'desc'];

/** Sort keys by place in the statement: what was requested, then the declared order, then the id. */
function orderOf(
  { lang }: Ctx,
  entity: Entity,
  rules: ListInput['sortRules'],
  sources: Map<string, Source>,
): OrderKey[] {
  const requested = (rules ?? []).map(({ columnName, sortType }): OrderKey => {
    const source = sources.get(columnName);
    if (source === undefined) throw refused('error.unknownSort', { name: columnName });
    return [(lang === 'en' ? source.english : undefined) ?? source.ref, sortType];
  });
  const declared = entity.order.map(([name, direction]): OrderKey => [valueFor(sources, name).ref, direction]);
  const keys: OrderKey[] = [...requested, ...declared, ['t.id', 'asc']];
  return keys.filter(([key], index) => keys.findIndex(([other]) => other === key) === index);
}

/** Rows with what they refer to joined, so that searching and sorting can name it; unused joins cost nothing. */
function joined({ ctx, entity, services }: Pick<EntityCallOf<unknown>, 'ctx' | 'entity' | 'services'>) {
  let query = loose(ctx.db).selectFrom(`${entity.table} as t`);
  for (const [name, field] of joinedReferences(entity)) {
    const alias = aliasOf(name);
    query = query.leftJoin(
      `${targetOf(services, field).table} as ${alias}`,
      `${alias}.id`,
      `t.${fieldColumn(entity, name)}`,
    );
  }
  return query;
}

/** The rows of an entity that fit, joined with what they refer to, and their order. `only` are more conditions, on rows named t. */
function matching(call: EntityCallOf<ListInput>, only: readonly Expression<SqlBool>[]) {
  const { entity, services, input } = call;
  const sources = sourcesOf(entity, services);
  let base = joined(call);
  const conditions = [...conditionsOf(entity, input, sources, services), ...only];
  for (const condition of conditions) base = base.where(condition);
  return { base, order: orderOf(call.ctx, entity, input.sortRules, sources), all: conditions.length === 0 };
}

/** The statement that gives the ids of all rows that fit, in the order wanted. */
export function rowIds(call: EntityCallOf<ListInput>, only: readonly Expression<SqlBool>[] = []): IdStatement {
  const { base, order } = matching(call, only);
  let ids = base.select('t.id');
  for (const [key, direction] of order) ids = ids.orderBy(key, direction);
  return ids.compile();
}

/** One page of an entity with exact totals; names of filters and sort keys come from the declaration. */
export async function queryRows(
  call: EntityCallOf<ListInput>,
  only: readonly Expression<SqlBool>[] = [],
): Promise<{ records: WireRow[]; totalPage: number; totalRecord: number }> {
  const { ctx, entity, services, input } = call;
  const { base, order, all } = matching(call, only);
  const keptTotal = all ? services.hooks[entity.name]?.total : undefined;
  const offset = (input.currentPage - 1) * input.pageSize;
  if (offset > maxOffset) throw refused('error.pageTooDeep');
  let page = base.selectAll('t');
  for (const [key, direction] of order) page = page.orderBy(key, direction);
  const count = async (): Promise<number> => {
    const counted = await base.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow();
    return Number(counted['total']);
  };
  const [rows, totalRecord] = await Promise.all([
    page.limit(input.pageSize).offset(offset).execute(),
    keptTotal === undefined ? count() : keptTotal(ctx),
  ]);
  return {
    records: await presentRows(ctx, entity, rows, services),
    totalPage: Math.ceil(totalRecord / input.pageSize),
    totalRecord,
  };
}

/** Rows by id, as screens show them, in the order of the ids; one that is gone is left out. */
export async function rowsById(
  { ctx, entity, services }: Pick<EntityCallOf<unknown>, 'ctx' | 'entity' | 'services'>,
  ids: readonly number[],
): Promise<WireRow[]> {
  const rows: RawRow[] = await loose(ctx.db)
    .selectFrom(entity.table)
    .selectAll()
    .where('id', 'in', [...ids])
    .execute();
  const shown = await presentRows(ctx, entity, rows, services);
  const byId = new Map(rows.map((row, index) => [Number(row['id']), shown[index]]));
  return ids.map((id) => byId.get(id)).filter((row) => row !== undefined);
}

/** All parts of these wholes, in the declared order; `entity` declares `partOf`. */
export async function partsOf(call: EntityCallOf<readonly number[]>): Promise<WireRow[]> {
  const { entity, input } = call;
  const column = fieldColumn(entity, entity.partOf ?? entity.id);
  const only = sql<SqlBool>`${sql.ref(`t.${column}`)} = any(${[...input]})`;
  const page = await queryRows({ ...call, input: { currentPage: 1, pageSize: maxAll } }, [only]);
  return page.records;
}

/** Every row of an entity in the declared order, at most 9,999, for choices: whole rows for anyone who has its page, names for others. */
export async function getAllRows(call: EntityCallOf<unknown>): Promise<WireRow[]> {
  const page = await queryRows({ ...call, input: { currentPage: 1, pageSize: maxAll } });
  return asChoices(page.records, choiceFields(call.ctx, call.entity, call.services));
}
