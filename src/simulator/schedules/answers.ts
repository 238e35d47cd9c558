import { createHash } from 'node:crypto';
import { DAY_MS, type Instant } from '#shared/time/instant.ts';
import type { WorldCarrier } from '../network/types.ts';
import type { World } from '../world.ts';
import {
  cutOffTimes,
  localIso,
  locationOf,
  partnerOf,
  serviceSchedule,
  timesOfCall,
  universalOf,
  vesselOf,
  waypoint,
} from './schedule-wire.ts';
import {
  ANNOUNCED_MS,
  servicesSoldBy,
  publishService,
  type PublishedCall,
  type PublishedService,
} from './published-calls.ts';

/** A question that cannot be answered as it is. */
export class ScheduleQueryError extends Error {}

/** A page of an answer with what validates it. */
export type ScheduleAnswer = { items: readonly object[]; etag: string; next: string | null };

export type Asker = { world: World; carrier: WorldCarrier; now: Instant; search: URLSearchParams };

const usualLimit = 5;
const maxLimit = 100;
/** Shown before today unless asked otherwise. */
const usualBackMs = 7 * DAY_MS;

function dateOf(search: URLSearchParams, name: string): Instant | undefined {
  const text = search.get(name);
  if (text === null || text === '') return undefined;
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  if (Number.isNaN(at)) throw new ScheduleQueryError(`${name} must be a date as yyyy-MM-dd`);
  return at;
}

function countOf(search: URLSearchParams, name: string, usual: number, max: number): number {
  const text = search.get(name);
  if (text === null) return usual;
  const count = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
  if (Number.isNaN(count) || count > max) throw new ScheduleQueryError(`${name} must be a number up to ${max}`);
  return count;
}

