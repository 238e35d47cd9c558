import { readFileSync } from 'node:fs';
import { cumulativeNm, destinationPoint, initialBearing, pointAtDistance } from '#shared/geo/geodesy.ts';
import type { LonLat } from '#shared/geo/geodesy.ts';
import { createRandom } from '#shared/random/prng.ts';
import { parseRoadSites, parseWorldVehicles, type WorldVehicleRow } from '#shared/reference/road.ts';
import { HOUR_MS, type Instant, MINUTE_MS } from '#shared/time/instant.ts';
import { valueFor } from '#shared/values/items.ts';
import type { Reading } from './encode-808.ts';

/** What goes wrong on one way there and back. */
export type TruckDisorder = {
  /** Beside its way, in km at the widest. */
  detourKm: number;
  /** Longer at the far end than usual. */
  waitMs: number;
  /** The cooling fails: degrees above what it should be. */
  warmBy: number;
  /** No network for a part of the way. */
  isSilent: boolean;
};

/** A truck of the world with its way. */
export type Truck = { row: WorldVehicleRow; line: readonly LonLat[]; sums: readonly number[]; nm: number };

const root = new URL('../../../', import.meta.url);
const kmPerNm = 1.852;
const start = Date.UTC(2025, 0, 1);
const dwellMs = 2 * HOUR_MS;
const restMs = 30 * MINUTE_MS;
const speedKmh = 62;
const longestWaitMs = 9 * HOUR_MS;

/** All trucks of the world, from the seed files. */
export function listTrucks(): Truck[] {
  const read = (name: string): string => readFileSync(new URL(`seeds/${name}`, root), 'utf8');
  const places = new Map(
    parseRoadSites(read('road-sites.csv')).map((site) => [site.code, [site.lon, site.lat] as const]),
  );
  return parseWorldVehicles(read('world-vehicles.csv')).map((row) => {
    const line = row.sites.map((code) => valueFor(places, code));
    const sums = cumulativeNm(line);
    return { row, line, sums, nm: sums.at(-1) ?? 0 };
  });
}

/** What goes wrong on a round; most rounds are as they should be. */
function disorderOf(seed: string, plate: string, round: number): TruckDisorder {
  const random = createRandom(`${seed}/truck/${plate}/${round}`);
  return {
    detourKm: random.chance(0.12) ? random.between(18, 35) : 0,
    waitMs: random.chance(0.15) ? random.int(4, longestWaitMs / HOUR_MS) * HOUR_MS : 0,
    warmBy: random.chance(0.2) ? random.between(6, 14) : 0,
    isSilent: random.chance(0.15),
  };
}

/** The cargo room of a truck whose cooling fails warms up and cools down again on so much of its way. */
const warmPart = 1 / 1.4;
/** Shares of the way between which it is warmer by more than a part of the worst. */
export const warmShares = (part: number): readonly [from: number, to: number] => [
  (Math.asin(part) / Math.PI) * warmPart,
  (1 - Math.asin(part) / Math.PI) * warmPart,
];

/** A moment of a truck's life: which round it is on and what it does. */
type Phase = {
  round: number;
  disorder: TruckDisorder;
  share: number;
  isDriving: boolean;
  isBack: boolean;
  isResting: boolean;
};

/** Times of a round from its beginning: waiting at home, there with a rest, waiting there, back. */
const driveMs = ({ nm }: Truck): number => ((nm * kmPerNm) / speedKmh) * HOUR_MS;
const roundMs = (truck: Truck): number => 2 * dwellMs + longestWaitMs + 2 * driveMs(truck) + restMs;

