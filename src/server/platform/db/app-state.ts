import type { Database } from './database.ts';

/** Reads a value that all processes share; null: it was never kept. */
export async function readState(database: Database, key: string): Promise<unknown> {
  const [row] = await database.query<{ value: unknown }>('select value from app_state where key = $1', [key]);
  return row?.value ?? null;
}

/** Keeps a value that all processes share, as JSON, in the place of the one before. */
export async function keepState(database: Database, key: string, value: unknown): Promise<void> {
  await database.execute(
    `insert into app_state (key, value) values ($1, $2::jsonb)
     on conflict (key) do update set value = excluded.value, updated_at = now()`,
    [key, JSON.stringify(value)],
  );
}
