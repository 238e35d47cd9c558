/**
 * How much of what the pages of schedules, ports and ships show is true. The product is a process of its own with the simulated
 * world of a seed; its pages are read over HTTP, the world's truth is compared here and known nowhere else: schedules of sailings
 * that leave in two days, states in the berth plans of all ports, the bands of predicted arrivals, the congestion of ports.
 * Options: --small (5 minutes at speed 720, one seed), --seed=portolan,... --speed=60 --minutes=60 --examples=12, --embedded,
 * --url=http://localhost:8080 (judges a product that runs already, of the seed given).
 */
import type { PortCallRow } from '#contract/network/sailing.ts';
import { DAY_MS, HOUR_MS, type Instant } from '#shared/time/instant.ts';
import { createShipFinder, listShips } from '../src/simulator/ais/vessels.ts';
import { createWorld, type World } from '../src/simulator/index.ts';
import { median } from './support/median.ts';
import { numberOf, optionOf } from './support/options.ts';
import { type Figure, isSmall, report } from './support/report.ts';
import type { Requested } from './truth-live/read-product.ts';
import { lookAt, runProduct, signInToWorld } from './truth-live/run-product.ts';
import { readCrowds, readOutlook, readPortCalls } from './truth-sea/read-sea.ts';
import { knowable, type TrueCall, trueCalls, trueIndex, trueState, trueWaits } from './truth-sea/true-calls.ts';

const seeds = (optionOf('seed') ?? (isSmall() ? 'portolan' : 'portolan,amber,cobalt')).split(',');
const speed = numberOf('speed', isSmall() ? 720 : 60);
const minutes = numberOf('minutes', isSmall() ? 5 : 60);
const examples = numberOf('examples', 12);

type Crowd = Awaited<ReturnType<typeof readCrowds>>[number];
const trendDays = 30;

/** One value that is shown, beside the truth. */
type Judged = { of: string; right: boolean; text: string };

const stamp = (at: Instant | null): string => (at === null ? '-' : new Date(at).toISOString().slice(0, 16));
const bestOf = ({ planned, estimated, actual }: PortCallRow['arrival']): Instant | null =>
  actual ?? estimated ?? planned;
const isNear = (a: Instant | null, b: Instant, withinMs: number): boolean => a !== null && Math.abs(a - b) < withinMs;
/** Calls of one ship at one port lie further apart. */
const sameCallMs = 84 * HOUR_MS;

const matchOf = (call: TrueCall, rows: readonly PortCallRow[]): PortCallRow | undefined =>
  rows.find(({ imo, arrival }) => imo === call.imo && isNear(bestOf(arrival), call.known.arrival, sameCallMs));

/** Sailings that leave in one to three days: ship, arrival and departure as the carrier that sails her knows them. */
function judgeSchedules(calls: readonly TrueCall[], shown: ReadonlyMap<string, PortCallRow[]>, now: Instant): Judged[] {
  return calls
    .filter(({ announced, skipped, known }) => {
      const ahead = known.departure - now;
      return announced && !skipped && ahead >= DAY_MS && ahead < 3 * DAY_MS;
    })
    .flatMap((call): Judged[] => {
      const row = matchOf(call, shown.get(call.portCode) ?? []);
      const name = `${call.carrierCode} ${call.imo} ${call.portCode}`;
      if (row === undefined) return [{ of: 'ship', right: false, text: `${name}: not shown` }];
      return [
        { of: 'ship', right: row.state !== 'omitted', text: `${name}: shown as left out` },
        ...(['arrival', 'departure'] as const).map((of) => ({
          of,
          // Who has come already is instructed to have come with a delay.
          right:
            isNear(bestOf(row[of]), knowable(call, of, now), HOUR_MS) ||
            (row[of].actual === null && isNear(bestOf(row[of]), call.known[of], HOUR_MS)),
          text: `${name}: ${of} shown ${stamp(bestOf(row[of]))}, true ${stamp(knowable(call, of, now))}`,
        })),
      ];
    });
}

/** States of calls about now; further away everybody knows them. */
function judgeStates(calls: readonly TrueCall[], shown: ReadonlyMap<string, PortCallRow[]>, now: Instant): Judged[] {
  return calls
    .filter(({ announced, skipped, actual }) => {
      const isAbout = actual.arrival < now + 3 * DAY_MS && actual.departure > now - 2 * DAY_MS;
      return announced && !skipped && isAbout;
    })
    .flatMap((call): Judged[] => {
      const row = matchOf(call, shown.get(call.portCode) ?? []);
      if (row === undefined) return [];
      const truth = trueState(call, now);
      const text = `${row.vesselName} ${call.portCode}: shown ${row.state}, true ${truth}; came ${stamp(call.actual.arrival)}, berth ${stamp(call.actual.berth)}, left ${stamp(call.actual.departure)}`;
      return [{ of: truth, right: row.state === truth, text }];
    });
}

/** Predicted arrivals of all ships under way: whether she truly comes within the band. */
async function judgeBands(requested: Requested, world: World, now: Instant): Promise<Judged[]> {
  const finder = createShipFinder(world);
  const judged: Judged[] = [];
  for (const ship of listShips(world)) {
    const place = finder.placeOf(ship, now);
    if (place === undefined || place.moored || place.anchored) continue;
    const { own, nextPort } = await readOutlook(requested, ship.vessel.mmsi);
    if (own === null || nextPort !== place.next.port.code) continue;
    const truth = place.next.actualArrival;
    const text = `${ship.vessel.name} to ${nextPort}: ${stamp(own.low)} to ${stamp(own.high)}, true ${stamp(truth)}`;
    judged.push({ of: own.basis, right: truth >= own.low && truth <= own.high, text });
  }
  return judged;
}

