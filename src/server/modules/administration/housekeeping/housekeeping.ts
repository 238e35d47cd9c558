import type { Database } from '#server/platform/db/database.ts';
import type { Instant } from '#shared/time/instant.ts';

const dayMs = 24 * 3_600_000;

/** Folds the deltas of the exception totals into one row per tenant and state; the sum stays the same. */
export async function foldExceptionTotals(database: Database): Promise<void> {
  await database.execute(
    `with folded as (delete from exception_total returning tenant_id, handle_status, ended, n)
     insert into exception_total (tenant_id, handle_status, ended, n)
     select tenant_id, handle_status, ended, sum(n) from folded group by 1, 2, 3 having sum(n) <> 0`,
  );
}

/**
 * Folds the deltas of the overview; the sums stay the same. Open exceptions older than 40 days are kept by the day,
 * and what happened more than 20 days ago is not shown any more.
 */
export async function foldExceptionTallies(database: Database, worldNow: Instant): Promise<void> {
  await database.execute(
    `with folded as (delete from exception_tally returning *),
     rounded as (
       select tenant_id, kind, type_code, handle_status, assigned, n,
         case when kind = 'open' and at < $1 then date_trunc('day', at at time zone 'UTC') at time zone 'UTC' else at end as at
       from folded where kind not in ('opened', 'handled', 'gone') or at >= $2)
     insert into exception_tally (tenant_id, kind, type_code, handle_status, assigned, at, n)
     select tenant_id, kind, type_code, handle_status, assigned, at, sum(n) from rounded
     group by 1, 2, 3, 4, 5, 6 having sum(n) <> 0`,
    [new Date(worldNow - 40 * dayMs), new Date(worldNow - 20 * dayMs)],
  );
}

/** Folds the deltas of the incidents into them; what both add up to stays the same. */
export async function foldIncidents(database: Database): Promise<void> {
  await database.execute(
    `with folded as (delete from incident_delta returning *),
     sums as (
       select incident_id, max(at) as at, sum(n) as n, sum(open_n) as open_n, sum(new_n) as new_n, sum(work_n) as work_n,
         sum(hold_n) as hold_n, sum(high_n) as high_n, sum(medium_n) as medium_n, sum(open_high_n) as open_high_n,
         sum(open_medium_n) as open_medium_n
       from folded group by 1)
     update incident i set last_at = greatest(i.last_at, s.at), n = i.n + s.n, open_n = i.open_n + s.open_n,
       new_n = i.new_n + s.new_n, work_n = i.work_n + s.work_n, hold_n = i.hold_n + s.hold_n, high_n = i.high_n + s.high_n,
       medium_n = i.medium_n + s.medium_n, open_high_n = i.open_high_n + s.open_high_n,
       open_medium_n = i.open_medium_n + s.open_medium_n
     from sums s where i.id = s.incident_id`,
  );
}

/** Exceptions that were put aside until now are untreated again; gives their tenants. */
export async function wakeSnoozed(database: Database, worldNow: Instant): Promise<Set<number>> {
  const { rows } = await database.execute<{ tenant_id: number }>(
    `with due as (
       select id from shipment_exception where snoozed_until <= $1 and open order by id limit 5000 for update skip locked),
     woken as (
       update shipment_exception e set handle_status = 0, snoozed_at = null, snoozed_until = null, updated_at = $1,
         record_version = e.record_version + 1
       from due where e.id = due.id returning e.id, e.tenant_id)
     insert into exception_event (tenant_id, exception_id, at, kind, actor_code, detail)
     select tenant_id, id, $1, 'woken', 'system', '{}' from woken returning tenant_id`,
    [new Date(worldNow)],
  );
  return new Set(rows.map((row) => row.tenant_id));
}

/** Folds the deltas of the totals of the tracking list; the sum stays the same. */
export async function foldTraceTotals(database: Database): Promise<void> {
  await database.execute(
    `with folded as (delete from trace_total returning tenant_id, state, troubled, mode, n)
     insert into trace_total (tenant_id, state, troubled, mode, n)
     select tenant_id, state, troubled, mode, sum(n) from folded group by 1, 2, 3, 4 having sum(n) <> 0`,
  );
}

/** Folds the deltas of the subscription totals; the sum stays the same. */
export async function foldSubscriptionTotals(database: Database): Promise<void> {
  await database.execute(
    `with folded as (delete from subscription_total returning tenant_id, subject, source_type, channel, n)
     insert into subscription_total select tenant_id, subject, source_type, channel, sum(n) from folded
     group by 1, 2, 3, 4 having sum(n) <> 0`,
  );
}

/** Folds the deltas of the totals of rates; the sum stays the same. */
export async function foldRateTotals(database: Database): Promise<void> {
  await database.execute(
    `with folded as (delete from freight_rate_total returning tenant_id, n)
     insert into freight_rate_total select tenant_id, sum(n) from folded group by 1 having sum(n) <> 0`,
  );
}
