import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { writeAudit } from '#server/platform/audit/index.ts';
import { realClock } from '#server/platform/clock/clock.ts';
import type { Database } from '#server/platform/db/database.ts';
import { ts } from '#server/platform/db/instants.ts';
import { suspendRole } from './role-sql.ts';

/** Seconds that a session may take or stand idle. */
type Limits = { statementS: number; transactionS: number; idleS: number };

/** A session may change its own limits of time; what takes longer than these is ended from outside. */
const standardLimits: Limits = { statementS: 180, transactionS: 300, idleS: 1_800 };

const LONG_SESSIONS = `
  select pg_terminate_backend(a.pid) as ended, r.role_name from pg_stat_activity a
  join analytics_role r on r.role_name = a.usename
  where a.state = 'active' and a.query_start < clock_timestamp() - $1 * interval '1 second'
    or a.xact_start < clock_timestamp() - $2 * interval '1 second'
    or a.state = 'idle' and a.state_change < clock_timestamp() - $3 * interval '1 second'`;

/** What PostgreSQL lets every role do and an analyst has no use for: it could disturb the product, or fill its disk. */
const OFFENDERS = `
  select r.id, r.tenant_id, r.role_name, r.name, case
    when exists (select from pg_locks l join pg_stat_activity a on a.pid = l.pid
      where l.locktype = 'advisory' and a.usename = r.role_name) then 'locks'
    when exists (select from pg_largeobject_metadata m where m.lomowner = o.oid) then 'objects'
    when exists (select from pg_class c where c.relowner = o.oid) then 'tables' end as why
  from analytics_role r join pg_roles o on o.rolname = r.role_name where r.suspended_at is null`;

type Offender = {
  id: number;
  tenant_id: number;
  role_name: string;
  name: string;
  why: 'locks' | 'objects' | 'tables' | null;
};

/** What watching works with. */
export type WatchDeps = { database: Database; log: Logger };

async function suspend({ database, log }: WatchDeps, { id, tenant_id, role_name, name, why }: Offender): Promise<void> {
  await database.transaction(async () => {
    await suspendRole(database, role_name);
    if (why === 'objects')
      await database.execute(
        `select lo_unlink(m.oid) from pg_largeobject_metadata m join pg_roles o on o.oid = m.lomowner where o.rolname = $1`,
        [role_name],
      );
    await database.execute('update analytics_role set suspended_at = $2, suspended_why = $3 where id = $1', [
      id,
      ts(realClock.now()),
      why,
    ]);
    await writeAudit(
      {
        // unscoped: the product itself suspends the role; the audit names the tenant.
        unscoped: database,
        actor: { kind: 'system', userCode: 'system' },
        origin: 'TimeTrigger',
        requestId: randomUUID(),
      },
      {
        entity: 'analyticsRole',
        entityId: String(id),
        action: 'suspend',
        tenantId: tenant_id,
        after: { name, role: role_name, why },
      },
    );
  });
  log.warn({ role: role_name, why }, 'a role for analysts was suspended');
}

/**
 * Ends sessions of roles for analysts that take too long, and suspends roles that take locks of the product or write. A role cannot be
 * kept from changing its own limits, nor from the functions that PostgreSQL grants to everybody.
 */
export async function watchRoles(deps: WatchDeps, limits: Limits = standardLimits): Promise<void> {
  const { database, log } = deps;
  if (database.kind === 'embedded') return;
  const known = await database.query('select from analytics_role limit 1');
  if (known.length === 0) return;
  const { rows: ended } = await database.execute<{ role_name: string }>(LONG_SESSIONS, [
    limits.statementS,
    limits.transactionS,
    limits.idleS,
  ]);
  for (const { role_name: role } of ended) log.warn({ role }, 'a session of an analyst took too long and was ended');
  const { rows } = await database.execute<Offender>(OFFENDERS);
  for (const row of rows) if (row.why !== null) await suspend(deps, row);
}