/** Cuts one page out of an answer; the cursor is the place in it. */
function pageOf<Item>(search: URLSearchParams, all: readonly Item[], write: (item: Item) => object): ScheduleAnswer {
  const limit = Math.max(1, countOf(search, 'limit', usualLimit, maxLimit));
  const from = countOf(search, 'cursor', 0, 999_999);
  const items = all.slice(from, from + limit).map(write);
  const text = JSON.stringify(items);
  return {
    items,
    etag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`,
    next: from + limit < all.length ? String(from + limit) : null,
  };
}

/** What a carrier tells of its services between two dates. */
function publishedBetween({ world, carrier, now, search }: Asker): PublishedService[] {
  const from = dateOf(search, 'startDate') ?? now - usualBackMs;
  const to = (dateOf(search, 'endDate') ?? now + ANNOUNCED_MS) + DAY_MS;
  const code = search.get('carrierServiceCode');
  return servicesSoldBy(world, carrier)
    .map((service) => publishService(world, carrier, service, { from, to, at: now }))
    .filter((reported) => code === null || reported.code === code);
}

/** Schedules of vessels by service. */
export function vesselSchedules(asker: Asker): ScheduleAnswer {
  const { search } = asker;
  const imo = search.get('vesselIMONumber');
  const voyage = search.get('carrierVoyageNumber');
  const place = search.get('UNLocationCode');
  const isWanted = (call: PublishedCall): boolean =>
    (imo === null || call.vessel.imo === imo) &&
    (voyage === null || call.exportVoyage === voyage || call.importVoyage === voyage) &&
    (place === null || call.port.code === place);
  const found = publishedBetween(asker)
    .map((reported) => ({ ...reported, calls: reported.calls.filter(isWanted) }))
    .filter(({ calls }) => calls.length > 0);
  return pageOf(search, found, serviceSchedule);
}

/** Vessels that call at a port on and after a date. */
export function portSchedules(asker: Asker): ScheduleAnswer {
  const { search, carrier, world } = asker;
  const place = search.get('UNLocationCode') ?? '';
  const port = world.network.ports.get(place);
  if (port === undefined) throw new ScheduleQueryError('UNLocationCode must be that of a port');
  const from = dateOf(search, 'date');
  if (from === undefined) throw new ScheduleQueryError('date must be given');
  const days = new URLSearchParams({
    startDate: new Date(from).toISOString().slice(0, 10),
    endDate: new Date(from + 14 * DAY_MS).toISOString().slice(0, 10),
  });
  const calls = publishedBetween({ ...asker, search: days }).flatMap((reported) =>
    reported.calls.filter((call) => call.port === port).map((call) => ({ reported, call })),
  );
  return pageOf(search, calls, ({ reported, call }) => ({
    location: locationOf(port, call.terminal),
    vesselSchedules: [
      {
        ...(reported.universalRef !== null && { universalServiceReference: reported.universalRef }),
        servicePartners: [partnerOf(carrier, reported, call)],
        vessel: vesselOf(call, reported.operator),
        isDummyVessel: false,
        ...universalOf(call),
        ...timesOfCall(call),
      },
    ],
  }));
}

/** One direct way: where one boards, the calls on the way, and where one alights. */
export type DirectRoute = {
  reported: PublishedService;
  call: PublishedCall;
  between: PublishedCall[];
  end: PublishedCall;
};

export const bestOf = (times: PublishedCall['arrival']): Instant => times.actual ?? times.estimated ?? times.planned;

/** Direct ways between two ports that a carrier sells, by when they leave. */
export function directRoutes(
  { world, carrier, now }: Omit<Asker, 'search'>,
  [origin, destination]: readonly [string, string],
  [from, to]: readonly [Instant, Instant],
): DirectRoute[] {
  const window = new URLSearchParams({
    startDate: new Date(from).toISOString().slice(0, 10),
    endDate: new Date(now + ANNOUNCED_MS).toISOString().slice(0, 10),
  });
  return publishedBetween({ world, carrier, now, search: window }).flatMap((reported) =>
    [...Map.groupBy(reported.calls, ({ vessel }) => vessel.imo).values()].flatMap((calls) => {
      const ordered = calls.filter(({ omitted }) => !omitted).toSorted((a, b) => bestOf(a.arrival) - bestOf(b.arrival));
      return ordered.flatMap((call, index) => {
        const leaves = bestOf(call.departure);
        if (call.port.code !== origin || leaves < from || leaves >= to) return [];
        const later = ordered.slice(index + 1);
        const place = later.findIndex(({ port }) => port.code === destination || port.code === origin);
        const end = later[place];
        return end?.port.code === destination ? [{ reported, call, between: later.slice(0, place), end }] : [];
      });
    }),
  );
}

/** Direct ways between two ports that a carrier offers. */
export function pointToPointRoutes(asker: Asker): ScheduleAnswer {
  const { search, carrier, now } = asker;
  const [origin, destination] = [search.get('placeOfReceipt'), search.get('placeOfDelivery')];
  if (!origin || !destination) throw new ScheduleQueryError('placeOfReceipt and placeOfDelivery must be given');
  const [arrivesFrom, arrivesTo] = [dateOf(search, 'arrivalStartDate'), dateOf(search, 'arrivalEndDate')];
  const byArrival = arrivesFrom !== undefined || arrivesTo !== undefined;
  const from = dateOf(search, 'departureStartDate') ?? now;
  const to = (dateOf(search, 'departureEndDate') ?? now + (byArrival ? ANNOUNCED_MS : 28 * DAY_MS)) + DAY_MS;
  const routes = directRoutes(asker, [origin, destination], [from, to]).filter(({ end }) => {
    const comes = bestOf(end.arrival);
    return comes >= (arrivesFrom ?? 0) && comes < (arrivesTo ?? Number.POSITIVE_INFINITY) + DAY_MS;
  });
  return pageOf(search, routes, ({ reported, call, between, end }) => {
    const [leaves, comes] = [bestOf(call.departure), bestOf(end.arrival)];
    const departure = { ...waypoint(call), dateTime: localIso(leaves, call.port.zone) };
    const arrival = { ...waypoint(end), dateTime: localIso(comes, end.port.zone) };
    return {
      placeOfReceipt: departure,
      placeOfDelivery: arrival,
      receiptTypeAtOrigin: 'CY',
      deliveryTypeAtDestination: 'CY',
      cutOffTimes: cutOffTimes(call),
      transitTime: Math.ceil((comes - leaves) / DAY_MS),
      legs: [
        {
          sequenceNumber: 1,
          transport: {
            modeOfTransport: 'VESSEL',
            transportCallReference: call.ref,
            servicePartners: [partnerOf(carrier, reported, call)],
            ...(reported.universalRef !== null && { universalServiceReference: reported.universalRef }),
            ...universalOf(call),
            vessel: vesselOf(call, reported.operator),
          },
          departure,
          intermediateCalls: between.map((stop) => ({
            transportCallReference: stop.ref,
            ...waypoint(stop),
            arrivalDateTime: localIso(bestOf(stop.arrival), stop.port.zone),
            departureDateTime: localIso(bestOf(stop.departure), stop.port.zone),
          })),
          arrival,
          cutOffTimes: cutOffTimes(call),
        },
      ],
    };
  });
}
