import { FileError, type FileTable, maxFileBytes } from '#shared/sheet/file-problem.ts';
import type { ReadAnswer, ReadRequest } from './read-file-worker.ts';

const limitMs = 60_000;

/** Reads a file away from the page's own thread; a file that takes too long is given up. Throws FileError. */
export async function readInWorker(file: File): Promise<FileTable> {
  if (file.size > maxFileBytes) throw new FileError('tooLarge');
  const bytes = new Uint8Array(await file.arrayBuffer());
  const worker = new Worker(new URL('./read-file-worker.ts', import.meta.url), { type: 'module' });
  return new Promise<FileTable>((resolve, reject) => {
    const timer = setTimeout(() => reject(new FileError('slow')), limitMs);
    worker.addEventListener('error', () => reject(new FileError('unreadable')));
    worker.addEventListener('message', ({ data }: MessageEvent<ReadAnswer>) => {
      clearTimeout(timer);
      if ('table' in data) resolve(data.table);
      else reject(new FileError(data.problem, data.count));
    });
    worker.postMessage({ bytes, fileName: file.name } satisfies ReadRequest, [bytes.buffer]);
  }).finally(() => worker.terminate());
}
