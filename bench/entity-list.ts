/**
 * The list of an entity with 100,000 rows on PostgreSQL: the whole request of the product beside hand-written statements by pg
 * that give the same page and total, in turns in the same run.
 * Options: --small, --rounds=40.
 */
import type pg from 'pg';
import { openVesselPostgres, vesselCount } from './data/load-vessels.ts';
import { benchList, type ListCase, type OnePage } from './support/list-bench.ts';

type Case = ListCase & { where: string; values: unknown[]; order: string; offset: number };

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

async function byHand(client: pg.Client, { where, values, order, offset }: Case): Promise<OnePage> {
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

await benchList<Case, { mdVesselId: string }>({
  name: `entity list of ${vesselCount} rows`,
  open: openVesselPostgres,
  cases,
  path: '/api/product/vessel/query',
  ask: { pageSize: 10 },
  idOf: ({ mdVesselId }) => mdVesselId,
  byHand,
});
