import { type Random, createRandom } from '#shared/random/prng.ts';
import { HOUR_MS, type Instant } from '#shared/time/instant.ts';
import { itemAt } from '#shared/values/items.ts';
import { drawCause, sailingRates } from '../disorder/causes.ts';
import { sailingStart, voyageNumbers } from './calendar.ts';
import { type Estimate, arrivalEstimates, departureEstimates, type SailingTrouble } from './estimates.ts';
import type { Network, Service, WorldPort, WorldVessel } from './types.ts';

/** One call of one sailing: plan, what was reported, and what came true. */
export type SailingCall = {
  index: number;
  port: WorldPort;
  skipped: boolean;
  plannedArrival: Instant;
  plannedDeparture: Instant;
  actualArrival: Instant;
  actualDeparture: Instant;
  arrivalEstimates: readonly Estimate[];
  departureEstimates: readonly Estimate[];
};

/** One round of one ship on a service. */
export type Sailing = {
  service: Service;
  week: number;
  plannedVessel: WorldVessel;
  vessel: WorldVessel;
  /** When the change of ship was reported; the start of time when there was none. */
  vesselKnownAt: Instant;
  outbound: string;
  inbound: string;
  trouble: SailingTrouble | undefined;
  calls: readonly SailingCall[];
};

/** Delays of a healthy ship stay below this, so that nothing healthy looks late. */
const NATURAL_LIMIT_HOURS = 26;

function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}

/** Everyday lateness in hours: weather at sea, waiting in port, some of it made good on the next leg. */
function naturalDelays(service: Service, random: Random): { arrival: number[]; departure: number[] } {
  const arrival: number[] = [];
  const departure: number[] = [];
  let delay = clamp(random.normal(1, 3), -4, 10);
  for (const call of service.calls) {
    if (call.seaHours > 0) {
      const made = Math.max(0, delay) * Math.min(0.7, call.seaHours * 0.004);
      const weather = random.normal(0, Math.min(5, 0.5 + call.seaHours * 0.03));
      delay = clamp(delay - made + weather, Math.max(-6, -call.seaHours * 0.2), NATURAL_LIMIT_HOURS);
    }
    arrival.push(delay);
    const stay = call.departureHours - call.arrivalHours;
    const congestion = random.chance(0.15) ? random.between(3, 14) : random.between(-2, 3);
    // The way home must be able to absorb what is left.
    const isLast = departure.length === service.calls.length - 1;
    const limit = isLast ? Math.min(NATURAL_LIMIT_HOURS, service.homeSeaHours * 0.2) : NATURAL_LIMIT_HOURS;
    delay = Math.min(limit, Math.max(delay + congestion, -3, delay - stay * 0.3));
    departure.push(delay);
  }
  return { arrival, departure };
}

/** Share of a planted delay that is left at each call: ships make good a part of it on every leg. */
function shareLeft(service: Service, from: number): number[] {
  let share = 1;
  return service.calls.map((call, i) => {
    if (i < from) return 0;
    if (i > from) share *= 1 - Math.min(0.35, call.seaHours * 0.0012);
    return share;
  });
}

function plantTrouble(service: Service, week: number, random: Random): SailingTrouble | undefined {
  const kind = drawCause(sailingRates, random.next());
  if (kind === undefined) return undefined;
  const start = sailingStart(service, week);
  const last = service.calls.length - 1;
  if (kind === 'vesselChange') {
    if (service.spare === undefined) return undefined;
    const at = start - random.between(24, 96) * HOUR_MS;
    return { kind, call: 0, hours: 0, reveals: [{ at, share: 1 }] };
  }
  const call = kind === 'lateDeparture' ? random.int(0, Math.max(0, last - 1)) : random.int(1, last);
  const planned = service.calls[call];
  if (planned === undefined) return undefined;
  const arrival = start + planned.arrivalHours * HOUR_MS;
  if (kind === 'skippedPort') {
    const skippable = call > 0 && call !== service.turn && call < last;
    const at = arrival - random.between(80, 150) * HOUR_MS;
    return skippable ? { kind, call, hours: 0, reveals: [{ at, share: 1 }] } : undefined;
  }
  const hours = kind === 'lateDeparture' ? random.between(62, 120) : random.between(84, 130);
  // The round must still close: what is left at the end has to fit into the way home.
  const left = (shareLeft(service, call)[last] ?? 0) * hours;
  if (left > service.homeSeaHours * 0.25) return undefined;
  const departure = start + planned.departureHours * HOUR_MS;
  if (kind === 'lateDeparture') {
    const first = departure - random.between(10, 40) * HOUR_MS;
    return {
      kind,
      call,
      hours,
      reveals: [
        { at: first, share: 0.4 },
        { at: departure + 12 * HOUR_MS, share: 0.75 },
        { at: departure + 40 * HOUR_MS, share: 1 },
      ],
    };
  }
  const sea = planned.seaHours * HOUR_MS;
  if (kind === 'lateArrival') {
    const at = arrival - Math.min(60 * HOUR_MS, sea * 0.4);
    return { kind, call, hours, reveals: [{ at, share: 1 }] };
  }
  const from = arrival - Math.min(150 * HOUR_MS, sea * 0.8);
  const step = (arrival + hours * 0.6 * HOUR_MS - from) / 4;
  const reveals = [0.25, 0.5, 0.8, 1].map((share, i) => ({ at: from + step * i, share }));
  return { kind, call, hours, reveals };
}

