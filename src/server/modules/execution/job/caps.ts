import type { CapUse } from '#domain/execution/job/waiting-reason.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { JobRow } from './types.ts';

/** What of a job its caps are counted by. */
export type Capped = Pick<JobRow, 'process_id' | 'tenant_id' | 'site' | 'part_id'>;

/** A cap with its use, and which jobs count there once they run. */
export type CountedCap = CapUse & { counts: (job: Capped) => boolean };

/** Caps of a tenant and of a site that have none of their own. */
const standard = { tenant: 50, site: 4 };
/** The site of a carrier that packages of the product collect from is asked by one job at a time. */
const oneOfSite = 1;

type Counted = {
  by_process: number;
  by_tenant: number;
  by_site: number;
  by_both: number;
  process_cap: number | null;
  tenant_cap: number | null;
  site_cap: number | null;
  both_cap: number | null;
  by_shipped: boolean;
};

const counting = `
  select count(*) filter (where process_id = $1 and part_id is null)::int as by_process, count(*) filter (where tenant_id = $2 and parts_state <> 'running')::int as by_tenant,
    count(*) filter (where site = $3 and parts_state <> 'running')::int as by_site, count(*) filter (where tenant_id = $2 and site = $3 and parts_state <> 'running')::int as by_both,
    (select running_cap from process where id = $1) as process_cap,
    (select most from job_cap where tenant_id = $2 and site is null) as tenant_cap,
    (select most from job_cap where tenant_id is null and lower(site) = lower($3)) as site_cap,
    (select most from job_cap where tenant_id = $2 and lower(site) = lower($3)) as both_cap,
    exists (select from robot_site where carrier_code = $3) as by_shipped
  from job where status in ('Running', 'Stopping')`;

/**
 * The caps that apply to a job with how much of them is used. A process counts its whole jobs; tenants and sites count what robots
 * run, which the job of a whole is not while its parts run.
 */
export async function capsOf(database: Database, job: Capped): Promise<CountedCap[]> {
  const { rows } = await database.execute<Counted>(counting, [job.process_id, job.tenant_id, job.site]);
  const used = rows[0];
  if (used === undefined) return [];
  const ofTenant = (other: Capped): boolean => other.tenant_id === job.tenant_id;
  const ofSite = (other: Capped): boolean => other.site === job.site;
  const caps: (Omit<CountedCap, 'limit'> & { limit: number | null })[] = [
    {
      kind: 'process',
      running: used.by_process,
      limit: job.part_id === null ? used.process_cap : null,
      counts: (other) => other.process_id === job.process_id && other.part_id === null,
    },
    { kind: 'tenant', running: used.by_tenant, limit: used.tenant_cap ?? standard.tenant, counts: ofTenant },
  ];
  if (job.site !== null) {
    caps.push({
      kind: 'site',
      running: used.by_both,
      limit: used.both_cap,
      counts: (other) => ofTenant(other) && ofSite(other),
    });
    caps.push({
      kind: 'site',
      running: used.by_site,
      limit: used.by_shipped ? oneOfSite : (used.site_cap ?? standard.site),
      counts: ofSite,
    });
  }
  return caps.flatMap(({ limit, ...rest }) => (limit === null ? [] : [{ ...rest, limit }]));
}
