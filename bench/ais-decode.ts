/**
 * How many AIS messages a second one core decodes from a stream of bytes as a receiver sends it: positions of class A and B,
 * voyage data of two sentences, tag blocks on a third of the lines, one line in two hundred damaged. Floor: cutting the same
 * bytes into lines and adding up their checksums. Option: --small.
 */
import { createAisDecoder } from '#server/connectors/ais/index.ts';
import {
  aidToNavigation,
  baseStation,
  classAPosition,
  classBPosition,
  sentencesOf,
  staticVoyage,
} from '#simulator/ais/encode.ts';
import { createRandom } from '#shared/random/prng.ts';
import { isSmall, report, rounded } from './support/report.ts';

const goalPerSecond = 300_000;
const messages = isSmall() ? 100_000 : 600_000;

function tagged(line: string, at: number): string {
  const block = `s:rSHORE${at % 7},c:${at}`;
  let sum = 0;
  for (const letter of block) sum ^= letter.charCodeAt(0);
  return `\\${block}*${sum.toString(16).toUpperCase().padStart(2, '0')}\\${line}`;
}

/** A recording of a busy coast: most are positions, one in twelve is voyage data. */
function recording(): Buffer {
  const random = createRandom('ais-decode');
  const lines: string[] = [];
  for (let n = 0; n < 20_000; n += 1) {
    const mmsi = 201_000_000 + random.int(0, 500_000_000);
    const fix = {
      mmsi,
      lon: random.between(-180, 180),
      lat: random.between(-85, 85),
      speed: random.between(0, 25),
      course: random.between(0, 359),
      heading: random.int(0, 359),
      second: random.int(0, 59),
    };
    const kind = n % 12;
    const bits =
      kind === 0
        ? staticVoyage({
            mmsi,
            imo: 9_074_729,
            callSign: 'VRXY2',
            name: `VESSEL ${n}`,
            shipType: 71,
            lengthM: 330,
            beamM: 45,
            draughtM: 12.4,
            destination: 'CNSHA',
            eta: Date.UTC(2026, 5, 1, 12),
          })
        : kind < 3
          ? classBPosition(fix)
          : kind === 3
            ? baseStation({ mmsi, lon: fix.lon, lat: fix.lat, at: Date.UTC(2026, 5, 1, 12, 0, n % 60) })
            : kind === 4
              ? aidToNavigation({ mmsi, lon: fix.lon, lat: fix.lat, name: `BUOY ${n}` })
              : classAPosition({ ...fix, type: kind % 2 === 0 ? 1 : 3, status: 0, rateOfTurn: 0 });
    const parts = sentencesOf(bits, { channel: n % 2 === 0 ? 'A' : 'B', sequence: n % 10 });
    for (const line of parts) lines.push(n % 3 === 0 ? tagged(line, 1_780_000_000 + n) : line);
    if (n % 200 === 0) lines[lines.length - 1] = `${lines.at(-1)?.slice(0, -1)}?`;
  }
  return Buffer.from(`${lines.join('\r\n')}\r\n`, 'latin1');
}

function decodeAll(bytes: Buffer, passes: number): { seconds: number; decoded: number; refused: number } {
  const decoder = createAisDecoder();
  const startedAt = performance.now();
  let decoded = 0;
  for (let pass = 0; pass < passes; pass += 1) {
    for (let at = 0; at < bytes.length; at += 65_536)
      decoder.feed(bytes.subarray(at, at + 65_536), 1_780_000_000_000, () => {
        decoded += 1;
      });
  }
  const refused = Object.values(decoder.counts().refused).reduce((sum, count) => sum + count, 0);
  return { seconds: (performance.now() - startedAt) / 1000, decoded, refused };
}

/** Reading every byte once: nothing decodes faster. */
function addUp(bytes: Buffer, passes: number): number {
  const startedAt = performance.now();
  let sum = 0;
  let lines = 0;
  for (let pass = 0; pass < passes; pass += 1) {
    for (let start = 0, end = bytes.indexOf(10); end >= 0; start = end + 1, end = bytes.indexOf(10, start)) {
      for (let at = start; at < end; at += 1) sum ^= bytes[at] as number;
      lines += 1;
    }
  }
  if (sum > 255) throw new Error('not a checksum');
  return lines / ((performance.now() - startedAt) / 1000);
}

const bytes = recording();
decodeAll(bytes, 2);
const passes = Math.ceil(messages / 20_000);
const { seconds, decoded, refused } = decodeAll(bytes, passes);
const perSecond = decoded / seconds;
const floor = addUp(bytes, passes);
console.error(
  `${decoded} messages of ${Math.round((bytes.length * passes) / 1e6)} MB in ${rounded(seconds)} s, ${refused} refusals`,
);
report([
  {
    name: 'AIS decode, one core',
    goal: `>= ${goalPerSecond} messages/s`,
    measured: `${rounded(perSecond)}/s`,
    beside: `${rounded(floor)} lines/s (checksums only)`,
    ratio: rounded(perSecond / floor),
    reached: perSecond >= goalPerSecond && refused > 0,
  },
]);
