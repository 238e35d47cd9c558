/**
 * The list of sea tracking over 1,000,000 shipments on PostgreSQL, the whole request of the product beside hand-written statements
 * by pg that give the same ids and the same total. Once they read the kept totals of the tabs, once they count the tabs.
 * Options: --small, --rounds=40.
 */
import type pg from 'pg';
import { localLogin } from './data/open-loaded.ts';
import { openTracePostgres, traceCount } from './data/load-traces.ts';
import { type ListCase, measureList, type OnePage, tenantOfLogin } from './support/list-bench.ts';
import { type Figure, report } from './support/report.ts';

type Case = ListCase & { where?: string; values?: unknown[]; order?: string; offset?: number };

const newest = 's.subscribed_at desc, s.id desc';
const all: Case = { title: 'first page', body: {} };
const ownOne: Case = { title: 'one tenant of ten', body: {}, login: localLogin };
const transit: Case = { title: 'in transit', body: { tab: 'transit' }, where: 'not s.ended and not s.arrived' };
const troubled: Case = { title: 'with exceptions', body: { tab: 'troubled' }, where: 's.troubled' };

const kept = [all, ownOne, transit, troubled];
const filtered: Case[] = [
  { title: 'page 2000', body: { currentPage: 2000 }, offset: 1999 * 20 },
  {
    title: 'three pasted bills',
    body: { billNo: ['TRACE00000021', 'TRACE00004711', 'TRACE00031007'] },
    where: 's.bill_no = any($1)',
    values: [['TRACE00000021', 'TRACE00004711', 'TRACE00031007']],
  },
  {
    title: 'one tenant, by ETA',
    body: { sortRules: [{ columnName: 'eta', sortType: 'asc' }] },
    login: localLogin,
    order: 'h.eta asc nulls last, s.subscribed_at desc, s.id desc',
  },
];

const ownTenant = tenantOfLogin(localLogin.userCode);
const tabOf = `case when s.ended then 'ended' when s.arrived then 'arrived' else 'transit' end`;

/** One page with the totals of the tabs: read where they are kept, or counted. */
async function byHand(client: pg.Client, one: Case, counts: boolean): Promise<OnePage> {
  const { title, where = 'true', order = newest, offset = 0 } = one;
  const own = one.login === undefined ? [] : await ownTenant(client);
  const values = [...(one.values ?? []), ...own];
  const tenant = own.length === 0 ? 'true' : `tenant_id = $${values.length}`;
  const fits = `from subscription s left join shipment h on h.id = s.shipment_id where s.mode = 'sea' and s.${tenant === 'true' ? 'id > 0' : tenant} and ${where}`;
  const rows = await client.query<{ id: string }>({
    name: `rows ${title}`,
    text: `select s.*, h.content, t.code from (select s.id ${fits} order by ${order} limit 20 offset ${offset}) k
      join subscription s on s.id = k.id left join shipment h on h.id = s.shipment_id join tenant t on t.id = s.tenant_id
      order by ${order}`,
    values,
  });
  const tabs = await client.query<{ state: string; troubled: boolean; n: string }>({
    name: `tabs ${counts} ${title}`,
    text: counts
      ? `select ${tabOf} as state, s.troubled, count(*) as n from subscription s where s.mode = 'sea' and s.${own.length === 0 ? 'id > 0' : 'tenant_id = $1'} group by 1, 2`
      : `select state, troubled, sum(n) as n from trace_total where mode = 'sea' and ${own.length === 0 ? 'true' : 'tenant_id = $1'} group by 1, 2`,
    values: own,
  });
  const fitsTab = (row: { state: string; troubled: boolean }): boolean =>
    one.where === undefined || (one === troubled ? row.troubled : row.state === 'transit');
  const isPlain = kept.includes(one) || one.where === undefined;
  const total = isPlain
    ? tabs.rows.filter(fitsTab).reduce((sum, { n }) => sum + Number(n), 0)
    : Number(
        (await client.query<{ n: string }>({ name: `n ${title}`, text: `select count(*) as n ${fits}`, values }))
          .rows[0]?.n,
      );
  return { ids: rows.rows.map(({ id }) => String(id)), total };
}

const bench = {
  path: '/api/data/traceTracking/query',
  ask: { pageSize: 20 },
  idOf: ({ obmTkSubscribeId }: { obmTkSubscribeId: string }) => obmTkSubscribeId,
};
const server = await openTracePostgres();
const figures: Figure[] = [];
try {
  if (server !== undefined) {
    figures.push(
      ...(await measureList<Case, { obmTkSubscribeId: string }>(
        {
          ...bench,
          name: `tracking list of ${traceCount} shipments`,
          cases: [...kept, ...filtered],
          goal: 1,
          byHand: (client, one) => byHand(client, one, false),
        },
        server,
      )),
      ...(await measureList<Case, { obmTkSubscribeId: string }>(
        {
          ...bench,
          name: `tracking list of ${traceCount} shipments, tabs counted by hand`,
          cases: kept,
          goal: 1 / 20,
          byHand: (client, one) => byHand(client, one, true),
        },
        server,
      )),
    );
  }
} finally {
  await server?.stop();
}
report(figures);
