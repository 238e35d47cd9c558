import { type LonLat, distanceNm, interpolateGreatCircle, wrapLongitude } from './geodesy.ts';

/** Land and water as rows of cells from north to south, each row as lengths of runs that start with water. */
export type LandMaskData = { readonly cellDegrees: number; readonly rows: string };

/** Answers where land is, to the size of a cell; good for choosing lanes, not for navigating. */
export type LandMask = {
  isLand(point: LonLat): boolean;
  /** Nautical miles of a great circle over land, leaving out what lies within `freeNm` of its start. */
  landNm(from: LonLat, to: LonLat, freeNm: number): number;
};

/** Writes rows of cells (1 = land) as text of run lengths. */
export function encodeLandRows(rows: readonly Uint8Array[]): string {
  return rows
    .map((row) => {
      const runs: string[] = [];
      let value = 0;
      let length = 0;
      for (const cell of row) {
        if (cell !== value) {
          runs.push(length.toString(36));
          value = cell;
          length = 0;
        }
        length += 1;
      }
      runs.push(length.toString(36));
      return runs.join(' ');
    })
    .join('\n');
}

/** Rows of cells, one bit each. */
function decodeLandRows(text: string, width: number): Uint8Array[] {
  return text.split('\n').map((line) => {
    const row = new Uint8Array(Math.ceil(width / 8));
    let at = 0;
    let value = 0;
    for (const run of line.split(' ')) {
      const length = Number.parseInt(run, 36);
      if (value === 1)
        for (let cell = at; cell < at + length; cell += 1) row[cell >> 3] = (row[cell >> 3] ?? 0) | (1 << (cell & 7));
      at += length;
      value = 1 - value;
    }
    return row;
  });
}

/** Makes a mask from its stored form. */
export function createLandMask(data: LandMaskData): LandMask {
  const { cellDegrees } = data;
  const width = Math.round(360 / cellDegrees);
  const rows = decodeLandRows(data.rows, width);
  const stepNm = cellDegrees * 30;
  const isLand = ([lon, lat]: LonLat): boolean => {
    const row = Math.min(rows.length - 1, Math.max(0, Math.floor((90 - lat) / cellDegrees)));
    const column = Math.floor((wrapLongitude(lon) + 180) / cellDegrees) % width;
    return (((rows[row]?.[column >> 3] ?? 0) >> (column & 7)) & 1) === 1;
  };
  return {
    isLand,
    landNm: (from, to, freeNm) => {
      const length = distanceNm(from, to);
      const steps = Math.max(1, Math.ceil(length / stepNm));
      let onLand = 0;
      for (let i = 1; i < steps; i += 1) {
        if ((i / steps) * length <= freeNm) continue;
        if (isLand(interpolateGreatCircle(from, to, i / steps))) onLand += 1;
      }
      return (onLand / steps) * length;
    },
  };
}
