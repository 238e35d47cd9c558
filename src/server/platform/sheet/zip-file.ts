import { promisify } from 'node:util';
import { constants, crc32, deflateRaw } from 'node:zlib';
import { z } from 'zod';

const packRaw = promisify(deflateRaw);

/** What a size or an offset of 32 bits can hold. */
const MAX_32 = 0xffff_ffff;
/** Each piece ends with a full flush: pieces that were packed one by one make one stream when they are put together. */
const packing = { level: 4, finishFlush: constants.Z_FULL_FLUSH };
/** An empty block that ends such a stream. */
const lastBlock = Buffer.from([0x03, 0x00]);
const VERSION = 20;
const VERSION_64 = 45;
/** Sizes follow the data; names are UTF-8. */
const FLAGS = 0x0808;
const DEFLATED = 8;
/** 1 January 1980: the same rows give the same bytes. */
const DOS_DATE = 0x0021;

const entry = z.object({
  name: z.string(),
  /** Where its header begins in the archive, in bytes. */
  offset: z.number(),
  crc: z.number(),
  /** Bytes before and after packing, so far. */
  size: z.number(),
  packed: z.number(),
});
type Entry = z.infer<typeof entry>;

/** Where an archive has come to: bytes written, files that are whole, and the one that is being written. */
export const zipState = z.object({ offset: z.number(), entries: z.array(entry), open: entry.nullable() });
/** Where an archive has come to, as plain JSON. */
export type ZipState = z.infer<typeof zipState>;

const record = (length: number, fill: (view: Buffer) => void): Buffer => {
  const view = Buffer.alloc(length);
  fill(view);
  return view;
};

const localHeader = (name: Buffer): Buffer =>
  Buffer.concat([
    record(30, (view) => {
      view.writeUInt32LE(0x04034b50, 0);
      view.writeUInt16LE(VERSION, 4);
      view.writeUInt16LE(FLAGS, 6);
      view.writeUInt16LE(DEFLATED, 8);
      view.writeUInt16LE(DOS_DATE, 12);
      view.writeUInt16LE(name.length, 26);
    }),
    name,
  ]);

const descriptor = ({ crc, packed, size }: Entry): Buffer =>
  record(16, (view) => {
    view.writeUInt32LE(0x08074b50, 0);
    view.writeUInt32LE(crc, 4);
    view.writeUInt32LE(packed, 8);
    view.writeUInt32LE(size, 12);
  });

/** The offset of a file that begins beyond 4 GB. */
const longOffset = (offset: number): Buffer =>
  record(12, (view) => {
    view.writeUInt16LE(0x0001, 0);
    view.writeUInt16LE(8, 2);
    view.writeBigUInt64LE(BigInt(offset), 4);
  });

function directoryEntry({ name, offset, crc, size, packed }: Entry): Buffer {
  const bytes = Buffer.from(name);
  const isFar = offset >= MAX_32;
  const extra = isFar ? longOffset(offset) : Buffer.alloc(0);
  const head = record(46, (view) => {
    view.writeUInt32LE(0x02014b50, 0);
    view.writeUInt16LE(isFar ? VERSION_64 : VERSION, 4);
    view.writeUInt16LE(isFar ? VERSION_64 : VERSION, 6);
    view.writeUInt16LE(FLAGS, 8);
    view.writeUInt16LE(DEFLATED, 10);
    view.writeUInt16LE(DOS_DATE, 14);
    view.writeUInt32LE(crc, 16);
    view.writeUInt32LE(packed, 20);
    view.writeUInt32LE(size, 24);
    view.writeUInt16LE(bytes.length, 28);
    view.writeUInt16LE(extra.length, 30);
    view.writeUInt32LE(isFar ? MAX_32 : offset, 42);
  });
  return Buffer.concat([head, bytes, extra]);
}

type Directory = { count: number; bytes: number; offset: number };

/** The end of a directory that begins beyond 4 GB, and where that end is. */
const longEnd = ({ count, bytes, offset }: Directory): Buffer =>
  record(76, (view) => {
    view.writeUInt32LE(0x06064b50, 0);
    view.writeBigUInt64LE(44n, 4);
    view.writeUInt16LE(VERSION_64, 12);
    view.writeUInt16LE(VERSION_64, 14);
    view.writeBigUInt64LE(BigInt(count), 24);
    view.writeBigUInt64LE(BigInt(count), 32);
    view.writeBigUInt64LE(BigInt(bytes), 40);
    view.writeBigUInt64LE(BigInt(offset), 48);
    view.writeUInt32LE(0x07064b50, 56);
    view.writeBigUInt64LE(BigInt(offset + bytes), 64);
    view.writeUInt32LE(1, 72);
  });

const directoryEnd = ({ count, bytes, offset }: Directory): Buffer =>
  record(22, (view) => {
    view.writeUInt32LE(0x06054b50, 0);
    view.writeUInt16LE(count, 8);
    view.writeUInt16LE(count, 10);
    view.writeUInt32LE(bytes, 12);
    view.writeUInt32LE(Math.min(offset, MAX_32), 16);
  });

/**
 * A ZIP archive that is written in steps: nothing but the piece at hand is held, and with its state another writer continues
 * behind the last step. A file in it holds up to 4 GB, the archive any number of bytes.
 */
export class ZipFile {
  readonly #entries: Entry[];
  #offset: number;
  #open: Entry | null;
  #ready: Buffer[] = [];

  constructor(from: ZipState = { offset: 0, entries: [], open: null }) {
    this.#offset = from.offset;
    this.#entries = [...from.entries];
    this.#open = from.open === null ? null : { ...from.open };
  }

  #emit(bytes: Buffer): void {
    this.#ready.push(bytes);
    this.#offset += bytes.length;
  }

  #opened(): Entry {
    if (this.#open === null) throw new Error('no file of the archive is open');
    return this.#open;
  }

  /** Begins a file of the archive. */
  open(name: string): void {
    if (this.#open !== null) throw new Error(`the file ${this.#open.name} of the archive is still open`);
    this.#open = { name, offset: this.#offset, crc: 0, size: 0, packed: 0 };
    this.#emit(localHeader(Buffer.from(name)));
  }

  /** More of the file begun last; throws when it grows beyond 4 GB. */
  async write(bytes: Buffer): Promise<void> {
    const open = this.#opened();
    if (bytes.length === 0) return;
    const piece = await packRaw(bytes, packing);
    open.crc = crc32(bytes, open.crc);
    open.size += bytes.length;
    open.packed += piece.length;
    if (open.size > MAX_32 || open.packed > MAX_32) throw new Error(`the file ${open.name} is larger than 4 GB`);
    this.#emit(piece);
  }

  /** Ends the file begun last. */
  close(): void {
    const open = this.#opened();
    open.packed += lastBlock.length;
    this.#emit(lastBlock);
    this.#emit(descriptor(open));
    this.#entries.push(open);
    this.#open = null;
  }

  /** Ends the archive. */
  end(): void {
    const offset = this.#offset;
    for (const one of this.#entries) this.#emit(directoryEntry(one));
    const directory = { count: this.#entries.length, bytes: this.#offset - offset, offset };
    if (offset >= MAX_32) this.#emit(longEnd(directory));
    this.#emit(directoryEnd(directory));
  }

  /** Takes what can go out by now. */
  take(): Buffer[] {
    const taken = this.#ready;
    this.#ready = [];
    return taken;
  }

  /** Where the archive has come to. */
  state(): ZipState {
    return {
      offset: this.#offset,
      entries: [...this.#entries],
      open: this.#open === null ? null : { ...this.#open },
    };
  }
}
