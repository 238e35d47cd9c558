import { constants, zstdCompressSync } from 'node:zlib';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import type { RowGroup, SchemaElement } from 'hyparquet';
import type { ParquetState } from './parquet-state.ts';
import type { SheetCell, SheetFile } from './sheet-file.ts';

/**
 * A column of a Parquet file. Cells of `decimal` and `date` are texts, of `timestamptz` epoch milliseconds, of `boolean` 0 or 1, of
 * `document` long texts that are all different, of `bytes` bytes.
 */
export type ParquetColumn = {
  name: string;
  type:
    | 'bigint'
    | 'integer'
    | 'text'
    | 'timestamptz'
    | 'boolean'
    | 'date'
    | 'decimal'
    | 'double'
    | 'document'
    | 'bytes';
  required: boolean;
  /** Decimals of a `decimal`. */
  scale?: number;
};

const decimalDigits = 18;
const dayMs = 86_400_000;

const elements: Readonly<Record<ParquetColumn['type'], (scale: number) => Omit<SchemaElement, 'name'>>> = {
  bigint: () => ({ type: 'INT64' }),
  integer: () => ({ type: 'INT32' }),
  text: () => ({ type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } }),
  timestamptz: () => ({
    type: 'INT64',
    converted_type: 'TIMESTAMP_MILLIS',
    logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
  }),
  boolean: () => ({ type: 'BOOLEAN' }),
  date: () => ({ type: 'INT32', converted_type: 'DATE', logical_type: { type: 'DATE' } }),
  decimal: (scale) => ({
    type: 'INT64',
    converted_type: 'DECIMAL',
    scale,
    precision: decimalDigits,
    logical_type: { type: 'DECIMAL', scale, precision: decimalDigits },
  }),
  double: () => ({ type: 'DOUBLE' }),
  document: () => ({ type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } }),
  bytes: () => ({ type: 'BYTE_ARRAY' }),
};

const schemaOf = (columns: readonly ParquetColumn[]): SchemaElement[] => [
  { name: 'schema', num_children: columns.length },
  ...columns.map(({ name, type, required, scale = 0 }): SchemaElement => ({
    name,
    repetition_type: required ? 'REQUIRED' : 'OPTIONAL',
    ...elements[type](scale),
  })),
];

/** The digits of a decimal as one whole number: 12.5 with two decimals is 1250. */
function unscaled(text: string, scale: number): bigint {
  const [, sign = '', whole = '', rest = ''] = /^(-?)(\d+)(?:\.(\d*))?$/.exec(text) ?? [];
  if (whole === '' || rest.length > scale || whole.length + scale > decimalDigits)
    throw new Error(`${text} is no decimal with ${scale} decimals`);
  return BigInt(`${sign}${whole}${rest.padEnd(scale, '0')}`);
}

type Value = string | number | bigint | boolean | Date | Uint8Array | null;
/** What a cell of a Parquet file holds. */
export type ParquetCell = SheetCell | Uint8Array;

const converters: Readonly<
  Record<Exclude<ParquetColumn['type'], 'bytes'>, (cell: string | number, scale: number) => Value>
> = {
  bigint: (cell) => BigInt(cell),
  integer: Number,
  text: String,
  timestamptz: (cell) => BigInt(Math.round(Number(cell))),
  boolean: (cell) => cell === 1,
  date: (cell) => Math.round(Date.parse(`${cell}T00:00:00Z`) / dayMs),
  decimal: (cell, scale) => unscaled(String(cell), scale),
  double: Number,
  document: String,
};

function valueOf(cell: ParquetCell, { type, scale = 0, name }: ParquetColumn): Value {
  if (cell === null) return null;
  if (cell instanceof Uint8Array || type === 'bytes') {
    if (cell instanceof Uint8Array && type === 'bytes') return cell;
    throw new Error(`the column ${name} has bytes in the place of a value, or a value in the place of bytes`);
  }
  if (typeof cell === 'object') throw new Error(`the column ${name} has a moment without a zone`);
  return converters[type](cell, scale);
}

