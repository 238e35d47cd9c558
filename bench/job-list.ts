/**
 * The list of jobs with 10,000,000 jobs on PostgreSQL: the whole request of the product beside hand-written statements by pg that give
 * the same page and the same exact total, in turns in the same run.
 * Options: --small (100,000 jobs), --rounds=40. The jobs are loaded once and kept.
 */
import type pg from 'pg';
import { openJobPostgres, jobCount } from './data/load-jobs.ts';
import { localLogin } from './data/open-loaded.ts';
import { benchList, type ListCase, type OnePage, tenantOfLogin } from './support/list-bench.ts';

type Case = ListCase & { where: string; values: readonly unknown[] };

const from = Date.parse('2022-02-01T00:00:00+08:00');
const until = Date.parse('2022-02-07T23:59:59+08:00');

const cases: Case[] = [
  { title: 'all', body: {}, where: 'true', values: [] },
  { title: 'one tenant of ten', body: {}, where: 'j.tenant_id = any($1)', values: [], login: localLogin },
  {
    title: 'one state of three',
    body: { jobStatus: ['Faulted'] },
    where: 'j.status = any($1)',
    values: [['Faulted']],
  },
  { title: 'one process of 2,000', body: { processId: '700' }, where: 'j.process_id = $1', values: [700] },
  {
    title: 'a week long ago',
    body: { createTimeFrom: from, createTimeTo: until },
    where: 'j.created_at >= $1 and j.created_at <= $2',
    values: [new Date(from), new Date(until)],
  },
  {
    title: 'a word in the error of a week',
    body: { errorText: 'answered 47', createTimeFrom: from, createTimeTo: until },
    where: 'j.created_at >= $1 and j.created_at <= $2 and j.error_text ilike $3',
    values: [new Date(from), new Date(until), '%answered 47%'],
  },
  {
    title: 'long ones of a process',
    body: { processId: '700', duration: '>=500' },
    where: `j.process_id = $1 and floor(extract(epoch from coalesce(j.ended_at, now()) - j.started_at)) >= 500`,
    values: [700],
  },
];

const ownTenant = tenantOfLogin(localLogin.userCode);

async function byHand(client: pg.Client, one: Case): Promise<OnePage> {
  const { title, where } = one;
  const values = one.login === undefined ? [...one.values] : [await ownTenant(client)];
  const rows = await client.query<{ id: string }>({
    name: `rows ${title}`,
    text: `select j.*, t.name as tenant_name, e.environment_name from (select * from job j where ${where}
        order by j.created_at desc, j.id desc limit 20) as j join tenant t on t.id = j.tenant_id
      left join environment e on e.id = j.environment_id order by j.created_at desc, j.id desc`,
    values,
  });
  const count = await client.query<{ n: string }>({
    name: `count ${title}`,
    text: `select count(*) as n from job j where ${where}`,
    values,
  });
  return { ids: rows.rows.map(({ id }) => String(id)), total: Number(count.rows[0]?.n) };
}

await benchList<Case, { jobId: string }>({
  name: `list of ${jobCount} jobs`,
  open: openJobPostgres,
  cases,
  path: '/api/product/job/query',
  ask: { pageSize: 20 },
  idOf: ({ jobId }) => jobId,
  byHand,
  goal: 1.5,
  // What takes the product no longer is the request itself, not the list.
  fineMs: 30,
  absoluteMs: undefined,
});
