/**
 * How honest the 80 % band of own predicted arrivals is, by how far ahead they are made: voyages of ships of the simulated world as
 * positions show them, predicted as the product does it with what was known at each moment, over 90 days after 75 days of learning.
 * Straight from port to port (the ETA of a vessel), and over several calls (the ETA of a shipment). Options: --small, --seed=a,b.
 */
import { type EtaError, type EtaBasis, learnErrors, predictEta } from '#domain/position/eta.ts';
import type { Passage } from '#domain/position/passage.ts';
import { isPlausible } from '#domain/position/plausible.ts';
import { DAY_MS, HOUR_MS, type Instant } from '#shared/time/instant.ts';
import { createWorld } from '#simulator/index.ts';
import { type Trip, tripsOf } from '#testing/world-voyages.ts';
import { median } from './support/median.ts';
import { optionOf } from './support/options.ts';
import { isSmall, report } from './support/report.ts';

const seeds = (optionOf('seed') ?? (isSmall() ? 'portolan' : 'portolan,amber,cobalt')).split(',');
const services = Array.from({ length: isSmall() ? 8 : 24 }, (_, n) => 2 * n);
const [firstWeek, weeks] = [60, 30];
const [learnMs, judgeMs] = [75 * DAY_MS, 90 * DAY_MS];
const learnAgainMs = 12 * HOUR_MS;
const [errorsKept, passagesKept] = [4000, 40];
const horizons = ['1 day', '3 days', '7 days', '14 days', 'longer'] as const;
const limits = [DAY_MS, 3 * DAY_MS, 7 * DAY_MS, 14 * DAY_MS, Number.POSITIVE_INFINITY];

type Settled = EtaError & { basis: EtaBasis; arrivedAt: Instant };
type Judged = { horizon: number; inside: boolean; errorH: number };

/** A hop as the product knows it: its ends alone, since a ship sails straight. */
const endsOf = ({ mmsi, departedAt, arrivedAt, lane }: Trip): Passage => ({
  mmsi,
  departedAt,
  arrivedAt,
  marks: [
    { at: departedAt, leftNm: lane.distanceNm },
    { at: arrivedAt, leftNm: 0 },
  ],
});

/** Predicts at every third mark of each voyage, in the order of time, and judges what came true. */
function judge(trips: readonly Trip[], straight: boolean): Judged[] {
  const start = Math.min(...trips.map(({ departedAt }) => departedAt));
  const lanes = Map.groupBy(
    trips.toSorted((a, b) => a.arrivedAt - b.arrivedAt),
    ({ laneKey }) => laneKey,
  );
  const asked = trips
    .flatMap((trip) => trip.ways.map((way, index) => ({ trip, way, index })))
    .filter(({ trip, way, index }) => index % 3 === 1 && way.leftNm >= 20 && way.at < trip.arrivedAt)
    .toSorted((a, b) => a.way.at - b.way.at);
  let open: Settled[] = [];
  let settled: Settled[] = [];
  let [errors, learnedAt] = [learnErrors([]), 0];
  const judged: Judged[] = [];
  for (const { trip, way } of asked) {
    const { at } = way;
    if (at - learnedAt > learnAgainMs) {
      const over = open.filter(({ arrivedAt }) => arrivedAt <= at);
      open = open.filter(({ arrivedAt }) => arrivedAt > at);
      settled = [...over, ...settled].toSorted((a, b) => b.arrivedAt - a.arrivedAt).slice(0, errorsKept);
      [errors, learnedAt] = [learnErrors(settled), at];
    }
    const before = (lanes.get(trip.laneKey) ?? []).filter(({ arrivedAt }) => arrivedAt < at).slice(-passagesKept);
    const prediction = predictEta({ ...way, straight }, straight ? before.map(endsOf) : before, errors);
    if (!isPlausible(prediction, at)) continue;
    const { eta, low, high, basis } = prediction;
    const [remainingMs, errorMs] = [eta - at, trip.arrivedAt - eta];
    open.push({ basis, remainingMs, errorMs, arrivedAt: trip.arrivedAt });
    if (at < start + learnMs || at > start + learnMs + judgeMs) continue;
    judged.push({
      horizon: limits.findIndex((limit) => remainingMs < limit),
      inside: trip.arrivedAt >= low && trip.arrivedAt <= high,
      errorH: Math.abs(errorMs) / HOUR_MS,
    });
  }
  return judged;
}

const ways = { 'port to port': true, 'over several calls': false } as const;
report(
  Object.entries(ways).flatMap(([way, straight]) => {
    const judged = seeds.flatMap((seed) => {
      const world = createWorld({ seed });
      const trips = services.flatMap((service) =>
        Array.from({ length: weeks }, (_, week) => tripsOf(world, service, firstWeek + week)).flat(),
      );
      return judge(straight ? trips.filter(({ from, to }) => to.index === from.index + 1) : trips, straight);
    });
    return horizons.map((name, horizon) => {
      const own = judged.filter((one) => one.horizon === horizon);
      const share = own.filter(({ inside }) => inside).length / own.length;
      return {
        name: `arrivals in the 80 % band, ${way}, ${name} ahead`,
        goal: '75 to 85 %',
        measured: `${(share * 100).toFixed(1)} % of ${own.length}, median error ${median(own.map(({ errorH }) => errorH)).toFixed(1)} h`,
        beside: '-',
        ratio: '-',
        reached: share >= 0.75 && share <= 0.85,
      };
    });
  }),
);
