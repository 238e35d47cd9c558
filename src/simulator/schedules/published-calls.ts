import { createRandom } from '#shared/random/prng.ts';
import { DAY_MS, HOUR_MS, type Instant } from '#shared/time/instant.ts';
import { WEEK_MS, sailingStart, voyageNumbers, weekOf } from '../network/calendar.ts';
import type { Estimate } from '../network/estimates.ts';
import type { Sailing, SailingCall } from '../network/sailing.ts';
import type { Service, WorldCarrier, WorldPort, WorldVessel } from '../network/types.ts';
import { cutOffsBefore } from '../shipments/cut-offs.ts';
import type { World } from '../world.ts';

/** Carriers of one alliance sell each other's sailings: four by four, as in the network. */
const ALLIANCE_SIZE = 4;
/** How far ahead schedules are announced. */
export const ANNOUNCED_MS = 12 * WEEK_MS;
/** Carriers report an arrival or departure so long after it. */
const REPORTED_AFTER_MS = 2 * HOUR_MS;
/** Sold as a call of a partner, a call is forgotten so long after it. */
const PARTNER_MEMORY_MS = 7 * DAY_MS;
/** Shares of a partner's calls with a planned time that is wrong until late, and without universal references. */
const partnerFaults = { wrongTime: 0.05, noReference: 0.3 } as const;
/** Share of calls that move to another terminal a few days ahead. */
const movedTerminals = 0.04;

/** The times of one turn as reported by a moment. */
export type PublishedTimes = { planned: Instant; estimated: Instant | null; actual: Instant | null };

/** A call as a carrier tells it at a moment. */
export type PublishedCall = {
  /** The sailing it belongs to, and its place among the calls. */
  week: number;
  index: number;
  ref: string;
  port: WorldPort;
  terminal: string;
  vessel: WorldVessel;
  importVoyage: string;
  exportVoyage: string;
  /** Reference that all carriers share; null where the carrier does not give it. */
  universalVoyage: string | null;
  omitted: boolean;
  arrival: PublishedTimes;
  departure: PublishedTimes;
  cutOffs: readonly { code: string; at: Instant }[];
};

/** A service as a carrier sells it, with its calls as reported. */
export type PublishedService = {
  service: Service;
  operator: WorldCarrier;
  code: string;
  name: string;
  universalRef: string | null;
  calls: readonly PublishedCall[];
};

/** Services a carrier sells: its own, and those of its partners. */
export function servicesSoldBy(world: World, carrier: WorldCarrier): Service[] {
  const allianceOf = ({ index }: WorldCarrier): number => Math.floor(index / ALLIANCE_SIZE);
  return world.network.services.filter((service) => allianceOf(service.carrier) === allianceOf(carrier));
}

const latest = (estimates: readonly Estimate[], at: Instant): Instant | null =>
  estimates.findLast(({ knownAt }) => knownAt <= at)?.value ?? null;

/** Terminals by the code the trade uses: the last three letters of the port and a number. */
function terminalOf(world: World, sailing: Sailing, call: SailingCall, at: Instant): string {
  const random = createRandom(`${world.seed}/terminal/${sailing.service.code}/${sailing.week}/${call.index}`);
  const usual = 1 + ((sailing.service.index + call.index) % 3);
  const isMoved = random.chance(movedTerminals) && at >= call.plannedArrival - random.int(48, 96) * HOUR_MS;
  return `${call.port.code.slice(2)}T${isMoved ? (usual % 3) + 1 : usual}`;
}

/** Further cut-offs: from when full containers are taken in, for containers with plugs and for dangerous goods, and for the declaration. */
const furtherCutOffs = (departure: Instant): { code: string; at: Instant }[] =>
  (
    [
      ['EFC', 168],
      ['ECP', 192],
      ['RCO', 30],
      ['DGC', 72],
      ['DEC', 36],
    ] as const
  ).map(([code, hours]) => ({ code, at: Math.floor(departure / HOUR_MS - hours) * HOUR_MS }));

type ValueSource = { carrier: WorldCarrier; isOperator: boolean; lagMs: number };

function timesOf(
  planned: Instant,
  estimates: readonly Estimate[],
  actual: Instant,
  at: Instant,
  lagMs: number,
): PublishedTimes {
  const happened = actual + REPORTED_AFTER_MS + lagMs <= at;
  return { planned, estimated: latest(estimates, at - lagMs), actual: happened ? actual : null };
}

