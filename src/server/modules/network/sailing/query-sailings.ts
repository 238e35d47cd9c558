// unscoped: Vessels, schedules, positions and areas are public knowledge and have no tenant; what belongs to tenants is read by `ctx.db`.
import type { CallData, ParsedBody } from '#contract/index.ts';
import type { SailingRoute } from '#contract/network/sailing.ts';
import { connectionMs } from '#domain/network/sailing/connection-times.ts';
import type { CallValueSources } from '#domain/network/sailing/model.ts';
import type { Route } from '#domain/network/sailing/find-routes.ts';
import { findSold } from '#domain/network/sailing/find-sold.ts';
import type { SailingNetwork } from '#domain/network/sailing/network.ts';
import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { refused } from '#server/platform/errors/app-error.ts';
import { DAY_MS, type Instant, MINUTE_MS } from '#shared/time/instant.ts';
import { addLocalDays, fromLocalText, localDayStart } from '#shared/time/zone.ts';
import { zoneOfPlace } from '#shared/time/place-time.ts';
import type { CallRow } from './call-rows.ts';
import type { NetworkMemory } from './network-memory.ts';
import { cutOffsOf, daysBetween, presentLeg, presentPorts } from './present.ts';
import { listCallRows, listSources, listValueSources } from './read-queries.ts';

const maxShown = 200;
/** Nobody ships a container for longer. */
const maxTransitMs = 75 * DAY_MS;
const nextShown = 3;

type Input = ParsedBody<'sailingQuery'>;
type Window = { from: Instant; to: Instant };
/** What all questions from port to port say. */
type Requested = Pick<Input, 'fromPort' | 'toPort' | 'dateFrom' | 'weeks' | 'domestic'>;

/** The days that are requested, as people at the port count them. */
export function windowOf(input: Requested, portCode: string, reference: ReferenceSnapshot, now: Instant): Window {
  const zone = zoneOfPlace(reference.ports.get(portCode)?.zone);
  const first =
    input.dateFrom === undefined ? localDayStart(now, zone) : fromLocalText(`${input.dateFrom} 00:00:00`, zone);
  if (first === undefined) throw refused('sailing.badDate');
  return { from: first, to: addLocalDays(first, input.weeks * 7, zone) };
}

/** Both ports as we know them; refused where nobody knows one, and where the question is none. */
export function readPorts(input: Requested, reference: ReferenceSnapshot): { fromPort: string; toPort: string } {
  const known = (code: string): string => {
    const port = reference.rules.resolvePort(code);
    if (port === undefined) throw refused('sailing.unknownPort', { code });
    return port;
  };
  const [fromPort, toPort] = [known(input.fromPort), known(input.toPort)];
  if (fromPort === toPort) throw refused('sailing.samePort');
  const isDomestic = [fromPort, toPort].some((code) => reference.ports.get(code)?.countryCode === 'CN');
  if (input.domestic === 1 && !isDomestic) throw refused('tracking.domesticPort');
  return { fromPort, toPort };
}

function present(
  { route, sellers }: { route: Route; sellers: string[] },
  network: SailingNetwork,
  rows: ReadonlyMap<number, CallRow>,
  valueSources: ReadonlyMap<number, CallValueSources>,
): SailingRoute[] {
  const legs = route.legs.flatMap(({ board, alight }) => {
    const [from, to] = [network.calls[board], network.calls[alight]].map((call) => rows.get(call?.id ?? -1));
    return from === undefined || to === undefined ? [] : [{ from, to }];
  });
  const [first] = legs;
  const last = legs.at(-1);
  if (first === undefined || last === undefined || legs.length < route.legs.length) return [];
  const [departureTime, arrivalTime] = [first.from.departs_at, last.to.arrives_at];
  return [
    {
      routeId: legs.map(({ from, to }) => `${from.id}-${to.id}`).join('_'),
      sellers,
      legs: legs.map(({ from, to }) => presentLeg(from, to, valueSources)),
      departureTime,
      arrivalTime,
      transitDays: daysBetween(departureTime, arrivalTime),
      changes: route.changes,
      cutOffs: cutOffsOf(first.from, valueSources.get(first.from.id)),
      nextSailings: [],
    },
  ];
}

const firstCutOff = ({ cutOffs, departureTime }: SailingRoute): number =>
  cutOffs.find(({ code }) => code === 'DCO')?.time ?? departureTime;

