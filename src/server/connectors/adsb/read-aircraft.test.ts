import { expect, test } from 'vitest';
import { createRandom } from '#shared/random/prng.ts';
import { FUZZED, SLOWEST_MS, timed } from '#testing/fuzz.ts';
import { mutateBytes } from '#testing/connectors/mutate.ts';
import { createSbsReader, readAircraftJson } from './read-aircraft.ts';

const now = Date.UTC(2026, 5, 10, 8);
const lines = [
  'MSG,1,1,1,40621D,1,2026/06/10,16:00:00.000,2026/06/10,16:00:00.000,BAW12   ,,,,,,,,,,,',
  'MSG,4,1,1,40621D,1,2026/06/10,16:00:01.000,2026/06/10,16:00:01.000,,,482.5,87.2,,,0,,,,,',
  'MSG,3,1,1,40621D,1,2026/06/10,16:00:02.000,2026/06/10,16:00:02.000,,36000,,,51.47,-0.45,,,0,0,0,0',
];
const file = {
  now: 1_780_000_000.1,
  messages: 5,
  aircraft: [
    {
      hex: '40621d',
      flight: 'BAW12   ',
      alt_baro: 36_000,
      gs: 482.5,
      track: 87.2,
      lat: 51.47,
      lon: -0.45,
      seen_pos: 4.5,
      seen: 0.2,
    },
    { hex: '40621e', flight: 'CSN461', alt_baro: 'ground', lat: 23.4, lon: 113.3, seen_pos: 1 },
    { hex: '40621f', flight: 'OLD1', lat: 1, lon: 2, seen_pos: 900 },
    { hex: '406220', lat: 1, lon: 2 },
    { hex: 'x', flight: 'BAD1', lat: 1, lon: 2 },
  ],
};
const heard = {
  hex: '40621D',
  callsign: 'BAW12',
  lon: -0.45,
  lat: 51.47,
  altitudeFt: 36_000,
  speedKn: 482.5,
  course: 87.2,
};

test('SBS: callsign, speed and position of one aircraft come in three lines', () => {
  const reader = createSbsReader();
  expect(lines.map((line) => reader.line(line, now))).toEqual([undefined, undefined, { ...heard, at: now }]);
  // Another aircraft, a time an hour later, lines of other kinds, and lines that are not SBS.
  expect(reader.line(lines[2]?.replace('40621D', '400000') ?? '', now)).toBeUndefined();
  expect(reader.line(lines[2] ?? '', now + 2 * 3_600_000)).toBeUndefined();
  expect(reader.line('STA,,1,1,40621D,1,,,,,RM', now)).toBeUndefined();
  expect(reader.refused()).toBe(0);
  for (const wrong of ['MSG,3', 'hello', 'x'.repeat(5_000)]) reader.line(wrong, now);
  expect(reader.refused()).toBe(3);
});

test('aircraft.json: the age of a position counts, not the clock of the receiver', () => {
  expect(readAircraftJson(JSON.stringify(file), now)).toEqual([
    { ...heard, at: now - 4_500 },
    {
      hex: '40621E',
      callsign: 'CSN461',
      at: now - 1_000,
      lon: 113.3,
      lat: 23.4,
      altitudeFt: 0,
      speedKn: null,
      course: null,
    },
  ]);
  expect(readAircraftJson('<html>', now)).toBeUndefined();
  expect(readAircraftJson('{"aircraft":{}}', now)).toBeUndefined();
});

test(`${FUZZED} damaged lines and files never fail and take no time`, () => {
  const random = createRandom('adsb-fuzz');
  const reader = createSbsReader();
  const json = Buffer.from(JSON.stringify(file));
  let slowest = 0;
  for (let n = 0; n < FUZZED; n += 1) {
    const line = mutateBytes(Buffer.from(random.pick(lines)), random).toString();
    const { ms } = timed(() => {
      const fix = reader.line(Buffer.from(line).toString('latin1'), now + n);
      if (fix !== undefined) expect(Math.abs(fix.lat)).toBeLessThanOrEqual(90);
      readAircraftJson(Buffer.from(mutateBytes(json, random)).toString('utf8'), now);
    });
    slowest = Math.max(slowest, ms);
  }
  expect(slowest).toBeLessThan(SLOWEST_MS);
});
