import type { Database } from '#server/platform/db/database.ts';
import type { Instant } from '#shared/time/instant.ts';

type HealthCounts = { id: number; successes: number; failures: number; pushes: number; error: string | null };

/** Moves how sources answer the keys of tenants; these rows are no failures of the sources. */
export async function updateKeyHealth(
  database: Database,
  rows: readonly (Omit<HealthCounts, 'pushes'> & { tenantId: number })[],
  at: Instant,
): Promise<void> {
  if (rows.length === 0) return;
  await database.execute(
    `insert into source_key_health as h (source_id, tenant_id, consecutive_failures, last_success_at, last_failure_at, last_error)
     select r.id, r."tenantId", case when r.successes > 0 then 0 else r.failures end,
       case when r.successes > 0 then $2::timestamptz end, case when r.failures > 0 then $2::timestamptz end, r.error
     from jsonb_to_recordset($1::jsonb) as r(id bigint, "tenantId" bigint, successes integer, failures integer, error text)
     order by r.id, r."tenantId"
     on conflict (source_id, tenant_id) do update set
       consecutive_failures = case when excluded.last_success_at is not null then 0
         else h.consecutive_failures + excluded.consecutive_failures end,
       last_success_at = coalesce(excluded.last_success_at, h.last_success_at),
       last_failure_at = coalesce(excluded.last_failure_at, h.last_failure_at),
       last_error = coalesce(excluded.last_error, h.last_error)`,
    [JSON.stringify(rows), new Date(at)],
  );
}

/** How exact the last success of a healthy source is. */
const noteEveryMs = 5_000;

/**
 * Moves the health of sources by what a batch saw: one success clears the failures. That a healthy source answers is noted every few
 * seconds only: the batches of all workers would wait for each other at its row.
 */
export async function updateSourceHealth(
  database: Database,
  sources: readonly HealthCounts[],
  at: Instant,
): Promise<void> {
  if (sources.length === 0) return;
  await database.execute(
    `update source s set
       consecutive_failures = case when r.successes > 0 then 0 else s.consecutive_failures + r.failures end,
       last_success_at = case when r.successes + r.pushes > 0 then $2::timestamptz else s.last_success_at end,
       last_failure_at = case when r.failures > 0 then $2::timestamptz else s.last_failure_at end,
       last_error = case when r.failures > 0 then r.error else s.last_error end
     from (select * from jsonb_to_recordset($1::jsonb) as r(id bigint, successes integer, failures integer, pushes integer, error text) order by id) r
     where s.id = r.id and (r.failures > 0 or s.consecutive_failures > 0 or s.last_success_at is null
       or s.last_success_at not between $3 and $4)`,
    [
      JSON.stringify([...sources].sort((a, b) => a.id - b.id)),
      new Date(at),
      new Date(at - noteEveryMs),
      new Date(at + noteEveryMs),
    ],
  );
}
