import type { CallData } from '#contract/index.ts';
import { asRecord } from '#shared/values/objects.ts';
import type { JobDeps, JobRow } from './types.ts';

type Work = CallData<'robotLease'>[number]['work'];

/** Stands in the list of a script for the site of the carrier that the job is about. */
const carrierSite = '@site';

/** The site of the carrier of a job: of its shipment, or of the carrier its input names. */
async function siteOf({ database }: JobDeps, job: JobRow): Promise<string | null> {
  const named = asRecord(job.input)['carrierCode'];
  const [row] = await database.query<{ base_url: string }>(
    `select o.base_url from source o where o.protocol = 'rpa' and o.carrier_code =
       coalesce((select s.carrier_code from subscription s where s.id = $1), $2) order by o.id limit 1`,
    [job.subscription_id, typeof named === 'string' ? named : null],
  );
  return row === undefined || !URL.canParse(row.base_url) ? null : row.base_url;
}

/** What the job was answered that a trial repeats. */
async function recordedOf({ database }: JobDeps, jobId: number | null): Promise<unknown> {
  if (jobId === null) return null;
  const artifact = await database.system
    .selectFrom('job_artifact')
    .select('body')
    .where('job_id', '=', jobId)
    .where('name', '=', 'requests.json')
    .executeTakeFirst();
  return artifact === undefined ? [] : (JSON.parse(artifact.body.toString('utf8')) as unknown);
}

const readVersion = ({ database }: JobDeps, id: number) =>
  database.system
    .selectFrom('package_version as v')
    .leftJoin('robot_site as o', 'o.package_id', 'v.package_id')
    .select(['v.handler_name', 'v.script', 'v.script_hosts', 'o.contact', 'o.pause_ms'])
    .where('v.id', '=', id)
    .executeTakeFirst();

/** Versions that one call has read. */
export type VersionsRead = Map<number, Awaited<ReturnType<typeof readVersion>>>;

/** What a robot is to run for a job. */
export async function workOf(deps: JobDeps, job: JobRow, versions: VersionsRead = new Map()): Promise<Work> {
  const id = job.package_version_id;
  if (!versions.has(id)) versions.set(id, await readVersion(deps, id));
  const version = versions.get(id);
  if (version?.script) {
    const siteUrl = await siteOf(deps, job);
    const listed = (version.script_hosts ?? '').split(',').filter(Boolean);
    const hosts = listed.flatMap((host) =>
      host !== carrierSite ? [host] : siteUrl === null ? [] : [new URL(siteUrl).host],
    );
    const { pause_ms: pauseMs, contact } = version;
    const manners = pauseMs === null ? null : { contact: contact ?? '', pauseMs };
    const replay = await recordedOf(deps, job.trial_of);
    return { kind: 'script', script: version.script, hosts, siteUrl, replay, manners };
  }
  return version?.handler_name ? { kind: 'handler', name: version.handler_name } : { kind: 'none' };
}
