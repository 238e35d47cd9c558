import type { ShipmentMemory } from '#domain/exception/replay/replay.ts';
import { trackFormat } from '#domain/exception/replay/track.ts';
import { laneOf } from '#domain/exception/settings.ts';
import type { ShipmentView } from '#domain/exception/types.ts';
import type { Database } from '#server/platform/db/database.ts';
import { listShipmentRows, toSourceRecord, unpackProvenance } from '#server/modules/tracking/index.ts';
import type { Instant } from '#shared/time/instant.ts';
import { lastChange, makeTracks, readChanges } from './tracks.ts';

/** A shipment with what was known of it over time. */
export type Remembered = {
  id: number;
  tenantId: number;
  carrierCode: string;
  lane: string | null;
  memory: ShipmentMemory;
};

type SubscriptionColumns = {
  id: number;
  tenant_id: number;
  subject: 'bill' | 'container';
  bill_no: string | null;
  container_no: string | null;
  carrier_code: string;
  subscribed_at: Instant;
};

/** The subscription as rules see it; whether it has ended is told apart. */
const subscriptionOf = (row: SubscriptionColumns): ShipmentMemory['subscription'] => ({
  id: String(row.id),
  tenantId: String(row.tenant_id),
  subject: row.subject,
  billNo: row.bill_no,
  containerNo: row.container_no,
  carrierCode: row.carrier_code,
  subscribedAt: row.subscribed_at,
});

type MemoryRow = SubscriptionColumns & {
  ended_at: Instant | null;
  port_of_loading: string | null;
  port_of_discharge: string | null;
  shipment_id: number | null;
  track: string | null;
  answers: string | null;
};

// A track that is behind the changes of its shipment does not count.
const memoryText = (details: boolean, answers: boolean): string => `
  select s.id, s.tenant_id, s.subject, s.bill_no, s.container_no, s.carrier_code, s.subscribed_at,
    coalesce(b.ended_at, s.ended_at) as ended_at, b.port_of_loading, b.port_of_discharge, b.id as shipment_id,
    ${details ? 'null' : 't.track'} as track, ${answers ? 'a.answers' : 'null'} as answers
  from subscription s
  left join shipment b on b.subscription_id = s.id and b.fused
  ${details ? '' : `left join shipment_track t on t.shipment_id = b.id and t.format = ${trackFormat} and t.change_id = ${lastChange}`}
  ${
    answers
      ? `left join lateral (
    select '[' || string_agg((extract(epoch from received_at) * 1000)::bigint::text, ',' order by received_at) || ']' as answers
    from raw_answer where subscription_id = s.id and received_at <= $2) a on true`
      : ''
  }
  where s.id = any($1) order by s.id`;

/** What a rule needs to be replayed: every change instead of the track, and when sources said something else than before. */
export type MemoryNeeds = { details: boolean; answers: boolean };

/** Reads what became known of shipments; answers until a moment. */
export async function readMemories(
  database: Database,
  ids: readonly number[],
  to: Instant,
  { details, answers }: MemoryNeeds,
): Promise<Remembered[]> {
  const values = answers ? [ids, new Date(to)] : [ids];
  const rows = await database.query<MemoryRow>(memoryText(details, answers), values);
  const missing = rows.flatMap(({ shipment_id: id, track }) => (id === null || track !== null ? [] : [id]));
  const found = details ? await readChanges(database, missing) : await makeTracks(database, missing);
  return rows.map((row) => ({
    id: row.id,
    tenantId: row.tenant_id,
    carrierCode: row.carrier_code,
    lane: laneOf(row.port_of_loading, row.port_of_discharge),
    memory: {
      subscription: subscriptionOf(row),
      endedAt: row.ended_at,
      known: row.track ?? found.get(row.shipment_id ?? 0) ?? [],
      answersAt: row.answers === null ? [] : (JSON.parse(row.answers) as Instant[]),
    },
  }));
}

type PresentRow = SubscriptionColumns & { ended: boolean };
type TargetRow = {
  subscription_id: number;
  code: string;
  consecutive_failures: number;
  last_success_at: Instant | null;
  last_change_at: Instant | null;
  last_error: string | null;
};

/** A shipment as rules see it at present. */
export type PresentView = Omit<Remembered, 'memory'> & { view: ShipmentView };

/** Reads shipments as rules see them now, with every source's record and health; positions are added by the caller. */
export async function readPresent(database: Database, ids: readonly number[]): Promise<PresentView[]> {
  const [subscriptions, shipments, targets] = await Promise.all([
    database.query<PresentRow>(
      `select id, tenant_id, subject, bill_no, container_no, carrier_code, subscribed_at, ended
       from subscription where id = any($1) order by id`,
      [ids],
    ),
    listShipmentRows(database, ids),
    database.query<TargetRow>(
      `select ss.subscription_id, o.code, ss.consecutive_failures, ss.last_success_at, ss.last_change_at, ss.last_error
       from subscription_source ss join source o on o.id = ss.source_id where ss.subscription_id = any($1) order by ss.id`,
      [ids],
    ),
  ]);
  const rowsOf = Map.groupBy(shipments, (row) => row.subscription_id);
  const targetsOf = Map.groupBy(targets, (row) => row.subscription_id);
  return subscriptions.map((row) => {
    const rows = rowsOf.get(row.id) ?? [];
    const fused = rows.find((shipment) => shipment.fused);
    const booking = fused?.content.booking;
    return {
      id: row.id,
      tenantId: row.tenant_id,
      carrierCode: row.carrier_code,
      lane: laneOf(booking?.portOfLoading ?? null, booking?.portOfDischarge ?? null),
      view: {
        subscription: { ...subscriptionOf(row), ended: row.ended },
        fused:
          fused === undefined ? null : { content: fused.content, provenance: unpackProvenance(fused.provenance) ?? {} },
        records: rows.filter((shipment) => !shipment.fused).map(toSourceRecord),
        etaHistory: fused?.history?.eta ?? [],
        departureHistory: fused?.history?.departure ?? [],
        shipHistory: fused?.history?.ships ?? [],
        routeHistory: fused?.history?.route ?? [],
        sources: (targetsOf.get(row.id) ?? []).map((target) => ({
          sourceCode: target.code,
          consecutiveFailures: target.consecutive_failures,
          lastSuccessAt: target.last_success_at,
          lastChangeAt: target.last_change_at,
          lastError: target.last_error,
        })),
      },
    };
  });
}
