import { realClock } from '#server/platform/clock/clock.ts';
import { notFound } from '#server/platform/errors/app-error.ts';
import type { JobDeps, JobRow } from './types.ts';

/** What new jobs of a process take from it and from the version that they run. */
export type JobDefinition = {
  process_id: number;
  tenant_id: number;
  process_type: string | null;
  process_name: string | null;
  priority: number | null;
  environment_id: number;
  version_id: number;
  package_version: string;
  package_name: string;
  package_desc: string | null;
  parts_state: JobRow['parts_state'];
  /** The service that translates the input, where the process asks for it. */
  exchange_id: number | null;
  exchange_name: string | null;
  /** Functions that are not available, by name: a job that needs one of them is not started. Empty for another version than that of the process. */
  blocked: string[];
  /** The carrier whose site the package collects from; null: another package. */
  site_code: string | null;
  site_name: string | null;
  /** Why nothing may be requested from that site. */
  site_closed: 'unconfirmed' | 'stopped' | null;
};

/** Which process, and which version in place of its own. */
export type Defined = { processId: number; versionId: number | null };

/** The carrier of a site `o` as messages in any language name it, with its row of the carriers as `m`. */
export const siteName = `coalesce(nullif(concat_ws(' ', m.name_cn, m.name_en), ''), o.carrier_code)`;

const read = `
  select p.id as process_id, n.version_id as asked_version, p.tenant_id, p.process_type, p.process_name, p.priority,
    coalesce(p.environment_id, (select e.id from environment e where e.default_flag)) as environment_id,
    v.id as version_id, v.package_version, k.package_name, k.package_desc,
    f.id as exchange_id, coalesce(f.function_name, f.function_code) as exchange_name,
    case when not exists (select from package_version_package s where s.package_version_id = v.id) then 'none'
      when coalesce(v.handler_name, '') <> '' or coalesce(v.script, '') <> '' or exists (select from package_version_type t
         where t.package_version_id = v.id and coalesce(t.remote_process_id, '') <> '') then 'after'
      else 'only' end as parts_state,
    case when n.version_id is not null then '{}'::text[] else array(
      with recursive versions (id) as (
        select p.package_version_id
        union select s.detail_package_version_id from versions w join package_version_package s on s.package_version_id = w.id)
      select coalesce(b.function_name, b.function_code) from function_interface b where b.function_status <> 'AVAILABLE'
        and (b.id in (select function_id from process_function where process_id = p.id)
          or b.id in (select unnest(array[s.function_id, s.end_function_id]) from package_version_package s
            join versions w on w.id = s.package_version_id)
          or (b.id = p.param_exchange_function_id and p.need_param_exchange)) order by 1) end as blocked,
    o.carrier_code as site_code, ${siteName} as site_name,
    case when o.carrier_code is null then null when o.confirmed_at is null then 'unconfirmed'
      when o.stopped_until > $3 then 'stopped' end as site_closed
  from unnest($1::bigint[], $2::bigint[]) as n(process_id, version_id)
    join process p on p.id = n.process_id
    join package_version v on v.id = coalesce(n.version_id, p.package_version_id)
    join package k on k.id = v.package_id
    left join function_interface f on f.id = p.param_exchange_function_id and p.need_param_exchange
    left join robot_site o on o.package_id = k.id left join md_carrier m on m.code = o.carrier_code`;

const keyOf = (processId: number, versionId: number | null): string => `${processId} ${versionId}`;

/** Reads what new jobs take from their processes in one statement; gives how to find it, which throws for a process that is gone. */
export async function readDefinitions(
  { database }: Pick<JobDeps, 'database'>,
  wanted: readonly Defined[],
): Promise<(one: Defined) => JobDefinition> {
  const distinct = [...new Map(wanted.map((one) => [keyOf(one.processId, one.versionId), one])).values()];
  const rows = await database.query<JobDefinition & { asked_version: number | null }>(read, [
    distinct.map(({ processId }) => processId),
    distinct.map(({ versionId }) => versionId),
    new Date(realClock.now()),
  ]);
  const found = new Map(rows.map((row) => [keyOf(row.process_id, row.asked_version), row]));
  return ({ processId, versionId }) => {
    const row = found.get(keyOf(processId, versionId));
    if (row === undefined) throw notFound();
    return row;
  };
}

/** The carriers of subscriptions, by id, in one statement: what the cap per site counts together. */
export async function carriersOf(
  { database }: Pick<JobDeps, 'database'>,
  ids: readonly number[],
): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await database.system
    .selectFrom('subscription')
    .select(['id', 'carrier_code'])
    .where('id', 'in', [...new Set(ids)])
    .execute();
  return new Map(rows.map((row) => [row.id, row.carrier_code]));
}
