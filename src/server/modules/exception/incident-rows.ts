import type { IncidentCause } from '#domain/exception/incident-cause.ts';
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
  return (tenantId, cause) => ids.get(nameOf(tenantId, cause.kind, cause.key));
}
