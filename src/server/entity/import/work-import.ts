import type { Logger } from 'pino';
import { contextOf } from '#server/platform/acting.ts';
import type { Clock } from '#server/platform/clock/clock.ts';
import type { Database } from '#server/platform/db/database.ts';
import { AppError } from '#server/platform/errors/app-error.ts';
import { isDatabaseLost } from '#server/platform/errors/database-lost.ts';
import { holdRun, RunFailure, type RunHandler, workOnRun } from '#server/platform/run/index.ts';
import type { Entity } from '#shared/entity/declare.ts';
import type { Text } from '#shared/i18n/text.ts';
import { codeOf } from '#shared/values/errors.ts';
import { itemAt } from '#shared/values/items.ts';
import type { EntityServices } from '../services.ts';
import * as queries from './import-queries.ts';
import { type ImportCounts, type ImportRun, importRuns } from './import-runs.ts';
import { judgeRows, resolveRows } from './judge-rows.ts';
import { writeRows, type Written } from './write-rows.ts';

/** Rows of one transaction. */
const step = 500;

/** What an import runs with. */
export type ImportDeps = { database: Database; clock: Clock; log: Logger; services: EntityServices };

/** Did somebody else write the same in this very moment? */
const isDuplicate = (error: unknown): boolean => error instanceof AppError || codeOf(error) === '23505';

/** Codes of PostgreSQL that are about values (22) and constraints (23); what else the database says is about its own state. */
const aboutValues = /^2[23]/;

const takenMeanwhile: Text = { zh: '与已有数据重复', en: 'Somebody has added the same meanwhile' };
const notWritten: Text = {
  zh: '保存时出错，请重新导入该行',
  en: 'An error occurred while saving. Import this row again',
};

/** Why a row is refused that could not be written by itself. Throws the error again when it is not about the row. */
function refusalOf(error: unknown): Text {
  if (isDuplicate(error)) return takenMeanwhile;
  const code = codeOf(error);
  if (isDatabaseLost(error) || (typeof code === 'string' && !aboutValues.test(code))) throw error;
  return notWritten;
}

/** The entity whose rows are imported. */
function entityOf({ entities }: EntityServices, { entity: name }: ImportRun['params']): Entity {
  const entity = entities[name];
  if (entity === undefined) throw new RunFailure(`the import names ${name}, which is no entity`);
  return entity;
}

/** Notes what was done with rows, in the current transaction; gives the counts of it. */
async function note(
  database: Database,
  run: ImportRun,
  rows: readonly queries.OpenRow[],
  written: readonly Written[],
): Promise<ImportCounts> {
  const outcomes = written.map((row, index) => ({ rowNo: itemAt(rows, index).id, ...row }));
  await queries.noteOutcomes(database, run.id, outcomes);
  const counts = { insert: 0, update: 0, same: 0, refused: 0 };
  for (const { outcome } of outcomes) counts[outcome] += 1;
  return counts;
}

/** Judges rows as they are now and writes them, in the current transaction. */
async function importRows(deps: ImportDeps, run: ImportRun, rows: readonly queries.OpenRow[]): Promise<ImportCounts> {
  const { database, services } = deps;
  // Another worker may have done these rows meanwhile: an update done twice would be noted as no change.
  await holdRun(database, importRuns, run);
  const { acting, mode } = run.params;
  if (acting === null) throw new RunFailure('nobody ordered this import');
  const entity = entityOf(services, run.params);
  const ctx = contextOf(deps, acting);
  const contents = rows.map(({ content }) => content);
  const resolved = await resolveRows({ ctx, entity, services }, contents);
  const repeats = rows.map(({ earlier }) => earlier);
  const judged = await judgeRows({ ctx, entity, services, mode, lock: true, rows: resolved, repeats });
  return note(database, run, rows, await writeRows({ ctx, entity, services }, judged));
}

/** Refuses a row that could not be written by itself; all others are done. */
function refuseRow({ database, services }: ImportDeps, run: ImportRun, row: queries.OpenRow, text: Text) {
  const entity = entityOf(services, run.params);
  const problem = { field: entity.importBy?.[0] ?? entity.id, text };
  return note(database, run, [row], [{ outcome: 'refused', problems: [problem] }]);
}

/**
 * Works imports off in the name of those who ordered them. Each step is written together with what became of its rows, so that an import
 * that was interrupted goes on behind its last step, and one that is worked on twice writes nothing twice.
 */
export const importWork = (deps: ImportDeps): RunHandler[] => [
  workOnRun(importRuns, {
    step,
    next: (run, { after }, limit) => queries.rowsAfter(deps.database, run.id, { after, limit }),
    work: async (run, rows: readonly queries.OpenRow[]) => () => importRows(deps, run, rows),
    passOver: (run, row, error) => {
      const text = refusalOf(error);
      return () => refuseRow(deps, run, row, text);
    },
  }),
];
