/**
 * How much of what a running product shows is true: of its open exceptions, how many are justified and how many somebody can
 * still act on, whether an estimate stands that has passed, and of the actual times on its pages, how many are the world's. The product is a process of its own with an empty database and the simulated world of a
 * seed; its pages are read over HTTP, the world's truth is compared here and known nowhere else.
 * Times read by robots and times from carriers' interfaces are judged separately; both have the same goal.
 * Options: --small (5 minutes at speed 720, one seed), --seed=portolan,... --speed=60 --minutes=60 --shipments=200
 * --examples=12, --embedded, --url=http://localhost:8080 --data=DIR (judges a product that runs already, of the seed and data folder given).
 */
import path from 'node:path';
import { createRandom } from '#shared/random/prng.ts';
import { openCustomerBookings } from '../src/simulator/commerce/customer-bookings.ts';
import { createWorld } from '../src/simulator/index.ts';
import { siteOf } from '../src/simulator/pages/sites.ts';
import { numberOf, optionOf } from './support/options.ts';
import { type Figure, isSmall, report } from './support/report.ts';
import { judgeActionable } from './truth-live/judge-actionable.ts';
import { judgeException } from './truth-live/judge-exceptions.ts';
import { judgeTime } from './truth-live/judge-times.ts';
import {
  type Requested,
  type PastEstimate,
  readActualTimes,
  readOpenExceptions,
  readPastEstimates,
} from './truth-live/read-product.ts';
import { lookAt, runProduct, signInToWorld } from './truth-live/run-product.ts';
import type { ShownException, Verdict, ShownTime, TimeVerdict } from './truth-live/other-modes.ts';

const goals = { justified: 0.97, actionable: 0.98, true: 0.995 } as const;

const seeds = (optionOf('seed') ?? (isSmall() ? 'portolan' : 'portolan,amber,cobalt')).split(',');
const speed = numberOf('speed', isSmall() ? 720 : 60);
const minutes = numberOf('minutes', isSmall() ? 5 : 60);
const shipments = numberOf('shipments', 200);
const examples = numberOf('examples', 12);

/** How the carrier of a shipment is asked. */
type Route = 'robots' | 'interface';

type Judged = {
  routeOf: (billNo: string | null) => Route;
  exceptions: { shown: ShownException; verdict: Verdict; actionable: ReturnType<typeof judgeActionable> }[];
  times: { shown: ShownTime; verdict: TimeVerdict }[];
  estimates: { bookings: number; past: PastEstimate[] };
};

const share = (part: number, whole: number): number => (whole === 0 ? 1 : part / whole);
const stamp = (at: number): string => new Date(at).toISOString().slice(0, 16);

/** Some of each kind, so that one frequent kind does not hide the others. */
function pickExamples<T>(all: readonly T[], kindOf: (one: T) => string, limit: number): T[] {
  const groups = [...Map.groupBy(all, kindOf).values()];
  const each = Math.max(1, Math.ceil(limit / Math.max(1, groups.length)));
  return groups.flatMap((group) => group.slice(0, each));
}

function printTable(title: string, rows: readonly (readonly [name: string, shown: number, right: number])[]): void {
  console.log(`\n${title.padEnd(26)} shown  right  wrong  share`);
  for (const [name, shown, right] of rows.toSorted((a, b) => b[1] - b[2] - (a[1] - a[2]) || b[1] - a[1]))
    console.log(
      `${name.padEnd(26)} ${String(shown).padStart(5)}  ${String(right).padStart(5)}  ${String(shown - right).padStart(5)}  ${(100 * share(right, shown)).toFixed(1)} %`,
    );
}

function printExceptions({ exceptions }: Judged): void {
  const byRule = Map.groupBy(exceptions, ({ shown }) => shown.code);
  printTable(
    'rule',
    [...byRule].map(([code, all]) => [code, all.length, all.filter(({ verdict }) => verdict.justified).length]),
  );
  const ended = exceptions.filter(({ shown }) => shown.ended).length;
  const problems = new Set(exceptions.map(({ shown }) => `${shown.code} ${shown.billNo ?? shown.containerNo}`)).size;
  console.log(
    `${exceptions.length} open exceptions, ${problems} different ones by bill and rule; ${ended} are of shipments that have ended.`,
  );
  const over = exceptions.filter(({ verdict }) => verdict.truth.startsWith('over,')).length;
  console.log(`${over} are over in the world and stay open because somebody works on them.`);
  const wrong = exceptions.filter(({ verdict }) => !verdict.justified);
  for (const { shown, verdict } of pickExamples(wrong, (one) => one.shown.code, examples))
    console.log(
      `- ${shown.code} ${shown.billNo ?? ''} ${shown.containerNo ?? ''} since ${stamp(shown.createdAt)}, status ${shown.handleStatus}: ${shown.text}\n    true: ${verdict.truth}`,
    );
}

/** What robots read beside what carriers say over their interfaces. */
function printRoutes({ routeOf, exceptions, times }: Judged): void {
  const justified = (route: Route) => {
    const own = exceptions.filter(({ shown }) => routeOf(shown.billNo) === route);
    return [`exceptions by ${route}`, own.length, own.filter(({ verdict }) => verdict.justified).length] as const;
  };
  const isByRobots = ({ sourceCode }: ShownTime): boolean => sourceCode?.startsWith('rpa:') === true;
  const reported = (route: Route) => {
    const own = times.filter(({ shown }) => isByRobots(shown) === (route === 'robots'));
    return [`times by ${route}`, own.length, own.filter(({ verdict }) => verdict.kind === 'true').length] as const;
  };
  printTable('by way of asking', [
    justified('robots'),
    justified('interface'),
    reported('robots'),
    reported('interface'),
  ]);
}

