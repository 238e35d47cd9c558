import type { Database } from '#server/platform/db/database.ts';
import { ts } from '#server/platform/db/instants.ts';
import type { Instant } from '#shared/time/instant.ts';

/**
 * A token says up to which transaction a file goes: `1-<cluster and database>-<transaction>`. All transactions before it had ended when
 * the rows were chosen; whatever was written by a later one, or by one that was still under way, is in the next file.
 */
const tokenForm = /^1-(\d{1,20}\.\d{1,10})-(\d{1,20})$/;
/** PostgreSQL compares transactions over half of their circle of 4 thousand million; well before that a file is complete again. */
const farthest = 1_000_000_000n;

type Here = { identity: string; oldest: string; next: string };

const HERE = `
  select (select system_identifier from pg_control_system())::text || '.' ||
      (select oid from pg_database where datname = current_database())::text as identity,
    pg_snapshot_xmin(pg_current_snapshot())::text as oldest, pg_snapshot_xmax(pg_current_snapshot())::text as next`;

async function look(database: Database): Promise<Here> {
  const { rows } = await database.execute<Here>(HERE);
  const [here] = rows;
  if (here === undefined) throw new Error('the query about transactions returned no row');
  return here;
}

/** A token of this moment. What is read later has at least everything of the transactions before it. */
export async function currentToken(database: Database): Promise<string> {
  const { identity, oldest } = await look(database);
  return `1-${identity}-${oldest}`;
}

/** Whether a text has the form of a token. */
export const isToken = (text: string): boolean => tokenForm.test(text);

/**
 * The transaction from which on changes are wanted; undefined when the token is of another database, or so old that only a complete file
 * is sure to have everything.
 */
export async function transactionOf(database: Database, token: string): Promise<string | undefined> {
  const [, identity, transaction] = tokenForm.exec(token) ?? [];
  if (identity === undefined || transaction === undefined) return undefined;
  const here = await look(database);
  const behind = BigInt(here.next) - BigInt(transaction);
  return identity === here.identity && behind >= 0n && behind < farthest ? transaction : undefined;
}

/** Keeps a token for this moment, so that "changed since" can be given as a time. */
export async function keepMoment(database: Database, now: Instant): Promise<void> {
  await database.execute(
    `insert into analytics_moment (at, token) select $1, $2
     where not exists (select from analytics_moment where at > $1::timestamptz - interval '10 minutes' and at <= $1)
     on conflict do nothing`,
    [ts(now), await currentToken(database)],
  );
}

/** The latest token that was kept before a time; undefined when none is kept from so long ago. */
export async function tokenBefore(database: Database, at: Instant): Promise<string | undefined> {
  const [row] = await database.query<{ token: string }>(
    'select token from analytics_moment where at <= $1 order by at desc limit 1',
    [ts(at)],
  );
  return row?.token;
}

/** Whose files of which data set. */
export type FileSeries = { tenantId: number; userId: number; dataset: string };

/** The token of the last finished file of a series. */
export async function lastToken(
  database: Database,
  { tenantId, userId, dataset }: FileSeries,
): Promise<string | undefined> {
  const [row] = await database.query<{ token: string }>(
    'select token from analytics_watermark where tenant_id = $1 and user_id = $2 and dataset = $3',
    [tenantId, userId, dataset],
  );
  return row?.token;
}

/** Keeps the token of a finished file; one that finishes later and began earlier does not set the series back. */
export async function keepToken(database: Database, series: FileSeries, token: string, now: Instant): Promise<void> {
  await database.execute(
    `insert into analytics_watermark as w (tenant_id, user_id, dataset, token, finished_at) values ($1, $2, $3, $4, $5)
     on conflict (tenant_id, user_id, dataset) do update set token = excluded.token, finished_at = excluded.finished_at
     where split_part(w.token, '-', 2) <> split_part(excluded.token, '-', 2)
       or split_part(w.token, '-', 3)::numeric <= split_part(excluded.token, '-', 3)::numeric`,
    [series.tenantId, series.userId, series.dataset, token, ts(now)],
  );
}
