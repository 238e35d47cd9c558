import { setImmediate } from 'node:timers/promises';
import type { Logger } from 'pino';
import { contextOf } from '#server/platform/acting.ts';
import type { Clock } from '#server/platform/clock/clock.ts';
import type { Database } from '#server/platform/db/database.ts';
import { AppError } from '#server/platform/errors/app-error.ts';
import { loadCallShapes } from '#server/platform/http/index.ts';
import { csvFile, xlsxFile } from '#server/platform/sheet/index.ts';
import * as queries from './export-queries.ts';
import type { ExportLists } from './export-verbs.ts';

/** Bytes of a file kept in one row, about. */
const PART_BYTES = 262_144;

/** What an export runs with. */
export type ExportDeps = { database: Database; clock: Clock; log: Logger; lists: ExportLists };

/** Writes pieces of a file into the database as they come, none larger than needed. */
function partWriter(database: Database, job: queries.ExportJob) {
  let held: Buffer[] = [];
  let heldBytes = 0;
  let parts = 0;
  let sizeBytes = 0;
  const flush = async (): Promise<void> => {
    if (heldBytes === 0) return;
    await queries.addPart(database, job, parts, Buffer.concat(held, heldBytes));
    parts += 1;
    sizeBytes += heldBytes;
    held = [];
    heldBytes = 0;
  };
  return {
    put: async (pieces: readonly Buffer[]): Promise<void> => {
      for (const piece of pieces) {
        held.push(piece);
        heldBytes += piece.length;
        if (heldBytes >= PART_BYTES) await flush();
      }
    },
    end: async (pieces: readonly Buffer[]): Promise<number> => {
      held.push(...pieces);
      heldBytes += pieces.reduce((sum, piece) => sum + piece.length, 0);
      await flush();
      return sizeBytes;
    },
  };
}

async function writeFile(deps: ExportDeps, job: queries.ExportJob, signal: AbortSignal | undefined): Promise<void> {
  const { database, lists } = deps;
  const list = lists[job.list];
  if (list === undefined) throw new AppError('error.notFound');
  const ctx = contextOf(deps, job.acting, job.lang);
  await loadCallShapes();
  const { titles, ids, cells } = list.prepare(ctx, job.request.query, job.request.columns);
  await queries.keepRows(database, job, typeof ids === 'function' ? await ids() : ids);
  const file = job.kind === 'csv' ? csvFile(titles) : xlsxFile(titles, job.title);
  const writer = partWriter(database, job);
  let read = 0;
  let rows = 0;
  for (let partNo = 0; ; partNo += 1) {
    signal?.throwIfAborted();
    const part = await queries.readRows(database, job, partNo);
    if (part === undefined) break;
    const lines = await cells(part);
    await writer.put(await file.add(lines));
    read += part.length;
    rows += lines.length;
    await queries.noteProgress(database, job, read);
    // Others get their turn between two parts.
    await setImmediate();
  }
  await queries.endRun(database, job, { rows, sizeBytes: await writer.end(await file.end()) });
}

/**
 * Writes the file of an export. Only a whole file can be had: a run that was interrupted starts over, and one that another
 * run or a cancellation has overtaken stops. `isLast` says that there will be no further run.
 */
export async function runExport(
  deps: ExportDeps,
  exportId: number,
  signal?: AbortSignal,
  isLast = false,
): Promise<void> {
  const job = await queries.beginRun(deps.database, exportId);
  if (job === undefined) return;
  try {
    await writeFile(deps, job, signal);
  } catch (error) {
    if (error instanceof queries.Superseded) return;
    if (error instanceof AppError) {
      deps.log.warn({ err: error, exportId }, 'an export cannot be written');
      await queries.endWithout(deps.database, job.id, 'failed', 'export.failed');
      return;
    }
    if (isLast && signal?.aborted !== true) await queries.endWithout(deps.database, job.id, 'failed', 'export.failed');
    throw error;
  }
}
