import pg from 'pg';
import { sweepTables } from '#server/modules/administration/housekeeping/sweep.ts';
import { standardRetention } from '#server/platform/config/index.ts';
import { openDatabase } from '#server/platform/db/database.ts';
import { createLogger } from '#server/platform/log/logger.ts';
import { ask } from '../support/ask.ts';
import { quantile } from '../support/load.ts';
import { numberOf, optionOf } from '../support/options.ts';
import { type Figure, isSmall, rounded } from '../support/report.ts';
import type { Asker } from './asker.ts';

const minuteMs = 60_000;
const nightMinutes = 30;
const importMinutes = 20;
const listLimitMs = 300;
const rowsOfImport = 1_000;
/** What a goal names. */
const allOfImport = 1_000_000;

/** Answers that are replaced in a night: of 10,000,000 shipments a year, 27,000 a day, each answered forty times. */
const answersOf = (count: number): number => numberOf('answers', count / 10);
const importedOf = (): number => numberOf('imported', isSmall() ? 5_000 : 100_000);
/** Of the shipments under way a day: a ninth of all, each changed one and a half times. */
const updatesOf = (count: number): number => numberOf('updates', count / 40);

const listsAsked: readonly (readonly [path: string, body: object])[] = [
  ['/api/data/exceptionManage/queryExceptionSubscribeInfo', { pageSize: 10 }],
  ['/api/data/exceptionManage/queryExceptionManageInfo', { pageSize: 10, parts: [] }],
  ['/api/data/incident/query', { pageSize: 10 }],
  ['/api/data/traceTracking/query', { pageSize: 20 }],
  ['/api/data/traceTracking/query', { pageSize: 20, tab: 'transit' }],
];

/** Lists asked one after the other while `work` is done; gives what work gave, its time, and those of the lists in order. */
async function whileListing<T>(
  { url, cookie }: Asker,
  work: () => Promise<T>,
): Promise<{ result: T; tookMs: number; lists: number[] }> {
  const lists: number[] = [];
  let working = true;
  const startedAt = performance.now();
  const listing = async (): Promise<void> => {
    for (let at = 0; working || at < listsAsked.length * 4; at += 1) {
      const [path, body] = listsAsked[at % listsAsked.length] ?? ['', {}];
      lists.push((await ask(url, cookie, path, body)).tookMs);
    }
  };
  const worked = work().then((result) => {
    working = false;
    return { result, tookMs: performance.now() - startedAt };
  });
  const [done] = await Promise.all([worked, listing()]);
  return { ...done, lists };
}

const ofLists = (lists: readonly number[]): string =>
  `lists p95 ${rounded(quantile(lists, 0.95))} ms, slowest ${rounded(Math.max(...lists))} ms of ${lists.length}`;
const isFine = (lists: readonly number[]): boolean => quantile(lists, 0.95) <= listLimitMs;

/** Two answers of each shipment: one from four months ago, which the other of today has replaced. */
async function addAnswers(client: pg.Client, answers: number): Promise<void> {
  await client.query(
    `insert into source (code, protocol, source_type, channel, carrier_code, name_cn, name_en, base_url, asked, enabled)
     values ('answers', 'dcsa', 'CARRIER', 'API', 'NONE', '来源', 'Source', 'http://127.0.0.1:9', false, true) on conflict do nothing`,
  );
  for (const [at, days] of [120, 0].entries())
    await client.query(
      `insert into raw_answer (tenant_id, subscription_id, source_id, via, received_at, body, encoding, hash)
       select s.tenant_id, s.id, o.id, 'pull', now() - $2 * interval '1 day',
         decode(repeat(md5(s.id::text || $3::text), 15), 'hex'), 'zstd', decode(md5(s.id::text || $3::text), 'hex')
       from subscription s, source o where o.code = 'answers' and s.id <= $1 order by s.id`,
      [answers, days, at],
    );
  await client.query('vacuum (analyze) raw_answer');
}

