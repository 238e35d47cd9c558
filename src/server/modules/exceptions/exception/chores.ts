import type { Clock } from '#server/platform/clock/clock.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { BackgroundModule } from '#server/platform/queue/index.ts';
import { publish } from '#server/platform/realtime/index.ts';
import { DAY_MS, type Instant } from '#shared/time/instant.ts';

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
    [new Date(worldNow - 40 * DAY_MS), new Date(worldNow - 20 * DAY_MS)],
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

/** Wakes exceptions that were snoozed until now, and informs browsers. */
const wakeAndPublish = ({ database, clock }: { database: Database; clock: Clock }): Promise<void> =>
  database.transaction(async () => {
    for (const tenantId of await wakeSnoozed(database, clock.now()))
      await publish(database, { tenantId, topic: 'exception', payload: {} });
  });

/** Totals of the list and of the overview, and the end of snoozes. */
export const exceptionChores = (deps: { database: Database; clock: Clock }): BackgroundModule => ({
  tasks: [],
  chores: [
    { name: 'exception totals', run: () => foldExceptionTotals(deps.database) },
    { name: 'exception tallies', run: () => foldExceptionTallies(deps.database, deps.clock.now()) },
    { name: 'snoozed exceptions', run: () => wakeAndPublish(deps) },
  ],
});
