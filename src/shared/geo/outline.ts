import { unwrapLine } from './antimeridian.ts';
import { cumulativeNm, type LonLat, lonLatAt } from './geodesy.ts';
import { asRecord } from '../values/objects.ts';

/** An area on the chart: rings of at least three corners, not closed by repeating the first, longitudes continuous. */
export type Outline = readonly (readonly LonLat[])[];

/** What is wrong with the text of an outline. */
export type OutlineProblem = 'notRead' | 'tooFew' | 'tooMany' | 'outOfRange' | 'crossesItself';

/** Most corners of an outline: it is a drawing, not a survey. */
export const maxCorners = 500;

const isPair = (value: unknown): value is [number, number] =>
  Array.isArray(value) && value.length >= 2 && value.slice(0, 2).every((part) => Number.isFinite(part));

/** The outer rings of a GeoJSON geometry, feature or collection of one; holes are left out. */
function ringsOfJson(value: unknown): LonLat[][] | undefined {
  const { type, coordinates, geometry, features } = asRecord(value);
  if (type === 'Feature') return ringsOfJson(geometry);
  if (type === 'FeatureCollection') {
    const rings = (Array.isArray(features) ? features : []).map(ringsOfJson);
    return rings.length > 0 && rings.every((ring) => ring !== undefined) ? rings.flat() : undefined;
  }
  const polygons = type === 'Polygon' ? [coordinates] : type === 'MultiPolygon' ? coordinates : undefined;
  if (!Array.isArray(polygons) || polygons.length === 0) return undefined;
  const rings = polygons.map((polygon: unknown) => (Array.isArray(polygon) ? (polygon[0] as unknown) : undefined));
  if (!rings.every((ring): ring is [number, number][] => Array.isArray(ring) && ring.every(isPair))) return undefined;
  return rings.map((ring) => ring.map(([lon, lat]): LonLat => [lon, lat]));
}

/** Corners as `longitude latitude`, separated by commas, semicolons or line ends. */
function ringOfText(text: string): LonLat[] | undefined {
  const corners = text
    .split(/[,;\n，；]+/)
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => part.split(/\s+/).map(Number));
  const isCorner = (corner: number[]): corner is [number, number] => corner.length === 2 && isPair(corner);
  return corners.every(isCorner) ? corners : undefined;
}

function ringsOf(text: string): LonLat[][] | undefined {
  if (!text.trimStart().startsWith('{')) {
    const ring = ringOfText(text);
    return ring && [ring];
  }
  try {
    return ringsOfJson(JSON.parse(text));
  } catch {
    return undefined;
  }
}

function opened(ring: readonly LonLat[]): LonLat[] {
  const [first, last] = [ring[0], ring.at(-1)];
  const isClosed = ring.length > 1 && first?.[0] === last?.[0] && first?.[1] === last?.[1];
  return isClosed ? ring.slice(0, -1) : [...ring];
}

const side = (a: LonLat, b: LonLat, p: LonLat): number =>
  Math.sign((b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]));

const cuts = (a: LonLat, b: LonLat, c: LonLat, d: LonLat): boolean =>
  side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0;

function crossesItself(ring: readonly LonLat[]): boolean {
  const edge = (index: number): [LonLat, LonLat] => [lonLatAt(ring, index), lonLatAt(ring, (index + 1) % ring.length)];
  for (let i = 0; i < ring.length; i += 1)
    for (let j = i + 1; j < ring.length; j += 1) if (cuts(...edge(i), ...edge(j))) return true;
  return false;
}

/**
 * Reads an outline: GeoJSON (Polygon, MultiPolygon, Feature, FeatureCollection; holes are left out) or corners as
 * `longitude latitude` with commas between them, in degrees. Outlines over the date line are taken the short way round.
 */
export function parseOutline(text: string): { outline: Outline } | { problem: OutlineProblem } {
  const rings = ringsOf(text)?.map(opened);
  if (rings === undefined || rings.length === 0) return { problem: 'notRead' };
  if (rings.reduce((sum, ring) => sum + ring.length, 0) > maxCorners) return { problem: 'tooMany' };
  if (rings.some((ring) => ring.length < 3)) return { problem: 'tooFew' };
  if (rings.flat().some(([lon, lat]) => Math.abs(lon) > 180 || Math.abs(lat) > 90)) return { problem: 'outOfRange' };
  const outline = rings.map((ring) => unwrapLine(ring));
  return outline.some(crossesItself) ? { problem: 'crossesItself' } : { outline };
}

/** A place as many whole turns off that it is on the same side of the date line as a ring. */
const besides = (place: LonLat, ring: readonly LonLat[]): LonLat => {
  const lons = ring.map(([lon]) => lon);
  const middle = (Math.min(...lons) + Math.max(...lons)) / 2;
  return [place[0] + 360 * Math.round((middle - place[0]) / 360), place[1]];
};

/** Whether a place lies in an outline. */
export function isInOutline(place: LonLat, outline: Outline): boolean {
  return outline.some((ring) => {
    const [x, y] = besides(place, ring);
    let inside = false;
    for (let i = 0, j = ring.length - 1; i < ring.length; j = i, i += 1) {
      const [ax, ay] = lonLatAt(ring, i);
      const [bx, by] = lonLatAt(ring, j);
      if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
    }
    return inside;
  });
}

/** A way in an area, in miles from the start of a line. */
export type Stretch = { fromNm: number; toNm: number };

/** Miles between two looks along a line: no area worth a warning is smaller. */
const stepNm = 10;

/** Whether a stretch between two points comes near a ring at all: most of a line does not, and is not looked at closer. */
function isNear(a: LonLat, b: LonLat, ring: readonly LonLat[]): boolean {
  const lats = ring.map(([, lat]) => lat);
  if (Math.max(a[1], b[1]) < Math.min(...lats) || Math.min(a[1], b[1]) > Math.max(...lats)) return false;
  const lons = ring.map(([lon]) => lon);
  const turn = besides(a, ring)[0] - a[0];
  const [west, east] = [Math.min(a[0], b[0]) + turn, Math.max(a[0], b[0]) + turn];
  // One whole turn more, so that a stretch whose ends are on two sides of the date line is not missed.
  return [-360, 0, 360].some((more) => east + more >= Math.min(...lons) && west + more <= Math.max(...lons));
}

/** Where a line runs through an outline, in order; ends are exact to ten miles. */
export function stretchesIn(line: readonly LonLat[], outline: Outline): Stretch[] {
  const along = cumulativeNm(line);
  const stretches: Stretch[] = [];
  let open: Stretch | undefined;
  const look = (place: LonLat, nm: number): void => {
    if (!isInOutline(place, outline)) open = undefined;
    else if (open === undefined) stretches.push((open = { fromNm: nm, toNm: nm }));
    else open.toNm = nm;
  };
  for (let i = 1; i < line.length; i += 1) {
    const [a, b] = [lonLatAt(line, i - 1), lonLatAt(line, i)];
    if (!outline.some((ring) => isNear(a, b, ring))) {
      open = undefined;
      continue;
    }
    const nm = (along[i] ?? 0) - (along[i - 1] ?? 0);
    const steps = Math.max(1, Math.ceil(nm / stepNm));
    for (let s = 0; s <= steps; s += 1) {
      const part = s / steps;
      look([a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part], (along[i - 1] ?? 0) + nm * part);
    }
  }
  return stretches;
}
