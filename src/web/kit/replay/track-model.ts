import type { CallData } from '#contract/index.ts';
import type { LonLat, MapLine, MapPlace } from '#web/kit/map/map-model.ts';
import type { Lang } from '#shared/i18n/text.ts';

export type Track = CallData<'vehicleTrack'>;
export type TrackPoint = Track['points'][number];

const kmPerDegree = 111.195;

/** Where the vehicle was at a moment: the last point up to it. */
export function pointAt(points: readonly TrackPoint[], at: number): TrackPoint | undefined {
  const index = points.findLastIndex(([time]) => time <= at);
  return points[index < 0 ? 0 : index];
}

/** How far a place is beside the usual way, in km; undefined without one. */
export function offLane(lane: readonly { lon: number; lat: number }[], [, lon, lat]: TrackPoint): number | undefined {
  if (lane.length < 2) return undefined;
  const scale = Math.max(0.05, Math.cos((lat * Math.PI) / 180));
  const parts = lane.slice(1).map((b, index) => {
    const a = lane[index] ?? b;
    const [dx, dy] = [(b.lon - a.lon) * scale, b.lat - a.lat];
    const [x, y] = [(lon - a.lon) * scale, lat - a.lat];
    const length = dx * dx + dy * dy;
    const share = length === 0 ? 0 : Math.min(1, Math.max(0, (x * dx + y * dy) / length));
    return Math.hypot(x - share * dx, y - share * dy) * kmPerDegree;
  });
  return Math.min(...parts);
}

/** The way so far, the rest of it, the usual sites and the vehicle, for the map. */
export function trackOnMap(track: Track, at: number, lang: Lang): { lines: MapLine[]; places: MapPlace[] } {
  const place = ([, lon, lat]: TrackPoint): LonLat => [lon, lat];
  const now = pointAt(track.points, at);
  const index = now === undefined ? 0 : track.points.indexOf(now);
  return {
    lines: [
      { id: 'done', kind: 'travelled', points: track.points.slice(0, index + 1).map(place) },
      { id: 'rest', kind: 'remaining', points: track.points.slice(index).map(place) },
    ],
    places: [
      ...track.lane.map((site): MapPlace => ({
        id: site.siteCode,
        at: [site.lon, site.lat],
        label: lang === 'zh' ? site.siteName : (site.siteNameEn ?? site.siteName),
        kind: 'port',
      })),
      ...(now === undefined ? [] : [{ id: 'vehicle', at: place(now), label: track.plateNo, kind: 'vessel' as const }]),
    ],
  };
}

/** A time span in whole hours and minutes. */
export const dwellOf = (ms: number): { hours: number; minutes: number } => ({
  hours: Math.floor(ms / 3_600_000),
  minutes: Math.floor((ms % 3_600_000) / 60_000),
});
