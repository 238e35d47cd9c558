/** Longitude and latitude in degrees. */
export type Position = readonly [lon: number, lat: number];

/** The sheet: pixels of the drawing, and how positions fall on it (Mercator). */
export const sheet = { width: 1000, height: 1100 };
const west = 101;
const north = 42.5;
const scale = 25;

const mercator = (lat: number): number => (180 / Math.PI) * Math.log(Math.tan(Math.PI / 4 + (lat * Math.PI) / 360));

/** Where a position falls on the sheet. */
export const project = ([lon, lat]: Position): readonly [x: number, y: number] => [
  (lon - west) * scale,
  (mercator(north) - mercator(lat)) * scale,
];

const round = (value: number): number => Math.round(value * 10) / 10;
const pair = (x: number, y: number): string => `${round(x)} ${round(y)}`;

/** A smooth closed outline through the given positions (Catmull-Rom as Bezier curves). */
export function outline(positions: readonly Position[]): string {
  const points = positions.map(project);
  const at = (index: number): readonly [number, number] => points[(index + points.length) % points.length] ?? [0, 0];
  const curves = points.map((_, index) => {
    const [before, from, to, after] = [at(index - 1), at(index), at(index + 1), at(index + 2)];
    const first = pair(from[0] + (to[0] - before[0]) / 6, from[1] + (to[1] - before[1]) / 6);
    const second = pair(to[0] - (after[0] - from[0]) / 6, to[1] - (after[1] - from[1]) / 6);
    return `C${first} ${second} ${pair(to[0], to[1])}`;
  });
  return `M${pair(...at(0))}${curves.join('')}Z`;
}

/** An open track through the given positions. */
export function track(positions: readonly Position[]): string {
  const points = positions.map(project);
  return points.map((point, index) => (index === 0 ? 'M' : 'L') + pair(point[0], point[1])).join('');
}

/** The sixteen nodes of a wind-rose network on a hidden circle. */
export function roseNodes(center: readonly [number, number], radius: number): (readonly [number, number])[] {
  return Array.from({ length: 16 }, (_, index) => {
    const angle = (index * Math.PI) / 8 - Math.PI / 2;
    return [center[0] + radius * Math.cos(angle), center[1] + radius * Math.sin(angle)] as const;
  });
}

/** The rhumb lines of a portolan: every node joined with every other, by kind of wind. */
export function rhumbLines(
  center: readonly [number, number],
  radius: number,
): { full: string; half: string; quarter: string } {
  const nodes = roseNodes(center, radius);
  const lines = { full: '', half: '', quarter: '' };
  nodes.forEach((from, i) => {
    nodes.forEach((to, j) => {
      if (j <= i) return;
      const step = j - i;
      const kind = (i + j) % 4 === 0 ? 'full' : (i + j) % 2 === 0 ? 'half' : 'quarter';
      if (step > 2 && step < 14) lines[kind] += `M${pair(...from)}L${pair(...to)}`;
    });
  });
  return lines;
}
