import { randomUUID } from 'node:crypto';
import { isProven } from '#domain/network/position/score.ts';
import type { VoyageView } from '#domain/network/position/voyage.ts';
import { shownShipment, type ShownShipment, withOwnArrival } from '#domain/tracking/estimates.ts';
import type { ShipmentContent } from '#domain/tracking/model.ts';
import { writeEvents } from '#server/connectors/dcsa/index.ts';
import type { WireEventDraft } from '#server/connectors/dcsa/index.ts';
import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import { listVoyageViews } from '#server/modules/network/position/index.ts';
import type { Database } from '#server/platform/db/database.ts';
import { lockName } from '#server/platform/db/lock-name.ts';
import { HOUR_MS, type Instant } from '#shared/time/instant.ts';
import { tenantsOf } from '#server/platform/db/tenant-ids.ts';

const batchSize = 100;

type Pending = { subscription_id: number; tenant_id: number; order_no: string | null; content: ShipmentContent };

const takeSql = `
  with taken as (
    delete from outward_pending where tenant_id = $1 and subscription_id in (
      select subscription_id from outward_pending where tenant_id = $1
      order by at, subscription_id limit $2 for update skip locked)
    returning subscription_id)
  select s.id as subscription_id, s.tenant_id, s.order_no, h.content
  from taken t join subscription s on s.id = t.subscription_id and s.tenant_id = $1
    join shipment h on h.subscription_id = s.id and h.tenant_id = $1 and h.fused and h.content is not null
  where exists (select from outward_tenant o where o.tenant_id = s.tenant_id)
  order by s.id`;

const insertSql = `
  insert into outward_event (tenant_id, subscription_id, event_id, content_key, created_at, event_at, event_type, event_code,
    classifier, document_type, bill_no, booking_no, container_nos, location_code, vessel_imo, voyage, service_code,
    transport_call_id, body)
  select tenant_id, subscription_id, event_id, content_key, $2, event_at, event_type, event_code, classifier, document_type,
    bill_no, booking_no, array(select jsonb_array_elements_text(container_nos)), location_code, vessel_imo, voyage,
    service_code, transport_call_id, body
  from jsonb_to_recordset($1::jsonb) as e(tenant_id bigint, subscription_id bigint, event_id uuid, content_key text,
    event_at timestamptz, event_type text, event_code text, classifier text, document_type text, bill_no text,
    booking_no text, container_nos jsonb, location_code text, vessel_imo text, voyage text, service_code text,
    transport_call_id text, body jsonb)`;

const rowOf = ({ tenant_id, subscription_id }: Pending, draft: WireEventDraft) => ({
  tenant_id,
  subscription_id,
  event_id: randomUUID(),
  content_key: draft.key,
  event_at: new Date(draft.at).toISOString(),
  event_type: draft.type,
  event_code: draft.code,
  classifier: draft.classifier,
  document_type: draft.documentType,
  bill_no: draft.billNo,
  booking_no: draft.bookingNo,
  container_nos: draft.containerNos,
  location_code: draft.locationCode,
  vessel_imo: draft.vesselImo,
  voyage: draft.voyage,
  service_code: draft.serviceCode,
  transport_call_id: draft.transportCallId,
  body: draft.body,
});

/** Our own estimate of the arrival of a ship at the end of the way, to the hour, where such estimates have proven good. */
function ownArrival({ booking, legs }: ShownShipment, view: VoyageView | undefined, now: Instant): Instant | undefined {
  const last = legs.at(-1);
  const isOfEnd = last?.sequence === view?.sequence && last?.portOfDischarge === booking.portOfDischarge;
  if (view?.prediction == null || !isOfEnd || !isProven(view.score)) return undefined;
  const eta = Math.round(view.prediction.eta / HOUR_MS) * HOUR_MS;
  return eta > now ? eta : undefined;
}

/**
 * What is sent of shipments. The standard has no word for an estimate that has passed: such a one is not sent, and what was sent
 * before it passed is history; where we expect the ship ourselves, our time stands in its place.
 */