function phaseOf(seed: string, truck: Truck, at: Instant): Phase {
  const period = roundMs(truck);
  const shift = createRandom(`${seed}/truck/${truck.row.plate}`).between(0, period);
  const since = at - start + shift;
  const round = Math.floor(since / period);
  const disorder = disorderOf(seed, truck.row.plate, round);
  const drive = driveMs(truck);
  const base = { round, disorder, isDriving: false, isBack: false, isResting: false };
  let left = since - round * period - dwellMs;
  if (left < 0) return { ...base, share: 0 };
  if (left < drive / 2) return { ...base, share: left / drive, isDriving: true };
  left -= drive / 2;
  if (left < restMs) return { ...base, share: 0.5, isResting: true };
  left -= restMs;
  if (left < drive / 2) return { ...base, share: 0.5 + left / drive, isDriving: true };
  left -= drive / 2 + dwellMs + disorder.waitMs;
  if (left < 0) return { ...base, share: 1, isBack: true };
  if (left < drive) return { ...base, share: 1 - left / drive, isDriving: true, isBack: true };
  return { ...base, share: 0, isBack: true };
}

/** Whether a truck has no network: in the middle of a way of some rounds. */
export function isWithoutNetwork(seed: string, truck: Truck, at: Instant): boolean {
  const { disorder, share, isDriving } = phaseOf(seed, truck, at);
  return disorder.isSilent && isDriving && share > 0.3 && share < 0.6;
}

/** Moments of a round: it begins, leaves home, reaches the far end after a rest half way, and leaves there again. */
export type Round = {
  round: number;
  begins: Instant;
  leaves: Instant;
  rests: Instant;
  goesOn: Instant;
  reaches: Instant;
  returns: Instant;
  disorder: TruckDisorder;
};

/** The round of a truck at a moment. */
export function roundAt(seed: string, truck: Truck, at: Instant): Round {
  const period = roundMs(truck);
  const shift = createRandom(`${seed}/truck/${truck.row.plate}`).between(0, period);
  const round = Math.floor((at - start + shift) / period);
  const begins = start - shift + round * period;
  const disorder = disorderOf(seed, truck.row.plate, round);
  const leaves = begins + dwellMs;
  const rests = leaves + driveMs(truck) / 2;
  const goesOn = rests + restMs;
  const reaches = goesOn + driveMs(truck) / 2;
  return { round, begins, leaves, rests, goesOn, reaches, returns: reaches + dwellMs + disorder.waitMs, disorder };
}

/** What a truck's device measures at a moment: a pure function of seed and time. */
export function readingOf(seed: string, truck: Truck, at: Instant): Reading {
  const { round, disorder, share, isDriving, isBack, isResting } = phaseOf(seed, truck, at);
  const random = createRandom(`${seed}/truck/${truck.row.plate}/${Math.floor(at / 1000)}`);
  const { point, bearing, index } = pointAtDistance(truck.line, truck.nm * share, truck.sums);
  const ahead = bearing === 0 && index === 0 ? initialBearing(point, truck.line[1] ?? point) : bearing;
  const beside = (disorder.detourKm * Math.sin(Math.PI * share)) / kmPerNm;
  const shifted = destinationPoint(point, ahead + 90, beside);
  const [lon, lat] = destinationPoint(shifted, random.between(0, 360), random.between(0, isDriving ? 0.02 : 0.005));
  const isNight = !isDriving && !isResting && random.fork('engine').chance(0.9);
  const isReefer = truck.row.kind === 'REEFER';
  const warm = disorder.warmBy * Math.max(0, Math.sin(Math.PI * Math.min(1, share / warmPart)));
  return {
    at: Math.floor(at / 1000) * 1000,
    lon: Number(lon.toFixed(6)),
    lat: Number(lat.toFixed(6)),
    speedKmh: isDriving ? Math.max(8, speedKmh + random.between(-14, 14)) : 0,
    course: (ahead + (isBack ? 180 : 0) + 360) % 360,
    ignition: isDriving || isResting || !isNight,
    located: true,
    altitudeM: 12,
    mileageKm: Math.round((round * 2 + (isBack ? 2 - share : share)) * truck.nm * kmPerNm * 10) / 10,
    ...(isReefer ? { temperatureC: 5 + random.between(-1, 1) + warm } : {}),
  };
}
