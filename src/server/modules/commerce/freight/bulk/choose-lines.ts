// unscoped: Ports, carriers and published prices have no tenant; rows of tenants were chosen by `ctx.db` before and are addressed by id.
import { sql } from 'kysely';
import { pricedTypes } from '#entities/freight-rate.ts';
import { type EntityServices, type ListInput, rowIds } from '#server/entity/index.ts';
import { matching, type ListSource } from '#server/list/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { refused } from '#server/platform/errors/app-error.ts';
import type { ColumnsOf } from './plan-change.ts';
import type { PriceKind } from './price-kinds.ts';

/** Lines that one change takes. */
const maxLines = 10_000;

/** The lines that a question is about, and which of their prices; all of them unless stated. */
export type Chosen = { ids: readonly number[]; only?: ColumnsOf };

const columnOfType = new Map<string, string>(Object.entries(pricedTypes).map(([column, type]) => [type, column]));

/** The lines of a list of price lines. */
export async function linesOfFilter(
  ctx: Ctx,
  services: EntityServices,
  { entity }: PriceKind,
  filter: object,
): Promise<Chosen> {
  const input: ListInput = { ...filter, currentPage: 1, pageSize: 1 };
  const statement = rowIds({ ctx, entity, services, input });
  const { rows } = await ctx.unscoped.execute<{ id: number }>(statement.sql, [...statement.parameters]);
  return checked({ ids: rows.map(({ id }) => Number(id)) });
}

/** The rates behind a list of all-in prices, each with the prices of its rows. */
export async function linesOfPrices(ctx: Ctx, source: ListSource, requested: object): Promise<Chosen> {
  const rows: { rate_id: number; container_type: string }[] = await matching(source, ctx, {
    ...requested,
    currentPage: 1,
    pageSize: 1,
  })
    .select([sql<number>`p.rate_id`.as('rate_id'), sql<string>`p.container_type`.as('container_type')])
    .execute();
  const only = new Map<number, Set<string>>();
  for (const { rate_id, container_type } of rows) {
    const columns = only.get(Number(rate_id)) ?? new Set<string>();
    const column = columnOfType.get(container_type);
    if (column !== undefined) columns.add(column);
    only.set(Number(rate_id), columns);
  }
  return checked({ ids: [...only.keys()], only });
}

function checked(chosen: Chosen): Chosen {
  const count = chosen.ids.length;
  if (count > maxLines) throw refused('freight.tooMany', { count, most: maxLines });
  return chosen;
}