/** How far a partner's plan is off; corrected five days ahead. */
function partnerShift(world: World, valueSource: ValueSource, key: string, call: SailingCall, at: Instant): number {
  if (valueSource.isOperator || at >= call.plannedArrival - 5 * DAY_MS) return 0;
  const random = createRandom(`${world.seed}/partner-plan/${valueSource.carrier.code}/${key}`);
  return random.chance(partnerFaults.wrongTime) ? random.pick([-24, -12, 12, 24, 36]) * HOUR_MS : 0;
}

/** The voyage a ship comes in on: at the first call that of her way home. */
function importVoyageOf({ service, week, inbound, outbound }: Sailing, { index }: SailingCall): string {
  if (index === 0) return voyageNumbers(service, week - service.weeks).inbound;
  return index > service.turn ? inbound : outbound;
}

function publishCall(
  world: World,
  valueSource: ValueSource,
  sailing: Sailing,
  call: SailingCall,
  at: Instant,
): PublishedCall {
  const { service, week } = sailing;
  const key = `${service.code}/${week}/${call.index}`;
  const { isOperator, lagMs, carrier } = valueSource;
  const shift = partnerShift(world, valueSource, key, call, at);
  const isReturn = call.index >= service.turn;
  const own = (voyage: string): string => (isOperator ? voyage : `${carrier.scac.slice(0, 1)}${voyage}`);
  const arrival = timesOf(call.plannedArrival + shift, call.arrivalEstimates, call.actualArrival, at, lagMs);
  const departure = timesOf(call.plannedDeparture + shift, call.departureEstimates, call.actualDeparture, at, lagMs);
  const leaves = departure.actual ?? departure.estimated ?? departure.planned;
  const noReference =
    !isOperator &&
    createRandom(`${world.seed}/partner-reference/${carrier.code}/${key}`).chance(partnerFaults.noReference);
  const voyage = isReturn ? sailing.inbound : sailing.outbound;
  return {
    week,
    index: call.index,
    ref: `${carrier.code}-${service.code}-${week}-${call.index}`,
    port: call.port,
    terminal: terminalOf(world, sailing, call, at - lagMs),
    vessel: at - lagMs >= sailing.vesselKnownAt ? sailing.vessel : sailing.plannedVessel,
    importVoyage: own(importVoyageOf(sailing, call)),
    exportVoyage: own(voyage),
    universalVoyage: noReference
      ? null
      : `${String(week % 100).padStart(2, '0')}${universalPart(service)}${voyage.slice(-1)}`,
    omitted: call.skipped && at - lagMs >= (sailing.trouble?.reveals[0]?.at ?? at),
    arrival,
    departure,
    cutOffs: departure.actual === null ? [...furtherCutOffs(leaves), ...cutOffsBefore(leaves)] : [],
  };
}

const universalPart = ({ index }: Service): string => index.toString(36).toUpperCase().padStart(2, '0');

/** Whether a call is in what a carrier publishes between two moments. */
function isPublished(call: SailingCall, valueSource: ValueSource, from: Instant, to: Instant, at: Instant): boolean {
  const oldest = valueSource.isOperator ? from : Math.max(from, at - PARTNER_MEMORY_MS);
  return call.actualDeparture >= oldest && call.plannedArrival <= to;
}

/** What a carrier tells at a moment of one service it sells, for calls between two moments. */
export function publishService(
  world: World,
  carrier: WorldCarrier,
  service: Service,
  window: { from: Instant; to: Instant; at: Instant },
): PublishedService {
  const { at } = window;
  const to = Math.min(window.to, at + ANNOUNCED_MS);
  const isOperator = service.carrier === carrier;
  const random = createRandom(`${world.seed}/partner/${carrier.code}/${service.code}`);
  const valueSource: ValueSource = { carrier, isOperator, lagMs: isOperator ? 0 : random.int(4, 30) * HOUR_MS };
  const calls: PublishedCall[] = [];
  for (let week = weekOf(window.from - (service.weeks + 2) * WEEK_MS); sailingStart(service, week) <= to; week += 1) {
    if (week < 0) continue;
    const sailing = world.sailings.sailing(service.index, week);
    for (const call of sailing.calls)
      if (isPublished(call, valueSource, window.from, to, at))
        calls.push(publishCall(world, valueSource, sailing, call, at));
  }
  return {
    service,
    operator: service.carrier,
    code: isOperator ? service.code : `${carrier.scac.slice(0, 2)}${service.code}`,
    name: `${isOperator ? '' : `${carrier.name} / `}${service.code} ${service.calls[0]?.port.name ?? ''} - ${service.calls[service.turn]?.port.name ?? ''}`.slice(
      0,
      50,
    ),
    universalRef: isOperator || random.chance(0.7) ? `SR${String(service.index + 10_001)}X` : null,
    calls,
  };
}
