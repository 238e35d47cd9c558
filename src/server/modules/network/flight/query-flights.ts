// unscoped: Vessels, schedules, positions and areas are public knowledge and have no tenant; what belongs to tenants is read by `ctx.db`.
import type { CallData, ParsedBody } from '#contract/index.ts';
import type { FlightRoute } from '#contract/network/flight.ts';
import { findSold } from '#domain/network/sailing/find-sold.ts';
import type { Route } from '#domain/network/sailing/find-routes.ts';
import type { SailingNetwork } from '#domain/network/sailing/network.ts';
import { placeIn, type ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import { listSources, type NetworkMemory, presentPorts } from '#server/modules/network/sailing/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { refused } from '#server/platform/errors/app-error.ts';
import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS } from '#shared/time/instant.ts';
import { addLocalDays, fromLocalText, localDayStart, zoneOffsetMs } from '#shared/time/zone.ts';
import { zoneOfPlace } from '#shared/time/place-time.ts';
import { legOfCall } from './flight-network.ts';
import { type LegRow, listLegs } from './flight-queries.ts';

const maxShown = 200;
/** The longest transit time that is searched. */
const maxTransitMs = 4 * DAY_MS;
/** Shortest time in which goods come off one flight and onto another. */
const changeMs = 3 * HOUR_MS;

type Input = ParsedBody<'flightQuery'>;

const zoneIn = (reference: ReferenceSnapshot, airport: string): string =>
  zoneOfPlace(placeIn(reference, airport)?.zone);

function windowOf(input: Input, reference: ReferenceSnapshot, now: Instant): { from: Instant; to: Instant } {
  const zone = zoneIn(reference, input.fromAirport);
  const first =
    input.dateFrom === undefined ? localDayStart(now, zone) : fromLocalText(`${input.dateFrom} 00:00:00`, zone);
  if (first === undefined) throw refused('sailing.badDate');
  return { from: first, to: addLocalDays(first, input.days, zone) };
}

const localDay = (at: Instant, zone: string): number => Math.floor((at + zoneOffsetMs(at, zone)) / DAY_MS);

/** Legs of a flight from where one boards to where one alights; none where they are no flight of one day. */
type Ride = { board: LegRow; alight: LegRow; stops: string[] };

function rideOf(network: SailingNetwork, leg: Route['legs'][number], rows: ReadonlyMap<number, LegRow>): Ride[] {
  // An airport on the way is two calls, the end of one leg and the beginning of the next.
  const places = [];
  for (let place = leg.board; place <= leg.alight; place += 1) places.push(network.calls[place]?.id ?? 0);
  const found = [...new Set(places.map((id) => legOfCall(id)).filter(({ isBoard }) => isBoard))];
  const legs = found.flatMap(({ legId }) => rows.get(legId) ?? []).toSorted((a, b) => a.legNo - b.legNo);
  const used = legOfCall(network.calls[leg.alight]?.id ?? 0).isBoard ? legs.slice(0, -1) : legs;
  const [board, alight] = [used[0], used.at(-1)];
  return board === undefined || alight === undefined
    ? []
    : [{ board, alight, stops: used.slice(0, -1).map(({ to }) => to) }];
}

