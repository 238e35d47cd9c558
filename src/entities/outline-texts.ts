import type { Text } from '#shared/entity/declare.ts';
import { maxCorners, type OutlineProblem } from '#shared/geo/outline.ts';

/** What is stated about an outline that is none. */
export const outlineTexts: Readonly<Record<OutlineProblem, Text>> = {
  notRead: {
    zh: '边界应为 GeoJSON，或以逗号分隔的“经度 纬度”',
    en: 'The outline is GeoJSON, or corners as "longitude latitude" with commas between them',
  },
  tooFew: { zh: '边界至少需要 3 个顶点', en: 'An outline has at least three corners' },
  tooMany: { zh: `边界最多 ${maxCorners} 个顶点`, en: `An outline has at most ${maxCorners} corners` },
  outOfRange: {
    zh: '经度应在 -180 到 180 之间，纬度应在 -90 到 90 之间',
    en: 'Longitude must be between -180 and 180, latitude between -90 and 90',
  },
  crossesItself: { zh: '边界不能自相交', en: 'The outline crosses itself' },
};
