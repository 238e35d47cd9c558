import { destinationPoint, type LonLat } from '#shared/geo/geodesy.ts';
import { createRandom } from '#shared/random/prng.ts';
import { DAY_MS, HOUR_MS, type Instant } from '#shared/time/instant.ts';

/** Where storms are born, which way they go, and how they turn towards the pole. */
const basins = [
  { code: 'WP', from: [150, 12], bearing: 290, turn: 1 },
  { code: 'AL', from: [-42, 14], bearing: 288, turn: 1 },
  { code: 'SI', from: [78, -13], bearing: 255, turn: -1 },
] as const satisfies readonly { code: string; from: LonLat; bearing: number; turn: 1 | -1 }[];

const everyMs = 6 * DAY_MS;
const stepMs = 6 * HOUR_MS;
const forecastSteps = 20;
/** Sea miles that a forecast is wrong by for each hour ahead. */
const errorNmPerHour = 1.3;
const names = [
  'ALDER',
  'BIRCH',
  'CEDAR',
  'DAHLIA',
  'EBONY',
  'FERN',
  'GINGER',
  'HAZEL',
  'IRIS',
  'JUNIPER',
  'LARCH',
  'MAPLE',
];

/** A storm of the world. */
export type Storm = { code: string; name: string; bornAt: Instant; endsAt: Instant; basin: number; seed: string };

/** Where a storm is, how strong and how wide. */
export type StormMoment = { at: Instant; place: LonLat; windKn: number; radiusNm: number };

/** Storms that live at a moment. */
export function stormsAt(seed: string, at: Instant): Storm[] {
  const storms: Storm[] = [];
  for (const [basin, { code }] of basins.entries()) {
    const latest = Math.floor(at / everyMs);
    for (const round of [latest - 2, latest - 1, latest]) {
      const key = `${seed}/storm/${code}/${round}`;
      const random = createRandom(key);
      if (!random.chance(0.6)) continue;
      const bornAt = Math.round((round * everyMs + random.between(0, 3) * DAY_MS) / stepMs) * stepMs;
      const endsAt = bornAt + Math.round((random.between(6, 9) * DAY_MS) / stepMs) * stepMs;
      if (at < bornAt || at >= endsAt) continue;
      const number = ((round % 90) + 90) % 90;
      const name = names[(number * 3 + basin) % names.length] ?? code;
      storms.push({ code: `${code}${String(number).padStart(2, '0')}`, name, bornAt, endsAt, basin, seed: key });
    }
  }
  return storms;
}

/** The truth of a storm at a moment of its life. */
export function stormMoment(storm: Storm, at: Instant): StormMoment {
  const basin = basins[storm.basin] ?? basins[0];
  const random = createRandom(`${storm.seed}/way`);
  const start: LonLat = [basin.from[0] + random.between(-8, 8), basin.from[1] + random.between(-2, 2)];
  const speedKn = random.between(9, 14);
  const turn = random.between(4, 9) * basin.turn;
  let place = start;
  let bearing = basin.bearing + random.between(-8, 8);
  for (let from = storm.bornAt; from < at; from += stepMs) {
    const hours = Math.min(at - from, stepMs) / HOUR_MS;
    place = destinationPoint(place, bearing, speedKn * hours);
    bearing += (turn * hours) / 12;
  }
  const age = (at - storm.bornAt) / (storm.endsAt - storm.bornAt);
  const windKn = Math.round(35 + 75 * Math.sin(Math.PI * Math.min(1, Math.max(0, age))));
  return { at, place, windKn, radiusNm: Math.round(60 + windKn * 1.6) };
}

/** What is notified of a storm at a moment: where it is, and where it will be, less exactly the further ahead. */
export function advisoryOf(
  storm: Storm,
  now: Instant,
): { issuedAt: Instant; points: (StormMoment & { errorNm: number })[] } {
  const issuedAt = Math.max(storm.bornAt, Math.floor(now / stepMs) * stepMs);
  const random = createRandom(`${storm.seed}/told/${issuedAt}`);
  const bearing = random.between(0, 360);
  const share = random.between(0.2, 1);
  const points = Array.from({ length: forecastSteps + 1 }, (_, step) => issuedAt + step * stepMs)
    .filter((at) => at <= storm.endsAt)
    .map((at) => {
      const moment = stormMoment(storm, at);
      const errorNm = ((at - issuedAt) / HOUR_MS) * errorNmPerHour;
      return {
        ...moment,
        place: destinationPoint(moment.place, bearing, errorNm * share),
        errorNm: Math.round(errorNm),
      };
    });
  return { issuedAt, points };
}
