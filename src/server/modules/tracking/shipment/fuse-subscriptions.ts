import { fuse } from '#domain/intake/fusion/fuse.ts';
import { provenanceAt } from '#domain/intake/fusion/provenance.ts';
import type { AttributeValue, FieldOverride, FusedShipment, Precedence } from '#domain/intake/fusion/types.ts';
import { hasEnded, isEndTakenBack } from '#domain/tracking/end-condition.ts';
import { noteShown } from '#domain/tracking/shown-history.ts';
import type { Instant } from '#shared/time/instant.ts';
import type { Database } from '#server/platform/db/database.ts';
import { withTenants, type TenantIds } from '#server/platform/db/tenant-ids.ts';
import { type ShownChanges, shownChanges } from './packed-provenance.ts';
import { statementChanges } from './statement-changes.ts';
import type { StatementChanges } from './statement-changes.ts';
import { packHistory } from './packed-history.ts';
import { listForFusion, listProvenance, toSourceRecord, toStored, upsertShipments } from './shipment-rows.ts';
import { currentPrecedence } from './stored-precedence.ts';
import type { WrittenContents, ShipmentHistory, ShipmentRow, ShipmentWrite, StoredFused } from './shipment-rows.ts';

/** A subscription as fusion needs it. */
export type FusionSubject = {
  id: number;
  tenantId: number;
  direction: string | null;
  containerNo: string | null;
  sourceType: string;
  /** No source stated anything new: what is shown otherwise follows from a decision of ours. */
  isCorrection?: boolean;
};

/** What one subscription looks like after fusion. */
export type FusionOutcome = {
  subscriptionId: number;
  /** Id of the fused shipment; null while no source has a booking. */
  shipmentId: number | null;
  fused: FusedShipment | null;
  records: ShipmentRow[];
  history: ShipmentHistory;
  ended: boolean;
  /** What its end stood on was taken back: it is tracked again. */
  resumed: boolean;
  changed: boolean;
};

const emptyHistory = (): ShipmentHistory => ({ eta: [], departure: [], route: [], ships: [] });

/** Rows written by earlier versions may lack a part of the history. */
const historyOf = (stored: StoredFused | undefined): ShipmentHistory => ({ ...emptyHistory(), ...stored?.history });

/** Appends what is newly shown; a value seen before and shown again is an entry again. */
function extendHistory(
  before: ShipmentHistory,
  fused: FusedShipment,
  now: Instant,
  isCorrection: boolean,
): ShipmentHistory {
  const history: ShipmentHistory = {
    eta: [...before.eta],
    departure: [...before.departure],
    route: [...before.route],
    ships: [...before.ships],
    ...(before.ends !== undefined && { ends: [...before.ends] }),
  };
  const etaSource = provenanceAt(fused, 'booking.eta')?.winner.sourceCode ?? null;
  noteShown(history, fused.content, etaSource, now, isCorrection);
  return history;
}

/** Notes an end that was taken back, and from then on every end and beginning. */
function noteEnd(history: ShipmentHistory, stored: StoredFused | undefined, ended: boolean, now: Instant): void {
  if (stored === undefined || stored.ended === ended || (ended && history.ends === undefined)) return;
  history.ends ??= [{ knownAt: stored.ended_at ?? now, ended: true }];
  history.ends.push({ knownAt: now, ended });
}

type Overriding = {
  id: number;
  subscription_id: number;
  path: string;
  value: AttributeValue;
  active: boolean;
  entered_by: string;
  entered_at: Instant;
};

/** Standing expert values of subscriptions, by subscription. */
export async function standingOverrides(
  database: Database,
  subscriptions: TenantIds,
): Promise<Map<number, FieldOverride[]>> {
  const rows = await database.query<Overriding>(
    `select id, subscription_id, path, value, active, entered_by, entered_at from field_override
     where subscription_id = any($1) and tenant_id = any($2) and dropped_at is null`,
    [subscriptions.ids, subscriptions.tenantIds],
  );
  const bySubscription = new Map<number, FieldOverride[]>();
  for (const row of rows) {
    const list = bySubscription.get(row.subscription_id) ?? [];
    list.push({
      id: String(row.id),
      path: row.path,
      value: row.value,
      active: row.active,
      enteredBy: row.entered_by,
      enteredAt: row.entered_at,
    });
    bySubscription.set(row.subscription_id, list);
  }
  return bySubscription;
}

