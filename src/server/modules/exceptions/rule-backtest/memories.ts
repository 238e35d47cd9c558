import type { StoredTrack } from '#domain/exceptions/replay/playback.ts';
import type { ShipmentMemory } from '#domain/exceptions/replay/replay.ts';
import { trackFormat } from '#domain/exceptions/replay/track.ts';
import { laneOf } from '#domain/exceptions/settings.ts';
import type { Mode } from '#domain/tracking/journey/mode.ts';
import type { Database } from '#server/platform/db/database.ts';
import { testCarrier } from '#shared/ids/test-reference.ts';
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

/** A subscription's columns as trials read them. */
export type SubscriptionColumns = {
  id: number;
  tenant_id: number;
  subject: 'bill' | 'container';
  bill_no: string | null;
  container_no: string | null;
  carrier_code: string;
  mode: Mode;
  subscribed_at: Instant;
  created_at: Instant;
};

/** The subscription as rules see it; whether it has ended is distinguished. */
export const subscriptionOf = (row: SubscriptionColumns): ShipmentMemory['subscription'] => ({
  id: String(row.id),
  tenantId: String(row.tenant_id),
  subject: row.subject,
  billNo: row.bill_no,
  containerNo: row.container_no,
  carrierCode: row.carrier_code,
  ...(row.mode !== 'sea' && { mode: row.mode }),
  subscribedAt: row.subscribed_at,
  followedSince: row.created_at,
});

type MemoryRow = SubscriptionColumns & {
  ended_at: Instant | null;
  ends: { knownAt: Instant; ended: boolean }[] | null;
  port_of_loading: string | null;
  port_of_discharge: string | null;
  shipment_id: number | null;
  track: string | null;
  answers: string | null;
};

// A track that is behind the changes of its shipment does not count.
const trackJoin = `left join shipment_track t on t.shipment_id = b.id and t.tenant_id = b.tenant_id and t.format = ${trackFormat} and t.change_id = ${lastChange}`;
const answersJoin = `left join lateral (
    select '[' || string_agg((extract(epoch from received_at) * 1000)::bigint::text, ',' order by received_at) || ']' as answers
    from raw_answer where subscription_id = s.id and received_at <= $2) a on true`;

const memoryText = (tracks: boolean, answers: boolean): string => `
  select s.id, s.tenant_id, s.subject, s.bill_no, s.container_no, s.carrier_code, s.mode, s.subscribed_at, s.created_at,
    coalesce(b.ended_at, s.ended_at) as ended_at, b.history -> 'ends' as ends, b.port_of_loading, b.port_of_discharge, b.id as shipment_id,
    ${tracks ? 't.track' : 'null'} as track, ${answers ? 'a.answers' : 'null'} as answers
  from subscription s
  left join shipment b on b.subscription_id = s.id and b.fused
  ${tracks ? trackJoin : ''} ${answers ? answersJoin : ''}
  where s.id = any($1) and s.carrier_code <> '${testCarrier}' order by s.id`;

/** When it ended, began again and so on; only where an end was taken back is more kept than the last one. */
function endsOf({ ends, ended_at: last }: MemoryRow): Instant[] {
  const known = ends ?? [];
  const moments = known.filter(({ ended }, index) => ended !== (known[index - 1]?.ended ?? false));
  const times = moments.map(({ knownAt }) => knownAt);
  return last === null || moments.at(-1)?.ended === true ? times : [...times, last];
}

/** What a rule needs to be replayed. */
export type MemoryNeeds = {
  /** Its track, every change, or what sources stated, which is read by a function, by subscription. */
  kept: 'track' | 'changes' | ((ids: readonly number[]) => Promise<ReadonlyMap<number, StoredTrack>>);
  /** Also when sources stated something else than before. */
  answers: boolean;
};

/** What is kept of shipments whose tracks were not read, by subscription. */
async function readStored(
  database: Database,
  rows: readonly MemoryRow[],
  kept: MemoryNeeds['kept'],
): Promise<ReadonlyMap<number, StoredTrack>> {
  if (typeof kept === 'function') return kept(rows.map(({ id }) => id));
  const missing = rows.flatMap(({ shipment_id: id, track }) => (id === null || track !== null ? [] : [id]));
  const found: ReadonlyMap<number, StoredTrack> =
    kept === 'changes' ? await readChanges(database, missing) : await makeTracks(database, missing);
  return new Map(
    rows.flatMap(({ id, shipment_id: shipmentId }) => {
      const one = found.get(shipmentId ?? 0);
      return one === undefined ? [] : [[id, one] as const];
    }),
  );
}

/** Reads what is kept of shipments; answers until a moment. */
export async function readMemories(
  database: Database,
  ids: readonly number[],
  to: Instant,
  { kept, answers }: MemoryNeeds,
): Promise<Remembered[]> {
  const values = answers ? [ids, new Date(to)] : [ids];
  const rows = await database.query<MemoryRow>(memoryText(kept === 'track', answers), values);
  const others = await readStored(database, rows, kept);
  return rows.map((row) => ({
    id: row.id,
    tenantId: row.tenant_id,
    carrierCode: row.carrier_code,
    lane: laneOf(row.port_of_loading, row.port_of_discharge),
    memory: {
      subscription: subscriptionOf(row),
      ends: endsOf(row),
      known: row.track ?? others.get(row.id) ?? [],
      answersAt: row.answers === null ? [] : (JSON.parse(row.answers) as Instant[]),
    },
  }));
}
