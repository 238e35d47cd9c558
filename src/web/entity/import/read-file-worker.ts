import { FileError, type FileProblem, type FileTable } from '#shared/sheet/file-problem.ts';
import { readTable } from '#shared/sheet/read-file.ts';

/** What the page asks of the worker. */
export type ReadRequest = { bytes: Uint8Array<ArrayBuffer>; fileName: string };
/** What the worker answers. */
export type ReadAnswer = { table: FileTable } | { problem: FileProblem; count: number };

const say = (answer: ReadAnswer): void => postMessage(answer);

addEventListener('message', ({ data }: MessageEvent<ReadRequest>) => {
  readTable(data.bytes, data.fileName).then(
    (table) => say({ table }),
    (error: unknown) =>
      say(
        error instanceof FileError
          ? { problem: error.problem, count: error.count }
          : { problem: 'unreadable', count: 0 },
      ),
  );
});
