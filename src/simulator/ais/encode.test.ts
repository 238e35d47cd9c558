import { describe, expect, test } from 'vitest';
import {
  baseStation,
  classAPosition,
  classBPosition,
  type MessageBits,
  staticPartA,
  staticPartB,
  staticVoyage,
} from './encode.ts';

/**
 * Where the fields of a message stand, by ITU-R M.1371-5 (annex 8: tables of messages 1 to 3, 4, 5, 18 and 24), as first bit and length:
 * none of the code that writes or reads messages is used.
 */
const layouts = {
  classA: {
    bits: 168,
    type: [0, 6],
    mmsi: [8, 30],
    status: [38, 4],
    turn: [42, -8],
    speed: [50, 10],
    accuracy: [60, 1],
    lon: [61, -28],
    lat: [89, -27],
    course: [116, 12],
    heading: [128, 9],
    second: [137, 6],
  },
  classB: {
    bits: 168,
    type: [0, 6],
    mmsi: [8, 30],
    speed: [46, 10],
    lon: [57, -28],
    lat: [85, -27],
    course: [112, 12],
    heading: [124, 9],
    second: [133, 6],
  },
  voyage: {
    bits: 424,
    type: [0, 6],
    mmsi: [8, 30],
    imo: [40, 30],
    shipType: [232, 8],
    toBow: [240, 9],
    toStern: [249, 9],
    toPort: [258, 6],
    toStarboard: [264, 6],
    month: [274, 4],
    day: [278, 5],
    hour: [283, 5],
    minute: [288, 6],
    draught: [294, 8],
  },
  partA: { bits: 168, type: [0, 6], mmsi: [8, 30], part: [38, 2] },
  partB: {
    bits: 168,
    type: [0, 6],
    mmsi: [8, 30],
    part: [38, 2],
    shipType: [40, 8],
    toBow: [132, 9],
    toStern: [141, 9],
  },
  base: {
    bits: 168,
    type: [0, 6],
    mmsi: [8, 30],
    year: [38, 14],
    month: [52, 4],
    day: [56, 5],
    hour: [61, 5],
    minute: [66, 6],
    second: [72, 6],
    lon: [79, -28],
    lat: [107, -27],
  },
} as const;

/** The fields of a message by their places; a negative length is a number in two's complement. */
function fieldsOf(bits: MessageBits, layout: Readonly<Record<string, number | readonly [number, number]>>) {
  expect(bits).toHaveLength(Number(layout['bits']));
  return Object.fromEntries(
    Object.entries(layout).flatMap(([name, place]) => {
      if (typeof place === 'number') return [];
      const [start, length] = [place[0], Math.abs(place[1])];
      const value = Number.parseInt(bits.slice(start, start + length).join(''), 2);
      return [[name, place[1] < 0 && bits[start] === 1 ? value - 2 ** length : value]];
    }),
  );
}
/** Six-bit text at a place. */
const textAt = (bits: MessageBits, start: number, characters: number): string =>
  Array.from({ length: characters }, (_none, index) => {
    const code = Number.parseInt(bits.slice(start + index * 6, start + index * 6 + 6).join(''), 2);
    return String.fromCharCode(code < 32 ? code + 64 : code);
  }).join('');

const fix = { mmsi: 413_123_456, lon: -121.5, lat: 31.25, speed: 12.3, course: 271.4, heading: 270, second: 42 };
const ship = {
  mmsi: 413_123_456,
  imo: 9_321_483,
  callSign: 'BXYZ7',
  name: 'BIRCH WAKE',
  shipType: 71,
  lengthM: 300,
  beamM: 48,
  draughtM: 14.5,
  destination: 'NLRTM',
  eta: Date.UTC(2026, 1, 10, 6, 15),
};
const placed = { lon: -72_900_000, lat: 18_750_000, course: 2714, heading: 270, second: 42, speed: 123 };

describe('messages of ships stand bit by bit as ITU-R M.1371-5 has them', () => {
  test('positions', () => {
    const classA = classAPosition({ ...fix, type: 1, status: 5, rateOfTurn: -128 });
    expect(fieldsOf(classA, layouts.classA)).toEqual({
      type: 1,
      mmsi: fix.mmsi,
      status: 5,
      turn: -128,
      accuracy: 1,
      ...placed,
    });
    expect(fieldsOf(classBPosition(fix), layouts.classB)).toEqual({ type: 18, mmsi: fix.mmsi, ...placed });
    const none = { ...fix, lon: null, lat: null, speed: null, course: null, heading: null };
    const unknown = { lon: 108_600_000, lat: 54_600_000, speed: 1023, course: 3600, heading: 511 };
    expect(fieldsOf(classBPosition(none), layouts.classB)).toMatchObject(unknown);
  });

  test('who a ship is and where she goes', () => {
    const bits = staticVoyage(ship);
    expect(fieldsOf(bits, layouts.voyage)).toEqual({
      type: 5,
      mmsi: ship.mmsi,
      imo: ship.imo,
      shipType: 71,
      toBow: 240,
      toStern: 60,
      toPort: 24,
      toStarboard: 24,
      month: 2,
      day: 10,
      hour: 6,
      minute: 15,
      draught: 145,
    });
    expect([textAt(bits, 70, 7), textAt(bits, 112, 20), textAt(bits, 302, 20)]).toEqual([
      'BXYZ7@@',
      'BIRCH WAKE@@@@@@@@@@',
      'NLRTM@@@@@@@@@@@@@@@',
    ]);
    const nothing = { month: 0, day: 0, hour: 24, minute: 60 };
    expect(fieldsOf(staticVoyage({ ...ship, eta: null }), layouts.voyage)).toMatchObject(nothing);
    expect(fieldsOf(staticPartA(ship), layouts.partA)).toEqual({ type: 24, mmsi: ship.mmsi, part: 0 });
    expect(textAt(staticPartA(ship), 40, 20)).toBe('BIRCH WAKE@@@@@@@@@@');
    const partB = staticPartB(ship);
    expect(fieldsOf(partB, layouts.partB)).toMatchObject({ type: 24, part: 1, shipType: 71, toBow: 240, toStern: 60 });
    expect(textAt(partB, 90, 7)).toBe('BXYZ7@@');
  });

  test('a base station', () => {
    const at = Date.UTC(2026, 10, 21, 6, 7, 8);
    expect(fieldsOf(baseStation({ mmsi: 4_131_111, lon: -121.5, lat: 31.25, at }), layouts.base)).toEqual({
      type: 4,
      mmsi: 4_131_111,
      year: 2026,
      month: 11,
      day: 21,
      hour: 6,
      minute: 7,
      second: 8,
      lon: placed.lon,
      lat: placed.lat,
    });
  });
});