/** Problems that nobody can change any more, and estimates that have passed. */
function printOutcomes({ exceptions, estimates }: Judged): void {
  const over = exceptions.filter(({ actionable }) => !actionable.can);
  console.log(`\n${over.length} open exceptions are about what nobody can change any more.`);
  for (const { shown, actionable } of pickExamples(over, (one) => one.shown.code, examples))
    console.log(
      `- ${shown.code} ${shown.billNo ?? ''} ${shown.containerNo ?? ''} since ${stamp(shown.createdAt)}: ${shown.text}\n    true: ${actionable.why}`,
    );
  console.log(
    `${estimates.past.length} estimates of ${estimates.bookings} bookings have passed and are shown as such.`,
  );
  for (const { billNo, what, value } of pickExamples(estimates.past, (one) => one.what, examples))
    console.log(`- ${what} ${billNo} ${stamp(value)}`);
}

function printTimes({ times }: Judged): void {
  const byCode = Map.groupBy(times, ({ shown }) => `${shown.where.replace(/ \d+$/, '')} ${shown.statusCode}`);
  printTable(
    'actual times',
    [...byCode].map(([code, all]) => [code, all.length, all.filter(({ verdict }) => verdict.kind === 'true').length]),
  );
  const wrong = times.filter(({ verdict }) => verdict.kind !== 'true');
  const planted = wrong.filter(({ verdict }) => verdict.kind === 'sourceWrong').length;
  console.log(
    `${times.length} actual times; of ${wrong.length} that are not true ${planted} are of shipments where a source was made to err.`,
  );
  for (const { shown, verdict } of pickExamples(
    wrong,
    (one) => `${one.verdict.kind} ${one.shown.statusCode}`,
    examples,
  ))
    console.log(
      `- ${verdict.kind} ${shown.billNo} ${shown.containerNo ?? ''} ${shown.where} ${shown.statusCode} ${shown.portCode} ${stamp(shown.actual)} by ${shown.sourceCode}\n    true: ${verdict.truth}`,
    );
}

/** Reads and judges what the product shows of the world at a moment. */
async function judge(
  seed: string,
  requested: Requested,
  now: number,
  note: string,
  dataDir: string | null,
): Promise<Judged> {
  // What the product booked with the world's carriers is in the world since.
  const { planOf } = openCustomerBookings(dataDir === null ? null : path.join(dataDir, 'world-bookings.json'));
  const world = createWorld({ seed, bookedBy: planOf });
  const shownExceptions = await readOpenExceptions(requested);
  const shownTimes = await readActualTimes(requested, shipments, createRandom(`truth-live/${seed}`));
  console.log(`\n== seed ${seed}, the world's time is ${stamp(now)}; ${note}`);
  return {
    routeOf: (billNo) => {
      const carrier = billNo === null ? undefined : world.shipment(billNo)?.carrier.code;
      return carrier !== undefined && siteOf(carrier) !== undefined ? 'robots' : 'interface';
    },
    exceptions: shownExceptions.map((shown) => ({
      shown,
      verdict: judgeException(world, shown, now),
      actionable: judgeActionable(world, shown, now),
    })),
    estimates: await readPastEstimates(requested, now),
    times: shownTimes.map((shown) => ({ shown, verdict: judgeTime(world, shown, now) })),
  };
}

function figuresOf(seed: string, { exceptions, times, estimates }: Judged): Figure[] {
  const figure = (name: string, right: number, whole: number, goal: number): Figure => ({
    name: `truth-live, ${name}, seed ${seed}`,
    goal: `>= ${100 * goal} %`,
    measured: `${(100 * share(right, whole)).toFixed(2)} % of ${whole}`,
    beside: '-',
    ratio: '-',
    reached: whole > 0 && share(right, whole) >= goal,
  });
  return [
    figure(
      'open exceptions that are justified',
      exceptions.filter(({ verdict }) => verdict.justified).length,
      exceptions.length,
      goals.justified,
    ),
    figure(
      'open exceptions that somebody can still act on',
      exceptions.filter(({ actionable }) => actionable.can).length,
      exceptions.length,
      goals.actionable,
    ),
    {
      name: `truth-live, estimates in the past shown as such, seed ${seed}`,
      goal: '0',
      measured: `${estimates.past.length} of ${estimates.bookings} bookings`,
      beside: '-',
      ratio: '-',
      reached: estimates.past.length === 0,
    },
    figure(
      'actual times that are true',
      times.filter(({ verdict }) => verdict.kind === 'true').length,
      times.length,
      goals.true,
    ),
  ];
}

async function judgeSeed(seed: string): Promise<Figure[]> {
  const url = optionOf('url');
  const look = (requested: Requested, now: number, note: string, dataDir: string | null): Promise<Judged> =>
    judge(seed, requested, now, note, dataDir);
  const judged =
    url === undefined
      ? await runProduct({ seed, speed, minutes, embedded: process.argv.includes('--embedded') }, look)
      : await signInToWorld(url).then((cookie) =>
          lookAt({ url, cookie }, (now, note) => look({ url, cookie }, now, note, optionOf('data') ?? null)),
        );
  printExceptions(judged);
  printOutcomes(judged);
  printTimes(judged);
  printRoutes(judged);
  return figuresOf(seed, judged);
}

const figures: Figure[] = [];
for (const seed of seeds) figures.push(...(await judgeSeed(seed)));
report(figures);
