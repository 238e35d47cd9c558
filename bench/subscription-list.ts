/**
 * The list of subscriptions with 1,000,000 rows on PostgreSQL: the whole request of the product beside hand-written statements by
 * pg that give the same ids and the same total, in turns in the same run.
 * Options: --small, --rounds=40, --explain (prints the plans of the hand-written statements).
 */
import type pg from 'pg';
import { openSubscriptionPostgres, subscriptionCount, tenantCode } from './data/load-subscriptions.ts';
import { benchList, type ListCase, type OnePage } from './support/list-bench.ts';

type Case = ListCase & { where?: string; values?: unknown[]; order?: string; offset?: number };

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

async function byHand(client: pg.Client, one: Case): Promise<OnePage> {
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

await benchList<Case, { obmTkSubscribe: { obmTkSubscribeId: string } }>({
  name: `list of ${subscriptionCount} subscriptions`,
  open: openSubscriptionPostgres,
  cases,
  path: '/api/data/exceptionManage/queryExceptionSubscribeInfo',
  ask: { pageSize: 10 },
  idOf: ({ obmTkSubscribe }) => obmTkSubscribe.obmTkSubscribeId,
  byHand,
  fineMs: 30,
  ...(process.argv.includes('--explain') ? { before: explain } : {}),
});