async function shownOf(
  database: Database,
  rows: readonly Pending[],
  now: Instant,
): Promise<Map<Pending, ShownShipment>> {
  const shown = rows.map((row) => [row, shownShipment(row.content, now)] as const);
  const late = shown.filter(([, { booking }]) => booking.overdue.arrival !== null && booking.eta === null);
  const views = await listVoyageViews(database, {
    ids: late.map(([row]) => row.subscription_id),
    tenantIds: tenantsOf(late.map(([row]) => row)),
  });
  return new Map(
    shown.map(([row, content]) => {
      const own = ownArrival(content, views.get(row.subscription_id), now);
      return [row, own === undefined ? content : withOwnArrival(content, own)];
    }),
  );
}

function draftsOf(row: Pending, shown: ShownShipment, reference: ReferenceSnapshot): WireEventDraft[] {
  return writeEvents(shown, {
    customerReference: row.order_no,
    placeOf: (code) => {
      const port = reference.ports.get(code);
      return port && { name: port.name, lat: port.lat, lon: port.lon, zone: port.zone };
    },
  });
}

/** Writes the events of a tenant's changed shipments; one process at a time, so that ids and times rise together. */
async function writeTenant(
  database: Database,
  reference: ReferenceSnapshot,
  tenantId: number,
  now: Instant,
): Promise<number> {
  return database.transaction(async () => {
    await lockName(database, `outward events ${tenantId}`);
    const { rows: pending } = await database.execute<Pending>(takeSql, [tenantId, batchSize]);
    if (pending.length === 0) return 0;
    const { rows: known } = await database.execute<{ id: number; subscription_id: number; content_key: string }>(
      'select id, subscription_id, content_key from outward_event where current and subscription_id = any($1) and tenant_id = $2',
      [pending.map((row) => row.subscription_id), tenantId],
    );
    const knownOf = Map.groupBy(known, (row) => row.subscription_id);
    const fresh: ReturnType<typeof rowOf>[] = [];
    const gone: number[] = [];
    for (const [row, shown] of await shownOf(database, pending, now)) {
      const drafts = draftsOf(row, shown, reference);
      const before = knownOf.get(row.subscription_id) ?? [];
      const [keys, keysBefore] = [new Set(drafts.map(({ key }) => key)), new Set(before.map((one) => one.content_key))];
      fresh.push(...drafts.filter(({ key }) => !keysBefore.has(key)).map((draft) => rowOf(row, draft)));
      gone.push(...before.filter((one) => !keys.has(one.content_key)).map(({ id }) => id));
    }
    if (gone.length > 0)
      await database.execute('update outward_event set current = false where id = any($1) and tenant_id = $2', [
        gone,
        tenantId,
      ]);
    if (fresh.length > 0) {
      // A clock that was set back must not bring times out of order.
      const [last] = await database.query<{ at: Instant | null }>(
        'select max(created_at) as at from outward_event where tenant_id = $1',
        [tenantId],
      );
      await database.execute(insertSql, [JSON.stringify(fresh), new Date(Math.max(now, last?.at ?? now))]);
    }
    return pending.length;
  });
}

/**
 * Notes the shipments with an estimate that was sent, still counts and has passed: time alone makes it one that is not sent any more.
 * An estimate of a day counts until the day is over, and is looked at again until then.
 */
export async function noteOverdue(database: Database, now: Instant): Promise<void> {
  await database.execute(
    `insert into outward_pending (subscription_id, tenant_id)
     select distinct e.subscription_id, e.tenant_id from outward_event e
       join shipment h on h.subscription_id = e.subscription_id and h.tenant_id = e.tenant_id and h.fused and not h.ended
     where e.current and e.classifier = 'EST' and e.event_at < $1
     on conflict (subscription_id, tenant_id) do nothing`,
    [new Date(now)],
  );
}

/**
 * Writes what changed in the shipments of tenants with a key as events, each once: what is still so stays, what is new
 * gets an event with an id of its own. Gives how many shipments were written.
 */
export async function writePending(
  database: Database,
  reference: () => ReferenceSnapshot,
  clock: { now: () => Instant },
  signal?: AbortSignal,
): Promise<number> {
  let written = 0;
  const tenants = await database.query<{ tenant_id: number }>('select distinct tenant_id from outward_pending');
  for (const { tenant_id: tenantId } of tenants) {
    for (;;) {
      if (signal?.aborted === true) return written;
      const count = await writeTenant(database, reference(), tenantId, clock.now());
      written += count;
      if (count < batchSize) break;
    }
  }
  return written;
}
