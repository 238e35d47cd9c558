import pg from 'pg';
import type { Logger } from 'pino';
import { noteDatabaseLost } from '#server/platform/errors/database-lost.ts';
import { codeOf } from '#shared/values/errors.ts';
import { checkServer } from './check-server.ts';
import { reaching } from './choose-host.ts';
import type { Engine, EngineTransaction, Statement, StatementResult } from './engine.ts';
import { LIFE_LOCK_CLASS, newKey } from './held-keys.ts';
import { within } from '../within.ts';
import { createListenConnection } from './listen-connection.ts';
import { createNotifier, type Notification } from './notifier.ts';
import { createPreparedNames, type PreparedNames } from './prepared-names.ts';
import { createReadPool, type ReadPool } from './read-pool.ts';
import type { ReplicaLink, StatementRunner } from './read-replicas.ts';
import { valueTypes } from './value-parsers.ts';
import { type ConnectionWatch, watchConnections } from './watch-connections.ts';
import { breaksConnection, isOutdated, runOn } from './wire.ts';

const STATEMENT_TIMEOUT_MS = 30_000;
// Others wait behind a read on the read connection: one that takes longer is begun again on a connection of its own.
const LANE_TIMEOUT_MS = 1_000;
const QUERY_CANCELED = '57014';
/** What a statement in a transaction is reported after another one failed. */
const ABORTED = '25P02';
const IDLE_TRANSACTION_TIMEOUT_MS = 60_000;
const CONNECT_TIMEOUT_MS = 10_000;
const IDLE_CONNECTION_MS = 60_000;
const NOTIFY_DELAY_MS = 5;
const KEEP_ALIVE_MS = 5_000;
/** Closing waits so long for statements that run. */
const CLOSE_WITHIN_MS = 1_000;
/** Waiting for a server that cannot be reached ends so long after it would have ended a statement itself. */
const UNREACHED_MS = 5_000;
// The server gives up clients that vanished, with their locks, within half a minute.
// Statements are short: compiling one, which the server does by its guess of how large tables are, takes longer than running it.
const sessionSettings = [
  '-c TimeZone=UTC -c DateStyle=ISO -c IntervalStyle=iso_8601 -c jit=off',
  '-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3 -c tcp_user_timeout=25000',
].join(' ');
const GONE_KEYS = `
  select k.key from unnest($1::int4[]) as k(key) where not exists (
    select from pg_locks l where l.locktype = 'advisory' and l.classid = ${LIFE_LOCK_CLASS} and l.objid = k.key::oid
      and l.objsubid = 2 and l.granted and l.database = (select oid from pg_database where datname = current_database()))`;

type PostgresOptions = {
  url: string;
  poolSize: number;
  log: Logger;
  statementTimeoutMs?: number;
  idleTransactionTimeoutMs?: number;
};

/**
 * How long statements may take on each connection at the moment. What sets another limit is sent with what comes next, without
 * waiting for its answer; most statements in a row have the same.
 */
type Limits = { settle: (client: pg.ClientBase, limitMs: number | undefined) => Promise<unknown> | undefined };

function createLimits(standardMs: number): Limits {
  const settled = new WeakMap<pg.ClientBase, number>();
  return {
    settle: (client, limitMs = standardMs) => {
      const wantedMs = Math.min(Math.ceil(limitMs), standardMs);
      if ((settled.get(client) ?? standardMs) === wantedMs) return undefined;
      settled.set(client, wantedMs);
      return client.query(`set statement_timeout = ${wantedMs}; set lock_timeout = ${lockLimitOf(wantedMs)}`);
    },
  };
}

/** Waiting for what another transaction holds ends earlier than a long statement: who waited is reported that it was busy, not too slow. */
const lockLimitOf = (statementMs: number): number => Math.ceil(statementMs / 2);

function connectionConfig(options: PostgresOptions): pg.ClientConfig {
  const statementTimeoutMs = options.statementTimeoutMs ?? STATEMENT_TIMEOUT_MS;
  return {
    ...reaching(options.url),
    application_name: 'portolan',
    statement_timeout: statementTimeoutMs,
    lock_timeout: lockLimitOf(statementTimeoutMs),
    idle_in_transaction_session_timeout: options.idleTransactionTimeoutMs ?? IDLE_TRANSACTION_TIMEOUT_MS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    options: sessionSettings,
    types: valueTypes,
  };
}

