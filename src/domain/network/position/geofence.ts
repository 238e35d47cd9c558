import { distanceNm, lonLatAt } from '#shared/geo/geodesy.ts';
import type { LonLat } from '#shared/geo/geodesy.ts';
import type { Instant } from '#shared/time/instant.ts';
import type { VesselFix } from './fix.ts';

/** A part of a port: a circle, or a polygon (then the circle only says how far it reaches). */
export type PortFence = {
  portCode: string;
  lon: number;
  lat: number;
  radiusNm: number;
  polygon?: readonly LonLat[];
};

/**
 * A stay of a vessel in a port: when she was first and last seen lying still there; `departedAt` is null while she is there.
 * She really came after `arrivedAfter` and left before `departedBefore`; null where no position tells.
 */
export type ObservedPortCall = {
  portCode: string;
  arrivedAt: Instant;
  departedAt: Instant | null;
  arrivedAfter: Instant | null;
  departedBefore: Instant | null;
  /** When she was first seen lying there otherwise than at anchor; null while she waits, left out where it is not needed. */
  berthedAt?: Instant | null;
};

type BerthStay = {
  portCode: string;
  arrivedAt: Instant;
  lastStoppedAt: Instant;
  fence: PortFence;
  /** Time of the last position before the arrival; null or left out = not known. */
  arrivedAfter?: Instant | null;
  /** When she was first seen moving since she last lay still; null or left out = not yet. */
  movedAt?: Instant | null;
  /** When she came to her berth; null or left out = she has been at anchor since she came. */
  berthedAt?: Instant | null;
};

/** What is remembered of a vessel between fixes. */
export type FenceState = {
  /** Time of the last fix taken in: older ones change nothing. */
  at: Instant;
  /** The stay that goes on. */
  stay: BerthStay | null;
};

/** Thresholds of coming and going. */
export type FenceSettings = {
  /** Slower than this inside a fence is a stop. */
  stopKn: number;
  /** Further than this beyond the fence she has left. */
  leaveNm: number;
};

/** Usual thresholds. */
const usualFenceSettings: FenceSettings = { stopKn: 1, leaveNm: 2 };

const anchored = 1;
const moored = 5;

/** Whether a vessel lies still: by her status, else by her speed. */
function isStopped(fix: VesselFix, settings: FenceSettings = usualFenceSettings): boolean {
  if (fix.speed !== null && fix.speed >= settings.stopKn * 3) return false;
  if (fix.status === anchored || fix.status === moored) return true;
  return fix.speed !== null && fix.speed < settings.stopKn;
}

/** Whether a point lies in a polygon of longitudes and latitudes (even-odd rule); holes and poles are not known. */
export function isInside(polygon: readonly LonLat[], [lon, lat]: LonLat): boolean {
  let inside = false;
  for (let i = 0, j = polygon.length - 1; i < polygon.length; j = i, i += 1) {
    const [x1, y1] = lonLatAt(polygon, i);
    const [x2, y2] = lonLatAt(polygon, j);
    if (y1 > lat !== y2 > lat && lon < ((x2 - x1) * (lat - y1)) / (y2 - y1) + x1) inside = !inside;
  }
  return inside;
}

const isIn = (fence: PortFence, point: LonLat, nm: number): boolean =>
  nm <= fence.radiusNm && (fence.polygon === undefined || isInside(fence.polygon, point));

const cellDegrees = 1;
const cellOf = (lon: number, lat: number): string =>
  `${Math.floor(lon / cellDegrees)} ${Math.floor(lat / cellDegrees)}`;

/** Finds the fence around a point. */
export type FenceIndex = (lon: number, lat: number) => PortFence | undefined;

