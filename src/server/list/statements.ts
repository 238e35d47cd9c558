import { type CompiledQuery, sql, type SqlBool } from 'kysely';
import type { Ctx } from '#server/platform/context.ts';
import { createShapeCache, slot } from '#server/platform/db/shape-cache.ts';
import type { IdStatement } from '#server/platform/sheet/index.ts';
import { sortKeysOf } from '#server/platform/sort-keys.ts';
import { sortableOf } from '#shared/list/declare.ts';
import { columnOf, type Condition, conditionsOf, placeOf, valuesOf } from './conditions.ts';
import type { ListBase, ListInput, ListSource, PageColumns } from './source.ts';

/** What a list is asked once read: which rows, in which order. */
export type Question = { conditions: readonly Condition[]; keys: readonly SortKey[] };
type SortKey = readonly [column: string, direction: 'asc' | 'desc'];

const shapes = createShapeCache();

/** The statement with the joins that these columns need. */
function joined(source: ListSource, query: ListBase, names: readonly string[]): ListBase {
  let result = query;
  for (const [alias, join] of Object.entries(source.joins ?? {}))
    if (names.some((name) => source.columns[name]?.startsWith(`${alias}.`))) result = join(result);
  return result;
}

type Place = (condition: Condition) => unknown;
const ownValue: Place = ({ value }) => value;
const placeIn = ({ compiled }: ListSource): Place => (compiled === true ? placeOf : ownValue);

/** Rows that fit the conditions, without columns; `sorted` are columns that they are sorted by. */
function rowsThatFit(
  source: ListSource,
  ctx: Ctx,
  conditions: readonly Condition[],
  place: Place,
  sorted: readonly string[] = [],
): ListBase {
  let query = joined(source, source.from(ctx), [...conditions.map(({ filter }) => filter), ...sorted]);
  for (const condition of conditions) query = query.where(condition.toSql(place(condition)));
  return query;
}

/** The rows that fit the filters, as a statement without columns of its own; `sorted` are the columns that they will be in order of. */
export const matching = (source: ListSource, ctx: Ctx, input: ListInput, sorted: readonly string[] = []): ListBase =>
  rowsThatFit(source, ctx, conditionsOf(source, ctx, input), ownValue, sorted);

const namesOf = (conditions: readonly Condition[]): string => conditions.map(({ name }) => name).join();

/** The rows of a compiled source that fit, as part of another compiled statement, which needs the values and has the name in its shape. */
export function matchingPart(
  source: ListSource,
  ctx: Ctx,
  input: ListInput,
): { rows: () => ListBase; values: Record<string, unknown>; name: string } {
  const conditions = conditionsOf(source, ctx, input);
  return {
    rows: () => rowsThatFit(source, ctx, conditions, placeOf),
    values: valuesOf(conditions),
    name: namesOf(conditions),
  };
}

/** Reads a question; refuses what the list cannot be asked or sorted by. */
export function questionOf(source: ListSource, ctx: Ctx, input: ListInput): Question {
  const { list, compiled, alsoSorted = [] } = source;
  const requested = sortKeysOf(input.sortRules, new Set([...sortableOf(list), ...alsoSorted]));
  const keys = requested.map(({ column, direction }): SortKey => [column, direction]);
  const usual = compiled === true && keys.length > 0 ? [] : list.order;
  const refs = new Map<string, SortKey>();
  for (const key of [...keys, ...usual]) {
    const ref = columnOf(source, key[0]);
    if (!refs.has(ref)) refs.set(ref, key);
  }
  return { conditions: conditionsOf(source, ctx, input), keys: [...refs.values()] };
}

/** Sorts the statement by the keys of the question, then by id; empty values come last. */
function ordered(source: ListSource, query: ListBase, { keys }: Question): ListBase {
  const { list, id, ranks } = source;
  let result = query;
  for (const [name, direction] of keys) {
    const column = sql.ref(columnOf(source, name));
    const rank = ranks?.[name];
    const by =
      rank === undefined ? column : sql`array_position(array[${sql.join(rank.map((one) => sql.lit(one)))}], ${column})`;
    result = result.orderBy(by, (order) => {
      const way = direction === 'asc' ? order.asc() : order.desc();
      // Columns that are never empty keep the plain order, so that indexes serve it.
      return list.columns[name]?.nullable === true ? way.nullsLast() : way;
    });
  }
  if (keys.some(([name]) => columnOf(source, name) === id)) return result;
  return result.orderBy(sql.ref(id), keys.at(-1)?.[1] ?? 'desc');
}

