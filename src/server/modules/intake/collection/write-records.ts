import { connectorOf, connectors } from '#server/connectors/index.ts';
import type { ParsedRecord, ParseRefusal } from '#server/connectors/types.ts';
import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import { toStored, upsertShipments } from '#server/modules/tracking/shipment/index.ts';
import type { WrittenContents, ShipmentWrite } from '#server/modules/tracking/shipment/index.ts';
import type { Database } from '#server/platform/db/database.ts';
import { findUnmatchedPorts } from '#domain/exceptions/unmatched-ports.ts';
import { isBySea } from '#domain/tracking/journey/mode.ts';
import { deriveContent } from '#domain/tracking/derive.ts';
import type { ShipmentContent } from '#domain/tracking/model.ts';
import type { Instant } from '#shared/time/instant.ts';
import { unpackBody } from './bodies.ts';

import type { Work } from './targets.ts';
import type { SubscriptionRow, Target } from './queries.ts';
import { keepUnknownPorts, referenceOfSource, unknownPortsOf } from './unknown-ports.ts';
import type { RecordPorts, SourceReference } from './unknown-ports.ts';
import { listBodies, type RawAnswer } from './raw-answers.ts';

/** One body a record is made from, as the source sent it. */
type MadeFrom = Pick<RawAnswer, 'id' | 'via' | 'received_at'> & { body: Uint8Array };

/** A target whose record was made again, with what could not be taken. */
export type ParsedTarget = {
  target: Target;
  via: 'pull' | 'push';
  refusals: ParseRefusal[];
  /** Deviations from the protocol in what has just been answered, with how often each was met. */
  tolerated: Readonly<Record<string, number>>;
};

/** The targets whose records were made again, and the contents that were written, by the ids of their rows. */
export type WrittenRecords = { parsed: ParsedTarget[]; contents: WrittenContents };

/**
 * Makes the records of targets again from their stored answers and writes them. A source that does not know
 * the shipment (any more) leaves the former record as it is: an empty answer never takes data away, but one that takes
 * back all that was reported does. What has just been received is not read back.
 */
export async function writeRecords(
  deps: { database: Database; reference: () => ReferenceSnapshot },
  changed: readonly Work[],
  subscriptions: readonly SubscriptionRow[],
  now: Instant,
): Promise<WrittenRecords> {
  if (changed.length === 0) return { parsed: [], contents: new Map() };
  const fresh = new Map(
    changed.flatMap(({ outcome, target }) => (outcome.kind === 'answer' ? [[target.id, outcome] as const] : [])),
  );
  const bodies = await listBodies(
    deps.database,
    changed.map(({ target }) => ({ target, withPull: !fresh.has(target.id) })),
  );
  const subscriptionOf = new Map(subscriptions.map((row) => [row.id, row]));
  const parsed: ParsedTarget[] = [];
  let writes: ShipmentWrite[] = [];
  const withdrawn = new Set<ShipmentWrite>();
  const ports: RecordPorts[] = [];
  for (const { target } of changed) {
    const subscription = subscriptionOf.get(target.subscription_id);
    const received = fresh.get(target.id);
    const answers: MadeFrom[] = (bodies.get(target.id) ?? []).map((answer) => ({
      ...answer,
      body: unpackBody(answer),
    }));
    if (received !== undefined) {
      answers.unshift({
        id: target.raw_answer_id ?? 0,
        via: 'pull',
        received_at: received.requestedAt,
        body: received.body,
      });
    }
    if (subscription === undefined) continue;
    if (answers.length === 0 && connectors[target.protocol].emptyMeans !== 'withdrawn') continue;
    const snapshot = deps.reference();
    const reference = referenceOfSource(snapshot, target.source_code);
    const record = parseTarget(target, subscription, answers, reference, now);
    // What is only read again was counted when it came.
    const tolerated = received === undefined ? {} : (record.tolerated ?? {});
    parsed.push({ target, via: answers.at(-1)?.via ?? 'pull', refusals: record.refusals, tolerated });
    if (record.content === null) continue;
    const derived = deriveContent(inMode(record.content, subscription));
    const unknown = isBySea(derived.mode) ? findUnmatchedPorts(derived, reference.rules.resolvePort) : [];
    const unknownPorts = [...new Set(unknown.map(({ code }) => code))];
    const content = unknownPorts.length === 0 ? derived : { ...derived, unknownPorts };
    const write = toWrite(target, subscription, answers, record, content, now);
    writes.push(write);
    if (record.withdrawn === true) withdrawn.add(write);
    // Codes of other modes are those of airports and stations, which have no aliases.
    if (!isBySea(content.mode)) continue;
    ports.push({
      sourceId: target.source_id,
      tenantId: subscription.tenant_id,
      subscriptionId: subscription.id,
      uses: unknownPortsOf(
        { content, refusals: record.refusals },
        reference,
        snapshot.portMappings.get(target.source_code),
      ),
    });
  }
  if (withdrawn.size > 0) writes = await withoutNewEmpty(deps.database, writes, withdrawn);
  const rows = await upsertShipments(deps.database, writes, now);
  await keepUnknownPorts(deps.database, ports, now);
  return { parsed, contents: contentsOf(writes, rows) };
}

