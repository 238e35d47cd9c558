import {
  archiveForms,
  type ArchivedTable,
  shipmentForm,
  writeArchiveFile,
  type WrittenFile,
} from '#server/platform/archive/index.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { ParquetCell, ParquetColumn } from '#server/platform/sheet/index.ts';
import { bodyColumns, unpackBody } from '#server/modules/intake/collection/index.ts';
import { unpackHistory, unpackStatement } from '#server/modules/tracking/shipment/index.ts';
import type { Instant } from '#shared/time/instant.ts';

type Row = Record<string, unknown>;
type Packed = { packed: Buffer | null; plain: object | null };

/** How rows of a table are read for the archive. */
type Source = {
  /** Shipments (or subscriptions) whose rows are one group of a file, which is read as a whole. */
  keysAtOnce: number;
  read: (database: Database, keys: readonly number[]) => Promise<Row[]>;
};

const json = (value: unknown): string => JSON.stringify(value);

const changesText = `select id, tenant_id, shipment_id, known_at, packed, changes as plain, corrected, said_id, said as "statement"
  from shipment_change where shipment_id = any($1) order by shipment_id, id`;
const statementsText = `select id, tenant_id, shipment_id, known_at, packed, said as plain
  from shipment_said where shipment_id = any($1) order by shipment_id, id`;
const answersText = `select a.id, a.tenant_id, a.subscription_id, a.source_id, o.code as source_code, a.via, a.received_at, a.standing,
    encode(a.hash, 'hex') as hash, ${bodyColumns('a')}
  from raw_answer a join source o on o.id = a.source_id where a.subscription_id = any($1) order by a.subscription_id, a.id`;
const shipmentsText = `select id, tenant_id, subscription_id, bill_no, container_no, booking_no, carrier_code, vessel_name, voyage,
    port_of_loading, port_of_discharge, atd, ata, ended_at, content::text as content, provenance::text as provenance,
    history::text as history
  from shipment where id = any($1) order by id`;

const sources: Readonly<Record<ArchivedTable | 'shipment', Source>> = {
  shipment_change: {
    keysAtOnce: 100,
    read: async (database, keys) => {
      const { rows } = await database.execute<Packed & { statement: Buffer | null }>(changesText, [keys]);
      return rows.map(({ packed, plain, statement, ...row }) => ({
        ...row,
        changes: json(unpackHistory({ packed, plain })),
        said: statement === null ? null : json(unpackStatement({ packed: statement, plain: null })),
      }));
    },
  },
  shipment_said: {
    keysAtOnce: 100,
    read: async (database, keys) => {
      const { rows } = await database.execute<Packed>(statementsText, [keys]);
      return rows.map(({ packed, plain, ...row }) => ({ ...row, said: json(unpackStatement({ packed, plain })) }));
    },
  },
  raw_answer: {
    keysAtOnce: 50,
    read: async (database, keys) => {
      const { rows } = await database.execute<Parameters<typeof unpackBody>[0]>(answersText, [keys]);
      return rows.map((row) => ({ ...row, body: unpackBody(row) }));
    },
  },
  shipment: {
    keysAtOnce: 100,
    read: async (database, keys) => (await database.execute<Row>(shipmentsText, [keys])).rows,
  },
};

function cellOf(value: unknown, { name }: ParquetColumn): ParquetCell {
  if (value === undefined || value === null) return null;
  if (typeof value === 'boolean') return Number(value);
  if (typeof value === 'string' || typeof value === 'number' || value instanceof Uint8Array) return value;
  throw new Error(`the column ${name} holds what the archive does not know`);
}

async function* partsOf(
  database: Database,
  { keysAtOnce, read }: Source,
  columns: readonly ParquetColumn[],
  keys: readonly number[],
): AsyncGenerator<ParquetCell[][]> {
  for (let at = 0; at < keys.length; at += keysAtOnce) {
    const rows = await read(database, keys.slice(at, at + keysAtOnce));
    if (rows.length > 0) yield rows.map((row) => columns.map((column) => cellOf(row[column.name], column)));
  }
}

/** Writes the rows of a table that belong to some shipments (or subscriptions), ascending, to a file of the archive. */
export function writeRows(
  database: Database,
  table: ArchivedTable | 'shipment',
  place: { folder: string; name: string },
  keys: readonly number[],
): Promise<WrittenFile> {
  const { columns } = table === 'shipment' ? shipmentForm : archiveForms[table];
  return writeArchiveFile(place, columns, partsOf(database, sources[table], columns, keys));
}

/** When a shipment `s` is over for so long that its history may leave the database: SQL with that moment as `$3`. */
const isOver = `(s.ended and s.ended_at < $3 and s.updated_at < $3)`;

/** Shipments (or subscriptions) from `$1` to below `$2`, ascending, and whether they are over for long. */
export const keyTexts = {
  shipment: `select s.id, ${isOver} as over from shipment s where s.id >= $1 and s.id < $2 and s.fused order by s.id`,
  subscription: `select u.id, coalesce(${isOver}, u.ended and u.ended_at < $3, false) as over from subscription u
    left join shipment s on s.subscription_id = u.id and s.tenant_id = u.tenant_id and s.fused
    where u.id >= $1 and u.id < $2 order by u.id`,
};

/** Shipments (or subscriptions) of a range of ids: those that are over since before `cut`, and the others. */
export async function splitKeys(
  database: Database,
  of: keyof typeof keyTexts,
  range: { lowest: number; uppermost: number },
  cut: Instant,
): Promise<{ over: number[]; staying: number[] }> {
  const { rows } = await database.execute<{ id: number; over: boolean | null }>(keyTexts[of], [
    range.lowest,
    range.uppermost,
    new Date(cut),
  ]);
  const over = rows.filter((row) => row.over === true).map(({ id }) => id);
  return { over, staying: rows.filter((row) => row.over !== true).map(({ id }) => id) };
}
