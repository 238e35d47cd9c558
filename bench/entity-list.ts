/**
 * The list of an entity with 100,000 rows on PostgreSQL: the whole request of the product beside hand-written statements by pg
 * that give the same page and total, in turns in the same run.
 * Options: --small, --rounds=40.
 */
import pg from 'pg';
import { openVesselPostgres, vesselCount } from './data/load-vessels.ts';
import { ask, spread } from './support/ask.ts';
import { signIn, startProductProcess } from './support/product.ts';
import { type Figure, isSmall, report, rounded } from './support/report.ts';

const goal = 3;
const absoluteMs = 300;
const rounds = Number(
  process.argv.find((argument) => argument.startsWith('--rounds='))?.split('=')[1] ?? (isSmall() ? 20 : 40),
);

type Case = { title: string; body: object; where: string; values: unknown[]; order: string; offset: number };

const cases: Case[] = [
  { title: 'first page', body: {}, where: 'true', values: [], order: 'v.name', offset: 0 },
  { title: 'page 2000', body: { currentPage: 2000 }, where: 'true', values: [], order: 'v.name', offset: 19_990 },
  {
    title: 'word in the middle of a name',
    body: { keyword: 'horizon' },
    where: 'v.search_text like $1',
    values: ['%horizon%'],
    order: 'v.name',
    offset: 0,
  },
  {
    title: 'filter, sorted by capacity',
    body: { flag: ['HK'], sortRules: [{ columnName: 'teu', sortType: 'desc' }] },
    where: 'v.flag ilike $1',
    values: ['%HK%'],
    order: 'v.teu desc, v.name',
    offset: 0,
  },
];

async function byHand(
  client: pg.Client,
  { where, values, order, offset }: Case,
): Promise<{ ids: string[]; total: number }> {
  const rows = await client.query<{ id: string }>({
    name: `rows ${where} ${order} ${offset}`,
    text: `select v.*, c.code as carrier, c.name_en, c.name_cn from md_vessel v left join md_carrier c on c.id = v.carrier_id
      where ${where} order by ${order}, v.id limit 10 offset ${offset}`,
    values,
  });
  const count = await client.query<{ n: string }>({
    name: `count ${where}`,
    text: `select count(*) as n from md_vessel v where ${where}`,
    values,
  });
  return { ids: rows.rows.map(({ id }) => String(id)), total: Number(count.rows[0]?.n) };
}

type Page = { records: { mdVesselId: string }[]; totalRecord: number };

async function measure(client: pg.Client, url: string, cookie: string, one: Case): Promise<Figure> {
  const [ours, theirs] = [[] as number[], [] as number[]];
  for (let round = -3; round < rounds; round += 1) {
    const answer = await ask<Page>(url, cookie, '/api/product/vessel/query', { pageSize: 10, ...one.body });
    const startedAt = performance.now();
    const hand = await byHand(client, one);
    const tookMs = performance.now() - startedAt;
    const ids = answer.data.records.map(({ mdVesselId }) => mdVesselId);
    if (ids.join() !== hand.ids.join() || answer.data.totalRecord !== hand.total)
      throw new Error(
        `${one.title}: the answers differ: ${ids.join()} of ${answer.data.totalRecord}, ${hand.ids.join()} of ${hand.total}`,
      );
    if (round < 0) continue;
    ours.push(answer.tookMs);
    theirs.push(tookMs);
  }
  const [product, floor] = [spread(ours), spread(theirs)];
  const ratio = product.p95 / floor.p95;
  return {
    name: `entity list of ${vesselCount} rows, ${one.title}`,
    goal: `p95 <= ${goal} x hand-written, <= ${absoluteMs} ms`,
    measured: `p95 ${rounded(product.p95)} ms, middle ${rounded(product.middle)} ms`,
    beside: `p95 ${rounded(floor.p95)} ms, middle ${rounded(floor.middle)} ms`,
    ratio: rounded(ratio),
    reached: ratio <= goal && product.p95 <= absoluteMs,
  };
}

const server = await openVesselPostgres();
if (server === undefined) report([]);
else {
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  const product = await startProductProcess(['--role=web'], { DATABASE_URL: server.url });
  const figures: Figure[] = [];
  try {
    const cookie = await signIn(product.url);
    for (const one of cases) figures.push(await measure(client, product.url, cookie, one));
  } finally {
    await product.stop();
    await client.end();
    await server.stop();
  }
  report(figures);
}
