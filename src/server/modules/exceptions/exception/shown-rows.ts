import type { CallData } from '#contract/index.ts';
import { type ExceptionPart, shipmentParts } from '#contract/exceptions/exception.ts';
import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import {
  carrierUrl,
  emptyShipment,
  pickParts,
  presentShipment,
  referencesFor,
} from '#server/modules/tracking/shipment/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { HOUR_MS } from '#shared/time/instant.ts';
import { valueFor } from '#shared/values/items.ts';
import { listExceptionsById } from './list-queries.ts';
import type { ExceptionRow, PageKey } from './list-queries.ts';
import { listLoggedSubscriptions, listShipmentsById } from './row-parts-queries.ts';
import type { ListedShipment, LoggedSubscription } from './row-parts-queries.ts';
import { presentException, presentSubscription } from './present.ts';
import { createVersionStore } from './version-store.ts';

/**
 * Rows of the list as JSON bytes, kept by the versions of what they show: pages show the same rows again and again, and
 * reading, presenting and writing one of some twenty kilobytes costs far more than asking whether it has changed.
 */
export type ShownRows = {
  /** The rows of a page as pieces of JSON, in order, with the commas between them; `parts` names what of shipments is wanted. */
  get: (
    ctx: Ctx,
    page: readonly PageKey[],
    reference: ReferenceSnapshot,
    parts: readonly ExceptionPart[] | undefined,
  ) => Promise<Uint8Array[]>;
};

/** What of a row stands before and after its shipment. */
type Frame = { head: Buffer; tail: Buffer };
/** What of a row itself is wanted: its evidence, and its subscription with the expert values. */
type Framing = { isProven: boolean; isSubscribed: boolean };
const framingOf = (parts: readonly ExceptionPart[] | undefined): Framing => ({
  isProven: parts?.includes('evidence') ?? true,
  isSubscribed: parts?.includes('obmTkSubscribe') ?? true,
});
type ListRow = CallData<'queryExceptions'>['records'][number];

const maxShipmentBytes = 24 * 1024 * 1024;
const maxFrameBytes = 8 * 1024 * 1024;

const comma = Buffer.from(',');
/** A shipment as its row has it, without the braces. */
const toPiece = (shipment: object): Buffer => Buffer.from(JSON.stringify(shipment).slice(1, -1));
const noShipment = toPiece(emptyShipment);

const idsOf = (values: readonly (number | null)[]): number[] => [...new Set(values.filter((value) => value !== null))];

function frameOf(
  row: ExceptionRow,
  subscription: LoggedSubscription | undefined,
  ctx: Ctx,
  reference: ReferenceSnapshot,
  isProven: boolean,
): Frame {
  const carrier = row.carrier_code === null ? undefined : reference.carriers.get(row.carrier_code);
  const head = JSON.stringify({
    obmAutotestResult: presentException(isProven ? row : { ...row, evidence: [] }, ctx.lang, reference),
    obmTkSubscribe: subscription === undefined ? null : presentSubscription(subscription, ctx.lang, reference),
  } satisfies Partial<ListRow>);
  const tail = JSON.stringify({
    carrierUrl: row.carrier_code === null ? null : carrierUrl(carrier?.urlTemplate, row.bill_no, row.container_no),
    updateLogMap: subscription?.update_log ?? {},
  } satisfies Partial<ListRow>);
  return { head: Buffer.from(`${head.slice(0, -1)},`), tail: Buffer.from(`,${tail.slice(1)}`) };
}

/** Whether any part of shipments is wanted. */
export const wantsShipment = (parts: readonly ExceptionPart[] | undefined): boolean =>
  parts === undefined || shipmentParts.some((part) => parts.includes(part));

/** The wanted parts of a shipment that is written as a whole. */
function partsOf(whole: Buffer, parts: readonly ExceptionPart[] | undefined): Buffer {
  if (parts === undefined || shipmentParts.every((part) => parts.includes(part))) return whole;
  return toPiece(pickParts(JSON.parse(`{${whole.toString()}}`), parts));
}

const ownerOf = (row: ListedShipment) => ({ tenantId: row.tenant_id, mode: row.content.mode });

