import { sql, type Expression, type SqlBool } from 'kysely';
import type { Ctx } from '#server/platform/context.ts';
import {
  containing,
  containingPattern,
  escapeLike,
  tokensContaining,
  wholeWords,
  wordsOf,
} from '#server/platform/search/index.ts';
import type { Entity } from '#shared/entity/declare.ts';
import { normalizeText, tidyText } from '#shared/text/normalize.ts';
import { asChoices, choiceFields } from './choices.ts';
import { presentRows, type WireRow } from './present.ts';
import { queryRows } from './query-rows.ts';
import { fieldColumn, loose, type RawRow } from './raw-rows.ts';
import type { EntityCallOf } from './services.ts';

/** Rows in the order of the list that are read before the index of words is asked: a keyword that fits many is done by then. */
const walked = 2000;
/** Pickers count no further: anyone who finds more types on. */
const maxCounted = 1000;

/** What a picker asks: a keyword or nothing, and which page of how many rows. */
export type Wanted = { keyword?: string | undefined; currentPage: number; pageSize: number };
/** A page of rows; the count ends at 1,000. */
export type FoundRows = { rows: RawRow[]; totalRecord: number; totalPage: number };

type Search = { ctx: Ctx; entity: Entity; keyword: string; need: number };

const text = sql.ref('t.search_text');
const column = (entity: Entity, name: string) => sql.ref(`t.${fieldColumn(entity, name)}`);

function inOrder(
  { ctx, entity, need }: Search,
  where: Expression<SqlBool>,
  first?: Expression<SqlBool>,
): Promise<RawRow[]> {
  let query = loose(ctx.db).selectFrom(`${entity.table} as t`).selectAll('t').where(where);
  if (first !== undefined) query = query.orderBy(first, 'desc');
  for (const [name, direction] of entity.order) query = query.orderBy(column(entity, name), direction);
  return query.orderBy('t.id').limit(need).execute();
}

/** Rows that have the keyword as whole words; those that are called just so come first. */
function findWhole(search: Search): Promise<RawRow[]> {
  const { entity, keyword } = search;
  const meant = [...new Set([normalizeText(keyword), tidyText(keyword)])].map((word) => word.toLowerCase());
  const same = (entity.finding?.exact ?? []).map(
    (name) => sql<SqlBool>`coalesce(lower(${column(entity, name)}), '') = any(${meant})`,
  );
  return inOrder(search, wholeWords(text, keyword), sql<SqlBool>`(${sql.join(same, sql` or `)})`);
}

/** Rows whose code begins with the keyword, read from the index of codes. */
function findBeginning({ ctx, entity, keyword, need }: Search): Promise<RawRow[]> {
  const code = sql`lower(${column(entity, entity.finding?.exact[0] ?? entity.id)})`;
  const beginning = `${escapeLike(normalizeText(keyword).toLowerCase())}%`;
  return loose(ctx.db)
    .selectFrom(`${entity.table} as t`)
    .selectAll('t')
    .where(sql<SqlBool>`${code} like ${beginning}`)
    .orderBy(code)
    .orderBy('t.id')
    .limit(need)
    .execute();
}

/** The first rows in the order of the list, of which those with the keyword are taken. */
function findWalking({ ctx, entity, keyword, need }: Search): Promise<RawRow[]> {
  let begin = loose(ctx.db).selectFrom(entity.table).selectAll();
  for (const [name, direction] of entity.order) begin = begin.orderBy(fieldColumn(entity, name), direction);
  begin = begin.orderBy('id').limit(keyword === '' ? need : Math.max(walked, need));
  let query = loose(ctx.db).selectFrom(begin.as('t')).selectAll('t');
  if (keyword !== '') query = query.where(containing(text, keyword));
  for (const [name, direction] of entity.order) query = query.orderBy(column(entity, name), direction);
  return query.orderBy('t.id').limit(need).execute();
}

const indexed = (keyword: string): Expression<SqlBool> =>
  sql<SqlBool>`(${tokensContaining(text, keyword)} and ${containing(text, keyword)})`;

async function countTo(ctx: Ctx, entity: Entity, where: Expression<SqlBool> | undefined): Promise<number> {
  let few = loose(ctx.db).selectFrom(`${entity.table} as t`).select('t.id').limit(maxCounted);
  if (where !== undefined) few = few.where(where);
  const { n } = await loose(ctx.db)
    .selectFrom(few.as('few'))
    .select(sql<number>`count(*)::int`.as('n'))
    .executeTakeFirstOrThrow();
  return Number(n);
}

/**
 * Finds rows by a keyword within code, names, pinyin or initials: those that are called just so, then whole words, then
 * codes that begin so, then the rest in the order of the list. Each step gives the first rows of its kind, so that pages
 * have neither gaps nor doubles, and none reads more than a small part of a large table.
 */
export async function findRows({
  ctx,
  entity,
  input,
}: {
  ctx: Ctx;
  entity: Entity;
  input: Wanted;
}): Promise<FoundRows> {
  const keyword = wordsOf(input.keyword ?? '').join(' ');
  const offset = (input.currentPage - 1) * input.pageSize;
  const search: Search = { ctx, entity, keyword, need: offset + input.pageSize };
  const steps =
    keyword === '' ? [findWalking(search)] : [findWhole(search), findBeginning(search), findWalking(search)];
  const found = await Promise.all(steps);
  const walkedEnough = (found.at(-1)?.length ?? 0) >= search.need;
  if (keyword !== '' && !walkedEnough) found.push(await inOrder(search, indexed(keyword)));
  const unique = [...new Map(found.flat().map((row) => [row['id'], row])).values()];
  const complete = unique.length < search.need;
  const where = keyword === '' ? undefined : walkedEnough ? containing(text, keyword) : indexed(keyword);
  const totalRecord = complete ? unique.length : await countTo(ctx, entity, where);
  return {
    rows: unique.slice(offset, offset + input.pageSize),
    totalRecord,
    totalPage: Math.ceil(totalRecord / input.pageSize),
  };
}

/** The keyword is part of one of the names. */
function nameConditions(entity: Entity, keyword: string | undefined): Expression<SqlBool>[] {
  if (keyword === undefined || keyword === '') return [];
  const part = containingPattern(keyword);
  const names = entity.title.filter((name) => entity.fields[name]?.kind === 'text');
  return [
    sql<SqlBool>`(${sql.join(
      names.map((name) => sql`${column(entity, name)} ilike ${part}`),
      sql` or `,
    )})`,
  ];
}

/** One page of rows to choose from, as the wire shows them; entities that are never large are searched as in their list. */
export async function pickRows({
  ctx,
  entity,
  services,
  input,
}: EntityCallOf<Wanted>): Promise<{ records: WireRow[]; totalPage: number; totalRecord: number }> {
  const fields = choiceFields(ctx, entity, services);
  if (entity.finding === undefined) {
    // Who sees names only does not find out by a keyword what else a row holds.
    const named = fields === undefined ? [] : nameConditions(entity, input.keyword);
    const requested = fields === undefined ? input : { ...input, keyword: undefined };
    const { records, ...totals } = await queryRows({ ctx, entity, services, input: requested }, named);
    return { records: asChoices(records, fields), ...totals };
  }
  const { rows, ...totals } = await findRows({ ctx, entity, input });
  return { records: asChoices(await presentRows(ctx, entity, rows, services), fields), ...totals };
}
