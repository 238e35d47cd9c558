import type { CallData, ParsedBody } from '#contract/index.ts';
import type { SailingSubscription } from '#contract/sailing.ts';
import type { ReferenceSnapshot } from '#server/modules/masterdata/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { pageOf, rowsOf } from '#server/platform/page.ts';
import { presentPorts } from './present.ts';
import { sailingKind, type SubscriptionKind } from './subscription-kind.ts';
import { listChangesSince, type SubscribedChange, subscriptionsOf } from './subscription-queries.ts';
import { dayIn } from './subscription-rules.ts';

/** Subscriptions looked through at most: they are made by hand, ten at a time. */
const mostRows = 5000;
const changesShown = 10;

type State = SailingSubscription['state'];
type Common = Pick<
  SailingSubscription,
  | 'tenantName'
  | 'effectiveDate'
  | 'expiryDate'
  | 'state'
  | 'changes'
  | 'createUserCode'
  | 'createTime'
  | 'recordVersion'
>;
type Row = {
  id: number;
  tenant_name: string;
  tenant_name_en: string | null;
  zone: string;
  effective_on: string;
  expires_on: string;
  cancelled_at: number | null;
  created_by: string;
  created_at: number;
  record_version: number;
};

function stateOf(
  row: { cancelled_at: number | null; effective_on: string; expires_on: string; zone: string },
  now: number,
): State {
  if (row.cancelled_at !== null) return 'cancelled';
  const today = dayIn(now, row.zone);
  if (today > row.expires_on) return 'expired';
  return today < row.effective_on ? 'waiting' : 'active';
}

const common = (row: Row, state: State, changes: readonly SubscribedChange[], ctx: Ctx): Common => ({
  tenantName: (ctx.lang === 'en' ? row.tenant_name_en : null) ?? row.tenant_name,
  effectiveDate: row.effective_on,
  expiryDate: row.expires_on,
  state,
  changes: changes
    .filter(({ subscription_id }) => subscription_id === row.id)
    .slice(0, changesShown)
    .map(({ at, field, old_value, new_value }) => ({ time: at, field, oldValue: old_value, newValue: new_value })),
  createUserCode: row.created_by,
  createTime: row.created_at,
  recordVersion: row.record_version,
});

/** A page of subscriptions, each with its state and what changed since it was made. */
export async function pageOfSubscriptions<Found extends Row, Shown>({
  ctx,
  kind,
  input,
  list,
  present,
}: {
  ctx: Ctx;
  kind: SubscriptionKind;
  input: { currentPage: number; pageSize: number; states?: readonly string[] | undefined };
  /** The newest first, so many at most. */
  list: (most: number) => Promise<Found[]>;
  present: (row: Found, shared: Common) => Shown;
}): Promise<{ records: Shown[] } & Omit<CallData<'sailingSubscriptionQuery'>, 'records'>> {
  const now = ctx.clock.now();
  const found = (await list(mostRows))
    .map((row) => ({ row, state: stateOf(row, now) }))
    .filter(({ state }) => input.states === undefined || input.states.includes(state));
  const { limit, offset } = rowsOf(input);
  const shown = found.slice(offset, offset + limit);
  const ids = shown.map(({ row }) => row.id);
  const changes = await listChangesSince(ctx, kind, ids);
  return pageOf(
    shown.map(({ row, state }) => present(row, common(row, state, changes, ctx))),
    found.length,
    input,
  );
}

/** Subscribed sailings of the caller's tenants with their times now, and what changed since they were subscribed. */
export async function querySubscriptions({
  ctx,
  input,
  reference,
}: {
  ctx: Ctx;
  input: ParsedBody<'sailingSubscriptionQuery'>;
  reference: ReferenceSnapshot;
}): Promise<CallData<'sailingSubscriptionQuery'>> {
  return pageOfSubscriptions({
    ctx,
    kind: sailingKind,
    input,
    list: (most) =>
      subscriptionsOf(ctx, sailingKind, input.keyword)
        .innerJoin('sailing_call as c', 'c.id', 's.call_id')
        .selectAll('s')
        .select(['c.service_code', 'c.terminal', 'c.omitted'])
        .select(['t.name as tenant_name', 't.name_en as tenant_name_en', 't.zone'])
        .select(['c.planned_arrival', 'c.estimated_arrival', 'c.actual_arrival'])
        .select(['c.planned_departure', 'c.estimated_departure', 'c.actual_departure'])
        .orderBy('s.created_at', 'desc')
        .orderBy('s.id', 'desc')
        .limit(most)
        .execute(),
    present: (row, shared) => {
      const [port] = presentPorts([row.port_code], reference);
      return {
        sailingSubscriptionId: String(row.id),
        ...shared,
        carrierCode: row.carrier_code,
        serviceCode: row.service_code,
        vesselName: row.vessel_name,
        voyage: row.voyage,
        portCode: row.port_code,
        portName: port?.portName ?? row.port_code,
        portNameCn: port?.portNameCn ?? null,
        zone: port?.zone ?? null,
        terminal: row.terminal,
        arrival: { planned: row.planned_arrival, estimated: row.estimated_arrival, actual: row.actual_arrival },
        departure: { planned: row.planned_departure, estimated: row.estimated_departure, actual: row.actual_departure },
        omitted: row.omitted,
      };
    },
  });
}
