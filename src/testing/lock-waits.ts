import type { Database } from '#server/platform/db/database.ts';

/** Resolves when so many connections of this PostgreSQL database wait for locks. */
export async function untilWaiting(database: Database, connections = 1): Promise<void> {
  for (const end = Date.now() + 30_000; Date.now() < end;) {
    const [waiting] = await database.query<{ n: number }>(
      `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    if ((waiting?.n ?? 0) >= connections) return;
    await new Promise((resolve) => setImmediate(resolve));
  }
  throw new Error(`there are not ${connections} connections that wait for locks`);
}