/** Shipments as the bytes of their rows, each with the places that its tenant calls by their codes. */
async function writeShipments(ctx: Ctx, wanted: ReadonlyMap<number, PageKey>, reference: ReferenceSnapshot) {
  const rows = await listShipmentsById(ctx, [...wanted.keys()]);
  const known = await referencesFor(ctx, [...rows.values()].map(ownerOf), reference);
  return [...rows.values()].map((row) => {
    const { subject, shipment_version: version } = valueFor(wanted, row.id);
    const bytes = toPiece(presentShipment(row, subject, known(ownerOf(row)), ctx.clock.now()));
    return { row, subject, version: version ?? '', bytes };
  });
}

/** An estimate may have become overdue since the row was built: rows are built again every hour. */
const hourly = (ctx: Ctx, version: string): string => `${version} ${Math.floor(ctx.clock.now() / HOUR_MS)}`;

/** What a kept frame depends on besides the versions of its row. */
const frameKey = ({ lang }: Ctx, { isProven, isSubscribed }: Framing, id: number): string =>
  `${id} ${lang} ${isProven} ${isSubscribed}`;

/** Makes the store of one application; a change of master data empties it. */
export function createShownRows(): ShownRows {
  const frames = createVersionStore<Frame>('exception_rows', maxFrameBytes);
  const shipments = createVersionStore<Buffer>('exception_shipments', maxShipmentBytes);
  let seen: ReferenceSnapshot | undefined;

  // What is read is at least as new as the version requested: kept under that one, it can never be shown too long.
  const framesOf = async (
    ctx: Ctx,
    page: readonly PageKey[],
    reference: ReferenceSnapshot,
    framing: Framing,
  ): Promise<Map<number, Frame>> => {
    const found = new Map<number, Frame>();
    const missing: PageKey[] = [];
    for (const key of page) {
      const frame = frames.find(frameKey(ctx, framing, key.id), key.version);
      if (frame === undefined) missing.push(key);
      else found.set(key.id, frame);
    }
    if (missing.length === 0) return found;
    const [rows, subscriptions] = await Promise.all([
      listExceptionsById(ctx, idsOf(missing.map((key) => key.id))),
      listLoggedSubscriptions(ctx, framing.isSubscribed ? idsOf(missing.map((key) => key.subscription_id)) : []),
    ]);
    for (const { id, version } of missing) {
      const row = rows.get(id);
      if (row === undefined) continue;
      const frame = frameOf(row, subscriptions.get(row.subscription_id ?? -1), ctx, reference, framing.isProven);
      if (seen === reference)
        frames.keep(frameKey(ctx, framing, id), version, frame, frame.head.length + frame.tail.length);
      found.set(id, frame);
    }
    return found;
  };

  const shipmentsOf = async (
    ctx: Ctx,
    page: readonly PageKey[],
    reference: ReferenceSnapshot,
  ): Promise<Map<number, Buffer>> => {
    const found = new Map<number, Buffer>();
    const missing = new Map<number, PageKey>();
    for (const key of page) {
      if (key.shipment_id === null || key.shipment_version === null) continue;
      const bytes = shipments.find(`${key.shipment_id} ${key.subject}`, hourly(ctx, key.shipment_version));
      if (bytes === undefined) missing.set(key.shipment_id, key);
      else found.set(key.shipment_id, bytes);
    }
    const written = await writeShipments(ctx, missing, reference);
    for (const { row, subject, version, bytes } of written) {
      // Sites of tenants change without the reference data.
      if (seen === reference && row.content.mode !== 'road')
        shipments.keep(`${row.id} ${subject}`, hourly(ctx, version), bytes, bytes.length);
      found.set(row.id, bytes);
    }
    return found;
  };

  return {
    get: async (ctx, page, reference, parts) => {
      if (seen !== reference) {
        frames.clear();
        shipments.clear();
        seen = reference;
      }
      const [frameOfId, shipmentOfId] = await Promise.all([
        framesOf(ctx, page, reference, framingOf(parts)),
        wantsShipment(parts) ? shipmentsOf(ctx, page, reference) : new Map<number, Buffer>(),
      ]);
      const pieces: Uint8Array[] = [];
      for (const { id, shipment_id: shipmentId } of page) {
        const frame = frameOfId.get(id);
        // Gone between the two readings.
        if (frame === undefined) continue;
        if (pieces.length > 0) pieces.push(comma);
        const whole = shipmentId === null ? undefined : shipmentOfId.get(shipmentId);
        pieces.push(frame.head, whole === undefined ? noShipment : partsOf(whole, parts), frame.tail);
      }
      return pieces;
    },
  };
}
