import { expect, test } from 'vitest';
import { parseStorms } from './parse-storms.ts';

const bytes = (value: unknown): Uint8Array => Buffer.from(JSON.stringify(value));
const feature = (properties: object = {}, coordinates: unknown = [140.5, 18.2]) => ({
  type: 'Feature',
  geometry: { type: 'Point', coordinates },
  properties: {
    stormId: 'WP04',
    name: 'CEDAR',
    issued: '2026-05-04T06:00:00Z',
    valid: '2026-05-04T12:00:00Z',
    windKn: 85,
    radiusNm: 190,
    errorNm: 8,
    ...properties,
  },
});

test('a point of an advisory is read', () => {
  expect(parseStorms(bytes({ type: 'FeatureCollection', features: [feature()] }))).toEqual({
    points: [
      {
        stormCode: 'WP04',
        name: 'CEDAR',
        issuedAt: Date.UTC(2026, 4, 4, 6),
        validAt: Date.UTC(2026, 4, 4, 12),
        lon: 140.5,
        lat: 18.2,
        windKn: 85,
        radiusNm: 190,
        errorNm: 8,
      },
    ],
    refused: 0,
  });
});

test.each([
  ['a place off the earth', feature({}, [190, 18])],
  ['an invalid time', feature({ valid: 'noon' })],
  ['a time of another age', feature({ issued: '1899-01-01T00:00:00Z' })],
  ['winds that do not exist', feature({ windKn: 900 })],
  ['no name', feature({ name: ' ' })],
  ['nothing', null],
])('%s is left out and counted', (_, odd) => {
  expect(parseStorms(bytes({ features: [odd, feature()] }))).toMatchObject({ points: [{ name: 'CEDAR' }], refused: 1 });
});

test('what is no collection holds nothing', () => {
  for (const body of ['', '{', '[]', '{"features":{}}', 'null'])
    expect(parseStorms(Buffer.from(body)).points).toEqual([]);
});
