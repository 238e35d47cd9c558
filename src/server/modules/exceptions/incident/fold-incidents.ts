import type { Database } from '#server/platform/db/database.ts';
import { withTenants } from '#server/platform/db/tenant-ids.ts';
import { listBookingSums, listMemberSums } from './incident-sums.ts';

/** Of smaller incidents the members are added up when they are shown. As the index has it. */
const minMembers = 100;
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
       open_medium_n = i.open_medium_n + s.open_medium_n, sums_due = true,
       sums = case when i.n + s.n >= ${minMembers} then i.sums end
     from sums s where i.id = s.incident_id`,
  );
}

/**
 * Keeps what the members of some incidents add up to, those with most first; false when there may be more. An incident that is written
 * meanwhile stays due, and what changes after its members were read leaves a delta, with which folding makes it due again.
 */
export async function keepIncidentSums(database: Database): Promise<boolean> {
  const due = await database.query<{ id: number; tenant_id: number; version: string }>(
    `select id, tenant_id, xmin::text as version from incident
     where sums_due and n >= ${minMembers} and tenant_id is not null order by n desc limit $1`,
    [summedAtOnce],
  );
  for (const row of due) {
    const { ids, tenantIds } = withTenants([row]);
    const sums = {
      members: await listMemberSums(database.system, ids, tenantIds),
      bookings: await listBookingSums(database.system, ids, tenantIds),
    };
    await database.execute('update incident set sums = $3::jsonb, sums_due = false where id = $1 and xmin::text = $2', [
      row.id,
      row.version,
      JSON.stringify(sums),
    ]);
  }
  return due.length < summedAtOnce;
}

/** What members add up to is not known any more: people see at once what they did. */
export async function forgetIncidentSums(database: Database, ids: readonly number[]): Promise<void> {
  await database.execute(
    `with due as (select id from incident where id = any($1) and sums is not null order by id for update)
     update incident i set sums = null, sums_due = true from due where i.id = due.id`,
    [ids],
  );
}