/** What a fusion reads and how; days without news after arrival end a shipment. Without a precedence: the one in force. */
export type FusionOptions = { precedence?: Precedence; endAfterDays: number };

/** What fusing one subscription gives, what is to be written of it, and which shown values differ from the stored ones. */
export type Fused = {
  outcome: FusionOutcome;
  write: ShipmentWrite | null;
  changes: ShownChanges | null;
  /** How which source stated what differs from what is stored, losers included. */
  statement: StatementChanges | null;
  /** Provenance as it is stored, where something has changed. */
  before: unknown;
};

function fuseOne(
  subject: FusionSubject,
  records: ShipmentRow[],
  stored: StoredFused | undefined,
  overrides: readonly FieldOverride[],
  options: Required<FusionOptions> & { emptied: boolean },
  now: Instant,
): Fused {
  const nothing: FusionOutcome = {
    subscriptionId: subject.id,
    shipmentId: stored?.id ?? null,
    fused: null,
    records,
    history: historyOf(stored),
    ended: false,
    resumed: false,
    changed: false,
  };
  // Where all records were removed, what was shown goes with them.
  if (records.length === 0 && (stored === undefined || !options.emptied))
    return { outcome: nothing, write: null, changes: null, statement: null, before: null };
  const fused = fuse(records.map(toSourceRecord), overrides, options.precedence);
  const newest = records.length === 0 ? now : Math.max(...records.map((row) => row.observed_at));
  const resumed = stored?.ended_content != null && isEndTakenBack(stored.ended_content, fused.content, now);
  // That an end was taken back is news, whenever its source says it was written.
  const news = Math.max(newest, resumed ? now : (stored?.history?.ends?.at(-1)?.knownAt ?? 0));
  const ended =
    (stored?.ended === true && !resumed) ||
    hasEnded(fused.content, now, { quietDaysAfterArrival: options.endAfterDays }, news);
  const texts = toStored(fused.content, fused.items);
  const unchanged = stored !== undefined && texts.hash.equals(stored.content_hash) && ended === stored.ended;
  if (unchanged)
    return { outcome: { ...nothing, fused, ended }, write: null, changes: null, statement: null, before: null };
  const history = extendHistory(historyOf(stored), fused, now, subject.isCorrection === true);
  noteEnd(history, stored, ended, now);
  const outcome = { ...nothing, fused, history, ended, resumed: resumed && !ended, changed: true };
  const write: ShipmentWrite = {
    tenantId: subject.tenantId,
    subscriptionId: subject.id,
    fused: true,
    sourceId: null,
    sourceType: subject.sourceType as ShipmentWrite['sourceType'],
    sourceCode: 'fusion',
    channel: 'UNION',
    observedAt: newest,
    receivedAt: now,
    rawAnswerId: null,
    direction: subject.direction,
    containerNo: subject.containerNo,
    ended,
    content: fused.content,
    stored: texts,
    history,
  };
  return { outcome, write, changes: null, statement: null, before: null };
}

