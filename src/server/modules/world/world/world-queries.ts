import type { Database } from '#server/platform/db/database.ts';
import { waitingPriorities } from '#server/platform/queue/index.ts';
import type { Instant } from '#shared/time/instant.ts';

/** How many questions to sources have been due since before an instant, counted up to `limit` + 1. */
export async function countLatePulls(database: Database, before: Instant, limit: number): Promise<number> {
  const rows = await database.query<{ n: number }>(
    `select count(*)::int as n from (select 1 from (${waitingPriorities(`'pull'`)}) l, lateral (
       select 1 from task t where t.status = 'waiting' and t.kind = 'pull' and t.priority = l.priority and t.run_at < $1 limit $2) x
       limit $2) d`,
    [new Date(before), limit + 1],
  );
  return rows[0]?.n ?? 0;
}
