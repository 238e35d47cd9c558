import type { ReferenceSnapshot } from '#server/modules/masterdata/index.ts';
import { presentShipment } from '#server/modules/tracking/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { listShipmentsById } from './list-queries.ts';

/** A shipment that a page shows: which state of it, and how it was subscribed to. */
export type WantedShipment = { id: number; version: number; subject: 'bill' | 'container' };

/**
 * Shipments as the list sends them, kept as JSON bytes: a page shows the same ones again and again, and reading,
 * parsing, presenting and writing one of some twenty kilobytes costs far more than asking for its version.
 */
export type ShownShipments = {
  /** The members `obmBk` to `mdStatusRecordList` of each shipment, without braces; what is not in the caller's scope is missing. */
  get: (
    ctx: Ctx,
    wanted: readonly WantedShipment[],
    reference: ReferenceSnapshot,
  ) => Promise<ReadonlyMap<number, Uint8Array>>;
};

const keptBytesMost = 64 * 1024 * 1024;

/** The members of a row whose shipment is unknown. */
export const noShipment = Buffer.from(
  '"obmBk":null,"obmDoc":null,"obmMultiVessel":[],"obmDocActualContainerList":[],"mdStatusRecordList":[]',
);

type Kept = { version: number; bytes: Buffer };

/** A store of shown shipments that holds the ones used last, up to some bytes; other master data make it start anew. */
export function createShownShipments(bytesMost = keptBytesMost): ShownShipments {
  const kept = new Map<string, Kept>();
  let heldBytes = 0;
  let reference: ReferenceSnapshot | undefined;

  const drop = (key: string): void => {
    heldBytes -= kept.get(key)?.bytes.length ?? 0;
    kept.delete(key);
  };
  const keep = (key: string, one: Kept): void => {
    drop(key);
    kept.set(key, one);
    heldBytes += one.bytes.length;
    for (const oldest of kept.keys()) {
      if (heldBytes <= bytesMost) break;
      drop(oldest);
    }
  };
  const find = (key: string, version: number): Buffer | undefined => {
    const one = kept.get(key);
    if (one?.version !== version) return undefined;
    kept.delete(key);
    kept.set(key, one);
    return one.bytes;
  };

  return {
    get: async (ctx, wanted, current) => {
      if (current !== reference) {
        kept.clear();
        heldBytes = 0;
        reference = current;
      }
      const shown = new Map<number, Uint8Array>();
      const missing = new Map<number, WantedShipment>();
      for (const one of wanted) {
        const bytes = find(`${one.id} ${one.subject}`, one.version);
        if (bytes === undefined) missing.set(one.id, one);
        else shown.set(one.id, bytes);
      }
      if (missing.size === 0) return shown;
      for (const [id, row] of await listShipmentsById(ctx, [...missing.keys()])) {
        const subject = missing.get(id)?.subject ?? 'bill';
        const bytes = Buffer.from(JSON.stringify(presentShipment(row, subject, current)).slice(1, -1));
        // As of the version that was read, which may be newer than the one asked for.
        if (reference === current) keep(`${id} ${subject}`, { version: row.record_version, bytes });
        shown.set(id, bytes);
      }
      return shown;
    },
  };
}