/** Fuses subscriptions from their stored records and writes nothing. */
export async function fuseStored(
  database: Database,
  subjects: readonly FusionSubject[],
  options: FusionOptions,
  now: Instant,
  known?: WrittenContents,
): Promise<Fused[]> {
  if (subjects.length === 0) return [];
  const subscriptions = withTenants(subjects);
  const [rows, overrides, precedence] = await Promise.all([
    listForFusion(database, subscriptions, known),
    standingOverrides(database, subscriptions),
    options.precedence ?? currentPrecedence(database).then((current) => current.precedence),
  ]);
  const recordsOf = Map.groupBy(rows.records, (row) => row.subscription_id);
  const storedOf = new Map(rows.fused.map((row) => [row.subscription_id, row]));
  const { endAfterDays } = options;
  const fused = subjects.map(({ id, ...subject }) =>
    fuseOne(
      { id, ...subject },
      recordsOf.get(id) ?? [],
      storedOf.get(id),
      overrides.get(id) ?? [],
      { precedence, endAfterDays, emptied: rows.emptied.has(id) },
      now,
    ),
  );
  await compareWithStored(database, fused, subscriptions.tenantIds);
  return fused;
}

/** Says of what has changed which shown values differ. */
async function compareWithStored(
  database: Database,
  fused: readonly Fused[],
  tenantIds: readonly number[],
): Promise<void> {
  const changed = fused.filter(({ outcome }) => outcome.changed);
  const ids = changed.flatMap(({ outcome }) => outcome.shipmentId ?? []);
  const before = await listProvenance(database, { ids, tenantIds });
  for (const one of changed) {
    one.before = one.outcome.shipmentId === null ? null : before.get(one.outcome.shipmentId);
    const packed = one.write?.stored.packed;
    if (packed == null) continue;
    one.changes = shownChanges(one.before, packed);
    one.statement = statementChanges(one.before, packed);
  }
}

/**
 * Fuses subscriptions again from their stored records and writes what changed. Runs in the caller's
 * transaction, which must hold the locks of the subscriptions. Contents it has just written (`known`) are not read back.
 */
export async function fuseSubscriptions(
  database: Database,
  subjects: readonly FusionSubject[],
  options: FusionOptions,
  now: Instant,
  known?: WrittenContents,
): Promise<FusionOutcome[]> {
  if (subjects.length === 0) return [];
  const fused = await fuseStored(database, subjects, options, now, known);
  const written = await upsertShipments(
    database,
    fused.flatMap(({ write }) => (write === null ? [] : [write])),
    now,
  );
  const idOf = new Map(written.map((row) => [row.subscription_id, row.id]));
  for (const { outcome } of fused) outcome.shipmentId = idOf.get(outcome.subscriptionId) ?? outcome.shipmentId;
  await insertChanges(database, subjects, fused, now);
  return fused.map(({ outcome }) => outcome);
}

async function insertChanges(
  database: Database,
  subjects: readonly FusionSubject[],
  fused: readonly Fused[],
  now: Instant,
): Promise<void> {
  const rows = fused.flatMap(({ outcome, changes, statement }, index) =>
    changes === null && statement === null
      ? []
      : [
          {
            tenantId: subjects[index]?.tenantId,
            shipmentId: outcome.shipmentId,
            changes,
            statement,
            corrected: subjects[index]?.isCorrection === true,
          },
        ],
  );
  if (rows.length === 0) return;
  const packed = (value: object | null): Buffer | null => (value === null ? null : packHistory(value));
  await database.execute(
    `with r as materialized (
       select * from unnest($1::bigint[], $2::bigint[], $3::bytea[], $4::bytea[], $6::boolean[])
         with ordinality as r(tenant_id, shipment_id, changes, said, corrected, place)),
     shown as (
       insert into shipment_change (tenant_id, shipment_id, known_at, packed, corrected, said, said_id)
       select tenant_id, shipment_id, $5::timestamptz, changes, corrected, said,
         case when said is not null then nextval(pg_get_serial_sequence('shipment_said', 'id')) end
       from r where changes is not null order by place)
     insert into shipment_said (tenant_id, shipment_id, known_at, packed)
     select tenant_id, shipment_id, $5::timestamptz, said from r where said is not null and changes is null order by place`,
    [
      rows.map(({ tenantId }) => tenantId),
      rows.map(({ shipmentId }) => shipmentId),
      rows.map(({ changes }) => packed(changes)),
      rows.map(({ statement }) => packed(statement)),
      new Date(now),
      rows.map(({ corrected }) => corrected),
    ],
  );
}
