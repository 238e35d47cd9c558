/**
 * The list of orders over 1,000,000 lines (250,000 orders) on PostgreSQL: the whole request of the product beside hand-written
 * statements by pg that give the same ids, the same total and the counts of the tabs. Options: --small, --rounds=40.
 */
import type pg from 'pg';
import { lineCount, openOrderPostgres, orderCount } from './data/load-orders.ts';
import { localLogin } from './data/open-loaded.ts';
import { benchList, type ListCase, type OnePage, tenantOfLogin } from './support/list-bench.ts';

type Case = ListCase & { where?: string; values?: unknown[]; order?: string; offset?: number };

const latest = 'late_days desc nulls last, promised_on, id';
const cases: Case[] = [
  { title: 'one tenant of ten', body: {}, login: localLogin },
  { title: 'all tenants', body: {} },
  { title: 'page 500', body: { currentPage: 500 }, login: localLogin, offset: 499 * 20 },
  { title: 'one number', body: { orderNo: ['PO4711'] }, where: 'order_no = any($1)', values: [['PO4711']] },
  {
    title: 'part of a supplier and a stage',
    body: { supplier: 'plier 21', stage: ['transit'] },
    login: localLogin,
    where: 'supplier ilike $1 and stage = any($2)',
    values: ['%plier 21%', ['transit']],
  },
  {
    title: 'late ones, by promised day',
    body: { tab: 'late', sortRules: [{ columnName: 'promisedOn', sortType: 'asc' }] },
    login: localLogin,
    where: `risk = 'late'`,
    order: 'promised_on nulls last, late_days desc nulls last, id desc',
  },
];

const ownTenant = tenantOfLogin(localLogin.userCode);

async function byHand(client: pg.Client, one: Case): Promise<OnePage> {
  const { title, where = 'true', order = latest, offset = 0 } = one;
  const own = one.login === undefined ? [] : await ownTenant(client);
  const values = [...(one.values ?? []), ...own];
  const scope = own.length === 0 ? 'lines > 0' : `lines > 0 and tenant_id = $${values.length}`;
  const rows = await client.query<{ id: string }>({
    name: `rows ${title}`,
    text: `select * from cargo_order where ${scope} and ${where} order by ${order} limit 20 offset ${offset}`,
    values,
  });
  const count = await client.query<{ n: string }>({
    name: `count ${title}`,
    text: `select count(*) as n from cargo_order where ${scope} and ${where}`,
    values,
  });
  // Tabs are counted whichever is chosen.
  const tabs = where.startsWith('risk') ? scope : `${scope} and ${where}`;
  await client.query({
    name: `tabs ${title}`,
    text: `select risk, count(*) from cargo_order where ${tabs} group by risk`,
    values,
  });
  return { ids: rows.rows.map(({ id }) => String(id)), total: Number(count.rows[0]?.n) };
}

await benchList<Case, { orderId: string }>({
  name: `${orderCount} orders of ${lineCount} lines`,
  open: openOrderPostgres,
  cases,
  path: '/api/data/order/query',
  // The request itself is most of what finding one order takes.
  fineMs: 20,
  ask: { pageSize: 20 },
  idOf: ({ orderId }) => orderId,
  byHand,
});