const orders: Readonly<Record<Input['sortBy'], (route: SailingRoute) => number>> = {
  departure: ({ departureTime }) => departureTime,
  arrival: ({ arrivalTime }) => arrivalTime,
  transit: ({ arrivalTime, departureTime }) => arrivalTime - departureTime,
  cutOff: firstCutOff,
};

/** The same services and ports: sailings a week apart share it. */
const patternOf = ({ legs }: SailingRoute): string =>
  legs
    .map(({ carrierCode, serviceCode, fromPort, toPort }) => [carrierCode, serviceCode, fromPort, toPort].join())
    .join(' ');

/** Ways with changes that take much longer than others are no choice, though they leave when nothing else does. */
function dropDetours(routes: readonly SailingRoute[]): SailingRoute[] {
  const shortest = routes.reduce((least, route) => Math.min(least, orders.transit(route)), Number.POSITIVE_INFINITY);
  return routes.filter((route) => route.changes === 0 || orders.transit(route) <= shortest * 1.5 + 2 * DAY_MS);
}

function addNext(routes: readonly SailingRoute[]): SailingRoute[] {
  const byPattern = Map.groupBy(
    routes.toSorted((a, b) => a.departureTime - b.departureTime),
    patternOf,
  );
  return routes.map((route) => ({
    ...route,
    nextSailings: (byPattern.get(patternOf(route)) ?? [])
      .filter(({ departureTime }) => departureTime > route.departureTime)
      .slice(0, nextShown)
      .map(({ routeId, departureTime }) => ({ routeId, departureTime })),
  }));
}

/** Sailings from port to port: every direct one, and with changes those that no other one of the same carrier beats. */
export async function querySailings({
  ctx,
  input,
  memory,
  reference,
}: {
  ctx: Ctx;
  input: Input;
  memory: NetworkMemory;
  reference: ReferenceSnapshot;
}): Promise<CallData<'sailingQuery'>> {
  const { fromPort, toPort } = readPorts(input, reference);
  const now = ctx.clock.now();
  const isByArrival = input.dateOf === 'arrival';
  const window = windowOf(input, isByArrival ? toPort : fromPort, reference, now);
  const network = await memory.current(ctx.unscoped, now);
  const found = findSold(
    network,
    {
      fromPort,
      toPort,
      // What has left cannot be booked.
      earliest: Math.max(now, isByArrival ? window.from - maxTransitMs : window.from),
      latest: window.to,
      maxChanges: input.mostChanges,
      withPartners: input.partners === 1,
      maxTransitMs,
      connectionMs,
    },
    input.carrierCodes,
  );
  const inWindow = [...found.values()].filter(
    ({ route }) => !isByArrival || (route.arrival * MINUTE_MS >= window.from && route.arrival * MINUTE_MS < window.to),
  );
  const ids = inWindow.flatMap(({ route }) =>
    route.legs.flatMap(({ board, alight }) => [network.calls[board]?.id ?? 0, network.calls[alight]?.id ?? 0]),
  );
  const [rows, valueSources, sources] = await Promise.all([
    listCallRows(ctx, [...new Set(ids)]),
    listValueSources(ctx, [...new Set(ids)]),
    listSources(ctx, 'sea'),
  ]);
  const order = orders[input.sortBy];
  const service = input.serviceCode?.toUpperCase();
  const routes = addNext(dropDetours(inWindow.flatMap((one) => present(one, network, rows, valueSources))))
    .filter(({ legs }) => service === undefined || legs.some(({ serviceCode }) => serviceCode.includes(service)))
    .toSorted((a, b) => order(a) - order(b) || a.departureTime - b.departureTime || (a.routeId < b.routeId ? -1 : 1));
  const shown = routes.slice(0, maxShown);
  const known = new Set(shown.map(({ routeId }) => routeId));
  return {
    // A later sailing that is not shown cannot be led to.
    records: shown.map((route) => ({
      ...route,
      nextSailings: route.nextSailings.filter(({ routeId }) => known.has(routeId)),
    })),
    totalRecord: routes.length,
    now,
    ports: presentPorts(
      [fromPort, toPort, ...shown.flatMap(({ legs }) => legs.flatMap((leg) => [leg.fromPort, leg.toPort]))],
      reference,
    ),
    sources,
  };
}
