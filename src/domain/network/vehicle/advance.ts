import { distanceNm } from '#shared/geo/geodesy.ts';
import type { LonLat } from '#shared/geo/geodesy.ts';
import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS } from '#shared/time/instant.ts';
import { type Lane, progressOn } from '../position/lane.ts';
import { type AlarmMemory, type AlarmNews, noAlarmMemory, stepAlarms } from './alarms.ts';
import { type ColdRange, type Excursion, type OpenExcursion, stepExcursion } from './cold-chain.ts';
import type { VehicleFix } from './types.ts';

/** Why a position is kept but not believed. */
export type FixFlaw = 'checksum' | 'future' | 'tooOld' | 'nowhere' | 'noSatellites' | 'jump';

/** What a vehicle does, as long as it is heard. */
export type Movement = 'driving' | 'idling' | 'stopped';

/** A place with a circle around it. */
export type Site = { id: number; lon: number; lat: number; radiusM: number };

/** What a vehicle is judged by besides its positions. */
export type VehiclePlan = { sites: readonly Site[]; lane: Lane | null; cold?: ColdRange | null };

/** A stay at a site; a stay that goes on has no end. */
export type SiteStay = { siteId: number; arrivedAt: Instant; departedAt: Instant | null };

type Place = { at: Instant; lon: number; lat: number };

/** What is known of a vehicle between two positions. */
export type VehicleMemory = {
  last: VehicleFix | null;
  /** A position that was not believed: one that agrees with it is. */
  suspect: Place | null;
  movement: Movement;
  movementSince: Instant | null;
  stay: { siteId: number; arrivedAt: Instant } | null;
  offLaneKm: number | null;
  excursion: OpenExcursion | null;
  alarms: AlarmMemory;
};

export const noVehicleMemory: VehicleMemory = {
  last: null,
  suspect: null,
  movement: 'stopped',
  movementSince: null,
  stay: null,
  offLaneKm: null,
  excursion: null,
  alarms: noAlarmMemory,
};

/** What one position brought. */
export type FixNews = {
  fix: VehicleFix;
  flaw: FixFlaw | null;
  stays: readonly SiteStay[];
  excursions: readonly Excursion[];
  alarms: readonly AlarmNews[];
  isDuplicate: boolean;
};

const kmPerNm = 1.852;
/** Clocks of devices run ahead by so much without anything being wrong. */
const aheadMs = 10 * MINUTE_MS;
/** Devices keep what they could not send for so long. */
const oldestMs = 30 * DAY_MS;
/** No truck is faster over any distance; antennas differ by so much. */
const fastestKmh = 180;
const toleranceKm = 1;
/** Slower is standing: antennas wander. */
const slowestKmh = 3;
/** A site is left once the vehicle is so much further out than its circle. */
const leaveFactor = 1.2;

export const kmBetween = (a: LonLat, b: LonLat): number => distanceNm(a, b) * kmPerNm;

/** Whether a vehicle can have been at both places: no truck is faster over any distance. */
export const isReachable = (a: Place, b: Place): boolean =>
  kmBetween([a.lon, a.lat], [b.lon, b.lat]) <= toleranceKm + (fastestKmh * Math.abs(b.at - a.at)) / HOUR_MS;

/** How far a position can be trusted besides what it says. */
export type FixTrust = {
  checksumOk: boolean;
  /** Somebody looked at it: it is believed however far away it is. */
  isConfirmed?: boolean;
};

function flawOf(
  fix: VehicleFix,
  memory: VehicleMemory,
  now: Instant,
  { checksumOk, isConfirmed = false }: FixTrust,
): FixFlaw | null {
  if (fix.at > now + aheadMs) return 'future';
  if (fix.at < now - oldestMs) return 'tooOld';
  if (!checksumOk) return 'checksum';
  // Devices without satellites after a start write zeros.
  if (Math.abs(fix.lon) < 0.01 && Math.abs(fix.lat) < 0.01) return 'nowhere';
  if (!fix.located) return 'noSatellites';
  const { last, suspect } = memory;
  if (last === null || isConfirmed || isReachable(last, fix)) return null;
  return suspect !== null && suspect.at !== fix.at && isReachable(suspect, fix) ? null : 'jump';
}

