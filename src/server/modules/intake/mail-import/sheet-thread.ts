import { parentPort, workerData } from 'node:worker_threads';
import { FileError } from '#shared/sheet/file-problem.ts';
import { readTable } from '#shared/sheet/read-file.ts';
import type { SheetAnswer, SheetRequest } from './read-sheet.ts';

// A thread that reads one file of others: what it costs ends with it.
const { bytes, name }: SheetRequest = workerData;

const say = (answer: SheetAnswer): void => parentPort?.postMessage(answer);

readTable(bytes, name).then(
  (table) => say({ table }),
  (error: unknown) =>
    say(
      error instanceof FileError ? { problem: error.problem, count: error.count } : { problem: 'unreadable', count: 0 },
    ),
);