async function night(asker: Asker, client: pg.Client): Promise<Figure[]> {
  const answers = answersOf(asker.count);
  await addAnswers(client, answers);
  const log = createLogger({ level: 'warn' });
  const database = await openDatabase({ url: asker.server.url, poolSize: 2, log });
  const now = { world: Date.now(), machine: Date.now() };
  const quiet = await whileListing(asker, () => Promise.resolve());
  const { result, tookMs, lists } = await whileListing(asker, () =>
    sweepTables({ database, log, days: standardRetention, now, budgetMs: 2 * nightMinutes * minuteMs }),
  );
  await database.close();
  const removed = result.removed['raw_answer'] ?? 0;
  return [
    {
      name: `${asker.count} shipments: a night's sweep, ${answers} of ${2 * answers} answers too old`,
      goal: `<= ${nightMinutes} min, lists <= ${listLimitMs} ms`,
      measured: `${rounded(tookMs / minuteMs)} min, ${removed} removed; ${ofLists(lists)}`,
      beside: `without it ${ofLists(quiet.lists)}`,
      ratio: '-',
      reached: tookMs <= nightMinutes * minuteMs && removed === answers && isFine(lists),
    },
  ];
}

async function imports(asker: Asker, client: pg.Client): Promise<Figure[]> {
  await client.query(
    `insert into source (code, protocol, source_type, channel, carrier_code, name_cn, name_en, base_url, asked, enabled)
     select 'import-' || n, 'dcsa', 'CARRIER', 'API', 'BORE', '来源', 'Source', 'http://127.0.0.1:9', true, true
     from generate_series(1, 2) as n on conflict do nothing`,
  );
  const wanted = importedOf();
  const ofThisRun = Math.floor(Date.now() / 1000);
  const oneAfterTheOther = async (): Promise<number> => {
    let created = 0;
    for (let from = 0; from < wanted; from += rowsOfImport) {
      const rows = Array.from({ length: rowsOfImport }, (_, at) => ({
        blNo: `I${ofThisRun}${String(from + at).padStart(7, '0')}`,
        carrierCode: 'BORE',
        isBillNo: 1,
      }));
      const path = '/api/data/exceptionManage/batchCreateAutomaticSubscribe';
      created += (await ask<{ created: number }>(asker.url, asker.cookie, path, { rows })).data.created;
    }
    return created;
  };
  const { result, tookMs, lists } = await whileListing(asker, oneAfterTheOther);
  const minutes = ((tookMs / result) * allOfImport) / minuteMs;
  return [
    {
      name: `${asker.count} shipments: ${wanted} references imported, ${rowsOfImport} a call, two sources each`,
      goal: `<= ${importMinutes} min for ${allOfImport}`,
      measured: `${rounded(tookMs / 1000)} s, ${rounded(tookMs / result)} ms each: ${rounded(minutes)} min for ${allOfImport}; ${ofLists(lists)}`,
      beside: '-',
      ratio: '-',
      reached: result === wanted && minutes <= importMinutes,
    },
  ];
}

type Bloat = { table: string; mb: number; deadShare: number; freeShare: number; indexMb: number };

const bloatOf = async (client: pg.Client): Promise<Bloat[]> => {
  const bloats: Bloat[] = [];
  for (const table of ['shipment', 'subscription']) {
    const { rows } = await client.query<Bloat>(
      `select $1 as table, (table_len / 1e6)::int as mb, dead_tuple_percent as "deadShare", approx_free_percent as "freeShare",
         (pg_indexes_size($1::regclass) / 1e6)::int as "indexMb" from pgstattuple_approx($1::regclass)`,
      [table],
    );
    bloats.push(...rows);
  }
  return bloats;
};

const textOf = (bloats: readonly Bloat[]): string =>
  bloats
    .map(({ table, mb, deadShare, freeShare, indexMb }) => {
      const shares = `${rounded(deadShare)} % dead, ${rounded(freeShare)} % free`;
      return `${table} ${mb} MB (${shares}), indexes ${indexMb} MB`;
    })
    .join('; ');

