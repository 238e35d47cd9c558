import { z } from 'zod';
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

const keep = (database: Database, key: string, value: unknown): Promise<unknown> =>
  database.execute(
    `insert into app_state (key, value) values ($1, $2::jsonb)
     on conflict (key) do update set value = excluded.value, updated_at = now()`,
    [key, JSON.stringify(value)],
  );

async function read(database: Database, key: string): Promise<unknown> {
  const [row] = await database.query<{ value: unknown }>('select value from app_state where key = $1', [key]);
  return row?.value ?? null;
}

/** Writes down what is being done; null: nothing. */
export async function noteProgress(database: Database, step: Progress | null): Promise<void> {
  await keep(database, stateKey, step);
}

/** What is being done; null: nothing. */
export async function readProgress(database: Database): Promise<Progress | null> {
  return progress
    .nullable()
    .catch(null)
    .parse(await read(database, stateKey));
}

/** Lets dividing and archiving stop after the step they are at, or go on. */
export async function pauseArchive(database: Database, paused: boolean): Promise<void> {
  await keep(database, pauseKey, paused);
}

/** Whether somebody has stopped dividing and archiving. */
export const isPaused = async (database: Database): Promise<boolean> => (await read(database, pauseKey)) === true;
