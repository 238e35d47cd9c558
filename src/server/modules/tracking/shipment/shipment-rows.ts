import { hash } from 'node:crypto';
import { removedBooking } from '#domain/intake/fusion/removals.ts';
import { deriveContent } from '#domain/tracking/derive.ts';
import { arrivalAwaitedUntil } from '#domain/tracking/estimates.ts';
import { bookingOfBill } from '#domain/tracking/whereabouts.ts';
import type { BookingContent, ShipmentContent, SourceRecord, SourceType } from '#domain/tracking/model.ts';
import type { ShownHistory } from '#domain/tracking/shown-history.ts';
import type { ProvenanceByItem } from '#domain/intake/fusion/types.ts';
import type { Instant } from '#shared/time/instant.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { TenantIds } from '#server/platform/db/tenant-ids.ts';
import { withContents } from './archived-contents.ts';
import { applyRemovals, listRemovals } from './removals.ts';
import { packProvenance } from './packed-provenance.ts';
import type { PackedProvenance } from './packed-provenance.ts';

/** What was shown when, as it is stored with a fused shipment. */
export type ShipmentHistory = ShownHistory & {
  /** When it ended, began again and so on, oldest first; only of a shipment whose end was taken back. */
  ends?: { knownAt: Instant; ended: boolean }[];
};

/** A row as it is stored: a source's record or the fused one. The content of a record of what ended long ago may be in the archive alone. */
type StoredRow = {
  id: number;
  tenant_id: number;
  subscription_id: number;
  fused: boolean;
  source_id: number | null;
  source_type: SourceType;
  source_code: string;
  channel: string;
  observed_at: Instant;
  received_at: Instant;
  content: ShipmentContent | null;
  content_hash: Buffer;
  /** As stored: see packed-provenance.ts. */
  provenance: unknown;
  history: ShipmentHistory | null;
  ended: boolean;
};

/** A stored row with its content. */
export type ShipmentRow = StoredRow & { content: ShipmentContent };

/** What is written; the columns that lists filter by follow from the content. */
export type ShipmentWrite = {
  tenantId: number;
  subscriptionId: number;
  fused: boolean;
  sourceId: number | null;
  sourceType: SourceType;
  sourceCode: string;
  channel: string;
  observedAt: Instant;
  receivedAt: Instant;
  rawAnswerId: number | null;
  direction: string | null;
  containerNo: string | null;
  ended: boolean;
  content: ShipmentContent;
  /** Content and packed provenance as they are stored, and the fingerprint of both. */
  stored: StoredTexts;
  history: ShipmentHistory | null;
};

const iso = (instant: Instant | null): string | null => (instant === null ? null : new Date(instant).toISOString());

/** JSON of what is stored, made once for comparing and for writing. */
export type StoredTexts = { content: string; provenance: string | null; packed: PackedProvenance | null; hash: Buffer };

/** Records of sources are written when they come, whatever was there: nobody compares them. */
const noFingerprint = Buffer.alloc(0);

/** Makes the stored form of a record's content, or of a fused shipment with its provenance; equal ones of those have equal fingerprints. */
export function toStored(content: ShipmentContent, provenance: ProvenanceByItem | null): StoredTexts {
  const packed = provenance === null ? null : packProvenance(provenance);
  const text = JSON.stringify(content);
  if (packed === null) return { content: text, provenance: null, packed, hash: noFingerprint };
  const statement = JSON.stringify(packed);
  return {
    content: text,
    provenance: statement,
    packed,
    hash: hash('sha256', `${text}\0${statement}`, 'buffer').subarray(0, 16),
  };
}

const rowColumns = `id, tenant_id, subscription_id, fused, source_id, source_type, source_code, channel, observed_at,
  received_at, content, content_hash, provenance, history, ended`;

/** All rows (records and fused) of subscriptions, in one reading. */
export async function listShipmentRows(database: Database, subscriptions: TenantIds): Promise<ShipmentRow[]> {
  const [{ rows }, removals] = await Promise.all([
    database.execute<StoredRow>(
      `select ${rowColumns} from shipment where subscription_id = any($1) and tenant_id = any($2)`,
      [subscriptions.ids, subscriptions.tenantIds],
    ),
    listRemovals(database, subscriptions),
  ]);
  return applyRemovals(await withContents(database, rows), removals);
}

