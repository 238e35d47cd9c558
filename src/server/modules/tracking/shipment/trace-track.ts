import type { CallData } from '#contract/index.ts';
import { isBySea } from '#domain/tracking/journey/mode.ts';
import type { LegContent, ShipmentContent } from '#domain/tracking/model.ts';
import { placeIn, routeBetweenPorts } from '#server/modules/administration/masterdata/index.ts';
import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import { cumulativeNm, pointAtDistance } from '#shared/geo/geodesy.ts';
import type { LonLat } from '#shared/geo/geodesy.ts';
import type { SeaRoute } from '#shared/geo/sea-lanes.ts';
import type { Instant } from '#shared/time/instant.ts';
import { landWayOf, shareTravelled } from './way-done.ts';

type Track = CallData<'getTrace'>['track'][number];
type Vessel = NonNullable<CallData<'getTrace'>['vessel']>;

const pairs = (line: readonly LonLat[]): [number, number][] => line.map(([lon, lat]) => [round(lon), round(lat)]);
const round = (degrees: number): number => Math.round(degrees * 1e4) / 1e4;

function trackOf(
  leg: LegContent,
  lane: Pick<SeaRoute, 'line' | 'distanceNm'>,
  now: Instant,
): { track: Track; at: LonLat | null } {
  const sums = cumulativeNm(lane.line);
  const total = sums.at(-1) ?? 0;
  const share = shareTravelled(leg, now);
  const { point, index } = pointAtDistance(lane.line, total * share, sums);
  const underWay = share > 0 && share < 1;
  const travelled = share === 0 ? [] : share === 1 ? lane.line : [...lane.line.slice(0, index + 1), point];
  const remaining = share === 1 ? [] : share === 0 ? lane.line : [point, ...lane.line.slice(index + 1)];
  return {
    track: {
      leg: leg.sequence,
      travelled: pairs(travelled),
      remaining: pairs(remaining),
      distanceNm: Math.round(lane.distanceNm),
      estimated: underWay,
    },
    at: underWay ? point : null,
  };
}

/** Keeps longitudes of following legs in one turn of the globe, so that the map draws one line. */
function shiftTo(track: Track, lon: number): Track {
  const first = track.travelled[0] ?? track.remaining[0];
  if (first === undefined) return track;
  const turns = Math.round((lon - first[0]) / 360) * 360;
  const shift = ([x, y]: [number, number]): [number, number] => [x + turns, y];
  return { ...track, travelled: track.travelled.map(shift), remaining: track.remaining.map(shift) };
}

/** Lanes of all legs with what is travelled and what remains, and where the ship is by dead reckoning along its lane. */
export function traceTrack(
  { mode, legs }: Pick<ShipmentContent, 'mode' | 'legs'>,
  reference: ReferenceSnapshot,
  now: Instant,
): { track: Track[]; vessel: Vessel | null } {
  const track: Track[] = [];
  let vessel: Vessel | null = null;
  for (const leg of legs) {
    if (leg.portOfLoading === null || leg.portOfDischarge === null) continue;
    const lane = isBySea(mode)
      ? routeBetweenPorts(leg.portOfLoading, leg.portOfDischarge, reference)
      : landWayOf(mode, leg, (code) => placeIn(reference, code));
    if (lane === undefined) continue;
    const made = trackOf(leg, lane, now);
    const last = track.at(-1);
    const end = last === undefined ? undefined : (last.remaining.at(-1) ?? last.travelled.at(-1));
    const placed = end === undefined ? made.track : shiftTo(made.track, end[0]);
    track.push(placed);
    const here = placed.remaining[0];
    if (made.at !== null && here !== undefined)
      vessel = { name: leg.vesselName ?? '', lon: here[0], lat: here[1], estimated: true };
  }
  return { track, vessel };
}
