import type { Database } from '#server/platform/db/database.ts';
import { withTenants } from '#server/platform/db/tenant-ids.ts';
import { listBookingSums, listMemberSums } from './incident-queries.ts';

/** Of smaller incidents the members are added up when they are shown. As the index has it. */
const usualMinMembers = 100;
const summedAtOnce = 20;

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
       open_medium_n = i.open_medium_n + s.open_medium_n, sums = null
     from sums s where i.id = s.incident_id`,
  );
}

/**
 * Keeps what the members of some incidents add up to, those with most first; false when there may be more. A change after the incident
 * is locked leaves a delta, with which the sums are not used, and folding it removes them.
 */
export const keepIncidentSums = (database: Database, minMembers = usualMinMembers): Promise<boolean> =>
  database.transaction(async () => {
    const { rows } = await database.execute<{ id: number; tenant_id: number }>(
      `select id, tenant_id from incident where sums is null and n >= ${minMembers} and tenant_id is not null
       order by n desc limit $1 for update`,
      [summedAtOnce],
    );
    const { ids, tenantIds } = withTenants(rows);
    if (ids.length === 0) return true;
    const [members, bookings] = [
      await listMemberSums(database.system, ids, tenantIds),
      await listBookingSums(database.system, ids, tenantIds),
    ];
    for (const id of ids) {
      const ofIncident = <Row extends { incident_id: number }>(sums: readonly Row[]): readonly Row[] =>
        sums.filter((sum) => Number(sum.incident_id) === Number(id));
      const sums = { members: ofIncident(members), bookings: ofIncident(bookings) };
      await database.execute('update incident set sums = $2::jsonb where id = $1', [id, JSON.stringify(sums)]);
    }
    return ids.length < summedAtOnce;
  });
