// unscoped: Statements of a data set name the tenant, which was compared with the scope of the caller before; tokens are of the whole database.
import { z } from 'zod';
import type { Ctx } from '#server/platform/context.ts';
import { realClock } from '#server/platform/clock/clock.ts';
import { forbidden } from '#server/platform/errors/app-error.ts';
import type { ListExport, ParquetColumn, PreparedExport, SheetCell } from '#server/platform/sheet/index.ts';
import { type Column, type Dataset, datasets } from './datasets/index.ts';
import { currentToken, keepToken } from './tokens.ts';
import { itemsSql, rowsSql } from './view-sql.ts';

/** What a file of a data set is ordered with: its tenant, and from which transaction on; all rows without it. */
const fileQuery = z.object({ tenantId: z.number(), after: z.string().nullable(), since: z.string().nullable() });
/** What a file of a data set is ordered with. */
export type FileQuery = z.infer<typeof fileQuery>;

/** Reads what a stored file was ordered with. */
export const readFileQuery = (query: unknown): FileQuery => fileQuery.parse(query);

const mark = 'analytics.';

/** Name of the list of a data set. */
export const listOf = (dataset: string): string => `${mark}${dataset}`;

/** The data set of a list; undefined for other lists. */
export const datasetOfList = (list: string): string | undefined =>
  list.startsWith(mark) ? list.slice(mark.length) : undefined;

const columnOf = ([name, { type, required: isRequired = false, scale = 0 }]: [string, Column]): ParquetColumn => ({
  name,
  type: type === 'numeric' ? 'decimal' : type === 'double precision' ? 'double' : type,
  required: isRequired,
  ...(type === 'numeric' ? { scale } : {}),
});

const cellOf = (value: unknown): SheetCell => {
  if (value === null || value === undefined) return null;
  if (typeof value === 'boolean') return Number(value);
  if (typeof value === 'number' || typeof value === 'string') return value;
  throw new Error(`a value of the type ${typeof value} has no place in a file`);
};

function prepare(ctx: Ctx, dataset: Dataset, query: unknown): PreparedExport {
  const { tenantId, after } = fileQuery.parse(query);
  if (ctx.scope.kind !== 'all' && !ctx.scope.tenantIds.includes(tenantId)) throw forbidden();
  if (ctx.actor.kind !== 'user') throw forbidden();
  const { userId } = ctx.actor;
  const names = Object.keys(dataset.columns);
  const statement = rowsSql(dataset);
  return {
    titles: names,
    ids: { sql: itemsSql(dataset, after !== null), parameters: after === null ? [tenantId] : [tenantId, after] },
    cells: async (ids) => {
      const { rows } = await ctx.unscoped.execute<Record<string, unknown>>(statement, [tenantId, ids]);
      return rows.map((row) => names.map((name) => cellOf(row[name])));
    },
    parquet: Object.entries(dataset.columns).map(columnOf),
    step: dataset.step,
    begin: () => currentToken(ctx.unscoped),
    finish: (token) => keepToken(ctx.unscoped, { tenantId, userId, dataset: dataset.name }, token, realClock.now()),
  };
}

/** The data sets as lists that can be written to files. */
export const datasetExports = (): Record<string, ListExport> =>
  Object.fromEntries(
    datasets.map((dataset): [string, ListExport] => [
      listOf(dataset.name),
      {
        title: dataset.label,
        file: { zh: dataset.name, en: dataset.name },
        call: 'analyticsFileOrder',
        prepare: (ctx, query) => prepare(ctx, dataset, query),
      },
    ]),
  );
