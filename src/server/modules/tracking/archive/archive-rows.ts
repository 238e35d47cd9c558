import {
  archiveForms,
  type ArchivedTable,
  shipmentForm,
  writeArchiveFile,
  type WrittenFile,
} from '#server/platform/archive/index.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { ParquetCell, ParquetColumn } from '#server/platform/sheet/index.ts';
import { bodyColumns, type BodyEncoding, unpackBody } from '#server/modules/intake/collection/index.ts';
import { unpackHistory, unpackStatement } from '#server/modules/tracking/shipment/index.ts';
import type { Instant } from '#shared/time/instant.ts';

type Row = Record<string, unknown>;
type Answer = { body: Buffer; encoding: BodyEncoding | 'difference'; base: Buffer | null };
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
// What experts entered stays.
const recordsText = `select id, tenant_id, subscription_id, source_id, source_type, source_code, channel, observed_at, received_at,
    record_version, content::text as content
  from shipment where subscription_id = any($1) and not fused and source_type <> 'EXPERT' and content is not null
  order by subscription_id, id`;
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
      const { rows } = await database.execute<Answer>(answersText, [keys]);
      return rows.map((row) => ({ ...row, body: unpackBody(row) }));
    },
  },
  shipment_record: {
    keysAtOnce: 100,
    read: async (database, keys) => (await database.execute<{ id: number }>(recordsText, [keys])).rows,
  },
  shipment: {
    keysAtOnce: 100,
    read: async (database, keys) => (await database.execute<{ id: number }>(shipmentsText, [keys])).rows,
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
const ofSubscription = `left join shipment s on s.subscription_id = u.id and s.tenant_id = u.tenant_id and s.fused`;
const isSubscriptionOver = `coalesce(${isOver}, u.ended and u.ended_at < $3, false)`;

/** How many shipments (or subscriptions) from `$1` to below `$2` there are, and how many are over for long. */
const countTexts = {
  shipment: `select count(*) filter (where ${isOver})::int as over, count(*)::int as total from shipment s
    where s.id >= $1 and s.id < $2 and s.fused`,
  subscription: `select count(*) filter (where ${isSubscriptionOver})::int as over, count(*)::int as total from subscription u
    ${ofSubscription} where u.id >= $1 and u.id < $2`,
};

/** Those of them that have rows to archive, ascending, and whether they are over for long. */
const keyTexts = {
  shipment: `select k.id, coalesce(${isOver}, false) as over from (
      select shipment_id as id from shipment_change where shipment_id >= $1 and shipment_id < $2
      union select shipment_id from shipment_said where shipment_id >= $1 and shipment_id < $2) k
    left join shipment s on s.id = k.id and s.fused order by k.id`,
  subscription: `select k.id, ${isSubscriptionOver} as over from (
      select distinct subscription_id as id from raw_answer where subscription_id >= $1 and subscription_id < $2) k
    join subscription u on u.id = k.id ${ofSubscription} order by k.id`,
};

/** Ids from `lowest` to below `uppermost`. */
export type Bounds = { lowest: number; uppermost: number };
/** What the rows of archived tables belong to. */
export type ArchivedKey = keyof typeof keyTexts;

/** Shipments (or subscriptions) of a range that have rows to archive: those that are over since before `cut`, and the others. */
export async function splitKeys(
  database: Database,
  of: ArchivedKey,
  { lowest, uppermost }: Bounds,
  cut: Instant,
): Promise<{ over: number[]; staying: number[] }> {
  const { rows } = await database.execute<{ id: number; over: boolean }>(keyTexts[of], [
    lowest,
    uppermost,
    new Date(cut),
  ]);
  const idsWhere = (over: boolean): number[] => rows.filter((row) => row.over === over).map(({ id }) => id);
  return { over: idsWhere(true), staying: idsWhere(false) };
}

/** Whether nearly all shipments (or subscriptions) of a range are over, and those that have rows to archive too. */
export async function isNearlyOver(
  database: Database,
  of: ArchivedKey,
  range: Bounds,
  { cut, leastShare }: { cut: Instant; leastShare: number },
): Promise<boolean> {
  const { rows } = await database.execute<{ over: number; total: number }>(countTexts[of], [
    range.lowest,
    range.uppermost,
    new Date(cut),
  ]);
  const { over = 0, total = 0 } = rows[0] ?? {};
  if (over < total * leastShare) return false;
  const keys = await splitKeys(database, of, range, cut);
  return keys.over.length > 0 && keys.over.length >= (keys.over.length + keys.staying.length) * leastShare;
}
