// unscoped: The subscription was found by `ctx.db` before: its records, removals and values are addressed by its id, and live events name
// their tenant.
import { sql } from 'kysely';
import type { Ctx } from '#server/platform/context.ts';
import type { Provenance } from '#domain/intake/fusion/types.ts';
import type { Mode } from '#domain/tracking/journey/mode.ts';
import type { ShipmentContent } from '#domain/tracking/model.ts';
import { withContents } from './archived-contents.ts';
import { applyRemovals, isStanding, listRemovals } from './removals.ts';
import { unpackProvenance } from './packed-provenance.ts';
import type { ShipmentHistory } from './shipment-rows.ts';
import type { PresentableShipment } from './present.ts';

/** A shipment as the trace page needs it. */
export type TraceShipment = PresentableShipment & {
  tenant_id: number;
  record_version: number;
  provenance: Record<string, Provenance> | null;
  history: ShipmentHistory | null;
};

/** One shipment of the caller's tenants by id, without what people removed; undefined when there is none. */
export async function findShipment(ctx: Ctx, id: number): Promise<TraceShipment | undefined> {
  const row = await ctx.db
    .selectFrom('shipment')
    .select([
      'id',
      'tenant_id',
      'subscription_id',
      'fused',
      'source_type',
      'source_code',
      'channel',
      'container_no',
      'direction',
      'ended',
      'ended_at',
      'received_at',
      'record_version',
      'content',
      'provenance',
      'history',
    ])
    .where('id', '=', id)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const complete = await withContents(ctx.unscoped, [row]);
  const [shown] = row.fused
    ? complete
    : applyRemovals(
        complete,
        await listRemovals(ctx.unscoped, { ids: [row.subscription_id], tenantIds: [row.tenant_id] }),
      );
  if (shown === undefined) return undefined;
  return {
    ...shown,
    provenance: unpackProvenance(row.provenance),
    history: row.history as TraceShipment['history'],
  };
}

/** Journeys of one mode between two places that are looked through, and that are learned from, the newest first. */
const journeysSeen = 3000;
const journeysRead = 150;

/** Journeys of a tenant by the same mode between the same places that have arrived, the newest first. */
export async function listEarlierJourneys(
  ctx: Ctx,
  { tenantId, mode, from, to }: { tenantId: number; mode: Mode; from: string; to: string },
): Promise<ShipmentContent[]> {
  const rows = await ctx.db
    .with('recent', (db) =>
      db
        .selectFrom('subscription as s')
        .select('s.shipment_id')
        .where('s.mode', '=', mode)
        .where('s.tenant_id', '=', tenantId)
        .where('s.arrived', '=', true)
        .orderBy('s.eta', (order) => order.desc().nullsLast())
        .limit(journeysSeen),
    )
    .selectFrom('recent as r')
    .innerJoin('shipment as h', 'h.id', 'r.shipment_id')
    .select('h.content')
    .$narrowType<{ content: ShipmentContent }>()
    .where('h.port_of_loading', '=', from)
    .where('h.port_of_discharge', '=', to)
    .where('h.ata', 'is not', null)
    .orderBy('h.ata', 'desc')
    .limit(journeysRead)
    .execute();
  return rows.map(({ content }) => content);
}

/** The subscription of a shipment. */
export const getSubscription = (ctx: Ctx, id: number) =>
  ctx.db.selectFrom('subscription').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/** The fused shipment of a subscription, if there is one yet. */
export const findFusedId = async (ctx: Ctx, subscriptionId: number): Promise<number | undefined> =>
  (
    await ctx.db
      .selectFrom('shipment')
      .select('id')
      .where('subscription_id', '=', subscriptionId)
      .where('fused', '=', true)
      .executeTakeFirst()
  )?.id;

/** Free days of a tenant. */
export const getFreeDays = (ctx: Ctx, tenantId: number) =>
  ctx.db
    .selectFrom('tenant')
    .select(['free_demurrage_days', 'free_detention_days'])
    .where('id', '=', tenantId)
    .executeTakeFirstOrThrow();

/** Sources of a subscription with the record each has made. */
export async function listSourcesOf(ctx: Ctx, subscriptionId: number) {
  const [targets, records] = await Promise.all([
    ctx.db
      .selectFrom('subscription_source as ss')
      .innerJoin('source as s', 's.id', 'ss.source_id')
      .select(['s.code', 's.name_cn as nameCn', 's.name_en as nameEn', 's.source_type as sourceType'])
      .select(['ss.last_success_at as lastSuccessTime', 'ss.last_change_at as lastChangeTime'])
      .select(['ss.next_pull_at as nextPullTime', 'ss.next_pull_why as nextPullWhy'])
      .select(['ss.consecutive_failures as consecutiveFailures', 'ss.last_error as lastError'])
      .where('ss.subscription_id', '=', subscriptionId)
      .orderBy('s.code')
      .execute(),
    ctx.db
      .selectFrom('shipment')
      .select(['id', 'source_code'])
      .where('subscription_id', '=', subscriptionId)
      .where('fused', '=', false)
      .where(isStanding('shipment'))
      .execute(),
  ]);
  const recordOf = new Map(records.map((record) => [record.source_code, record.id]));
  return targets.map((target) => ({ ...target, recordId: recordOf.get(target.code) ?? null }));
}

/** Exceptions of a subscription and those that it shares with other containers of its bill, open ones first, newest first. */
export const listExceptionsOf = (ctx: Ctx, subscriptionId: number) =>
  ctx.db
    .selectFrom('shipment_exception')
    .select(['id', 'type_code', 'severity', 'handle_status', 'open', 'created_at', 'params'])
    .where((eb) => {
      const shared = eb
        .selectFrom('exception_box')
        .select('exception_id')
        .where('subscription_id', '=', subscriptionId)
        .where('present', '=', true);
      // The array is read first, so that indexes serve both sides.
      return eb.or([eb('subscription_id', '=', subscriptionId), eb('id', '=', sql<number>`any(array(${shared}))`)]);
    })
    .orderBy('open', 'desc')
    .orderBy('created_at', 'desc')
    .limit(100)
    .execute();
