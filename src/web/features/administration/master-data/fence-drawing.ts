import { distanceNm, wrapLongitude } from '#shared/geo/geodesy.ts';
import { parseOutline } from '#shared/geo/outline.ts';
import { circleRing, fenceArea, fenceLimitsNm } from '#shared/geo/port-fence.ts';
import type { LonLat } from '#web/kit/map/map-model.ts';

/** The values of a fence that say where it is, as the form holds them. */
export type FenceDraft = { longitude: string; latitude: string; radiusNm: string; outline: string };

/** What is drawn: a circle that may lack its middle or radius, or corners, maybe too few yet. */
export type FenceDrawing =
  | { kind: 'circle'; middle: LonLat | undefined; radiusNm: number | undefined }
  | { kind: 'outline'; corners: readonly LonLat[] };

const usualRadiusNm = 5;
/** Corners of the outline that a circle becomes. */
const cornersOfCircle = 8;

const numberOf = (text: string): number | undefined => {
  const value = Number(text);
  return text.trim() === '' || !Number.isFinite(value) ? undefined : value;
};

function cornersOf(text: string): readonly LonLat[] {
  const read = parseOutline(text);
  if ('outline' in read) return read.outline[0] ?? [];
  // Too few corners, or crossing: shown all the same, so that they can be mended.
  return text.split(/[,;\n，；]+/).flatMap((part): LonLat[] => {
    const [lon, lat] = part.trim().split(/\s+/).map(Number);
    return lon !== undefined && lat !== undefined && Number.isFinite(lon) && Number.isFinite(lat) ? [[lon, lat]] : [];
  });
}

/** What the values of a form draw. */
export function drawingOf({ longitude, latitude, radiusNm, outline }: FenceDraft): FenceDrawing {
  if (outline.trim() !== '') return { kind: 'outline', corners: cornersOf(outline) };
  const [lon, lat] = [numberOf(longitude), numberOf(latitude)];
  return {
    kind: 'circle',
    middle: lon === undefined || lat === undefined ? undefined : [lon, lat],
    radiusNm: numberOf(radiusNm),
  };
}

/** About ten metres. */
const degrees = (value: number): string => String(Number(value.toFixed(4)));

/** The values that a drawing makes; what it has not, is empty. */
export function draftOfDrawing(drawing: FenceDrawing): FenceDraft {
  if (drawing.kind === 'outline') {
    const outline = drawing.corners.map(([lon, lat]) => `${degrees(wrapLongitude(lon))} ${degrees(lat)}`).join(', ');
    return { longitude: '', latitude: '', radiusNm: '', outline };
  }
  const { middle, radiusNm } = drawing;
  return {
    longitude: middle === undefined ? '' : degrees(wrapLongitude(middle[0])),
    latitude: middle === undefined ? '' : degrees(middle[1]),
    radiusNm: radiusNm === undefined ? '' : String(Number(radiusNm.toFixed(2))),
    outline: '',
  };
}

/** The ring that a drawing shows; undefined while there is none to show. */
export function ringOf(drawing: FenceDrawing): readonly LonLat[] | undefined {
  if (drawing.kind === 'outline') return drawing.corners.length > 1 ? drawing.corners : undefined;
  const { middle, radiusNm } = drawing;
  return middle === undefined || radiusNm === undefined || radiusNm <= 0 ? undefined : circleRing(middle, radiusNm);
}

/** Where the handle of a circle's radius lies: east of its middle. */
export const edgeOf = (middle: LonLat, radiusNm: number): LonLat => circleRing(middle, radiusNm, 4)[1] ?? middle;

/** A new corner goes in between the two where it makes the least way more. */
function withCorner(corners: readonly LonLat[], at: LonLat): LonLat[] {
  if (corners.length < 3) return [...corners, at];
  const detours = corners.map((corner, index) => {
    const next = corners[(index + 1) % corners.length] ?? corner;
    return distanceNm(corner, at) + distanceNm(at, next) - distanceNm(corner, next);
  });
  return corners.toSpliced(detours.indexOf(Math.min(...detours)) + 1, 0, at);
}

/** A press on the sea: the middle of a circle, or a corner more. */
export function pressed(drawing: FenceDrawing, at: LonLat): FenceDrawing {
  if (drawing.kind === 'outline') return { ...drawing, corners: withCorner(drawing.corners, at) };
  return { ...drawing, middle: at, radiusNm: drawing.radiusNm ?? usualRadiusNm };
}

/** A handle was moved: the middle, the edge of a circle, or a corner by its number. */
export function moved(drawing: FenceDrawing, id: string, at: LonLat): FenceDrawing {
  if (drawing.kind === 'outline') return { ...drawing, corners: drawing.corners.with(Number(id), at) };
  if (id === 'middle' || drawing.middle === undefined) return { ...drawing, middle: at };
  const { min, max } = fenceLimitsNm;
  return { ...drawing, radiusNm: Math.min(max, Math.max(min, distanceNm(drawing.middle, at))) };
}

/** A corner was taken out; a circle has none. */
export const removed = (drawing: FenceDrawing, id: string): FenceDrawing =>
  drawing.kind === 'outline' ? { ...drawing, corners: drawing.corners.toSpliced(Number(id), 1) } : drawing;

/** The same area drawn in the other way, as far as there is one. */
export function redrawn(drawing: FenceDrawing): FenceDrawing {
  if (drawing.kind === 'circle') {
    const { middle, radiusNm } = drawing;
    const isWhole = middle !== undefined && radiusNm !== undefined && radiusNm > 0;
    return { kind: 'outline', corners: isWhole ? circleRing(middle, radiusNm, cornersOfCircle) : [] };
  }
  const area = fenceArea({ outline: draftOfDrawing(drawing).outline });
  return 'problem' in area
    ? { kind: 'circle', middle: drawing.corners[0], radiusNm: undefined }
    : { kind: 'circle', middle: [area.lon, area.lat], radiusNm: Math.round(area.radiusNm * 10) / 10 };
}
