import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rename, stat } from 'node:fs/promises';
import path from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import { type FileMetaData, parquetMetadataAsync, parquetReadObjects } from 'hyparquet';
import { asyncBufferFromFile } from 'hyparquet/src/node.js';
import { BytesCache } from '#shared/memory/bytes-cache.ts';
import { type ParquetCell, type ParquetColumn, parquetFile } from '../sheet/index.ts';

/** A file as it was written. */
export type WrittenFile = { rows: number; bytes: number; sha256: Buffer };

/**
 * Writes a Parquet file below the folder of the archive, each part as one group of rows. It has its name only when it is whole and on
 * the disk; one of the same name, which an earlier try left, is replaced.
 */
export async function writeArchiveFile(
  place: { folder: string; name: string },
  columns: readonly ParquetColumn[],
  parts: AsyncIterable<readonly (readonly ParquetCell[])[]>,
): Promise<WrittenFile> {
  const target = path.join(place.folder, place.name);
  await mkdir(path.dirname(target), { recursive: true });
  const staged = `${target}.part`;
  const hash = createHash('sha256');
  const file = parquetFile(columns, { codec: 'ZSTD' });
  const handle = await open(staged, 'w');
  let rows = 0;
  let bytes = 0;
  const write = async (pieces: readonly Buffer[]): Promise<void> => {
    for (const piece of pieces) {
      hash.update(piece);
      bytes += piece.byteLength;
      await handle.writeFile(piece);
    }
  };
  try {
    for await (const part of parts) {
      rows += part.length;
      await write(await file.add(part));
    }
    await write(await file.end());
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(staged, target);
  return { rows, bytes, sha256: hash.digest() };
}

const compressors = { ZSTD: (input: Uint8Array): Uint8Array => zstdDecompressSync(input) };
const maxCachedBytes = 16_000_000;
/** An end of a file takes about so much more in memory than in the file. */
const endFactor = 4;
const ends = new BytesCache<string, FileMetaData>('archive_files', maxCachedBytes);

/** What the end of a file says of it; files never change. */
async function readEnd(file: string, buffer: Awaited<ReturnType<typeof asyncBufferFromFile>>): Promise<FileMetaData> {
  const known = ends.get(file);
  if (known !== undefined) return known;
  const end = await parquetMetadataAsync(buffer);
  ends.set(file, end, end.metadata_length * endFactor);
  return end;
}

const plain = (value: unknown): unknown =>
  typeof value === 'bigint' ? Number(value) : value instanceof Date ? value.getTime() : (value ?? null);

/** Some columns of the rows of a file whose `key` is one of `keys` (null: of all); only groups that may have one are read. */
export async function readArchiveFile<Row>(
  place: { folder: string; name: string },
  { key, keys, columns }: { key: string; keys: ReadonlySet<number> | null; columns: readonly string[] },
): Promise<Row[]> {
  const file = path.join(place.folder, place.name);
  const buffer = await asyncBufferFromFile(file);
  const metadata = await readEnd(file, buffer);
  const found: Record<string, unknown>[] = [];
  let rowStart = 0;
  for (const group of metadata.row_groups) {
    const rowEnd = rowStart + Number(group.num_rows);
    const column = group.columns.find(({ meta_data: data }) => data?.path_in_schema[0] === key)?.meta_data?.statistics;
    const [least, most] = [Number(column?.min_value ?? -Infinity), Number(column?.max_value ?? Infinity)];
    if (keys === null || [...keys].some((one) => one >= least && one <= most)) {
      const rows = await parquetReadObjects({
        file: buffer,
        metadata,
        rowStart,
        rowEnd,
        compressors,
        utf8: false,
        columns: [...new Set([key, ...columns])],
      });
      for (const row of rows)
        if (keys === null || keys.has(Number(row[key])))
          found.push(Object.fromEntries(Object.entries(row).map(([name, value]) => [name, plain(value)])));
    }
    rowStart = rowEnd;
  }
  return found as Row[];
}

/** SHA-256 of a file of the archive as it is now; undefined when it cannot be read. */
export async function hashOfFile(place: { folder: string; name: string }): Promise<Buffer | undefined> {
  const hash = createHash('sha256');
  try {
    for await (const part of createReadStream(path.join(place.folder, place.name))) hash.update(part);
  } catch {
    return undefined;
  }
  return hash.digest();
}

/** Size of a file of the archive; undefined when it is not there. */
export async function sizeOfFile(place: { folder: string; name: string }): Promise<number | undefined> {
  return stat(path.join(place.folder, place.name)).then(
    ({ size }) => size,
    () => undefined,
  );
}