/** Sorts fences into cells of a degree, so that a point asks a few only; of overlapping ones the nearest centre wins. */
export function indexFences(fences: readonly PortFence[]): FenceIndex {
  const cells = new Map<string, PortFence[]>();
  for (const fence of fences) {
    const rows = fence.radiusNm / 60;
    const columns = rows / Math.max(0.1, Math.cos((fence.lat * Math.PI) / 180));
    for (let y = Math.floor(fence.lat - rows); y <= Math.floor(fence.lat + rows); y += 1) {
      for (let x = Math.floor(fence.lon - columns); x <= Math.floor(fence.lon + columns); x += 1) {
        const key = `${((((x + 180) % 360) + 360) % 360) - 180} ${y}`;
        const list = cells.get(key);
        if (list === undefined) cells.set(key, [fence]);
        else list.push(fence);
      }
    }
  }
  return (lon, lat) => {
    let best: PortFence | undefined;
    let bestNm = Number.POSITIVE_INFINITY;
    for (const fence of cells.get(cellOf(lon, lat)) ?? []) {
      const nm = distanceNm([lon, lat], [fence.lon, fence.lat]);
      if (nm < bestNm && isIn(fence, [lon, lat], nm)) [best, bestNm] = [fence, nm];
    }
    return best;
  };
}

/** A vessel nothing is known of. */
export const noFenceState: FenceState = { at: Number.NEGATIVE_INFINITY, stay: null };

/** What a fix changed: stays that began or ended, the ended one before the one that began. */
export type FenceStep = { state: FenceState; visits: ObservedPortCall[] };

const isGone = (fence: PortFence, fix: VesselFix, settings: FenceSettings): boolean =>
  distanceNm([fix.lon, fix.lat], [fence.lon, fence.lat]) > fence.radiusNm + settings.leaveNm;

const visitOf = (stay: BerthStay, departedBefore: Instant | null): ObservedPortCall => ({
  portCode: stay.portCode,
  arrivedAt: stay.arrivedAt,
  departedAt: departedBefore === null ? null : stay.lastStoppedAt,
  arrivedAfter: stay.arrivedAfter ?? null,
  departedBefore,
  berthedAt: stay.berthedAt ?? null,
});

/** A position without a speed does not tell whether she still lies there. */
const isMoving = (fix: VesselFix, stopped: boolean): boolean => !stopped && fix.speed !== null;

/**
 * Takes in one fix of a vessel in order of time. She arrives when she stops inside a fence, and has left when she is
 * well beyond it or has stopped in another port; then the departure is when she was last seen lying still. Passing
 * through is no visit, drifting over the edge no departure.
 */
export function stepFence(
  state: FenceState,
  fix: VesselFix,
  fences: FenceIndex,
  settings: FenceSettings = usualFenceSettings,
): FenceStep {
  if (fix.at <= state.at) return { state, visits: [] };
  const visits: ObservedPortCall[] = [];
  const stopped = isStopped(fix, settings);
  let { stay } = state;
  const here = stopped ? fences(fix.lon, fix.lat) : undefined;
  const elsewhere = here !== undefined && stay !== null && here.portCode !== stay.portCode;
  if (stay !== null && (elsewhere || isGone(stay.fence, fix, settings))) {
    visits.push(visitOf(stay, stay.movedAt ?? fix.at));
    stay = null;
  }
  if (here !== undefined) {
    if (stay === null) {
      const arrivedAfter = Number.isFinite(state.at) ? state.at : null;
      stay = {
        portCode: here.portCode,
        arrivedAt: fix.at,
        lastStoppedAt: fix.at,
        fence: here,
        arrivedAfter,
        berthedAt: fix.status === anchored ? null : fix.at,
      };
      visits.push(visitOf(stay, null));
    } else {
      const hasBerthed = stay.berthedAt === null && fix.status !== anchored;
      stay = { ...stay, lastStoppedAt: fix.at, fence: here, movedAt: null, ...(hasBerthed && { berthedAt: fix.at }) };
      if (hasBerthed) visits.push(visitOf(stay, null));
    }
  } else if (stay !== null && stay.movedAt == null && isMoving(fix, stopped)) stay = { ...stay, movedAt: fix.at };
  return { state: { at: fix.at, stay }, visits };
}
