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
export type Line = { id: number; row: number | SheetCell[] };

/** What writing a list works with; `hold` locks the run and leaves it when another worker has done the step. */
type ListDeps = ExportDeps & { hold: (run: ExportRun) => Promise<void> };

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
async function fixRows(deps: ListDeps, run: ExportRun, prepared: PreparedExport): Promise<Write> {
  const { database } = deps;
  const { titles, ids } = prepared;
  const isFound = typeof ids === 'function';
  const noted = (await prepared.begin?.()) ?? null;
  const wanted = isFound ? await database.onReplica(ids) : ids;
  return async () => {
    // Not held before: nobody who cancels has to wait until the rows are found.
    const total = await queries.keepIds(database, run.id, wanted);
    await deps.hold(run);
    if (isFound) await keepFound(deps, run.id, total, prepared);
    await setRunTotal(database, run.id, total);
    return { titles: [...titles], noted };
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

/** Keeps pieces of a file from a part on, in the current transaction; gives how many parts and bytes they are. */
export async function keepFile(
  database: Database,
  runId: number,
  firstPart: number,
  pieces: readonly Buffer[],
): Promise<Pick<ExportOutcome, 'parts' | 'sizeBytes'>> {
  const parts = partsOf(pieces);
  for (const [index, part] of parts.entries()) await queries.addFilePart(database, runId, firstPart + index, part);
  return { parts: parts.length, sizeBytes: parts.reduce((sum, { length }) => sum + length, 0) };
}

/** Keeps the pieces of a step in its transaction. */
async function addPieces(deps: ListDeps, run: ExportRun, pieces: readonly Buffer[]) {
  await deps.hold(run);
  return keepFile(deps.database, run.id, run.outcome.parts, pieces);
}

const fileOf = ({ params: { kind, title }, outcome: { file } }: ExportRun, { titles, parquet }: PreparedExport) =>
  sheetFile(kind, { titles, name: title, parquet }, file);

/** The next ids or rows of the file, behind as many as `after`. */
async function nextLines({ database }: ExportDeps, run: ExportRun, after: number, limit: number): Promise<Line[]> {
  if (after >= run.total) return [];
  if (limit > queries.PART_ROWS) {
    const ids = await queries.readIds(database, run.id, { from: after, count: limit });
    if (ids.length < Math.min(limit, run.total - after)) throw new Error(`ids of export ${run.id} are gone`);
    return ids.map((row, index) => ({ id: after + index + 1, row }));
  }
  const part = await queries.readRowPart(database, run.id, Math.floor(after / queries.PART_ROWS));
  const first = after % queries.PART_ROWS;
  if (part.length <= first) throw new Error(`the rows of export ${run.id} end behind ${after} of ${run.total}`);
  return part.slice(first, first + limit).map((row, index) => ({ id: after + index + 1, row }));
}

/** What writes a list to the file of a run, step by step. */
export async function workOnList(
  deps: ListDeps,
  begun: ExportRun,
): Promise<RunWork<ExportParams, ExportOutcome, Line>> {
  const { list: name, acting, lang, request } = begun.params;
  const list = Object.hasOwn(deps.lists, name) ? deps.lists[name] : undefined;
  if (list === undefined) throw failure();
  await loadCallShapes();
  const ctx = contextOf(deps, acting, lang);
  const prepared = await orFail(() => list.prepare(ctx, request.query, request.columns));
  const { titles } = prepared;
  const { database } = deps;
  const cellsOf = async (rows: readonly Line['row'][]): Promise<SheetCell[][]> => {
    const ids = rows.filter((row) => typeof row === 'number');
    return ids.length > 0
      ? database.onReplica(() => prepared.cells(ids))
      : rows.filter((row) => typeof row !== 'number');
  };
  return {
    step: prepared.step ?? queries.PART_ROWS,
    // A row that cannot be written must not be left out.
    whole: true,
    settle: async (run) => {
      if (run.outcome.titles === null) return orFail(() => fixRows(deps, run, prepared));
      // Another version of the product has other columns: the rest would not fit what is written.
      if (!isDeepStrictEqual(run.outcome.titles, [...titles])) throw failure();
      if (run.done < run.total || run.outcome.complete) return undefined;
      const pieces = await fileOf(run, prepared).end();
      return async () => {
        const added = await addPieces(deps, run, pieces);
        if (run.outcome.noted !== null) await prepared.finish?.(run.outcome.noted);
        return { ...added, file: null, complete: true };
      };
    },
    next: (run, { after }, limit) => nextLines(deps, run, after, limit),
    work: async (run, lines) => {
      const rows = await orFail(() => cellsOf(lines.map(({ row }) => row)));
      const file = fileOf(run, prepared);
      const pieces = await file.add(rows);
      return async () => ({ ...(await addPieces(deps, run, pieces)), lines: rows.length, file: file.state() });
    },
  };
}

/** Works exports off. A step keeps its piece of the file with the progress, so that the next worker goes on behind the last step. */
export const exportRuns = (deps: ExportDeps): RunHandler[] => [
  workOnRun(
    exportRun,
    (run) => workOnList({ ...deps, hold: (held) => holdRun(deps.database, exportRun, held) }, run),
    async ({ id, state }) => {
      await queries.dropRows(deps.database, id);
      if (state !== 'done') await queries.dropFile(deps.database, id);
    },
  ),
];
