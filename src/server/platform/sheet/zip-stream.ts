import { PassThrough } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';

/** A fixed date: the same rows give the same bytes. */
const options = { mtime: new Date(1980, 0, 1), forceDosTimestamp: true, compressionLevel: 4 };

/** A ZIP archive that is written while it goes out: nothing but the piece at hand is held. */
export type ZipStream = {
  /** Begins a file of the archive. */
  open: (name: string) => void;
  /** More of the file begun last. */
  write: (bytes: Buffer) => Promise<void>;
  /** Ends the file begun last. */
  close: () => Promise<void>;
  /** Ends the archive. */
  end: () => Promise<void>;
  /** Takes what can go out by now. */
  take: () => Buffer[];
};

/** Starts an archive; one beyond 4 GB has 64-bit sizes. */
export function createZipStream(): ZipStream {
  const zip = new ZipFile();
  let ready: Buffer[] = [];
  let content = new PassThrough();
  zip.outputStream.on('data', (piece: Buffer) => ready.push(piece));
  return {
    open: (name) => {
      content = new PassThrough();
      zip.addReadStream(content, name, options);
    },
    // Resolved once the piece is taken over: an archive that is slow to pack holds up who writes.
    write: (bytes) =>
      new Promise((resolve, reject) => content.write(bytes, (error) => (error ? reject(error) : resolve()))),
    close: async () => {
      content.end();
      await finished(content);
    },
    end: async () => {
      zip.end();
      await finished(zip.outputStream);
    },
    take: () => {
      const taken = ready;
      ready = [];
      return taken;
    },
  };
}