type CrowdJudged = Judged & { off: number };

/** Waits are shown to a tenth of an hour. */
const sameWaitHours = 0.15;

const within = (shown: number, real: number, least: number): boolean =>
  Math.abs(shown - real) <= Math.max(least, 0.1 * real);

/** A recording is heard first; how far back it goes is seen in the trends: what is older than they are is taken as heard. */
function heardFrom(ports: readonly Crowd[], now: Instant): Instant {
  const days = ports.reduce((max, { trend }) => {
    const oldest = trend.findIndex((wait) => wait !== null);
    return oldest < 0 ? max : Math.max(max, trend.length - oldest);
  }, 0);
  return now - (days >= trendDays ? 60 : days) * DAY_MS;
}

/** The congestion of ports beside the one that true waits give, where enough ships came. */
async function judgeCrowds(requested: Requested, calls: readonly TrueCall[], now: Instant): Promise<CrowdJudged[]> {
  const ports = await readCrowds(requested);
  const waits = trueWaits(calls, now, heardFrom(ports, now));
  return ports.flatMap(({ portCode, index, medianWaitHours }): CrowdJudged[] => {
    const truth = waits.get(portCode);
    if (
      index === null ||
      medianWaitHours === null ||
      truth === undefined ||
      truth.recent.length < 3 ||
      truth.before.length < 5
    )
      return [];
    const real = trueIndex(truth);
    const off = Math.abs(index - real) / real;
    const wait = median(truth.recent);
    const text = `${portCode}: index ${index}, true ${real.toFixed(2)}; wait ${medianWaitHours} h, true ${wait.toFixed(1)} h of ${truth.recent.length} after ${truth.before.length}`;
    return [
      { of: 'wait', right: within(medianWaitHours, wait, sameWaitHours), text, off: 0 },
      { of: 'index', right: off <= 0.1, text, off },
    ];
  });
}

const shareOf = (judged: readonly Judged[]): number =>
  judged.length === 0 ? 0 : judged.filter(({ right }) => right).length / judged.length;

function print(title: string, judged: readonly Judged[]): void {
  console.log(`\n${title}: ${(100 * shareOf(judged)).toFixed(2)} % of ${judged.length}`);
  for (const [of, all] of Map.groupBy(judged, (one) => one.of))
    console.log(`  ${of.padEnd(12)} ${(100 * shareOf(all)).toFixed(1)} % of ${all.length}`);
  for (const { text } of judged.filter(({ right }) => !right).slice(0, examples)) console.log(`- ${text}`);
}

async function judge(seed: string, requested: Requested, now: Instant, note: string): Promise<Figure[]> {
  const world = createWorld({ seed });
  console.log(`\n== seed ${seed}, the world's time is ${stamp(now)}; ${note}`);
  const calls = trueCalls(world, { from: now - 60 * DAY_MS, to: now + 30 * DAY_MS }, now);
  const shown = new Map<string, PortCallRow[]>();
  for (const portCode of new Set(calls.map((call) => call.portCode)))
    shown.set(portCode, await readPortCalls(requested, portCode, now));
  const schedules = judgeSchedules(calls, shown, now);
  const states = judgeStates(calls, shown, now);
  const bands = await judgeBands(requested, world, now);
  const crowds = await judgeCrowds(requested, calls, now);
  print('schedules two days before departure', schedules);
  print('states in berth plans', states);
  print('arrivals within the band', bands);
  print('congestion of ports', crowds);
  const waits = crowds.filter(({ of }) => of === 'wait');
  const indices = crowds.filter(({ of }) => of === 'index');
  const off = median(indices.map((one) => one.off));
  const figure = (
    name: string,
    goal: string,
    judged: readonly Judged[],
    isReached: (share: number) => boolean,
  ): Figure => ({
    name: `truth-sea, ${name}, seed ${seed}`,
    goal,
    measured: `${(100 * shareOf(judged)).toFixed(2)} % of ${judged.length}`,
    beside: '-',
    ratio: '-',
    reached: judged.length > 0 && isReached(shareOf(judged)),
  });
  return [
    figure('values of schedules two days before departure', '>= 99 %', schedules, (share) => share >= 0.99),
    figure('states in berth plans', '>= 97 %', states, (share) => share >= 0.97),
    figure('arrivals within the 80 % band', '75 to 85 %', bands, (share) => share >= 0.75 && share <= 0.85),
    figure('waits in ports within 10 % of the true ones', '>= 90 %', waits, (share) => share >= 0.9),
    {
      ...figure('congestion index', 'within 10 % of the true one', indices, () => off <= 0.1),
      measured: `median of ${indices.length} ports off by ${(100 * off).toFixed(1)} %; ${(100 * shareOf(indices)).toFixed(0)} % of them within 10 %`,
    },
  ];
}

async function judgeSeed(seed: string): Promise<Figure[]> {
  const look = (requested: Requested, now: Instant, note: string): Promise<Figure[]> =>
    judge(seed, requested, now, note);
  const url = optionOf('url');
  if (url === undefined)
    return runProduct({ seed, speed, minutes, embedded: process.argv.includes('--embedded') }, look);
  const requested = { url, cookie: await signInToWorld(url) };
  return lookAt(requested, (now, note) => look(requested, now, note));
}

const figures: Figure[] = [];
for (const seed of seeds) figures.push(...(await judgeSeed(seed)));
report(figures);