/** What fusion makes of a fused row it compares with; its documents are read only where something has changed. */
export type StoredFused = Pick<ShipmentRow, 'id' | 'content_hash' | 'history' | 'ended'> & {
  ended_at: Instant | null;
  /** Of shipments that are over only. */
  ended_content: ShipmentContent | null;
};

/** Contents by the ids of their rows, as the caller has just written them. */
export type WrittenContents = ReadonlyMap<number, ShipmentContent>;

const recordsText = `
  select ${rowColumns.replace('content,', 'case when id = any($2) then null else content end as content,')}
  from shipment where subscription_id = any($1) and tenant_id = any($3) and not fused`;

/** The records of subscriptions, and what their fused rows are compared by; contents that are known are not read back. */
export async function listForFusion(
  database: Database,
  subscriptions: TenantIds,
  known: WrittenContents = new Map(),
): Promise<{
  records: ShipmentRow[];
  fused: (StoredFused & { subscription_id: number })[];
  /** Subscriptions of which whole records were removed. */
  emptied: ReadonlySet<number>;
}> {
  const [records, fused, removals] = await Promise.all([
    database.execute<StoredRow>(recordsText, [subscriptions.ids, [...known.keys()], subscriptions.tenantIds]),
    database.execute<StoredFused & { subscription_id: number }>(
      `select id, subscription_id, content_hash, history, ended, ended_at, case when ended then content end as ended_content
       from shipment where subscription_id = any($1) and tenant_id = any($2) and fused`,
      [subscriptions.ids, subscriptions.tenantIds],
    ),
    listRemovals(database, subscriptions),
  ]);
  for (const row of records.rows) row.content = known.get(row.id) ?? row.content;
  const emptied = new Set(
    removals.flatMap((removal) => (removal.item === removedBooking ? [removal.subscription_id] : [])),
  );
  return { records: applyRemovals(await withContents(database, records.rows), removals), fused: fused.rows, emptied };
}

/** Stored provenance of shipments, by id. */
export async function listProvenance(database: Database, shipments: TenantIds): Promise<Map<number, unknown>> {
  if (shipments.ids.length === 0) return new Map();
  const { rows } = await database.execute<{ id: number; provenance: unknown }>(
    'select id, provenance from shipment where id = any($1) and tenant_id = any($2)',
    [shipments.ids, shipments.tenantIds],
  );
  return new Map(rows.map((row) => [row.id, row.provenance]));
}

/** A source row as the fusion reads it; what experts enter is kept as entered, and completed here like other records. */
export const toSourceRecord = (row: ShipmentRow): SourceRecord => ({
  id: String(row.id),
  sourceType: row.source_type,
  channel: row.channel,
  sourceCode: row.source_code,
  observedAt: row.observed_at,
  content: row.source_type === 'EXPERT' ? deriveContent(row.content) : row.content,
});

const bookingColumns = (booking: BookingContent) => ({
  bill_no: booking.billNo,
  booking_no: booking.bookingNo,
  carrier_code: booking.carrierCode,
  vessel_name: booking.vesselName,
  vessel_imo: booking.vesselImo,
  voyage: booking.voyage,
  service_code: booking.serviceCode,
  place_of_receipt: booking.placeOfReceipt,
  port_of_loading: booking.portOfLoading,
  port_of_discharge: booking.portOfDischarge,
  place_of_delivery: booking.placeOfDelivery,
  final_destination: booking.finalDestination,
  planned_departure: iso(booking.plannedDeparture),
  etd: iso(booking.etd),
  atd: iso(booking.atd),
  planned_arrival: iso(booking.plannedArrival),
  eta: iso(booking.eta),
  ata: iso(booking.ata),
});

const toJsonRow = (write: ShipmentWrite, index: number) => ({
  place: index + 1,
  tenant_id: write.tenantId,
  subscription_id: write.subscriptionId,
  fused: write.fused,
  source_id: write.sourceId,
  source_type: write.sourceType,
  source_code: write.sourceCode,
  channel: write.channel,
  observed_at: iso(write.observedAt),
  received_at: iso(write.receivedAt),
  raw_answer_id: write.rawAnswerId,
  container_no: write.containerNo,
  container_nos: write.content.containers.map((container) => container.containerNo),
  direction: write.direction,
  ended: write.ended,
  hash: write.stored.hash.toString('hex'),
  history: write.history,
  awaited_until: write.fused ? iso(arrivalAwaitedUntil(write.content)) : null,
  ...bookingColumns(write.fused ? bookingOfBill(write.content) : write.content.booking),
});

