/**
 * The tracking list of each mode with 500,000 shipments over all modes on PostgreSQL: the whole request of the product beside
 * hand-written statements by pg that give the same ids and the same total, in turns in the same run. Options: --small, --rounds=40.
 */
import type pg from 'pg';
import { benchedModes, modeShipmentCount, openModesPostgres } from './data/load-modes.ts';
import { type ListCase, measureList, type OnePage } from './support/list-bench.ts';
import { report } from './support/report.ts';

const paths = {
  sea: '/api/data/traceTracking/query',
  air: '/api/data/airTrace/query',
  rail: '/api/data/trainTrace/query',
  road: '/api/data/vehicleTrace/query',
  courier: '/api/data/expressTrace/query',
} as const;

type Case = ListCase & { order: string; offset: number };

const newest = 's.subscribed_at desc, s.id desc';
const soonest = 'h.eta asc nulls last, s.subscribed_at desc, s.id desc';
const latest = 'h.eta desc nulls last, s.subscribed_at desc, s.id desc';
const byArrival = [{ columnName: 'eta', sortType: 'asc' }];
const byLatest = [{ columnName: 'eta', sortType: 'desc' }];
const cases: Case[] = [
  { title: 'first page', body: {}, order: newest, offset: 0 },
  { title: 'page 200', body: { currentPage: 200 }, order: newest, offset: 3_980 },
  { title: 'by arrival', body: { sortRules: byArrival }, order: soonest, offset: 0 },
  { title: 'by arrival, page 200', body: { sortRules: byArrival, currentPage: 200 }, order: soonest, offset: 3_980 },
  { title: 'latest arrival first', body: { sortRules: byLatest }, order: latest, offset: 0 },
];

/** Ids of a page with the documents that its rows are made of, and how many there are. */
const byHand =
  (mode: string) =>
  async (client: pg.Client, { title, order, offset }: Case): Promise<OnePage> => {
    const text = `select s.id, h.content from subscription s left join shipment h on h.id = s.shipment_id where s.mode = $1
      order by ${order} limit 20 offset ${offset}`;
    const rows = await client.query<{ id: string }>({ name: `rows ${mode} ${title}`, text, values: [mode] });
    const count = await client.query<{ n: string }>({
      name: `count ${mode}`,
      text: 'select count(*) as n from subscription s where s.mode = $1',
      values: [mode],
    });
    return { ids: rows.rows.map(({ id }) => String(id)), total: Number(count.rows[0]?.n) };
  };

const server = await openModesPostgres();
if (server === undefined) report([]);
else
  try {
    const figures = [];
    for (const mode of benchedModes)
      figures.push(
        ...(await measureList<Case, { obmTkSubscribeId: string }>(
          {
            name: `list by ${mode}, ${modeShipmentCount} shipments`,
            cases,
            path: paths[mode],
            ask: { pageSize: 20 },
            idOf: (row) => String(row.obmTkSubscribeId),
            byHand: byHand(mode),
            fineMs: 30,
          },
          server,
        )),
      );
    report(figures);
  } finally {
    await server.stop();
  }
