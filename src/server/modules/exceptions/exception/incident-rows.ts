import type { IncidentCause } from '#domain/exceptions/incident-cause.ts';
import type { Database } from '#server/platform/db/database.ts';

/** A cause as one tenant has it. */
export type TenantCause = { tenantId: number; cause: IncidentCause };

type Found = { id: number; tenant_id: number; kind: IncidentCause['kind']; cause_key: string };

const nameOf = (tenantId: number, kind: string, key: string): string => `${tenantId} ${kind} ${key}`;

/** Looks an incident up by tenant and cause. */
export type IncidentIds = (tenantId: number, cause: IncidentCause) => number | undefined;

const findText = `
  select i.id, i.tenant_id, i.kind, i.cause_key
  from jsonb_to_recordset($1::jsonb) as r(tenant_id bigint, kind text, cause_key text)
  join incident i on i.tenant_id = r.tenant_id and i.kind = r.kind and i.cause_key = r.cause_key`;

const insertText = `
  insert into incident (tenant_id, kind, cause_key, facts, first_at, last_at)
  select r.tenant_id, r.kind, r.cause_key, r.facts, $2::timestamptz, $2::timestamptz
  from jsonb_to_recordset($1::jsonb) as r(tenant_id bigint, kind text, cause_key text, facts jsonb)
  order by r.tenant_id, r.kind collate "C", r.cause_key collate "C"
  on conflict (tenant_id, kind, cause_key) do nothing
  returning id, tenant_id, kind, cause_key`;

const wantedRows = `jsonb_to_recordset($1::jsonb) as r(tenant_id bigint, kind text, cause_key text, facts jsonb)`;

/** Whether a source is the platform's and a tenant is requested with the platform's keys. */
const isOfPlatform = `exists (select from source s where s.code = r.cause_key and s.tenant_id is null
  and not exists (select from tenant_asset own where own.asset_id = s.asset_id and own.tenant_id = r.tenant_id))`;

const parentText = `
  insert into incident (tenant_id, kind, cause_key, facts, first_at, last_at)
  select distinct on (r.kind, r.cause_key) null::bigint, r.kind, r.cause_key, r.facts, $2::timestamptz, $2::timestamptz
  from ${wantedRows}
  where ${isOfPlatform} and not exists (
    select from incident p where p.tenant_id is null and p.kind = r.kind and p.cause_key = r.cause_key)
  order by r.kind, r.cause_key
  on conflict (kind, cause_key) where tenant_id is null do nothing`;

// Rows are locked in the order of their ids, so that two workers wait for each other in a row and never in a circle.
const adoptText = `
  with due as (
    select i.id, w.parent_id
    from (select r.tenant_id, r.kind, r.cause_key, p.id as parent_id from ${wantedRows}
      left join incident p on p.tenant_id is null and p.kind = r.kind and p.cause_key = r.cause_key and ${isOfPlatform}) w
    join incident i on i.tenant_id = w.tenant_id and i.kind = w.kind and i.cause_key = w.cause_key
    where i.parent_id is distinct from w.parent_id order by i.id for update of i)
  update incident i set parent_id = due.parent_id from due where i.id = due.id`;

/** Puts the incidents of sources under those of the platform, and takes out those of tenants that have keys of their own now. */
async function adoptSources(database: Database, wanted: readonly TenantCause[], at: Date): Promise<void> {
  const rows = wanted
    .filter(({ cause }) => cause.kind === 'source')
    .map(({ tenantId, cause }) => ({
      tenant_id: tenantId,
      kind: cause.kind,
      cause_key: cause.key,
      facts: cause.facts,
    }));
  if (rows.length === 0) return;
  await database.execute(parentText, [JSON.stringify(rows), at]);
  await database.execute(adoptText, [JSON.stringify(rows)]);
}

/** So long a source must have answered that failing again is another outage. */
const sameOutage = '10 minutes';

/**
 * Notes when an outage of a source of the platform began: with the first of its exceptions, whichever tenant has it. In the
 * transaction that opened `exceptionIds`, after they were written.
 */
export async function beginOutages(database: Database, exceptionIds: readonly number[], at: Date): Promise<void> {
  if (exceptionIds.length === 0) return;
  await database.execute(
    `with due as (
       select p.id from incident p
       where p.id in (select i.parent_id from shipment_exception e join incident i on i.id = e.incident_id where e.id = any($1))
         and (p.outage_at is null or p.outage_at < $2::timestamptz - interval '${sameOutage}')
         and not exists (select from incident i join shipment_exception e on e.incident_id = i.id
           where i.parent_id = p.id and e.open and e.subscription_id is null and e.id <> all($1))
       order by p.id for update)
     update incident p set outage_at = $2::timestamptz from due where p.id = due.id`,
    [exceptionIds, at],
  );
}

/**
 * The incidents of some causes, made where there are none yet. New ones are inserted in one order by all workers, so that
 * two that need the same ones wait for each other in a row and never in a circle; those that are there cost no lock.
 */
export async function ensureIncidents(
  database: Database,
  wanted: readonly TenantCause[],
  at: Date,
): Promise<IncidentIds> {
  const byName = new Map<string, TenantCause>();
  for (const one of wanted) byName.set(nameOf(one.tenantId, one.cause.kind, one.cause.key), one);
  const ids = new Map<string, number>();
  const missing = () =>
    [...byName]
      .filter(([name]) => !ids.has(name))
      .map(([, { tenantId, cause }]) => ({
        tenant_id: tenantId,
        kind: cause.kind,
        cause_key: cause.key,
        facts: cause.facts,
      }));
  const take = (rows: readonly Found[]): void => {
    for (const row of rows) ids.set(nameOf(row.tenant_id, row.kind, row.cause_key), row.id);
  };
  const ask = async (text: string, values: unknown[] = []): Promise<void> => {
    const rows = missing();
    if (rows.length > 0) take((await database.execute<Found>(text, [JSON.stringify(rows), ...values])).rows);
  };
  await ask(findText);
  await ask(insertText, [at]);
  // Somebody else made one of them in between.
  await ask(findText);
  await adoptSources(database, [...byName.values()], at);
  return (tenantId, cause) => ids.get(nameOf(tenantId, cause.kind, cause.key));
}