/**
 * A transaction whose statements are sent as they are requested, one behind the other: they run in that order. Its beginning is sent
 * with the first of them, and its end with those whose answers nobody waits for, so that each costs no way of its own.
 */
function createTransaction(
  client: pg.PoolClient,
  names: PreparedNames,
  begin: () => Promise<unknown>[],
): EngineTransaction {
  let begun: Promise<unknown>[] | undefined;
  const unawaited: Promise<unknown>[] = [];
  /** The first failure: what comes after it is only that the transaction is aborted. */
  let failure: { error: unknown } | undefined;
  let ended = false;
  const release = (error?: unknown): void => {
    if (ended) return;
    ended = true;
    client.release(error !== undefined && breaksConnection(error));
  };
  const send = async (statement: Statement): Promise<StatementResult> => {
    begun ??= begin();
    const answer = runOn(client, statement, names);
    try {
      const [result] = await Promise.all([answer, ...begun]);
      return result;
    } catch (error) {
      failure ??= { error };
      throw codeOf(error) === ABORTED ? failure.error : error;
    }
  };
  return {
    run: send,
    later: (statement) => {
      const answer = send(statement);
      answer.catch(() => {});
      unawaited.push(answer);
    },
    commit: async () => {
      if (begun === undefined) return release();
      const committed = runOn(client, { text: 'commit', values: [] });
      // All have to end before the connection is anybody else's.
      const [last, ...others] = await Promise.allSettled([committed, ...unawaited]);
      const lost = [last, ...others].find(({ status }) => status === 'rejected');
      if (last.status === 'rejected') throw last.reason;
      release();
      if (lost?.status === 'rejected') throw lost.reason;
      if (last.value.command !== 'COMMIT')
        throw new Error('the transaction was rolled back: a statement in it had failed');
    },
    rollback: async () => {
      if (ended) return;
      if (begun === undefined) return release();
      try {
        await runOn(client, { text: 'rollback', values: [] });
        release();
      } catch {
        release(new Error('roll-back failed'));
      }
    },
  };
}

const clientOf = (pool: pg.Pool): Promise<pg.PoolClient> =>
  pool.connect().catch((error: unknown) => {
    throw noteDatabaseLost(error);
  });

async function withClient<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await clientOf(pool);
  let failure: unknown;
  try {
    return await work(client);
  } catch (error) {
    failure = error;
    throw error;
  } finally {
    client.release(failure !== undefined && breaksConnection(failure));
  }
}

async function sendNotifications(pool: pg.Pool, log: Logger, batch: Notification[]): Promise<void> {
  const text = 'select pg_notify(channel, payload) from unnest($1::text[], $2::text[]) as n(channel, payload)';
  const values = [batch.map(({ channel }) => channel), batch.map(({ payload }) => payload)];
  await withClient(pool, (client) => client.query(text, values)).catch((error: unknown) => {
    // Listeners poll as well; a lost wake-up only costs time.
    log.warn({ err: error }, 'notifications were not sent');
  });
}

/** Reads on the read connection. A read that it cannot take, loses or cancels runs by `run`, on a connection of its own. */
const createRead =
  (reader: ReadPool, run: Engine['run']): Engine['read'] =>
  async (statement) => {
    try {
      return await (reader.run(statement) ?? run(statement));
    } catch (error) {
      const begunAgain = breaksConnection(error) || codeOf(error) === QUERY_CANCELED || isOutdated(error);
      if (!begunAgain) throw error;
      return run(statement);
    }
  };

/** Makes a pool; `onLost` hears of connections that were lost while nobody used them. */
function createPool(
  config: pg.ClientConfig,
  poolSize: number,
  watch: ConnectionWatch,
  onLost: (error: Error) => void,
): pg.Pool {
  const pool = new pg.Pool({ ...config, pipeline: true, max: poolSize, idleTimeoutMillis: IDLE_CONNECTION_MS });
  pool.on('error', onLost);
  pool.on('connect', (client) => {
    // A connection lost while in use fails its statement; without a listener it would end the process as well.
    client.on('error', () => {});
    watch.add(client);
  });
  return pool;
}

