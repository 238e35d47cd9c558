import pg from 'pg';
import { benchLogin } from '../data/load-exceptions.ts';
import { ask, spread } from './ask.ts';
import type { ReusablePostgres } from './postgres.ts';
import { signIn, startProductProcess } from './product.ts';
import { type Figure, isSmall, report, rounded } from './report.ts';

/** What both sides have to agree on: the ids of one page in their order, and how many rows fit. */
export type OnePage = { ids: string[]; total: number };

/** One way of asking a list; `login` when somebody else than an administrator asks. */
export type ListCase = {
  title: string;
  body: object;
  login?: { userCode: string; password: string };
  /** What 95 of 100 answers have to stay below, in milliseconds. */
  limitMs?: number;
};

type Answer<Row> = { records: Row[]; totalRecord: number };

/** How a list of the product is measured beside hand-written statements. */
export type ListBench<Case extends ListCase, Row> = {
  /** What the figures are called, before the title of each case. */
  name: string;
  /** The database with its rows; undefined where there is no PostgreSQL. */
  open: () => Promise<ReusablePostgres | undefined>;
  cases: readonly Case[];
  path: string;
  /** Sent with every question besides what the case says. */
  ask?: object;
  idOf: (row: Row) => string;
  byHand: (client: pg.Client, one: Case) => Promise<OnePage>;
  /** Answers of the product below this many milliseconds are good whatever the ratio: the request itself is most of them. */
  fineMs?: number;
  /** Times of hand-written statements that the product may take; 3 unless reported. */
  goal?: number;
  /** Nor may it take longer than this; 300 ms unless reported, `undefined` where counting all rows takes what it takes. */
  absoluteMs?: number | undefined;
  /** Before a case is measured. */
  before?: (client: pg.Client, one: Case) => Promise<void>;
};

/** The tenant of a login that sees one only: it is known when the data are loaded. */
export const tenantOfLogin = (userCode: string): ((client: pg.Client) => Promise<number[]>) => {
  let own: Promise<number[]> | undefined;
  return (client) =>
    (own ??= client
      .query<{ tenant_id: string }>('select tenant_id from app_user where user_code = $1', [userCode])
      .then(({ rows }) => rows.map((row) => Number(row.tenant_id))));
};

const usualGoal = 3;
const usualAbsoluteMs = 300;
const warmUps = 3;
const rounds = Number(
  process.argv.find((argument) => argument.startsWith('--rounds='))?.split('=')[1] ?? (isSmall() ? 20 : 40),
);

async function measure<Case extends ListCase, Row>(
  bench: Omit<ListBench<Case, Row>, 'open'>,
  client: pg.Client,
  asker: { url: string; cookie: string },
  one: Case,
): Promise<Figure> {
  const { goal = usualGoal } = bench;
  const absoluteMs = 'absoluteMs' in bench ? bench.absoluteMs : usualAbsoluteMs;
  const [ours, theirs] = [[] as number[], [] as number[]];
  for (let round = -warmUps; round < rounds; round += 1) {
    const answer = await ask<Answer<Row>>(asker.url, asker.cookie, bench.path, { ...bench.ask, ...one.body });
    const startedAt = performance.now();
    const hand = await bench.byHand(client, one);
    const tookMs = performance.now() - startedAt;
    const page = { ids: answer.data.records.map((row) => bench.idOf(row)), total: answer.data.totalRecord };
    if (page.ids.join() !== hand.ids.join() || page.total !== hand.total)
      throw new Error(
        `${one.title}: the answers differ: ${page.ids.join()} of ${page.total}, ${hand.ids.join()} of ${hand.total}`,
      );
    if (round < 0) continue;
    ours.push(answer.tookMs);
    theirs.push(tookMs);
  }
  const [product, floor] = [spread(ours), spread(theirs)];
  const ratio = product.p95 / floor.p95;
  const limitMs = one.limitMs ?? absoluteMs;
  const fine = bench.fineMs === undefined ? ['', ','] : [` or <= ${bench.fineMs} ms`, ', and'];
  const limit = limitMs === undefined ? '' : `${fine[1]} <= ${limitMs} ms`;
  return {
    name: `${bench.name}, ${one.title}`,
    goal: `p95 <= ${goal} x hand-written${fine[0]}${limit}`,
    measured: `p95 ${rounded(product.p95)} ms, middle ${rounded(product.middle)} ms`,
    beside: `p95 ${rounded(floor.p95)} ms, middle ${rounded(floor.middle)} ms`,
    ratio: rounded(ratio),
    reached:
      (ratio <= goal || product.p95 <= (bench.fineMs ?? 0)) && product.p95 <= (limitMs ?? Number.POSITIVE_INFINITY),
  };
}

/** Signs in everybody who asks, before anything is measured: a sign-in leaves traces in the database. */
async function cookiesOf(url: string, cases: readonly ListCase[]): Promise<(one: ListCase) => string> {
  const cookies = new Map<string, string>();
  for (const { login = benchLogin } of cases)
    if (!cookies.has(login.userCode)) cookies.set(login.userCode, await signIn(url, login));
  return ({ login = benchLogin }) => cookies.get(login.userCode) as string;
}

/**
 * Measures a list of the product on PostgreSQL, the whole request, beside hand-written statements by pg that must give the same
 * ids and the same total, in turns in the same run, and reports the figures. Option: --rounds=40.
 */
export async function benchList<Case extends ListCase, Row>(bench: ListBench<Case, Row>): Promise<void> {
  const server = await bench.open();
  if (server === undefined) return report([]);
  try {
    report(await measureList(bench, server));
  } finally {
    await server.stop();
  }
}

/** Measures a list on a database that runs already, and gives the figures. */
export async function measureList<Case extends ListCase, Row>(
  bench: Omit<ListBench<Case, Row>, 'open'>,
  server: ReusablePostgres,
): Promise<Figure[]> {
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  const product = await startProductProcess(['--role=web'], { DATABASE_URL: server.url });
  const figures: Figure[] = [];
  try {
    const cookieOf = await cookiesOf(product.url, bench.cases);
    for (const one of bench.cases) {
      await bench.before?.(client, one);
      figures.push(await measure(bench, client, { url: product.url, cookie: cookieOf(one) }, one));
    }
    return figures;
  } finally {
    await product.stop();
    await client.end();
  }
}
