import type { CallData } from '#contract/index.ts';
import { entities } from '#entities/index.ts';
import { findRows, loose, type RawRow } from '#server/entity/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import type { Entity } from '#shared/entity/declare.ts';
import { itemAt } from '#shared/values/items.ts';
import { airlineOfRow, airportOfRow, carrierOfRow, portOfRow, vesselOfRow } from './present.ts';

/** What a picker asks: a keyword, or the codes whose names it needs. */
export type Picker = {
  keyword?: string | undefined;
  codes?: string | string[] | undefined;
  currentPage: number;
  pageSize: number;
};
type Picking = { ctx: Ctx; input: Picker };
type Page<T> = { records: T[]; totalRecord: number; totalPage: number };

/** Rows of the given codes, whatever their page. */
async function rowsOfCodes(ctx: Ctx, entity: Entity, columns: readonly string[], codes: readonly string[]) {
  const rows: RawRow[] = await loose(ctx.db)
    .selectFrom(entity.table)
    .selectAll()
    .where((eb) => eb.or(columns.map((column) => eb(column, 'in', codes))))
    .orderBy(itemAt(columns, 0))
    .orderBy('id')
    .limit(1000)
    .execute();
  return rows;
}

async function pick<T>(
  { ctx, input }: Picking,
  entity: Entity,
  codeColumns: readonly string[],
  present: (row: RawRow) => T,
): Promise<Page<T>> {
  if (input.codes !== undefined) {
    const codes = Array.isArray(input.codes) ? input.codes : [input.codes];
    const rows = codes.length === 0 ? [] : await rowsOfCodes(ctx, entity, codeColumns, codes);
    const records = rows.slice((input.currentPage - 1) * input.pageSize, input.currentPage * input.pageSize);
    return {
      records: records.map(present),
      totalRecord: rows.length,
      totalPage: Math.ceil(rows.length / input.pageSize),
    };
  }
  const { rows, ...totals } = await findRows({ ctx, entity, input });
  return { records: rows.map(present), ...totals };
}

/** Finds ports by code, names, pinyin or initials. */
export const searchPorts = (picking: Picking): Promise<CallData<'searchPorts'>> =>
  pick(picking, entities.port, ['code'], portOfRow);

/** Finds vessels by name, IMO, MMSI or call sign. */
export const searchVessels = (picking: Picking): Promise<CallData<'searchVessels'>> =>
  pick(picking, entities.vessel, ['imo', 'name'], vesselOfRow);

/** Finds carriers by code, SCAC, names, pinyin or initials. */
export const searchCarriers = (picking: Picking): Promise<CallData<'searchCarriers'>> =>
  pick(picking, entities.carrier, ['code'], carrierOfRow);

/** Finds airports by code, names, pinyin or initials. */
export const searchAirports = (picking: Picking): Promise<CallData<'searchAirports'>> =>
  pick(picking, entities.airport, ['code'], airportOfRow);

/** Finds airlines by code, waybill prefix, names, pinyin or initials. */
export const searchAirlines = (picking: Picking): Promise<CallData<'searchAirlines'>> =>
  pick(picking, entities.airline, ['code'], airlineOfRow);
