import type { CallData } from '#contract/index.ts';
import type { LonLat, MapLine } from '#web/kit/map/map-model.ts';

/** A point of a track: time, longitude, latitude, speed in knots. */
export type TrackPoint = CallData<'vesselTrack'>['points'][number];

/** Speeds in knots below which a part of a track has a colour, slow to fast; they differ in lightness too. */
export const speedBands = [
  { below: 1, colour: '#6b7280' },
  { below: 8, colour: '#7c3aed' },
  { below: 13, colour: '#0e7490' },
  { below: 18, colour: '#15803d' },
  { below: Number.POSITIVE_INFINITY, colour: '#c2410c' },
] as const;

const bandOf = (speed: number | null): number => speedBands.findIndex(({ below }) => (speed ?? 0) < below);

/** Longitudes that go on across 180 degrees, so that a line stays in one piece. */
function unwrapped(points: readonly TrackPoint[]): TrackPoint[] {
  let shift = 0;
  let before: number | undefined;
  return points.map(([at, lon, lat, speed]) => {
    if (before !== undefined) shift -= 360 * Math.round((lon + shift - before) / 360);
    before = lon + shift;
    return [at, before, lat, speed];
  });
}

/** A track as lines, one for each stretch of about the same speed. */
export function speedLines(track: readonly TrackPoint[]): MapLine[] {
  const lines: MapLine[] = [];
  let points: LonLat[] = [];
  let band = -1;
  for (const [, lon, lat, speed] of unwrapped(track)) {
    const here: LonLat = [lon, lat];
    const next = bandOf(speed);
    if (next !== band) {
      const last = points.at(-1);
      points = last === undefined ? [] : [last];
      band = next;
      lines.push({
        id: String(lines.length),
        kind: 'travelled',
        points,
        colour: (speedBands[band] ?? speedBands[0]).colour,
      });
    }
    points.push(here);
  }
  return lines;
}

/** The planned way ahead as a dashed line, in the copy of the world in which a track ends; none without points. */
export function routeLine(route: readonly LonLat[], track: readonly MapLine[]): MapLine[] {
  const [first] = route;
  if (first === undefined) return [];
  const end = track.at(-1)?.points.at(-1) ?? first;
  const turn = 360 * Math.round((end[0] - first[0]) / 360);
  return [{ id: 'route', kind: 'remaining', points: route.map(([lon, lat]): LonLat => [lon + turn, lat]) }];
}

/** Where she was at a moment of her track, between two points of it; undefined without any. */
export function placeAt(track: readonly TrackPoint[], at: number): { at: LonLat; speed: number | null } | undefined {
  const points = unwrapped(track);
  const next = points.findIndex(([time]) => time >= at);
  const after = points[next === -1 ? points.length - 1 : next];
  if (after === undefined) return undefined;
  const before = points[Math.max(0, (next === -1 ? points.length : next) - 1)] ?? after;
  const span = after[0] - before[0];
  const share = span <= 0 ? 1 : Math.min(1, Math.max(0, (at - before[0]) / span));
  return {
    at: [before[1] + (after[1] - before[1]) * share, before[2] + (after[2] - before[2]) * share],
    speed: before[3],
  };
}
