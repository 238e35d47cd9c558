/**
 * The audit with 1,000,000 entries on PostgreSQL: the whole request of the product beside hand-written statements by pg that give
 * the same page and the same count, in turns in the same run.
 * Options: --small, --rounds=40.
 */
import type pg from 'pg';
import { AUDIT_ROWS_PAGED } from '#contract/audit-pages.ts';
import { auditCount, openAuditPostgres } from './data/load-audit.ts';
import { localLogin } from './data/open-loaded.ts';
import { benchList, type ListCase, type OnePage, tenantOfLogin } from './support/list-bench.ts';

type Case = ListCase & { where: string; values: readonly unknown[]; offset?: number };

const cases: Case[] = [
  { title: 'first page', body: {}, where: 'true', values: [] },
  { title: 'page 400', body: { currentPage: 400 }, where: 'true', values: [], offset: 399 * 20 },
  { title: 'one tenant of ten', body: {}, where: 'a.tenant_id = any($1)', values: [], login: localLogin },
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

const ownTenant = tenantOfLogin(localLogin.userCode);

async function byHand(client: pg.Client, one: Case): Promise<OnePage> {
  const { title, where, offset = 0 } = one;
  const values = one.login === undefined ? [...one.values] : [await ownTenant(client)];
  const rows = await client.query<{ id: string }>({
    name: `rows ${title}`,
    text: `select a.*, t.name as tenant_name, u.name_cn from audit_log a left join tenant t on t.id = a.tenant_id
      left join app_user u on u.id = a.actor_id where ${where} order by a.at desc, a.id desc limit 20 offset ${offset}`,
    values,
  });
  const count = await client.query<{ n: string }>({
    name: `count ${title}`,
    text: `select count(*) as n from (select 1 from audit_log a where ${where} limit ${AUDIT_ROWS_PAGED + 1}) as counted`,
    values,
  });
  return {
    ids: rows.rows.map(({ id }) => String(id)),
    total: Math.min(Number(count.rows[0]?.n), AUDIT_ROWS_PAGED),
  };
}

// What a person signs in writes entries of its own: they are the newest, and the same for both.
await benchList<Case, { auditId: string }>({
  name: `audit of ${auditCount} entries`,
  open: openAuditPostgres,
  cases,
  path: '/api/product/audit/query',
  idOf: ({ auditId }) => auditId,
  byHand,
});
