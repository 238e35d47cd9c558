/**
 * The list of incidents over 1,000,000 exceptions on PostgreSQL: the whole request of the product beside hand-written statements
 * by pg that give the same ids, the same total and what is shown of the members, in turns in the same run.
 * Options: --small, --rounds=40.
 */
import type pg from 'pg';
import { exceptionCount, incidentCount, openIncidentPostgres } from './data/load-incidents.ts';
import { localLogin } from './data/open-loaded.ts';
import { benchList, type ListCase, type OnePage, tenantOfLogin } from './support/list-bench.ts';

type Case = ListCase & { where?: string; values?: unknown[]; order?: string; offset?: number };

const worst = 'open_n desc, last_at desc, id desc';
const cases: Case[] = [
  { title: 'first page', body: {} },
  { title: 'page 400', body: { currentPage: 400 }, offset: 399 * 10 },
  { title: 'one tenant of ten', body: {}, where: 'tenant_id = $1', login: localLogin },
  { title: 'one kind', body: { kind: ['port'] }, where: 'kind = $1', values: ['port'] },
  {
    title: 'untreated and severe',
    body: { state: ['untreated'], incidentSeverity: ['high'] },
    where: 'new_n > 0 and open_high_n > 0',
  },
  {
    title: 'part of a vessel',
    body: { keyword: 'bench 271' },
    where: 'upper(facts::text) like $1',
    values: ['%BENCH 271%'],
  },
  {
    title: 'by its last change',
    body: { sortRules: [{ columnName: 'lastTime', sortType: 'desc' }] },
    order: 'last_at desc, id desc',
  },
  {
    title: 'exceptions of one carrier',
    body: { carrierCode: ['CARH'] },
    where: 'id in (select incident_id from shipment_exception where carrier_code = $1)',
    values: ['CARH'],
  },
  {
    title: 'one bill',
    body: { blNo: 'BILL4711' },
    where: 'id in (select incident_id from shipment_exception where bill_no = $1)',
    values: ['BILL4711'],
  },
];

/** Incidents with what has not been folded yet. */
const counts = ['n', 'open_n', 'new_n', 'open_high_n'];
const live = `
  select i.id, i.tenant_id, i.kind, i.facts, i.first_at, greatest(i.last_at, d.at) as last_at,
    ${counts.map((count) => `i.${count} + coalesce(d.${count}, 0) as ${count}`).join(', ')}
  from incident i left join (select incident_id, max(at) as at, ${counts.map((count) => `sum(${count}) as ${count}`).join(', ')}
    from incident_delta group by 1) d on d.incident_id = i.id`;

const ownTenant = tenantOfLogin(localLogin.userCode);

async function byHand(client: pg.Client, one: Case): Promise<OnePage> {
  const { title, where = 'true', order = worst, offset = 0 } = one;
  const values = one.login === undefined ? (one.values ?? []) : await ownTenant(client);
  const from = `from (${live}) as l where n > 0 and ${where}`;
  const rows = await client.query<{ id: string }>({
    name: `rows ${title}`,
    text: `select * ${from} order by ${order} limit 10 offset ${offset}`,
    values,
  });
  const count = await client.query<{ n: string }>({
    name: `count ${title}`,
    text: `select count(*) as n ${from}`,
    values,
  });
  const ids = rows.rows.map(({ id }) => id);
  await client.query({
    name: 'members',
    text: `select incident_id, type_code, assignee_code, assignee_name, count(*), count(*) filter (where open),
        max((crossing ->> 'measured')::float) filter (where open) from shipment_exception
      where incident_id = any($1) group by 1, 2, 3, 4`,
    values: [ids],
  });
  await client.query({
    name: 'bookings',
    text: `select incident_id, count(distinct subscription_id), count(distinct subscription_id) filter (where open)
      from shipment_exception where incident_id = any($1) group by 1`,
    values: [ids],
  });
  return { ids: ids.map(String), total: Number(count.rows[0]?.n) };
}

await benchList<Case, { incidentId: string }>({
  name: `${incidentCount} incidents of ${exceptionCount} exceptions`,
  open: openIncidentPostgres,
  cases,
  path: '/api/data/incident/query',
  ask: { pageSize: 10 },
  idOf: ({ incidentId }) => incidentId,
  byHand,
});
