import { Worker } from 'node:worker_threads';
import { FileError, type FileProblem, type FileTable } from '#shared/sheet/file-problem.ts';

/** What the thread is started with. */
export type SheetRequest = { bytes: Uint8Array<ArrayBuffer>; name: string };
/** What it answers. */
export type SheetAnswer = { table: FileTable } | { problem: FileProblem; count: number };

const limitMs = 60_000;
const heapMb = 512;
/** Columns of a sheet at most: more are none of a list of orders. */
const maxColumns = 200;

/**
 * Reads the first sheet of a file in a thread of its own, which ends when it takes too long or too much memory: files come from
 * outside. Throws FileError.
 */
export function readSheet(content: Uint8Array, name: string): Promise<FileTable> {
  const request: SheetRequest = { bytes: new Uint8Array(content), name };
  const thread = new Worker(new URL('./sheet-thread.ts', import.meta.url), {
    workerData: request,
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
  });
  return new Promise<FileTable>((resolve, reject) => {
    const timer = setTimeout(() => reject(new FileError('slow')), limitMs);
    thread.on('error', () => reject(new FileError('inflated')));
    thread.on('exit', () => {
      clearTimeout(timer);
      reject(new FileError('unreadable'));
    });
    thread.on('message', (answer: SheetAnswer) => {
      if (!('table' in answer)) reject(new FileError(answer.problem, answer.count));
      else if (answer.table.headings.length > maxColumns) reject(new FileError('spread', answer.table.headings.length));
      else resolve(answer.table);
    });
  }).finally(() => thread.terminate());
}
