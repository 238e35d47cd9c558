import { noTimes, type Reported } from '#domain/tracking/journey/consignment.ts';
import { courierMilestones as c } from '#domain/tracking/journey/courier.ts';
import type { Instant } from '#shared/time/instant.ts';
import type { Connector, ParseReference, PullRequest } from '../types.ts';
import type { NotificationEvent, SplitNotification } from '../dcsa/index.ts';
import { asObject, parseJsonBytes, refusal } from '../untrusted.ts';
import { parseWith } from './parse-with.ts';
import { pullJson } from './pull.ts';
import { type Fields, Reader } from './reader.ts';

/** Milestones by type and code of the courier's statuses. */
const milestoneOf: Readonly<Record<string, string>> = {
  'M/MP': c.announced,
  'P/PU': c.pickedUp,
  'I/DP': c.departed,
  'I/AR': c.arrived,
  'I/CS': c.customsStarted,
  'I/CR': c.customsCleared,
  'O/OT': c.outForDelivery,
  'X/NH': c.notAtHome,
  'X/IA': c.badAddress,
  'X/RF': c.refused,
  'I/HP': c.available,
  'D/FS': c.delivered,
  'X/DM': c.damaged,
  'X/LO': c.lost,
  'X/RS': c.returning,
};

/** What happened to a parcel. */
type Scan = Reported & { times: { actual: Instant }; number: string | null; id: string | null };

/** An event of the courier; pushed and requested it has the same form. */
function scanOf(reader: Reader, event: Fields): Scan | undefined {
  const status = asObject(event['status']) ?? {};
  const [type, code] = [reader.code(status, 'type'), reader.code(status, 'code')];
  const statusCode = milestoneOf[`${type ?? ''}/${code ?? ''}`];
  if (statusCode === undefined) {
    reader.note(code === null ? 'missing_field' : 'bad_enumeration', 'status', code ?? undefined);
    return undefined;
  }
  const at = reader.happened(reader.instant(event, 'timestamp'), 'timestamp');
  if (at === null) {
    if (event['timestamp'] === undefined) reader.note('missing_field', 'timestamp');
    return undefined;
  }
  return {
    number: reader.code(event, 'trackingNumber'),
    id: reader.text(event, 'eventId'),
    statusCode,
    place: reader.code(event, 'facility'),
    times: { ...noTimes, actual: at },
    unitNo: null,
    carrier: null,
    run: null,
    wording: [`${type}/${code}`, reader.text(status, 'description')].filter((part) => part !== null).join(' · '),
  };
}

const nothingKnown: ParseReference = { resolvePort: () => undefined, zoneOf: () => undefined };

/** Takes a pushed notification apart: a list of events, each with the number of its parcel. Never throws. */
export function splitParcelEvents(body: Uint8Array, receivedAt: number): SplitNotification {
  const reader = new Reader(nothingKnown, receivedAt);
  const value = parseJsonBytes(body)?.value;
  if (!Array.isArray(value)) return { events: [], retractions: [], refusals: [refusal('not_an_array')] };
  const events = value.slice(0, 2_000).flatMap((raw, index): NotificationEvent[] => {
    reader.index = index;
    const event = asObject(raw);
    const scan = event === undefined ? undefined : scanOf(reader, event);
    if (event === undefined) reader.note('malformed_event', 'events', raw);
    if (scan === undefined) return [];
    if (scan.number === null || scan.id === null) return reader.note('missing_field', 'trackingNumber') ?? [];
    const createdAt = scan.times.actual;
    return [{ eventId: scan.id, raw, createdAt, bills: [scan.number], bookings: [], containers: [] }];
  });
  return { events, retractions: [], refusals: reader.refusals };
}

/** A courier that pushes signed events, and is asked for what it knew before it pushed. */
export const upsConnector: Connector = {
  protocol: 'ups',
  queriedBy: 'pipeline',
  emptyMeans: 'unanswered',
  pull: (request: PullRequest) => pullJson(request, 'track', encodeURIComponent(request.billNo ?? '')),
  parse: parseWith((reader, answer, pushed, about) => {
    const number = reader.code(answer, 'trackingNumber');
    if (number !== null && number !== about.billNo)
      return void reader.note('unknown_reference', 'trackingNumber', number);
    if (number === null && pushed.length === 0) return undefined;
    const scans = new Map<string, Reported>();
    for (const [index, event] of [...reader.items(answer, 'activities'), ...pushed].entries()) {
      reader.index = index;
      const scan = scanOf(reader, event);
      if (scan === undefined) continue;
      const { number: own, id, ...statements } = scan;
      if (own !== null && own !== about.billNo) reader.note('unknown_reference', 'trackingNumber', own);
      else scans.set(id ?? `${statements.statusCode}/${statements.times.actual}`, statements);
    }
    reader.index = null;
    return {
      consignment: {
        mode: 'courier',
        number: about.billNo,
        operator: about.carrierCode,
        origin: reader.code(answer, 'origin'),
        destination: reader.code(answer, 'destination'),
        pieces: reader.amount(answer, 'packageCount'),
        weightKg: reader.amount(answer, 'weightKg'),
        units: [],
        sections: [],
        statements: [...scans.values()],
        promised: reader.instant(answer, 'scheduledDelivery'),
      },
    };
  }),
};
