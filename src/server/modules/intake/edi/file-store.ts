import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Database } from '#server/platform/db/database.ts';
import type { Instant } from '#shared/time/instant.ts';
import { itemAt } from '#shared/values/items.ts';

/** Bytes of a file kept in one row. */
const PART_BYTES = 262_144;

/** How a file came in or went out, and whose shipments it may change. */
export type NewFile = {
  tenantId: number | null;
  direction: 'in' | 'out';
  way: 'folder' | 'upload' | 'send';
  name: string;
  receivedAt: Instant;
  uploadedBy: string | null;
  /** null: those of all tenants. */
  allowedTenants: readonly number[] | null;
};

/** A file is larger than it may be. */
export class FileTooLarge extends Error {
  readonly maxBytes: number;

  constructor(maxBytes: number) {
    super(`a file of more than ${maxBytes} bytes`);
    this.name = 'FileTooLarge';
    this.maxBytes = maxBytes;
  }
}

async function writePart(
  database: Database,
  fileId: number,
  partNo: number,
  start: number,
  body: Buffer,
): Promise<void> {
  await database.execute(
    'insert into edi_file_part (file_id, part_no, start_byte, size_bytes, body) values ($1, $2, $3, $4, $5)',
    [fileId, partNo, start, body.length, deflateRawSync(body, { level: 1 })],
  );
}

/**
 * Keeps a file as it comes in, part by part; a file that breaks off or is too large leaves nothing. Anyone who waits for it
 * sees it as received until its messages are read. Throws FileTooLarge, and what the source of the bytes throws.
 */
export async function storeFile(
  database: Database,
  file: NewFile,
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  maxBytes: number,
): Promise<{ id: number; sizeBytes: number }> {
  const { rows } = await database.execute<{ id: number }>(
    `insert into edi_file (brought_for_tenant, direction, way, name, received_at, state, uploaded_by, allowed_tenants)
     values ($1, $2, $3, $4, $5, 'receiving', $6, $7::bigint[]) returning id`,
    [
      file.tenantId,
      file.direction,
      file.way,
      file.name.slice(0, 200),
      new Date(file.receivedAt),
      file.uploadedBy,
      file.allowedTenants,
    ],
  );
  const id = itemAt(rows, 0).id;
  try {
    const sizeBytes = await writeParts(database, id, chunks, maxBytes);
    await database.transaction(async () => {
      await database.execute(`update edi_file set state = 'received', size_bytes = $2 where id = $1`, [id, sizeBytes]);
      await database.execute(
        `insert into edi_message (tenant_id, direction, file_id, ordinal, state, received_at, end_byte)
         values ($1, $2, $3, 0, 'received', $4, $5)`,
        [file.tenantId, file.direction, id, new Date(file.receivedAt), sizeBytes],
      );
    });
    return { id, sizeBytes };
  } catch (error) {
    await database.execute('delete from edi_file where id = $1', [id]);
    throw error;
  }
}

async function writeParts(
  database: Database,
  id: number,
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  maxBytes: number,
): Promise<number> {
  let held: Buffer[] = [];
  let heldBytes = 0;
  let written = 0;
  let parts = 0;
  const flush = async (): Promise<void> => {
    if (heldBytes === 0) return;
    const body = Buffer.concat(held, heldBytes);
    held = [];
    heldBytes = 0;
    for (let at = 0; at < body.length; at += PART_BYTES) {
      const piece = body.subarray(at, at + PART_BYTES);
      await writePart(database, id, parts, written, piece);
      parts += 1;
      written += piece.length;
    }
  };
  for await (const chunk of chunks) {
    held.push(Buffer.from(chunk));
    heldBytes += chunk.length;
    if (written + heldBytes > maxBytes) throw new FileTooLarge(maxBytes);
    if (heldBytes >= PART_BYTES) await flush();
  }
  await flush();
  return written;
}

type Part = { part_no: number; start_byte: number; body: Buffer };

/** The bytes of a kept file, part by part. */
export async function* readFileParts(database: Database, fileId: number): AsyncGenerator<Buffer> {
  for (let partNo = 0; ; partNo += 1) {
    const { rows } = await database.execute<Part>(
      'select part_no, start_byte, body from edi_file_part where file_id = $1 and part_no = $2',
      [fileId, partNo],
    );
    const part = rows[0];
    if (part === undefined) return;
    yield inflateRawSync(part.body);
  }
}

/** The bytes of a kept file from `start` up to `end`, at most `limit`. */
export async function readFileRange(
  database: Database,
  fileId: number,
  start: number,
  end: number,
  limit: number,
): Promise<Buffer> {
  const stop = Math.min(end, start + limit);
  const { rows } = await database.execute<Part>(
    `select part_no, start_byte, body from edi_file_part
     where file_id = $1 and start_byte < $3 and start_byte + size_bytes > $2 order by part_no`,
    [fileId, start, stop],
  );
  return Buffer.concat(
    rows.map(({ start_byte, body }) => {
      const bytes = inflateRawSync(body);
      return bytes.subarray(Math.max(0, start - start_byte), Math.max(0, stop - start_byte));
    }),
  );
}