type Delays = { arrival: number[]; departure: number[] };

/** Adds the planted hours and keeps the order of things: no ship arrives before it can have come. */
function trueDelays(service: Service, natural: Delays, trouble: SailingTrouble | undefined): Delays {
  const arrival = [...natural.arrival];
  const departure = [...natural.departure];
  if (trouble !== undefined && trouble.hours > 0) {
    const left = shareLeft(service, trouble.call);
    for (let i = trouble.call; i < service.calls.length; i += 1) {
      const hours = trouble.hours * (left[i] ?? 0);
      if (i > trouble.call || trouble.kind !== 'lateDeparture') arrival[i] = (arrival[i] ?? 0) + hours;
      departure[i] = (departure[i] ?? 0) + hours;
    }
  }
  for (const [i, call] of service.calls.entries()) {
    if (i > 0) {
      const earliest = (departure[i - 1] ?? 0) - call.seaHours * 0.4;
      arrival[i] = Math.max(arrival[i] ?? 0, earliest);
    }
    const stay = call.departureHours - call.arrivalHours;
    departure[i] = Math.max(departure[i] ?? 0, (arrival[i] ?? 0) - stay * 0.4);
  }
  return { arrival, departure };
}

/** The ships of a service take turns; also in weeks before the first of the world, which nothing is booked in. */
function plannedVesselOf({ fleet }: Service, week: number): WorldVessel {
  const turn = week % fleet.length;
  return itemAt(fleet, turn < 0 ? turn + fleet.length : turn);
}

/** Builds one sailing: the same (seed, service, week) gives the same sailing, always. */
export function buildSailing(network: Network, seed: string, service: Service, week: number): Sailing {
  const random = createRandom(`${seed}/sailing/${service.code}/${week}`);
  const start = sailingStart(service, week);
  let trouble = plantTrouble(service, week, random.fork('trouble'));
  if (trouble?.kind === 'skippedPort' && network.hubs.has(service.calls[trouble.call]?.port.code ?? '')) {
    trouble = undefined;
  }
  const natural = naturalDelays(service, random.fork('natural'));
  const delays = trueDelays(service, natural, trouble);
  const plannedVessel = plannedVesselOf(service, week);
  const changed = trouble?.kind === 'vesselChange' ? service.spare : undefined;
  const toInstant = (hours: number): Instant => Math.round((start + hours * HOUR_MS) / 60_000) * 60_000;
  const context = { service, start, natural, trouble, delays, left: shareLeft(service, trouble?.call ?? 0) };
  const reported = random.fork('told');
  return {
    service,
    week,
    plannedVessel,
    vessel: changed ?? plannedVessel,
    vesselKnownAt: changed === undefined ? Number.NEGATIVE_INFINITY : (trouble?.reveals[0]?.at ?? start),
    ...voyageNumbers(service, week),
    trouble,
    calls: service.calls.map((call, index) => ({
      index,
      port: call.port,
      skipped: trouble?.kind === 'skippedPort' && trouble.call === index,
      plannedArrival: toInstant(call.arrivalHours),
      plannedDeparture: toInstant(call.departureHours),
      actualArrival: toInstant(call.arrivalHours + (delays.arrival[index] ?? 0)),
      actualDeparture: toInstant(call.departureHours + (delays.departure[index] ?? 0)),
      arrivalEstimates: arrivalEstimates(context, index, reported),
      departureEstimates: departureEstimates(context, index, reported),
    })),
  };
}
