import { distanceNm } from '#shared/geo/geodesy.ts';
import type { LonLat } from '#shared/geo/geodesy.ts';
import { readRows } from './read-rows.ts';

/** A part of a port: a circle, or an outline with the circle that holds it. */
export type FenceRow = {
  portCode: string;
  part: string;
  lon: number;
  lat: number;
  radiusNm: number;
  polygon: LonLat[] | undefined;
};

const cornersOf = (text: string): LonLat[] =>
  text.split(';').map((pair): LonLat => {
    const [lon = Number.NaN, lat = Number.NaN] = pair.trim().split(' ').map(Number);
    return [lon, lat];
  });

/** Reads `seeds/port-fences.csv`; throws on a part without radius and outline. */
export function parsePortFences(csvText: string): FenceRow[] {
  return readRows('port-fences', csvText, (line) => {
    const [lon, lat] = [Number(line.text('lon')), Number(line.text('lat'))];
    const outline = line.optional('polygon');
    const polygon = outline === undefined ? undefined : cornersOf(outline);
    const reach = polygon === undefined ? [] : polygon.map((corner) => distanceNm([lon, lat], corner));
    const radiusNm = polygon === undefined ? Number(line.text('radius_nm')) : Math.max(...reach) + 0.1;
    if (![lon, lat, radiusNm].every(Number.isFinite))
      throw new Error(`port-fences: ${line.text('port')} has no extent`);
    return { portCode: line.text('port'), part: line.text('part'), lon, lat, radiusNm, polygon };
  });
}
