import type { Database } from '#server/platform/db/database.ts';

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
