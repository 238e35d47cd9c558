import { isDeepStrictEqual } from 'node:util';
import type { Logger } from 'pino';
import { contextOf } from '#server/platform/acting.ts';
import type { Clock } from '#server/platform/clock/clock.ts';
import type { Database } from '#server/platform/db/database.ts';
import { AppError } from '#server/platform/errors/app-error.ts';
import { loadCallShapes } from '#server/platform/http/index.ts';
import {
  holdRun,
  RunFailure,
  type RunHandler,
  type RunWork,
  setRunTotal,
  workOnRun,
} from '#server/platform/run/index.ts';
import { type PreparedExport, sheetFile, type SheetCell } from '#server/platform/sheet/index.ts';
import * as queries from './export-queries.ts';
import { type ExportOutcome, type ExportParams, type ExportRun, exportRun } from './export-run.ts';
import type { ExportLists } from './export-verbs.ts';

/** Bytes of a file kept in one row, about. */
const PART_BYTES = 262_144;

/** What exports work with. */
export type ExportDeps = { database: Database; clock: Clock; log: Logger; lists: ExportLists };

/** A row by its place in the file, from 1: the id of a row of a table, or the cells of a row that is in none. */
type Line = { id: number; row: number | SheetCell[] };

type Write = () => Promise<Partial<ExportOutcome>>;

const failure = (cause?: unknown): RunFailure => new RunFailure('export.failed', { cause });

/** What the list refuses now it refuses again: the export has failed. Anything else is tried again. */
async function orFail<T>(step: () => T | Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    throw error instanceof AppError ? failure(error) : error;
  }
}

/** Only this worker knows rows that are in no table: their cells are kept for the worker that resumes the run. */
async function keepFound(
  { database }: ExportDeps,
  runId: number,
  total: number,
  prepared: PreparedExport,
): Promise<void> {
  for (let partNo = 0; partNo * queries.PART_ROWS < total; partNo += 1) {
    const places = (await queries.readRowPart(database, runId, partNo)).filter((row) => typeof row === 'number');
    await queries.keepCells(database, runId, partNo, await prepared.cells(places));
  }
}

/** Fixes the rows of an export, in their order. */
async function fixRows(deps: ExportDeps, run: ExportRun, prepared: PreparedExport): Promise<Write> {
  const { database } = deps;
  const { titles, ids } = prepared;
  const isFound = typeof ids === 'function';
  const wanted = isFound ? await ids() : ids;
  return async () => {
    // Not held before: nobody who cancels has to wait until the rows are found.
    const total = await queries.keepIds(database, run.id, wanted);
    await holdRun(database, exportRun, run);
    if (isFound) await keepFound(deps, run.id, total, prepared);
    await setRunTotal(database, run.id, total);
    return { titles: [...titles] };
  };
}

/** Pieces of a file as they are kept: none much larger than needed, and few small ones. */
function partsOf(pieces: readonly Buffer[]): Buffer[] {
  const parts: Buffer[] = [];
  let held: Buffer[] = [];
  let heldBytes = 0;
  for (const [index, piece] of pieces.entries()) {
    held.push(piece);
    heldBytes += piece.length;
    if (heldBytes === 0 || (heldBytes < PART_BYTES && index < pieces.length - 1)) continue;
    parts.push(Buffer.concat(held, heldBytes));
    held = [];
    heldBytes = 0;
  }
  return parts;
}

/** Keeps the pieces of a step in its transaction. */
async function addPieces(
  { database }: ExportDeps,
  run: ExportRun,
  pieces: readonly Buffer[],
): Promise<Pick<ExportOutcome, 'parts' | 'sizeBytes'>> {
  await holdRun(database, exportRun, run);
  const parts = partsOf(pieces);
  for (const [index, part] of parts.entries())
    await queries.addFilePart(database, run.id, run.outcome.parts + index, part);
  return { parts: parts.length, sizeBytes: parts.reduce((sum, { length }) => sum + length, 0) };
}

const fileOf = ({ params: { kind, title }, outcome: { file } }: ExportRun, titles: readonly string[]) =>
  sheetFile(kind, { titles, name: title }, file);

/** What writes the file of an export. */
async function workOf(deps: ExportDeps, begun: ExportRun): Promise<RunWork<ExportParams, ExportOutcome, Line>> {
  const { list: name, acting, lang, request } = begun.params;
  const list = Object.hasOwn(deps.lists, name) ? deps.lists[name] : undefined;
  if (list === undefined) throw failure();
  await loadCallShapes();
  const ctx = contextOf(deps, acting, lang);
  const prepared = await orFail(() => list.prepare(ctx, request.query, request.columns));
  const { titles } = prepared;
  const cellsOf = async (rows: readonly Line['row'][]): Promise<SheetCell[][]> => {
    const ids = rows.filter((row) => typeof row === 'number');
    return ids.length > 0 ? prepared.cells(ids) : rows.filter((row) => typeof row !== 'number');
  };
  return {
    step: queries.PART_ROWS,
    // A row that cannot be written must not be left out.
    whole: true,
    settle: async (run) => {
      if (run.outcome.titles === null) return orFail(() => fixRows(deps, run, prepared));
      // Another version of the product has other columns: the rest would not fit what is written.
      if (!isDeepStrictEqual(run.outcome.titles, [...titles])) throw failure();
      if (run.done < run.total || run.outcome.complete) return undefined;
      const pieces = await fileOf(run, titles).end();
      return async () => ({ ...(await addPieces(deps, run, pieces)), file: null, complete: true });
    },
    next: async (run, { after }, limit) => {
      if (after >= run.total) return [];
      const part = await queries.readRowPart(deps.database, run.id, Math.floor(after / queries.PART_ROWS));
      const first = after % queries.PART_ROWS;
      if (part.length <= first) throw new Error(`the rows of export ${run.id} end behind ${after} of ${run.total}`);
      return part.slice(first, first + limit).map((row, index) => ({ id: after + index + 1, row }));
    },
    work: async (run, lines) => {
      const rows = await orFail(() => cellsOf(lines.map(({ row }) => row)));
      const file = fileOf(run, titles);
      const pieces = await file.add(rows);
      return async () => ({ ...(await addPieces(deps, run, pieces)), lines: rows.length, file: file.state() });
    },
  };
}

/** Works exports off. A step keeps its piece of the file with the progress, so that the next worker goes on behind the last step. */
export const exportRuns = (deps: ExportDeps): RunHandler[] => [
  workOnRun(
    exportRun,
    (run) => workOf(deps, run),
    async ({ id, state }) => {
      await queries.dropRows(deps.database, id);
      if (state !== 'done') await queries.dropFile(deps.database, id);
    },
  ),
];
