/**
 * The calls of people who look something up, at 1,000,000 shipments and at ten times as many on PostgreSQL, the whole request: two databases
 * with the same mixture of rows, asked in turns, so that both meet the same load of the machine. `--keeping` also runs a night at the
 * larger size, `--year` a year of changes on a small database (see ten-million/keeping.ts).
 * Options: --small, --rows=10000000, --rounds=100, --only=<part of a title>, --keeping, --year.
 */
import { openGrownPostgres } from './data/load-grown.ts';
import { ask, spread } from './support/ask.ts';
import { numberOf, optionOf } from './support/options.ts';
import { signIn, startProductProcess } from './support/product.ts';
import { type Figure, isSmall, report, rounded } from './support/report.ts';
import type { Asker } from './ten-million/asker.ts';
import { bloatOfYear, keepHouse, keepsHouse } from './ten-million/keeping.ts';

const base = isSmall() ? 20_000 : 1_000_000;
const rows = numberOf('rows', isSmall() ? 200_000 : 10_000_000);
const rounds = numberOf('rounds', isSmall() ? 40 : 100);
const warmUps = 10;
const goalRatio = 1.5;
/** Below this the answer is good whatever the ratio: the request itself is most of it. */
const fineMs = 30;

/** A question; number `at` of it is about another shipment each time, spread over all `count`. */
type Question = {
  title: string;
  path: string;
  body?: (at: number, count: number) => object;
  query?: (id: number) => string;
};

const spreadOver = (at: number, count: number): number => 1 + ((at * 2_654_435_761) % count);
const billOf = (at: number, count: number): string => `TRACE${String(spreadOver(at, count)).padStart(8, '0')}`;
const carriers = ['BORE', 'MERI', 'AURO'];

const subscriptions = '/api/data/exceptionManage/queryExceptionSubscribeInfo';
const exceptions = '/api/data/exceptionManage/queryExceptionManageInfo';
const traces = '/api/data/traceTracking/query';
const incidents = '/api/data/incident/query';
const ten = { pageSize: 10 };
const twenty = { pageSize: 20 };

const questions: readonly Question[] = [
  { title: 'subscriptions, first page', path: subscriptions, body: () => ten },
  {
    title: 'subscriptions, one carrier',
    path: subscriptions,
    body: (at) => ({ ...ten, carrierCode: [carriers[at % carriers.length]] }),
  },
  {
    title: 'subscriptions, a reference',
    path: subscriptions,
    body: (at, count) => ({ ...ten, blNo: billOf(at, count) }),
  },
  { title: 'exceptions, first page', path: exceptions, body: () => ({ ...ten, parts: [] }) },
  { title: 'exceptions, untreated', path: exceptions, body: () => ({ ...ten, parts: [], handleStatus: ['0'] }) },
  {
    title: 'exceptions, a reference',
    path: exceptions,
    body: (at, count) => ({ ...ten, parts: [], blNo: `BILL${spreadOver(at, count / 5)}` }),
  },
  { title: 'incidents, first page', path: incidents, body: () => ten },
  { title: 'trace, first page', path: traces, body: () => twenty },
  { title: 'trace, in transit', path: traces, body: () => ({ ...twenty, tab: 'transit' }) },
  {
    title: 'trace, one carrier',
    path: traces,
    body: (at) => ({ ...twenty, carrierCode: [carriers[at % carriers.length]] }),
  },
  { title: 'trace, a bill', path: traces, body: (at, count) => ({ ...twenty, billNo: [billOf(at, count)] }) },
  {
    title: 'trace, a container',
    path: traces,
    body: (at, count) => ({ ...twenty, containerNo: [`BOX${spreadOver(at, count) * 10 + 2}`] }),
  },
  { title: 'trace, one shipment', path: '/api/data/trace/detail', query: (id) => `?obmBkId=${id}` },
];

async function open(count: number): Promise<Asker | undefined> {
  const server = await openGrownPostgres(count);
  if (server === undefined) return undefined;
  const product = await startProductProcess(['--role=web'], { DATABASE_URL: server.url });
  const stop = async (): Promise<void> => {
    await product.stop();
    await server.stop();
  };
  return { count, server, url: product.url, cookie: await signIn(product.url), stop };
}

const askOnce = async ({ url, cookie, count }: Asker, { path, body, query }: Question, at: number): Promise<number> => {
  const address = query === undefined ? path : path + query(spreadOver(at, count));
  return (await ask(url, cookie, address, body?.(at, count))).tookMs;
};

async function compare(small: Asker, large: Asker, question: Question): Promise<Figure> {
  const took = new Map([small, large].map((asker) => [asker, [] as number[]]));
  for (let at = -warmUps; at < rounds; at += 1)
    for (const asker of at % 2 === 0 ? [small, large] : [large, small]) {
      const tookMs = await askOnce(asker, question, at + warmUps);
      if (at >= 0) took.get(asker)?.push(tookMs);
    }
  const [before, now] = [spread(took.get(small) ?? []), spread(took.get(large) ?? [])];
  const figure = {
    name: `${large.count} shipments: ${question.title}`,
    goal: `p95 <= ${goalRatio} x ${small.count} or <= ${fineMs} ms`,
    measured: `p95 ${rounded(now.p95)} ms, middle ${rounded(now.middle)} ms`,
    beside: `p95 ${rounded(before.p95)} ms, middle ${rounded(before.middle)} ms`,
    ratio: `${rounded(now.p95 / before.p95)} (middle ${rounded(now.middle / before.middle)})`,
    reached: now.p95 <= Math.max(goalRatio * before.p95, fineMs),
  };
  console.error(`${figure.name}: ${figure.measured}; ${figure.beside}; ${figure.ratio}`);
  return figure;
}

async function year(): Promise<Figure[]> {
  const count = isSmall() ? 1_000 : 5_000;
  const server = await openGrownPostgres(count, ['autovacuum_naptime=1s']);
  if (server === undefined) return [];
  const figure = await bloatOfYear(server, count);
  await server.stop();
  return [figure];
}

const only = optionOf('only');
const figures: Figure[] = process.argv.includes('--year') ? await year() : [];
const [small, large] = figures.length > 0 ? [] : [await open(base), await open(rows)];
try {
  if (small !== undefined && large !== undefined) {
    for (const question of questions)
      if (only === undefined || question.title.includes(only)) figures.push(await compare(small, large, question));
    if (keepsHouse()) figures.push(...(await keepHouse(large)));
  }
} finally {
  await small?.stop();
  await large?.stop();
}
report(figures);
