import { z } from 'zod';
import { keepState, readState } from '#server/platform/db/app-state.ts';
import type { Database } from '#server/platform/db/database.ts';

const divideStep = z.object({ kind: z.literal('divide'), tables: z.string(), step: z.string() });
const archiveStep = z.object({
  kind: z.literal('archive'),
  tables: z.string(),
  lowest: z.number(),
  uppermost: z.number(),
  done: z.number(),
  total: z.number(),
});
const progress = z.discriminatedUnion('kind', [divideStep, archiveStep]);
/** What dividing or archiving is doing: with which tables, and how many files of a range are written. */
export type Progress = z.infer<typeof progress>;

const stateKey = 'archive:progress';
const pauseKey = 'archive:paused';

/** Writes down what is being done; null: nothing. */
export async function noteProgress(database: Database, step: Progress | null): Promise<void> {
  await keepState(database, stateKey, step);
}

/** What is being done; null: nothing. */
export async function readProgress(database: Database): Promise<Progress | null> {
  return progress
    .nullable()
    .catch(null)
    .parse(await readState(database, stateKey));
}

/** Lets dividing and archiving stop after the step they are at, or go on. */
export async function pauseArchive(database: Database, paused: boolean): Promise<void> {
  await keepState(database, pauseKey, paused);
}

/** Whether somebody has stopped dividing and archiving. */
export const isPaused = async (database: Database): Promise<boolean> => (await readState(database, pauseKey)) === true;
