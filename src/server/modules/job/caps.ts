import type { CapUse } from '#domain/job/waiting-reason.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { JobRow } from './types.ts';

/** How many jobs of one tenant, and of one site, run at a time at most. */
export type JobCaps = { tenant: number; site: number };

/** Caps where nothing is configured. */
export const standardCaps: JobCaps = { tenant: 50, site: 4 };

type Counted = { by_process: number; by_tenant: number; by_site: number; running_cap: number | null };

/** The caps that apply to a job with how much of them is used. */
export async function capsOf(
  database: Database,
  job: Pick<JobRow, 'process_id' | 'tenant_id' | 'site'>,
  most: JobCaps,
): Promise<CapUse[]> {
  const { rows } = await database.execute<Counted>(
    `select count(*) filter (where process_id = $1)::int as by_process, count(*) filter (where tenant_id = $2)::int as by_tenant,
       count(*) filter (where site = $3)::int as by_site, (select running_cap from process where id = $1) as running_cap
     from job where status in ('Running', 'Stopping')`,
    [job.process_id, job.tenant_id, job.site],
  );
  const used = rows[0];
  if (used === undefined) return [];
  const caps: CapUse[] = [{ kind: 'tenant', running: used.by_tenant, most: most.tenant }];
  if (used.running_cap !== null) caps.unshift({ kind: 'process', running: used.by_process, most: used.running_cap });
  if (job.site !== null) caps.push({ kind: 'site', running: used.by_site, most: most.site });
  return caps;
}