/** The statement that gives the ids of all rows that fit, in the order wanted. */
const idsOf = (source: ListSource, ctx: Ctx, question: Question, place: Place): ListBase =>
  ordered(
    source,
    rowsThatFit(
      source,
      ctx,
      question.conditions,
      place,
      question.keys.map(([name]) => name),
    ),
    question,
  ).select(`${source.id} as id`);

/** Ids of all rows that fit, for an export. */
export const listIds = (source: ListSource, ctx: Ctx, input: ListInput): IdStatement =>
  idsOf(source, ctx, questionOf(source, ctx, input), ownValue).compile();

/** Runs a statement of a list; `what` names it within its shape, and `more` are values besides those of the conditions. */
async function run<Row>(
  source: ListSource,
  ctx: Ctx,
  { what, question, build, more = {} }: { what: string; question: Question; build: () => ListBase; more?: object },
): Promise<Row[]> {
  if (source.compiled !== true) return (await build().execute()) as Row[];
  const { conditions, keys } = question;
  const shape = `${source.list.name} ${what} ${namesOf(conditions)} ${keys.map((key) => key.join(':')).join()}`;
  const compile = (): CompiledQuery => build().compile();
  // unscoped: The compiled statement has the scope of the caller as its parameter.
  return shapes.run<Row>(ctx.unscoped, ctx.scope, shape, compile, { ...valuesOf(conditions), ...more });
}

/** The rows of one page in the order wanted: their ids, or what `select` names of them. */
export function listPage<Row = { id: number }>(
  source: ListSource,
  ctx: Ctx,
  question: Question,
  page: { limit: number; offset: number },
  select?: PageColumns,
): Promise<Row[]> {
  const at = (name: 'limit' | 'offset'): number => (source.compiled === true ? slot<number>(name) : page[name]);
  return run<Row>(source, ctx, {
    what: select?.name ?? 'ids',
    question,
    more: page,
    build: () => {
      const ids = idsOf(source, ctx, question, placeIn(source)).limit(at('limit')).offset(at('offset'));
      if (select === undefined) return ids;
      // As an array, which is read first: of a join whose limit is not known yet, PostgreSQL expects a tenth of the table.
      const rows = source.from(ctx).where(sql<SqlBool>`${sql.ref(source.id)} = any(array(${ids}))`);
      return ordered(source, rows, question).select(select.columns);
    },
  });
}

/** How many rows fit exactly; kept totals answer where they can. */
export async function countList(source: ListSource, ctx: Ctx, { conditions }: Question): Promise<number> {
  const { keptTotal } = source;
  const isKept =
    keptTotal !== undefined && conditions.every(({ name }) => keptTotal.answers.includes(name.split(':')[0] ?? ''));
  const build = (): ListBase => {
    if (!isKept)
      return rowsThatFit(source, ctx, conditions, placeIn(source)).select(sql<number>`count(*)::int`.as('n'));
    let sums = keptTotal.from(ctx).select(sql<number>`coalesce(sum(n), 0)::bigint`.as('n'));
    for (const condition of conditions) sums = sums.where(condition.toSql(placeIn(source)(condition)));
    return sums;
  };
  const question = { conditions, keys: [] };
  const [row] = await run<{ n: number }>(source, ctx, { what: isKept ? 'total' : 'count', question, build });
  return Number(row?.n ?? 0);
}

/** How many rows each value of a column has, whichever tab is chosen; the first tab has them all. */
export async function countTabs(
  source: ListSource,
  column: string,
  ctx: Ctx,
  input: ListInput,
): Promise<Record<string, number>> {
  const { tabs } = source.list;
  const names = Object.keys(tabs?.values ?? {});
  const rows = (await matching(source, ctx, { ...input, [tabs?.name ?? '']: undefined })
    .select([sql<string>`${sql.ref(column)}`.as('tab'), sql<number>`count(*)::int`.as('n')])
    .groupBy(sql.ref(column))
    .execute()) as { tab: string; n: number }[];
  const counts = Object.fromEntries([...names.map((name) => [name, 0]), ...rows.map(({ tab, n }) => [tab, n])]);
  return { ...counts, [names[0] ?? '']: rows.reduce((sum, { n }) => sum + n, 0) };
}
