import { describe, expect, test } from 'vitest';
import { placeAt, speedBands, speedLines, type TrackPoint } from './track.ts';

const track: TrackPoint[] = [
  [0, 178, 10, 0.2],
  [100, 178, 10, 0.4],
  [200, 179, 10, 14],
  [300, -179, 11, 14],
  [400, -177, 12, 20],
];

describe('a track', () => {
  test('is one line for each stretch of about the same speed, each going on where the one before ended', () => {
    const lines = speedLines(track);
    expect(lines.map(({ colour }) => colour)).toEqual(
      [speedBands[0], speedBands[3], speedBands[4]].map(({ colour }) => colour),
    );
    expect(lines.map(({ points }) => points)).toEqual([
      [
        [178, 10],
        [178, 10],
      ],
      [
        [178, 10],
        [179, 10],
        [181, 11],
      ],
      [
        [181, 11],
        [183, 12],
      ],
    ]);
  });

  test('tells where she was between two points, also across 180 degrees', () => {
    expect(placeAt(track, 250)).toEqual({ at: [180, 10.5], speed: 14 });
    expect(placeAt(track, -5)?.at).toEqual([178, 10]);
    expect(placeAt(track, 9_999)?.at).toEqual([183, 12]);
    expect(placeAt([], 5)).toBeUndefined();
  });
});
