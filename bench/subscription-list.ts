/**
 * The list of subscriptions with 1,000,000 rows on PostgreSQL: the whole request of the product beside hand-written statements by
 * pg that give the same ids and the same total, in turns in the same run.
 * Options: --small, --rounds=40, --explain (prints the plans of the hand-written statements).
 */
import pg from 'pg';
import { openSubscriptionPostgres, subscriptionCount, tenantCode } from './data/load-subscriptions.ts';
import { ask, spread } from './support/ask.ts';
import { signIn, startProductProcess } from './support/product.ts';
import { type Figure, isSmall, report, rounded } from './support/report.ts';

const goal = 3;
const absoluteMs = 300;
const rounds = Number(
  process.argv.find((argument) => argument.startsWith('--rounds='))?.split('=')[1] ?? (isSmall() ? 20 : 40),
);

type Case = { title: string; body: object; where?: string; values?: unknown[]; order?: string; offset?: number };

const newest = 's.subscribed_at desc, s.id desc';
const cases: Case[] = [
  { title: 'first page', body: {} },
  { title: 'page 4000', body: { currentPage: 4000 }, offset: 39_990 },
  {
    title: 'one tenant of twenty',
    body: { tenantCode: [tenantCode(1)] },
    where: 's.tenant_id = (select id from tenant where code = $1)',
    values: [tenantCode(1)],
  },
  { title: 'one carrier', body: { carrierCode: ['CARH'] }, where: 's.carrier_code = $1', values: ['CARH'] },
  {
    title: 'three carriers',
    body: { carrierCode: ['CARA', 'CARH', 'CARX'] },
    where: 's.carrier_code = any($1)',
    values: [['CARA', 'CARH', 'CARX']],
  },
  {
    title: 'pasted numbers',
    body: { blNo: 'BILL000000021 BILL000004711 BILL000031007' },
    where: 's.bill_no = any($1)',
    values: [['BILL000000021', 'BILL000004711', 'BILL000031007']],
  },
  {
    title: 'part of a vessel',
    body: { vesselName: 'JADE 270' },
    where: 's.vessel_name like $1',
    values: ['%JADE 270%'],
  },
  { title: 'voyage', body: { voyage: '417W' }, where: 's.voyage = $1', values: ['417W'] },
  {
    title: 'channel',
    body: { processType: ['AUTONOMIC_EXPERT'] },
    where: 's.channel = $1',
    values: ['AUTONOMIC_EXPERT'],
  },
  {
    title: 'a day',
    body: { subscribeTimeFrom: '2025-01-10', subscribeTimeTo: '2025-01-10' },
    where: 's.subscribed_at >= $1 and s.subscribed_at < $2',
    values: [new Date('2025-01-10T00:00:00+08:00'), new Date('2025-01-11T00:00:00+08:00')],
  },
  {
    title: 'by vessel, first page',
    body: { sortRules: [{ columnName: 'vesselName', sortType: 'asc' }] },
    order: 's.vessel_name asc nulls last, s.id asc',
  },
  {
    title: 'one tenant, containers, by carrier',
    body: { tenantCode: [tenantCode(1)], isBillNo: 0, sortRules: [{ columnName: 'carrierCode', sortType: 'asc' }] },
    where: `s.tenant_id = (select id from tenant where code = $1) and s.subject = 'container'`,
    values: [tenantCode(1)],
    order: 's.carrier_code asc, s.id asc',
  },
];

async function byHand(client: pg.Client, one: Case): Promise<{ ids: string[]; total: number }> {
  const { title, where = 'true', values = [], order = newest, offset = 0 } = one;
  const text = `select s.*, t.code as tenant_code, t.name as tenant_name from subscription s join tenant t on t.id = s.tenant_id
      where ${where} order by ${order} limit 10 offset ${offset}`;
  const rows = await client.query<{ id: string }>({ name: `rows ${title}`, text, values });
  const count = await client.query<{ n: string }>({
    name: `count ${title}`,
    text: `select count(*) as n from subscription s where ${where}`,
    values,
  });
  return { ids: rows.rows.map(({ id }) => String(id)), total: Number(count.rows[0]?.n) };
}

async function explain(client: pg.Client, one: Case): Promise<void> {
  const { where = 'true', values = [], order = newest, offset = 0 } = one;
  const { rows } = await client.query<{ 'QUERY PLAN': string }>(
    `explain (analyze, buffers) select s.id from subscription s where ${where} order by ${order} limit 10 offset ${offset}`,
    values,
  );
  console.log(`\n${one.title}\n${rows.map((row) => row['QUERY PLAN']).join('\n')}`);
}

type Page = { records: { obmTkSubscribe: { obmTkSubscribeId: string } }[]; totalRecord: number };

async function measure(client: pg.Client, url: string, cookie: string, one: Case): Promise<Figure> {
  const [ours, theirs] = [[] as number[], [] as number[]];
  const path = '/api/data/exceptionManage/queryExceptionSubscribeInfo';
  for (let round = -3; round < rounds; round += 1) {
    const answer = await ask<Page>(url, cookie, path, { pageSize: 10, ...one.body });
    const startedAt = performance.now();
    const hand = await byHand(client, one);
    const tookMs = performance.now() - startedAt;
    const ids = answer.data.records.map(({ obmTkSubscribe }) => obmTkSubscribe.obmTkSubscribeId);
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
    name: `list of ${subscriptionCount} subscriptions, ${one.title}`,
    goal: `p95 <= ${goal} x hand-written or <= 30 ms, and <= ${absoluteMs} ms`,
    measured: `p95 ${rounded(product.p95)} ms, middle ${rounded(product.middle)} ms`,
    beside: `p95 ${rounded(floor.p95)} ms, middle ${rounded(floor.middle)} ms`,
    ratio: rounded(ratio),
    // Where reading takes a millisecond or two the request itself is most of it.
    reached: (ratio <= goal || product.p95 <= 30) && product.p95 <= absoluteMs,
  };
}

const server = await openSubscriptionPostgres();
if (server === undefined) report([]);
else {
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  const product = await startProductProcess(['--role=web'], { DATABASE_URL: server.url });
  const figures: Figure[] = [];
  try {
    const cookie = await signIn(product.url);
    for (const one of cases) {
      if (process.argv.includes('--explain')) await explain(client, one);
      figures.push(await measure(client, product.url, cookie, one));
    }
  } finally {
    await product.stop();
    await client.end();
    await server.stop();
  }
  report(figures);
}