/** Leaves out records that would begin with everything taken back: where there was nothing, nothing is emptied. */
async function withoutNewEmpty(
  database: Database,
  writes: readonly ShipmentWrite[],
  withdrawn: ReadonlySet<ShipmentWrite>,
): Promise<ShipmentWrite[]> {
  const { rows } = await database.execute<{ subscription_id: number; source_code: string }>(
    'select subscription_id, source_code from shipment where subscription_id = any($1) and not fused',
    [[...withdrawn].map((write) => write.subscriptionId)],
  );
  const known = new Set(rows.map((row) => `${row.subscription_id} ${row.source_code}`));
  return writes.filter((write) => !withdrawn.has(write) || known.has(`${write.subscriptionId} ${write.sourceCode}`));
}

function contentsOf(
  writes: readonly ShipmentWrite[],
  rows: readonly { id: number; subscription_id: number; source_code: string }[],
): WrittenContents {
  const contents = new Map(writes.map((write) => [`${write.subscriptionId} ${write.sourceCode}`, write.content]));
  return new Map(
    rows.flatMap((row) => {
      const content = contents.get(`${row.subscription_id} ${row.source_code}`);
      return content === undefined ? [] : [[row.id, content] as const];
    }),
  );
}

function parseTarget(
  target: Target,
  subscription: SubscriptionRow,
  answers: readonly MadeFrom[],
  reference: SourceReference,
  now: Instant,
): ParsedRecord {
  return connectorOf(target).parse(
    answers.map(({ body }) => body),
    {
      subject: subscription.subject,
      billNo: subscription.bill_no,
      containerNo: subscription.container_no,
      carrierCode: subscription.carrier_code,
      receivedAt: answers.at(-1)?.received_at ?? now,
    },
    reference.rules,
  );
}

/** Protocols of sea say nothing of the trade: it is that of the subscription. */
const inMode = (content: ShipmentContent, { mode }: SubscriptionRow): ShipmentContent =>
  mode === 'domestic' && content.mode === undefined ? { ...content, mode } : content;

const selfService = 'SHIPPING_TRACKING_WALI';

/** The channel of a record: what robots bring for a self-service subscription is of self-service. */
const channelOf = (target: Target, subscription: SubscriptionRow): string =>
  target.source_type === 'RPA' && subscription.channel === selfService ? selfService : target.channel;

function toWrite(
  target: Target,
  subscription: SubscriptionRow,
  answers: readonly MadeFrom[],
  record: ParsedRecord,
  content: NonNullable<ParsedRecord['content']>,
  now: Instant,
): ShipmentWrite {
  return {
    tenantId: subscription.tenant_id,
    subscriptionId: subscription.id,
    fused: false,
    sourceId: target.source_id,
    sourceType: target.source_type,
    sourceCode: target.source_code,
    channel: channelOf(target, subscription),
    observedAt: record.observedAt,
    receivedAt: now,
    rawAnswerId: answers.at(-1)?.id ?? null,
    direction: subscription.direction,
    containerNo: subscription.container_no,
    ended: false,
    content,
    stored: toStored(content, null),
    history: null,
  };
}