const movementOf = ({ speedKmh, ignition }: VehicleFix): Movement =>
  speedKmh >= slowestKmh ? 'driving' : ignition === true ? 'idling' : 'stopped';

function stepStay(
  { stay }: VehicleMemory,
  fix: VehicleFix,
  sites: readonly Site[],
): { stay: VehicleMemory['stay']; stays: SiteStay[] } {
  const far = (site: Site): number => kmBetween([site.lon, site.lat], [fix.lon, fix.lat]) * 1000;
  const current = stay === null ? undefined : sites.find(({ id }) => id === stay.siteId);
  if (stay !== null && current !== undefined && far(current) <= current.radiusM * leaveFactor)
    return { stay, stays: [] };
  const ended: SiteStay[] = stay === null ? [] : [{ ...stay, departedAt: fix.at }];
  const entered = sites
    .map((site) => ({ site, metres: far(site) }))
    .filter(({ site, metres }) => metres <= site.radiusM)
    .toSorted((a, b) => a.metres - b.metres || a.site.id - b.site.id)[0]?.site;
  if (entered === undefined) return { stay: null, stays: ended };
  const begun = { siteId: entered.id, arrivedAt: fix.at };
  return { stay: begun, stays: [...ended, { ...begun, departedAt: null }] };
}

/** How far beside its usual way a vehicle is, in km; null without such a way. */
const offLaneKm = (lane: Lane | null, at: LonLat): number | null =>
  lane === null ? null : progressOn(lane, at).offNm * kmPerNm;

/** Flaws of a place: when it was measured and what it is an alarm about are believed all the same. */
const placeFlaws: ReadonlySet<FixFlaw> = new Set(['nowhere', 'noSatellites', 'jump']);

/** Takes one position into what is known; positions from the past are kept without changing what is known now. */
export function advanceVehicle(
  memory: VehicleMemory,
  fix: VehicleFix,
  plan: VehiclePlan,
  now: Instant,
  trust: FixTrust,
): { memory: VehicleMemory; news: FixNews } {
  const flaw = flawOf(fix, memory, now, trust);
  const isDuplicate = memory.last !== null && memory.last.at === fix.at;
  const isPast = memory.last !== null && fix.at <= memory.last.at;
  const { memory: alarms, news: raised } =
    flaw === null || placeFlaws.has(flaw)
      ? stepAlarms(memory.alarms, fix, isPast)
      : { memory: memory.alarms, news: [] };
  const nothing = { fix, flaw, stays: [], excursions: [], alarms: raised, isDuplicate };
  if (flaw !== null) {
    const suspect = flaw === 'jump' ? { at: fix.at, lon: fix.lon, lat: fix.lat } : memory.suspect;
    return { memory: { ...memory, suspect, alarms }, news: nothing };
  }
  if (isPast) return { memory: { ...memory, alarms }, news: nothing };
  const movement = movementOf(fix);
  const { stay, stays } = stepStay(memory, fix, plan.sites);
  const { open: excursion, news: excursions } = stepExcursion(memory.excursion, fix, plan.cold ?? null);
  return {
    memory: {
      last: fix,
      suspect: null,
      movement,
      movementSince: movement === memory.movement ? (memory.movementSince ?? fix.at) : fix.at,
      stay,
      offLaneKm: offLaneKm(plan.lane, [fix.lon, fix.lat]),
      excursion,
      alarms,
    },
    news: { ...nothing, stays, excursions },
  };
}

/** A vehicle that is not connected and was not heard for so long is offline; connected ones after a longer silence. */
export const offlineAfterMs = 10 * MINUTE_MS;
export const silentAfterMs = 6 * HOUR_MS;
