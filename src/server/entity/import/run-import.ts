import { setImmediate } from 'node:timers/promises';
import type { Logger } from 'pino';
import { contextOf } from '#server/platform/acting.ts';
import type { Clock } from '#server/platform/clock/clock.ts';
import type { Database } from '#server/platform/db/database.ts';
import { AppError } from '#server/platform/errors/app-error.ts';
import type { Entity } from '#shared/entity/declare.ts';
import { codeOf } from '#shared/values/errors.ts';
import type { EntityServices } from '../services.ts';
import * as queries from './import-queries.ts';
import { judgeRows } from './judge-rows.ts';
import { writeRows, type Written } from './write-rows.ts';

const rowsAtOnce = 500;

/** What an import runs with. */
export type ImportDeps = { database: Database; clock: Clock; log: Logger; services: EntityServices };

/** Did somebody else write the same in this very moment? */
const isDuplicate = (error: unknown): boolean => error instanceof AppError || codeOf(error) === '23505';

/** The entity whose rows are imported. */
function entityOf({ entities }: EntityServices, { entity: name }: queries.ImportJob): Entity {
  const entity = entities[name];
  if (entity === undefined) throw new Error(`the import names ${name}, which is no entity`);
  return entity;
}

const takenMeanwhile = (entity: Entity): Written => ({
  outcome: 'refused',
  problems: [
    {
      field: entity.importBy?.[0] ?? entity.id,
      text: { zh: '与已有数据重复', en: 'Somebody has added the same meanwhile' },
    },
  ],
});

/** Does the next rows of an import in one transaction with the note of what was done; false when none is left. */
async function doPart(deps: ImportDeps, importId: number, size: number): Promise<boolean> {
  const { database, services } = deps;
  return database.transaction(async () => {
    const job = await queries.findJob(database, importId, true);
    if (job === undefined || job.state !== 'running') return false;
    const rows = await queries.openRows(database, importId, size);
    if (rows.length === 0) {
      await queries.endJob(database, importId);
      return false;
    }
    const entity = entityOf(services, job);
    if (job.acting === null) throw new Error('an import that nobody ordered is running');
    const ctx = contextOf(deps, job.acting);
    const repeated = new Set(rows.flatMap((row, index) => (row.repeated ? [index] : [])));
    const inputs = rows.map((row) => row.content);
    const judged = await judgeRows({ ctx, entity, services, mode: job.mode, lock: true, inputs, repeated });
    const written = await writeRows({ ctx, entity, services }, judged);
    await queries.noteOutcomes(
      database,
      importId,
      written.map((row, index) => ({ rowNo: rows[index]?.rowNo ?? 0, ...row })),
    );
    return true;
  });
}

/** The one row that somebody else added in the same moment is refused; all others are done. */
async function refuseNext({ database, services }: ImportDeps, importId: number): Promise<void> {
  const job = await queries.findJob(database, importId);
  const [row] = await queries.openRows(database, importId, 1);
  if (job === undefined || row === undefined) return;
  await queries.noteOutcomes(database, importId, [{ rowNo: row.rowNo, ...takenMeanwhile(entityOf(services, job)) }]);
}

/**
 * Works an import off, part by part. Each part is written together with its outcome, so that an import that was
 * interrupted goes on where it was, and one that is run twice does nothing twice.
 */
export async function runImport(deps: ImportDeps, importId: number, signal?: AbortSignal): Promise<void> {
  let size = rowsAtOnce;
  for (;;) {
    signal?.throwIfAborted();
    try {
      if (!(await doPart(deps, importId, size))) return;
      size = Math.min(rowsAtOnce, size * 2);
    } catch (error) {
      if (!isDuplicate(error)) throw error;
      if (size === 1) await refuseNext(deps, importId);
      else size = Math.max(1, Math.floor(size / 8));
    }
    // Others get their turn between two parts.
    await setImmediate();
  }
}