function present(
  route: Route,
  network: SailingNetwork,
  rows: ReadonlyMap<number, LegRow>,
  reference: ReferenceSnapshot,
): FlightRoute[] {
  const rides = route.legs.flatMap((leg) => rideOf(network, leg, rows));
  const [first] = rides;
  const last = rides.at(-1);
  if (first === undefined || last === undefined || rides.length < route.legs.length) return [];
  const begins = localDay(first.board.departsAt, zoneIn(reference, first.board.from));
  const shiftOf = (at: Instant, airport: string): number => localDay(at, zoneIn(reference, airport)) - begins;
  const [departureTime, arrivalTime] = [first.board.departsAt, last.alight.arrivesAt];
  return [
    {
      routeId: rides.map(({ board, alight }) => `${board.id}-${alight.id}`).join('_'),
      airlineCode: first.board.airlineCode,
      legs: rides.map(({ board, alight, stops }) => ({
        airlineCode: board.airlineCode,
        flightNo: board.flightNo,
        flightDate: board.flightDate,
        aircraft: board.aircraft,
        days: board.days,
        fromAirport: board.from,
        toAirport: alight.to,
        departureTime: board.departsAt,
        arrivalTime: alight.arrivesAt,
        departureShift: shiftOf(board.departsAt, board.from),
        arrivalShift: shiftOf(alight.arrivesAt, alight.to),
        stops,
      })),
      departureTime,
      arrivalTime,
      transitMinutes: Math.round((arrivalTime - departureTime) / MINUTE_MS),
      changes: route.changes,
      cutOffTime: first.board.closesAt,
    },
  ];
}

const orders: Readonly<Record<Input['sortBy'], (route: FlightRoute) => number>> = {
  departure: ({ departureTime }) => departureTime,
  arrival: ({ arrivalTime }) => arrivalTime,
  transit: ({ transitMinutes }) => transitMinutes,
  cutOff: ({ cutOffTime, departureTime }) => cutOffTime ?? departureTime,
};

/** Refuses unknown airports, and a route from an airport to itself. */
export function checkAirports({ fromAirport, toAirport }: Input, reference: ReferenceSnapshot): void {
  for (const code of [fromAirport, toAirport])
    if (!reference.otherPlaces.has(code)) throw refused('flight.unknownAirport', { code });
  if (fromAirport === toAirport) throw refused('flight.sameAirport');
}

/** Flights from airport to airport: every direct one, and with one change those that no other one of the same airline beats. */
export async function queryFlights({
  ctx,
  input,
  memory,
  reference,
}: {
  ctx: Ctx;
  input: Input;
  memory: NetworkMemory;
  reference: ReferenceSnapshot;
}): Promise<CallData<'flightQuery'>> {
  checkAirports(input, reference);
  const now = ctx.clock.now();
  const window = windowOf(input, reference, now);
  const network = await memory.current(ctx.unscoped, now);
  const question = {
    fromPort: input.fromAirport,
    toPort: input.toAirport,
    // What has left cannot be booked.
    earliest: Math.max(now, window.from),
    latest: window.to,
    maxChanges: input.directOnly === 1 ? 0 : 1,
    withPartners: false,
    maxTransitMs,
    connectionMs: () => changeMs,
  };
  const found = [...findSold(network, question, input.airlineCodes).values()].map(({ route }) => route);
  const ids = found.flatMap(({ legs }) =>
    legs.flatMap(({ board, alight }) => network.calls.slice(board, alight + 1).map(({ id }) => legOfCall(id).legId)),
  );
  const [rows, sources] = await Promise.all([listLegs(ctx.unscoped, [...new Set(ids)]), listSources(ctx, 'air')]);
  const order = orders[input.sortBy];
  const all = found.flatMap((route) => present(route, network, rows, reference));
  const routes = [...new Map(all.map((route) => [route.routeId, route])).values()].toSorted(
    (a, b) => order(a) - order(b) || a.departureTime - b.departureTime || (a.routeId < b.routeId ? -1 : 1),
  );
  const shown = routes.slice(0, maxShown);
  const airports = shown.flatMap(({ legs }) =>
    legs.flatMap(({ fromAirport, toAirport, stops }) => [fromAirport, toAirport, ...stops]),
  );
  return {
    records: shown,
    totalRecord: routes.length,
    airports: presentPorts([input.fromAirport, input.toAirport, ...airports], reference),
    airlines: sources.map(({ carrierCode }) => {
      const airline = reference.airlines.get(carrierCode);
      return { airlineCode: carrierCode, name: airline?.nameEn ?? carrierCode, nameCn: airline?.nameCn ?? null };
    }),
    sources,
  };
}