/** Opens the pool, and one connection of it to see that there is a database that the product can work with. */
async function openPool(
  config: pg.ClientConfig,
  { poolSize, log }: PostgresOptions,
  watch: ConnectionWatch,
): Promise<pg.Pool> {
  const pool = createPool(config, poolSize, watch, (error) =>
    log.warn({ err: noteDatabaseLost(error) }, 'an idle database connection was lost'),
  );
  try {
    await withClient(pool, (client) => checkServer(client, config));
    return pool;
  } catch (error) {
    watch.close();
    await pool.end();
    throw error;
  }
}

/** Runs single statements on connections of a pool; one that was prepared before its tables changed runs under its new name. */
function runnerOf(pool: pg.Pool, names: PreparedNames, limits: Limits): StatementRunner {
  const runOnce: StatementRunner = (statement) =>
    withClient(pool, async (client) => {
      const settled = limits.settle(client, statement.limitMs);
      const answer = runOn(client, statement, names);
      const [result] = await Promise.all([answer, settled]);
      return result;
    });
  return (statement) =>
    runOnce(statement).catch((error: unknown) => {
      if (isOutdated(error)) return runOnce(statement);
      throw error;
    });
}

/** Waits for connections to end; what is still open after the limit is cut, and the server rolls back what was not committed. */
async function closeInTime(ending: Promise<unknown>, watch: ConnectionWatch): Promise<void> {
  const ended = ending.finally(() => watch.close());
  if (!(await within(ended, CLOSE_WITHIN_MS))) watch.cut();
  await within(ended, CLOSE_WITHIN_MS);
}

/** A pool of connections to one replica. It connects when something is read. */
export function openReplicaLink(options: PostgresOptions): ReplicaLink {
  const config = connectionConfig(options);
  const statementTimeoutMs = options.statementTimeoutMs ?? STATEMENT_TIMEOUT_MS;
  const watch = watchConnections(config, options.log, statementTimeoutMs + UNREACHED_MS);
  // The next read finds out that it is gone.
  const pool = createPool(config, options.poolSize, watch, () => {});
  return {
    host: new URL(options.url).host,
    run: runnerOf(pool, createPreparedNames(), createLimits(statementTimeoutMs)),
    close: () => closeInTime(pool.end(), watch),
  };
}

/** A PostgreSQL server: a pool, one pipelined connection for single reads and one connection for notifications. */
export async function openPostgresEngine(options: PostgresOptions): Promise<Engine> {
  const { log } = options;
  const config = connectionConfig(options);
  const names = createPreparedNames();
  const statementTimeoutMs = options.statementTimeoutMs ?? STATEMENT_TIMEOUT_MS;
  const watch = watchConnections(config, log, statementTimeoutMs + UNREACHED_MS);
  const pool = await openPool(config, options, watch);
  const readTimeoutMs = Math.min(LANE_TIMEOUT_MS, statementTimeoutMs);
  const reader = createReadPool({ config: { ...config, statement_timeout: readTimeoutMs }, log, watch, names });
  const listener = createListenConnection({ ...config, statement_timeout: 0, lock_timeout: 0 }, log, watch);
  const notifier = createNotifier((batch) => sendNotifications(pool, log, batch), NOTIFY_DELAY_MS);
  const limits = createLimits(statementTimeoutMs);
  let patienceMs: number | undefined;

  const run = runnerOf(pool, names, limits);

  return {
    kind: 'postgres',
    read: createRead(reader, run),
    run,
    begin: async (limitMs) => {
      const client = await clientOf(pool);
      const limit =
        patienceMs === undefined
          ? ''
          : `; set local statement_timeout = ${Math.floor(patienceMs)}; set local lock_timeout = 0`;
      return createTransaction(client, names, () => {
        const settled = limits.settle(client, limitMs);
        const begun = client.query(`begin${limit}`);
        return settled === undefined ? [begun] : [settled, begun];
      });
    },
    patient: async (limitMs, work) => {
      patienceMs = limitMs;
      try {
        return await work();
      } finally {
        patienceMs = undefined;
      }
    },
    listen: listener.listen,
    notify: notifier.notify,
    holdKey: async () => {
      const key = newKey();
      return { key, release: await listener.hold(key) };
    },
    goneKeys: async (keys) => {
      if (keys.length === 0) return [];
      const { rows } = await run({ text: GONE_KEYS, values: [keys] });
      return rows.map((row) => Number(row['key']));
    },
    connections: () => ({
      busy: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    close: async () => {
      const ended = notifier.flush().then(() => Promise.all([reader.close(), listener.close(), pool.end()]));
      await closeInTime(ended, watch);
    },
  };
}
