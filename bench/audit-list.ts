/**
 * The audit with 1,000,000 entries on PostgreSQL: the whole request of the product beside hand-written statements by pg that give
 * the same page and the same count, in turns in the same run.
 * Options: --small, --rounds=40.
 */
import pg from 'pg';
import { AUDIT_ROWS_PAGED } from '#contract/audit.ts';
import { auditCount, localLogin, openAuditPostgres } from './data/load-audit.ts';
import { ask, spread } from './support/ask.ts';
import { signIn, startProductProcess } from './support/product.ts';
import { type Figure, isSmall, report, rounded } from './support/report.ts';

const goal = 3;
const absoluteMs = 300;
const rounds = Number(
  process.argv.find((argument) => argument.startsWith('--rounds='))?.split('=')[1] ?? (isSmall() ? 20 : 40),
);

type Case = { title: string; body: object; where: string; values: unknown[]; offset?: number; local?: true };

const cases: Case[] = [
  { title: 'first page', body: {}, where: 'true', values: [] },
  { title: 'page 400', body: { currentPage: 400 }, where: 'true', values: [], offset: 399 * 20 },
  { title: 'one tenant of ten', body: {}, where: 'a.tenant_id = any($1)', values: [], local: true },
  { title: 'one entity', body: { entity: ['asset'] }, where: 'a.entity = $1', values: ['asset'] },
  {
    title: 'one row of an entity',
    body: { entity: ['vessel'], entityId: '34002' },
    where: 'a.entity = $1 and a.entity_id = $2',
    values: ['vessel', '34002'],
  },
  {
    title: 'one person, one act',
    body: { actor: ['user7'], action: ['delete'] },
    where: 'a.actor_code = $1 and a.action = $2',
    values: ['user7', 'delete'],
  },
  { title: 'one request', body: { requestId: 'req-4711' }, where: 'a.request_id = $1', values: ['req-4711'] },
  {
    title: 'a week long ago',
    body: { timeFrom: '2026-02-01 00:00:00', timeTo: '2026-02-07 23:59:59' },
    where: `a.at >= $1 and a.at < $2`,
    values: [new Date('2026-02-01T00:00:00+08:00'), new Date('2026-02-07T23:59:59+08:00')],
  },
  {
    title: 'a word in what was there',
    body: { keyword: 's997' },
    where: '(a.before::text ilike $1 or a.after::text ilike $1)',
    values: ['%s997%'],
  },
];

type Hand = { ids: string[]; total: number };

async function byHand(client: pg.Client, one: Case, values: readonly unknown[]): Promise<Hand> {
  const { title, where, offset = 0 } = one;
  const rows = await client.query<{ id: string }>({
    name: `rows ${title}`,
    text: `select a.*, t.name as tenant_name, u.name_cn from audit_log a left join tenant t on t.id = a.tenant_id
      left join app_user u on u.id = a.actor_id where ${where} order by a.at desc, a.id desc limit 20 offset ${offset}`,
    values: [...values],
  });
  const count = await client.query<{ n: string }>({
    name: `count ${title}`,
    text: `select count(*) as n from (select 1 from audit_log a where ${where} limit ${AUDIT_ROWS_PAGED + 1}) as counted`,
    values: [...values],
  });
  return {
    ids: rows.rows.map(({ id }) => String(id)),
    total: Math.min(Number(count.rows[0]?.n), AUDIT_ROWS_PAGED),
  };
}

type Page = { records: { auditId: string }[]; totalRecord: number };

async function measure(client: pg.Client, url: string, cookie: string, one: Case, own: number[]): Promise<Figure> {
  const [ours, theirs] = [[] as number[], [] as number[]];
  const values = one.local === true ? [own] : one.values;
  for (let round = -3; round < rounds; round += 1) {
    const answer = await ask<Page>(url, cookie, '/api/product/audit/query', one.body);
    const startedAt = performance.now();
    const hand = await byHand(client, one, values);
    const tookMs = performance.now() - startedAt;
    const ids = answer.data.records.map(({ auditId }) => auditId);
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
    name: `audit of ${auditCount} entries, ${one.title}`,
    goal: `p95 <= ${goal} x hand-written, <= ${absoluteMs} ms`,
    measured: `p95 ${rounded(product.p95)} ms, middle ${rounded(product.middle)} ms`,
    beside: `p95 ${rounded(floor.p95)} ms, middle ${rounded(floor.middle)} ms`,
    ratio: rounded(ratio),
    reached: ratio <= goal && product.p95 <= absoluteMs,
  };
}

const server = await openAuditPostgres();
if (server === undefined) report([]);
else {
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  const product = await startProductProcess(['--role=web'], { DATABASE_URL: server.url });
  const figures: Figure[] = [];
  try {
    const [all, local] = [await signIn(product.url), await signIn(product.url, localLogin)];
    const tenant = await client.query<{ tenant_id: string }>('select tenant_id from app_user where user_code = $1', [
      localLogin.userCode,
    ]);
    const own = tenant.rows.map((row) => Number(row.tenant_id));
    // What a person signs in writes entries of its own: they are the newest, and the same for both.
    for (const one of cases)
      figures.push(await measure(client, product.url, one.local === true ? local : all, one, own));
  } finally {
    await product.stop();
    await client.end();
    await server.stop();
  }
  report(figures);
}
