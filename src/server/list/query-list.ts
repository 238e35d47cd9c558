import type { Ctx } from '#server/platform/context.ts';
import { deepestOffset, pageOf, rowsOf } from '#server/platform/page.ts';
import { valueAt } from '#shared/list/declare.ts';
import type { ListInput, ListSource, WireRow } from './source.ts';
import { countList, countTabs, listPage, type Question, questionOf } from './statements.ts';

/** Rows by id, in the order of the ids; one that is gone is left out. */
export async function listRowsById(source: ListSource, ctx: Ctx, ids: readonly number[]): Promise<WireRow[]> {
  if (ids.length === 0) return [];
  const rows = await source.load(ctx, ids);
  const byId = new Map(rows.map((row): [number, WireRow] => [Number(valueAt(row, source.list.id)), row]));
  return ids.map((id) => byId.get(Number(id))).filter((row) => row !== undefined);
}

/** Rows to be shown: by id, with which source reported their values where the list says that. */
export async function shownRows(source: ListSource, ctx: Ctx, ids: readonly number[]): Promise<WireRow[]> {
  const rows = await listRowsById(source, ctx, ids);
  const statement = rows.length === 0 ? undefined : await source.said?.(ctx, rows);
  if (statement === undefined) return rows;
  return rows.map((row) => ({ ...row, said: statement.get(String(row[source.list.id])) ?? {} }));
}

/** Rows of each tab, and how many rows the chosen one has where that follows from them. */
async function tabsOf(
  source: ListSource,
  ctx: Ctx,
  input: ListInput,
): Promise<{ tabs?: Readonly<Record<string, number>>; total?: number | undefined }> {
  const { tabColumn, list } = source;
  if (tabColumn === undefined) {
    const tabs = await source.tabs?.(ctx, input);
    return tabs === undefined ? {} : { tabs };
  }
  const tabs = await countTabs(source, tabColumn, ctx, input);
  const chosen = (input[list.tabs?.name ?? ''] as string | undefined) ?? Object.keys(list.tabs?.values ?? {})[0] ?? '';
  return { tabs, total: tabs[chosen] };
}

const totalOf = async (source: ListSource, ctx: Ctx, input: ListInput, question: Question): Promise<number> =>
  (await source.total?.(ctx, input)) ?? countList(source, ctx, question);

/** The rows of a page, read and presented: ids first, then what belongs to them. */
async function recordsOf(source: ListSource, ctx: Ctx, input: ListInput, question: Question): Promise<WireRow[]> {
  const at = rowsOf(input, source.deepest ?? deepestOffset);
  const { page, shown } = source;
  if (page === undefined || shown === undefined) {
    const found = await listPage(source, ctx, question, at);
    return shownRows(
      source,
      ctx,
      found.map(({ id }) => Number(id)),
    );
  }
  const rows = await listPage<never>(source, ctx, question, at, page(ctx, input));
  return [...(await shown(ctx, rows, input))];
}

/** A page of a list with its exact total. */
export async function queryList(
  source: ListSource,
  ctx: Ctx,
  input: ListInput,
): Promise<{
  records: WireRow[];
  totalPage: number;
  totalRecord: number;
  tabs?: Readonly<Record<string, number>>;
}> {
  const question = questionOf(source, ctx, input);
  const [records, ownTotal, { tabs, total = ownTotal ?? 0 }] = await Promise.all([
    recordsOf(source, ctx, input, question),
    source.tabColumn === undefined ? totalOf(source, ctx, input, question) : undefined,
    tabsOf(source, ctx, input),
  ]);
  return { ...pageOf(records, total, input), ...(tabs === undefined ? {} : { tabs }) };
}