const bigMark = /^-?\d+n$/;
const bytesMark = 'bytes:';
const dateMark = 'date:';

/** The description of a group of rows as a text; its numbers are big ones, and bounds of texts may be bytes or dates. */
const textOfGroup = (group: RowGroup): string =>
  JSON.stringify(group, function (this: Record<string, unknown>, key, value: unknown) {
    const own = this[key];
    if (own instanceof Date) return `${dateMark}${own.getTime()}`;
    if (own instanceof Uint8Array) return `${bytesMark}${Buffer.from(own).toString('base64')}`;
    if (typeof value === 'bigint') return `${value}n`;
    return typeof value === 'string' ? `'${value}` : value;
  });

function groupOfText(text: string): RowGroup {
  const group: RowGroup = JSON.parse(text, (_key, value: unknown) => {
    if (typeof value !== 'string') return value;
    if (value.startsWith("'")) return value.slice(1);
    if (bigMark.test(value)) return BigInt(value.slice(0, -1));
    if (value.startsWith(dateMark)) return new Date(Number(value.slice(dateMark.length)));
    return new Uint8Array(Buffer.from(value.slice(bytesMark.length), 'base64'));
  });
  return group;
}

/** Takes what was written since the last time. */
function take(writer: ByteWriter): Buffer {
  const bytes = Buffer.from(writer.getBytes());
  writer.index = 0;
  return bytes;
}

/** Documents of a group of rows are compressed together, as they resemble each other. */
const documentPageBytes = 32 * 1024 * 1024;
const closeLevel = 9;
const closely = (page: Uint8Array): Uint8Array =>
  zstdCompressSync(page, { params: { [constants.ZSTD_c_compressionLevel]: closeLevel } });

/** A Parquet file that is written in steps. */
export type ParquetFile = Omit<SheetFile, 'add'> & {
  /** More rows, in their order. */
  add: (rows: readonly (readonly ParquetCell[])[]) => Promise<Buffer[]>;
};

/**
 * A table as Parquet: each step is one group of rows, texts with dictionaries, compressed with Snappy, which all programs read, or with
 * Zstandard, which is closer. Nothing of earlier groups is kept but what the end of the file says of them.
 */
export function parquetFile(
  columns: readonly ParquetColumn[],
  { from, codec = 'SNAPPY' }: { from?: ParquetState | undefined; codec?: 'SNAPPY' | 'ZSTD' } = {},
): ParquetFile {
  const bytes = new ByteWriter();
  const file = new ParquetWriter({
    writer: bytes,
    schema: schemaOf(columns),
    createdBy: 'portolan',
    codec,
    compressors: { ZSTD: closely },
  });
  const groups = [...(from?.groups ?? [])];
  let rows = from?.rows ?? 0;
  if (from !== undefined) {
    bytes.index = 0;
    bytes.offset = from.offset;
  }
  return {
    add: async (added) => {
      if (added.length > 0)
        await file.write({
          columnData: columns.map((column, at) => ({
            name: column.name,
            data: added.map((row) => valueOf(row[at] ?? null, column)),
            offsetIndex: false,
            ...((column.type === 'document' || column.type === 'bytes') && {
              statistics: false,
              encoding: 'PLAIN' as const,
            }),
          })),
          rowGroupSize: added.length,
          ...(codec === 'ZSTD' && { pageSize: documentPageBytes }),
        });
      groups.push(...file.row_groups.splice(0).map(textOfGroup));
      file.pendingIndexes.length = 0;
      rows += added.length;
      return [take(bytes)];
    },
    end: async () => {
      file.row_groups.push(...groups.map(groupOfText));
      file.num_rows = BigInt(rows);
      await file.finish();
      return [take(bytes)];
    },
    state: () => ({ kind: 'parquet', offset: bytes.offset, rows, groups }),
  };
}
