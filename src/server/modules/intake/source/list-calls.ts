// unscoped: Sources are shared by tenants: keys and limits are read for the tenants the statement names, which the caller may see.
import type { CallData, ParsedQuery } from '#contract/index.ts';
import { limitsOfSource } from '#server/connectors/index.ts';
import { worldMs } from '#server/platform/clock/clock.ts';
import type { Clock } from '#server/platform/clock/clock.ts';
import type { Ctx } from '#server/platform/context.ts';
import { callsUsed, type CallState } from '#domain/intake/polling/call-budget.ts';
import type { Instant } from '#shared/time/instant.ts';
import type { PauseReason } from './call-keeper.ts';
import { sourceForCaller } from './keys.ts';

type Limits = {
  profile: string | null;
  most_per_minute: number | null;
  most_per_hour: number | null;
  most_per_day: number | null;
  most_at_once: number | null;
  maintenance_from: Instant | null;
  maintenance_until: Instant | null;
};

/** A set of keys and the calls made with it; `tenant_id` null is the platform's. */
type CallRow = {
  tenant_id: number | null;
  tenant_name: string | null;
  base_at: Instant | null;
  state: CallState | null;
  paused_until: Instant | null;
  paused_by: PauseReason | null;
  waiting: number;
};

const limitsText = `select profile, most_per_minute, most_per_hour, most_per_day, most_at_once, maintenance_from, maintenance_until
  from source where id = $1`;

// The platform's first, then those of the caller's tenants by name; waiting are subscriptions of the caller's tenants only.
const setsText = `
  with owner as (
    select null::bigint as tenant_id, null::text as tenant_name
    union all
    select t.id, case when $3 then coalesce(t.name_en, t.name) else t.name end from source s join tenant_asset own on own.asset_id = s.asset_id join tenant t on t.id = own.tenant_id
    where s.id = $1 and ($2::bigint[] is null or t.id = any($2))),
  waiting as (
    select case when own.id is null then 0 else ss.tenant_id end as tenant_id, count(*)::int as n
    from subscription_source ss join source s on s.id = ss.source_id
      left join tenant_asset own on own.asset_id = s.asset_id and own.tenant_id = ss.tenant_id
    where ss.source_id = $1 and ($2::bigint[] is null or ss.tenant_id = any($2))
      and ss.next_pull_why in ('calls', 'limit', 'maintenance', 'planned_maintenance')
    group by 1)
  select o.tenant_id, o.tenant_name, c.base_at, c.state, c.paused_until, c.paused_by, coalesce(w.n, 0) as waiting
  from owner o left join source_calls c on c.source_id = $1 and coalesce(c.tenant_id, 0) = coalesce(o.tenant_id, 0)
    left join waiting w on w.tenant_id = coalesce(o.tenant_id, 0)
  order by o.tenant_name nulls first`;

/** Calls used and left by each set of keys of a source, and until when it is not queried, and why. */
export async function listCalls({
  ctx,
  input,
  machine,
}: {
  ctx: Ctx;
  input: ParsedQuery<'sourceCallQuery'>;
  machine: Clock;
}): Promise<CallData<'sourceCallQuery'>> {
  const source = await sourceForCaller(ctx, String(input.sourceId));
  const tenants = ctx.scope.kind === 'all' ? null : [...ctx.scope.tenantIds];
  const [[row], sets] = await Promise.all([
    ctx.unscoped.query<Limits>(limitsText, [source.id]),
    ctx.unscoped.query<CallRow>(setsText, [source.id, tenants, ctx.lang === 'en']),
  ]);
  const limits = row === undefined ? {} : limitsOfSource(row);
  const [now, machineNow] = [ctx.clock.now(), machine.now()];
  const isOver = (at: Instant | null | undefined, by: Instant): boolean => at == null || at <= by;
  return {
    maintenanceUntil:
      isOver(row?.maintenance_until, now) || (row?.maintenance_from ?? 0) > now
        ? null
        : (row?.maintenance_until ?? null),
    sets: sets.map((set) => {
      const used = callsUsed(set.state ?? {}, limits, machineNow - (set.base_at ?? machineNow));
      return {
        tenantId: set.tenant_id === null ? null : String(set.tenant_id),
        tenantName: set.tenant_name,
        windows: used.windows,
        atOnce: limits.atOnce === undefined ? null : { limit: limits.atOnce, used: used.atOnce },
        // The pause runs by the machine's clock; people see the time of the product.
        pausedUntil:
          set.paused_until === null || set.paused_until <= machineNow
            ? null
            : now + worldMs(ctx.clock, set.paused_until - machineNow),
        pausedBy: set.paused_by,
        waiting: set.waiting,
      };
    }),
  };
}
