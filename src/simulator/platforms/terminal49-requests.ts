import { type Instant, toIsoText } from '#shared/time/instant.ts';
import { asRecord } from '#shared/values/objects.ts';
import type { ServerContext } from '../servers/context.ts';
import { type Requested, findRequested, uuidOf } from './account.ts';
import { relatedTo, type Resource, shipmentId } from './terminal49-docs.ts';

/** Requests of a list. */
const PAGE = 30;

/** Why a request cannot be made. */
export type Reason = string;

/** The tracking requests of all accounts. */
export type Trackings = {
  /** Makes a request from a resource that was sent. */
  make: (owner: string, data: Readonly<Record<string, unknown>>) => Resource | Reason;
  /** The account's own, of a number and a carrier where they are given. */
  list: (owner: string, filter: { number: unknown; scac: unknown }) => Resource[];
};

const kinds = { bill_of_lading: 'bill', booking_number: 'booking', container: 'container' } as const;
type Kind = keyof typeof kinds;
const isKind = (value: unknown): value is Kind => typeof value === 'string' && Object.hasOwn(kinds, value);

/** A tracking request of the account. */
type Tracking = {
  id: string;
  kind: Kind;
  number: string;
  scac: string | undefined;
  at: Instant;
  requested?: Requested;
};

/** What Terminal49 does with a request at a moment: it works on it until it has heard of the shipment. */
function requestDocument(
  { world, now }: ServerContext,
  { id, kind, number, scac, at, requested }: Tracking,
  duplicates: boolean,
): Resource {
  const isFound = requested !== undefined && world.heardOf(requested.shipment, now()) !== undefined;
  const failure = duplicates ? 'duplicate' : requested === undefined ? 'not_found' : null;
  return {
    id,
    type: 'tracking_request',
    attributes: {
      request_number: number,
      request_type: kind,
      scac: scac ?? requested?.shipment.carrier.scac ?? null,
      ref_numbers: [],
      tags: [],
      status: failure !== null ? 'failed' : isFound ? 'created' : 'pending',
      failed_reason: failure,
      is_retrying: false,
      retry_count: null,
      created_at: toIsoText(at),
      updated_at: toIsoText(at),
    },
    relationships: {
      tracked_object: relatedTo('shipment', failure === null && isFound ? shipmentId(requested.shipment) : undefined),
    },
  };
}

/** Keeps the tracking requests. */
export function createTrackings(context: ServerContext): Trackings {
  const { world, now } = context;
  const trackings: { owner: string; tracking: Tracking; duplicates: boolean }[] = [];
  return {
    make(owner, { type, attributes }) {
      const { request_type: kind, request_number: number, scac, auto_detect_vocc_scac: detect } = asRecord(attributes);
      if (type !== 'tracking_request' || !isKind(kind) || typeof number !== 'string' || number === '')
        return 'request_type and request_number are required';
      const letters = typeof scac === 'string' ? scac : '';
      if (letters === '' && detect !== true) return 'scac is required';
      if (letters !== '' && !world.network.carriers.some((one) => one.scac === letters))
        return `Scac '${letters}' is not recognized`;
      const requested = findRequested(context, owner, { number, kinds: [kinds[kind]], scac: letters });
      const duplicates = trackings.some(
        (one) => one.owner === owner && one.tracking.number === number && one.tracking.kind === kind,
      );
      const tracking: Tracking = {
        id: uuidOf('tracking_request', trackings.length, 0),
        kind,
        number,
        scac: letters || undefined,
        at: now(),
        ...(requested !== undefined && { requested }),
      };
      trackings.push({ owner, tracking, duplicates });
      return requestDocument(context, tracking, duplicates);
    },
    list: (owner, { number, scac }) =>
      trackings
        .filter(
          ({ owner: of, tracking }) =>
            of === owner &&
            (number === undefined || tracking.number === number) &&
            (scac === undefined || (tracking.scac ?? tracking.requested?.shipment.carrier.scac) === scac),
        )
        .slice(-PAGE)
        .map(({ tracking, duplicates }) => requestDocument(context, tracking, duplicates)),
  };
}
