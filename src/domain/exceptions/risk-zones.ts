import { cumulativeNm, distanceNm, lineLengthNm } from '#shared/geo/geodesy.ts';
import type { LonLat } from '#shared/geo/geodesy.ts';
import { stretchesIn } from '#shared/geo/outline.ts';
import type { Outline, Stretch } from '#shared/geo/outline.ts';
import { findSeaRoute, seaRouteBetween } from '#shared/geo/sea-lanes.ts';
import type { Instant } from '#shared/time/instant.ts';

/** How dangerous an area is. */
export type RiskSeverity = 'low' | 'medium' | 'high';

/** An area to be avoided or watched, and while it is. */
export type RiskZone = {
  code: string;
  severity: RiskSeverity;
  outline: Outline;
  activeFrom: Instant;
  /** null = nobody knows yet. */
  activeTo: Instant | null;
  /** When somebody declared it, or its area or time, as news of the world. Left out: a drawing of ours. */
  newsAt?: Instant;
};

/** A zone on a way, in miles from its start. */
export type ZoneOnWay = { zone: RiskZone; stretches: readonly Stretch[] };

/** A way by sea with the zones it leads through. */
export type WayWithZones = { line: readonly LonLat[]; distanceNm: number; zones: readonly ZoneOnWay[] };

/** All zones, asked by way; ways between two places are found once. */
export type RiskZones = {
  all: readonly RiskZone[];
  /** The usual way between two ports; undefined when one of them is not known or no way leads there. */
  between: (fromPort: string, toPort: string) => WayWithZones | undefined;
  /** The usual way from a place at sea. */
  from: (place: LonLat, toPort: string) => WayWithZones | undefined;
};

/** Knows which zones lie on which way; `positionOf` gives where a canonical port lies. */
export function createRiskZones(
  all: readonly RiskZone[],
  positionOf: (portCode: string) => LonLat | undefined,
): RiskZones {
  const known = new Map<string, WayWithZones | undefined>();
  const find = (
    from: LonLat | undefined,
    to: LonLat | undefined,
    search: typeof seaRouteBetween,
  ): WayWithZones | undefined => {
    if (all.length === 0 || from === undefined || to === undefined) return undefined;
    const way = search(from, to);
    if (way === undefined) return undefined;
    const zones = all
      .map((zone) => ({ zone, stretches: stretchesIn(way.line, zone.outline) }))
      .filter(({ stretches }) => stretches.length > 0);
    return { line: way.line, distanceNm: Math.max(lineLengthNm(way.line), 1), zones };
  };
  return {
    all,
    between: (fromPort, toPort) => {
      const key = `${fromPort} ${toPort}`;
      if (!known.has(key)) known.set(key, find(positionOf(fromPort), positionOf(toPort), seaRouteBetween));
      return known.get(key);
    },
    from: (place, toPort) => find(place, positionOf(toPort), findSeaRoute),
  };
}

/** Two ways one after the other. */
export function joinWays(first: WayWithZones, second: WayWithZones): WayWithZones {
  const stretchesOf = new Map(first.zones.map(({ zone, stretches }) => [zone, [...stretches]]));
  for (const { zone, stretches } of second.zones) {
    const later = stretches.map(({ fromNm, toNm }) => ({
      fromNm: fromNm + first.distanceNm,
      toNm: toNm + first.distanceNm,
    }));
    stretchesOf.set(zone, [...(stretchesOf.get(zone) ?? []), ...later]);
  }
  return {
    line: [...first.line, ...second.line],
    distanceNm: first.distanceNm + second.distanceNm,
    zones: Array.from(stretchesOf, ([zone, stretches]) => ({ zone, stretches })),
  };
}

/** How far along a way a place lies, and how far off it: at its nearest point, both in miles. */
export function placeOnWay(way: WayWithZones, place: LonLat): { alongNm: number; offNm: number } {
  const sums = cumulativeNm(way.line);
  let best = { alongNm: 0, offNm: Infinity };
  for (const [index, point] of way.line.entries()) {
    const offNm = distanceNm(point, place);
    if (offNm < best.offNm) best = { alongNm: sums[index] ?? 0, offNm };
    const next = way.line[index + 1];
    if (next === undefined) continue;
    const nm = (sums[index + 1] ?? 0) - (sums[index] ?? 0);
    for (let part = 0.25; part < 1; part += 0.25) {
      const between: LonLat = [point[0] + (next[0] - point[0]) * part, point[1] + (next[1] - point[1]) * part];
      const off = distanceNm(between, place);
      if (off < best.offNm) best = { alongNm: (sums[index] ?? 0) + nm * part, offNm: off };
    }
  }
  return best;
}