/** Changes of the `under` newest shipments up to `newest`, 200 at a time as a worker does; every third one moves the arrival. */
async function change(
  client: pg.Client,
  { newest, under, updates }: { newest: number; under: number; updates: number },
): Promise<void> {
  for (let at = 0; at < updates; at += 200)
    await client.query(
      `update shipment set content = content, content_hash = decode(md5(id::text || $4::text), 'hex'), observed_at = now(), updated_at = now(),
         eta = case when (id + $4) % 3 = 0 then eta + interval '1 hour' else eta end, record_version = record_version + 1
       where id = any(select $1::int8 - ((n + $4) * 2654435761) % $2::int8 from generate_series(1, $3::int) as n)`,
      [newest, under, Math.min(200, updates - at), at],
    );
}

async function bloat(asker: Asker, client: pg.Client): Promise<Figure[]> {
  await client.query('create extension if not exists pgstattuple');
  const updates = updatesOf(asker.count);
  const before = await bloatOf(client);
  const { tookMs } = await whileListing(asker, () =>
    change(client, { newest: asker.count, under: Math.floor(asker.count / 9), updates }),
  );
  const dirty = await bloatOf(client);
  const vacuumed = await whileListing(asker, async () => {
    await client.query('vacuum (analyze) shipment');
    await client.query('vacuum (analyze) subscription');
  });
  const after = await bloatOf(client);
  return [
    {
      name: `${asker.count} shipments: ${updates} changes of those under way, then vacuum`,
      goal: `lists <= ${listLimitMs} ms`,
      measured: `changes ${rounded(tookMs / 1000)} s, vacuum ${rounded(vacuumed.tookMs / 1000)} s; ${ofLists(vacuumed.lists)}; ${textOf(after)}`,
      beside: `before: ${textOf(before)}; changed: ${textOf(dirty)}`,
      ratio: '-',
      reached: isFine(vacuumed.lists),
    },
  ];
}

const daysOfYear = 365;

/**
 * A year of changes as fast as they go: on each day those under way are the newest ninth of what has been subscribed, and each changes one
 * and a half times. Autovacuum looks once a second, which is some hundred times a year instead of 525,600 times.
 */
export async function bloatOfYear({ url }: { url: string }, count: number): Promise<Figure> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('create extension if not exists pgstattuple');
  const before = await bloatOf(client);
  const under = Math.floor(count / 9);
  const startedAt = performance.now();
  for (let day = 1; day <= daysOfYear; day += 1)
    await change(client, { newest: Math.floor((count * day) / daysOfYear), under, updates: Math.floor(under * 1.5) });
  const tookMs = performance.now() - startedAt;
  const after = await bloatOf(client);
  const { rows } = await client.query<{ vacuums: string }>(
    `select string_agg(relname || ' ' || autovacuum_count, ', ') as vacuums from pg_stat_user_tables where relname in ('shipment', 'subscription')`,
  );
  await client.query('vacuum (analyze) shipment');
  await client.query('vacuum (analyze) subscription');
  const vacuumed = await bloatOf(client);
  await client.end();
  return {
    name: `${count} shipments: a year of ${daysOfYear * Math.floor(under * 1.5)} changes`,
    goal: '-',
    measured: `${rounded(tookMs / 1000)} s, vacuumed by itself: ${rows[0]?.vacuums ?? ''}; ${textOf(after)}; after a vacuum: ${textOf(vacuumed)}`,
    beside: `before: ${textOf(before)}`,
    ratio: '-',
    reached: undefined,
  };
}

/** What is done at night and in bulk, by name. */
const parts = {
  imports,
  night,
  bloat,
} as const;

/** Whether the bench is to do any of it. */
export const keepsHouse = (): boolean => process.argv.some((argument) => argument.startsWith('--keeping'));

/** What is done at night and in bulk at this size, with lists asked meanwhile: all, or what `--keeping=imports,night,bloat` names. */
export async function keepHouse(asker: Asker): Promise<Figure[]> {
  const named = optionOf('keeping')?.split(',');
  const client = new pg.Client({ connectionString: asker.server.url });
  await client.connect();
  const figures: Figure[] = [];
  try {
    for (const [name, part] of Object.entries(parts))
      if (named === undefined || named.includes(name)) figures.push(...(await part(asker, client)));
  } finally {
    await client.end();
  }
  return figures;
}
