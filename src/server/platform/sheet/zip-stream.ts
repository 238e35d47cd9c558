import { finished } from 'node:stream/promises';
import { crc32, createDeflateRaw } from 'node:zlib';

/** What a ZIP without 64-bit sizes can hold. */
const MOST_BYTES = 0xffff_ffff;
const LEVEL = 4;
const VERSION = 20;
/** Sizes follow the data; names are UTF-8. */
const FLAGS = 0x0808;
const DEFLATED = 8;
/** 1 January 1980: the same rows give the same bytes. */
const DOS_DATE = 0x0021;

/** A file is larger than this kind of file can be. */
export class ZipTooLarge extends Error {
  override readonly name = 'ZipTooLarge';
}

type Entry = { name: Buffer; offset: number; crc: number; size: number; packed: number };

/** A ZIP archive that is written while it goes out: nothing but the piece at hand is held. */
export type ZipStream = {
  /** Begins a file of the archive. */
  open: (name: string) => void;
  /** More of the file begun last. */
  write: (bytes: Buffer) => Promise<void>;
  /** Ends the file begun last. */
  close: () => Promise<void>;
  /** Ends the archive. */
  end: () => void;
  /** Takes what can go out by now. */
  take: () => Buffer[];
};

const header = (length: number, fill: (view: Buffer) => void): Buffer => {
  const view = Buffer.alloc(length);
  fill(view);
  return view;
};

const localHeader = (name: Buffer): Buffer =>
  Buffer.concat([
    header(30, (view) => {
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
  header(16, (view) => {
    view.writeUInt32LE(0x08074b50, 0);
    view.writeUInt32LE(crc, 4);
    view.writeUInt32LE(packed, 8);
    view.writeUInt32LE(size, 12);
  });

const directoryEntry = ({ name, offset, crc, size, packed }: Entry): Buffer =>
  Buffer.concat([
    header(46, (view) => {
      view.writeUInt32LE(0x02014b50, 0);
      view.writeUInt16LE(VERSION, 4);
      view.writeUInt16LE(VERSION, 6);
      view.writeUInt16LE(FLAGS, 8);
      view.writeUInt16LE(DEFLATED, 10);
      view.writeUInt16LE(DOS_DATE, 14);
      view.writeUInt32LE(crc, 16);
      view.writeUInt32LE(packed, 20);
      view.writeUInt32LE(size, 24);
      view.writeUInt16LE(name.length, 28);
      view.writeUInt32LE(offset, 42);
    }),
    name,
  ]);

const directoryEnd = (count: number, bytes: number, offset: number): Buffer =>
  header(22, (view) => {
    view.writeUInt32LE(0x06054b50, 0);
    view.writeUInt16LE(count, 8);
    view.writeUInt16LE(count, 10);
    view.writeUInt32LE(bytes, 12);
    view.writeUInt32LE(offset, 16);
  });

/** Starts an archive; throws ZipTooLarge when it, or a file in it, grows beyond 4 GB. */
export function createZipStream(): ZipStream {
  let ready: Buffer[] = [];
  let offset = 0;
  let entry: Entry | undefined;
  let packer: ReturnType<typeof createDeflateRaw> | undefined;
  const entries: Entry[] = [];
  const emit = (bytes: Buffer): void => {
    ready.push(bytes);
    offset += bytes.length;
  };
  const check = (size: number): void => {
    if (size > MOST_BYTES) throw new ZipTooLarge('a file of the archive would be larger than 4 GB');
    if (offset > MOST_BYTES) throw new ZipTooLarge('the archive would be larger than 4 GB');
  };
  return {
    open: (name) => {
      const opened: Entry = { name: Buffer.from(name), offset, crc: 0, size: 0, packed: 0 };
      emit(localHeader(opened.name));
      entry = opened;
      packer = createDeflateRaw({ level: LEVEL });
      // Taken as it comes: a packer whose output nobody takes does not go on, and one piece may pack to more than it holds.
      packer.on('data', (piece: Buffer) => {
        opened.packed += piece.length;
        emit(piece);
      });
    },
    write: async (bytes) => {
      const [open, packing] = [entry as Entry, packer as ReturnType<typeof createDeflateRaw>];
      open.crc = crc32(bytes, open.crc);
      open.size += bytes.length;
      check(open.size);
      await new Promise<void>((resolve, reject) =>
        packing.write(bytes, (error) => (error ? reject(error) : resolve())),
      );
      check(open.size);
    },
    close: async () => {
      const [open, packing] = [entry as Entry, packer as ReturnType<typeof createDeflateRaw>];
      packing.end();
      await finished(packing);
      emit(descriptor(open));
      check(open.size);
      entries.push(open);
    },
    end: () => {
      const start = offset;
      for (const item of entries) emit(directoryEntry(item));
      emit(directoryEnd(entries.length, offset - start, start));
      check(0);
    },
    take: () => {
      const taken = ready;
      ready = [];
      return taken;
    },
  };
}
