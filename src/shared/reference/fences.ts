import { type FenceArea, fenceArea } from '../geo/port-fence.ts';
import { readRows } from './read-rows.ts';

/** A part of a port as it is entered, with the area that makes. */
export type FenceRow = {
  portCode: string;
  nameCn: string;
  nameEn: string;
  lon: number | undefined;
  lat: number | undefined;
  radiusNm: number | undefined;
  outline: string | undefined;
  area: FenceArea;
};

/** Reads `seeds/port-fences.csv`; throws on a part without an extent. */
export function parsePortFences(csvText: string): FenceRow[] {
  return readRows('port-fences', csvText, (line) => {
    const numberOf = (column: string): number | undefined =>
      line.optional(column) === undefined ? undefined : line.number(column);
    const [lon, lat, radiusNm] = [numberOf('lon'), numberOf('lat'), numberOf('radius_nm')];
    const outline = line.optional('polygon')?.replaceAll(';', ', ');
    const area = fenceArea({ longitude: lon, latitude: lat, radiusNm, outline });
    const portCode = line.text('port');
    if ('problem' in area) throw new Error(`port-fences: ${portCode} has no extent (${area.problem})`);
    return { portCode, nameCn: line.text('part_cn'), nameEn: line.text('part_en'), lon, lat, radiusNm, outline, area };
  });
}
