import type { Database } from '#server/platform/db/database.ts';

/** Rows that come later get ids behind those that were stated. */
export const numberOn = (database: Database, table: string): Promise<unknown> =>
  database.execute(`select setval(pg_get_serial_sequence('${table}', 'id'), (select max(id) from ${table}))`);