const columnTypes: readonly (readonly [string, string])[] = [
  ['tenant_id', 'bigint'],
  ['subscription_id', 'bigint'],
  ['fused', 'boolean'],
  ['source_id', 'bigint'],
  ['source_type', 'text'],
  ['source_code', 'text'],
  ['channel', 'text'],
  ['observed_at', 'timestamptz'],
  ['received_at', 'timestamptz'],
  ['raw_answer_id', 'bigint'],
  ['container_no', 'text'],
  ['container_nos', 'text[]'],
  ['direction', 'text'],
  ['ended', 'boolean'],
  ['history', 'jsonb'],
  ['bill_no', 'text'],
  ['booking_no', 'text'],
  ['carrier_code', 'text'],
  ['vessel_name', 'text'],
  ['vessel_imo', 'text'],
  ['voyage', 'text'],
  ['service_code', 'text'],
  ['place_of_receipt', 'text'],
  ['port_of_loading', 'text'],
  ['port_of_discharge', 'text'],
  ['place_of_delivery', 'text'],
  ['final_destination', 'text'],
  ['planned_departure', 'timestamptz'],
  ['etd', 'timestamptz'],
  ['atd', 'timestamptz'],
  ['planned_arrival', 'timestamptz'],
  ['eta', 'timestamptz'],
  ['ata', 'timestamptz'],
  ['awaited_until', 'timestamptz'],
];

const identityColumns = new Set(['tenant_id', 'subscription_id', 'fused', 'source_code']);
const names = columnTypes.map(([name]) => name);
// The two large documents come as texts of their own, one a line: they are made once and not quoted again.
const documents = ['content', 'provenance'];
const assignments = [...names, ...documents]
  .filter((name) => !identityColumns.has(name))
  .map((name) => `${name} = excluded.${name}`)
  .join(', ');

/** JSON texts as one parameter, to be taken apart by `string_to_array(…, e'\\n')`: there is no line end within them. */
const linesOf = (texts: readonly string[]): string => texts.join('\n');

const upsertText = (fused: boolean): string => `
  insert into shipment (${[...names, ...documents].join(', ')}, content_hash, ended_at, created_at, updated_at)
  select ${names.map((name) => `r.${name}`).join(', ')}, d.content::json, nullif(d.provenance, '')::json, decode(r.hash, 'hex'),
    case when r.ended then $2::timestamptz end, $2::timestamptz, $2::timestamptz
  from jsonb_to_recordset($1::jsonb) as r(place bigint, ${columnTypes.map(([name, type]) => `${name} ${type}`).join(', ')}, hash text)
  join unnest(string_to_array($3::text, e'\\n'), string_to_array($4::text, e'\\n')) with ordinality
    as d(content, provenance, place) on d.place = r.place
  order by r.subscription_id
  on conflict ${fused ? '(subscription_id, tenant_id) where fused' : '(subscription_id, source_code, tenant_id) where not fused'}
  do update set ${assignments}, content_hash = excluded.content_hash,
    ended_at = case when excluded.ended then coalesce(shipment.ended_at, excluded.ended_at) end, updated_at = excluded.updated_at,
    record_version = shipment.record_version + 1
  returning id, subscription_id, source_code`;

const upsertRecordText = upsertText(false);
const upsertFusedText = upsertText(true);

/** Writes records (or fused shipments) in one statement; answers with their ids. */
export async function upsertShipments(
  database: Database,
  writes: readonly ShipmentWrite[],
  now: Instant,
): Promise<{ id: number; subscription_id: number; source_code: string }[]> {
  if (writes.length === 0) return [];
  const text = writes[0]?.fused === true ? upsertFusedText : upsertRecordText;
  const { rows } = await database.execute<{ id: number; subscription_id: number; source_code: string }>(text, [
    JSON.stringify(writes.map(toJsonRow)),
    new Date(now),
    linesOf(writes.map((write) => write.stored.content)),
    // Records of sources have none.
    linesOf(writes.map((write) => write.stored.provenance ?? '')),
  ]);
  return rows;
}
