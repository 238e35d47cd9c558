import pg from 'pg';
import type { Logger } from 'pino';
import { codeOf } from '#shared/values/errors.ts';
import { socketOf } from './wire.ts';

const LOOK_EVERY_MS = 1_000;
/** An answer that takes longer is doubted. */
const DOUBTED_AFTER_MS = 2_000;
const CHECK_TIMEOUT_MS = 3_000;
/** An idle connection that nobody would miss is asked something this often. */
const BEAT_MS = 3_000;

/** Closes connections on which nothing arrives any more although the server could be reached. */
export type ConnectionWatch = {
  /** Watches a connection until it ends; `beat`: it also asks something while it is idle, as it only listens. */
  add: (client: pg.ClientBase, options?: { beat: boolean }) => void;
  /** Cuts all connections that are still open. */
  cut: () => void;
  close: () => void;
};

type Watched = {
  client: pg.ClientBase;
  beat: boolean;
  /** Bytes sent when everything sent had been answered. */
  answered: number;
  /** What has passed in both directions, and since when nothing more did. */
  traffic: string;
  since: number;
  /** Checks in a row by which the server is not working on what was asked. */
  doubts: number;
};

/** Which of our backends are working on something; one that waits for its client gets nothing through to it. */
const WORKING = `select pid from pg_stat_activity
  where pid = any($1::int[]) and state = 'active' and wait_event_type is distinct from 'Client'`;
/** Ends backends of lost connections, so that their transactions keep no locks. */
const TERMINATE = `select pg_terminate_backend(pid) from pg_stat_activity where pid = any($1::int[])
  and datname = current_database() and usename = current_user and application_name = current_setting('application_name')
  and pid <> pg_backend_pid()`;

const backendOf = (client: pg.ClientBase): number => Number(Reflect.get(client, 'processID'));

/** An answer of the server, whatever it says, shows that it is there. */
const isFromServer = (error: unknown): boolean => {
  const code = codeOf(error);
  return typeof code === 'string' && code.length === 5 && code !== 'EPIPE';
};

/**
 * Asks the server on a new connection on which of these it is working, and ends its side of those that were doubted before;
 * undefined when it could not be asked, null when it cannot tell (behind a pool of connections).
 */
async function workingOf(
  config: pg.ClientConfig,
  overdue: readonly Watched[],
): Promise<Set<number> | null | undefined> {
  const probe = new pg.Client({
    ...config,
    connectionTimeoutMillis: CHECK_TIMEOUT_MS,
    query_timeout: CHECK_TIMEOUT_MS,
  });
  probe.on('error', () => {});
  try {
    await probe.connect();
    const { rows: own } = await probe.query<{ pid: number }>('select pg_backend_pid() as pid');
    if (own[0]?.pid !== backendOf(probe)) return null;
    const { rows } = await probe.query<{ pid: number }>(WORKING, [overdue.map(({ client }) => backendOf(client))]);
    const working = new Set(rows.map(({ pid }) => pid));
    const lost = overdue.filter(({ client, doubts }) => doubts > 0 && !working.has(backendOf(client)));
    if (lost.length > 0) await probe.query(TERMINATE, [lost.map(({ client }) => backendOf(client))]);
    return working;
  } catch (error) {
    return isFromServer(error) ? null : undefined;
  } finally {
    probe.end().catch(() => {});
  }
}

/**
 * A firewall, a NAT or a moved address may lose a connection without reporting either side: a statement would then wait until the
 * system gives up, after a quarter of an hour. What waits for longer than two seconds is looked up on a new connection: when
 * the server is not working on it, twice in a row, its connection is closed, so that its statement fails and another one is opened.
 * Where no new connection can be made either, waiting ends after `limitMs`. Slow statements are left alone.
 */
export function watchConnections(config: pg.ClientConfig, log: Logger, limitMs: number): ConnectionWatch {
  const watched = new Set<Watched>();
  let isChecking = false;

  const drop = (one: Watched, reason: string): void => {
    watched.delete(one);
    log.warn(
      { pid: backendOf(one.client), waitedMs: Date.now() - one.since },
      `a database connection is closed: ${reason}`,
    );
    socketOf(one.client).destroy(new Error(`Connection terminated: ${reason}`));
  };

  /** Others that were idle all the while are lost in the same way, most likely; each would be found only when it is used. */
  const dropIdle = (since: number): void => {
    for (const one of watched) {
      const isIdle = socketOf(one.client).bytesWritten === one.answered && one.client.getTransactionStatus() === 'I';
      if (isIdle && one.since <= since) drop(one, 'another one was lost while it was idle');
    }
  };

  const check = async (overdue: readonly Watched[]): Promise<void> => {
    const before = new Map(overdue.map((one) => [one, one.traffic]));
    const working = await workingOf(config, overdue);
    for (const one of overdue) {
      if (!watched.has(one) || one.traffic !== before.get(one)) continue;
      if (working === undefined || working === null) {
        if (working === undefined && Date.now() - one.since > limitMs) drop(one, 'the server cannot be reached');
      } else if (working.has(backendOf(one.client))) {
        one.doubts = 0;
      } else if (one.doubts > 0) {
        drop(one, 'nothing arrives on it');
        dropIdle(one.since);
      } else one.doubts += 1;
    }
  };

  const look = (): void => {
    const now = Date.now();
    const overdue: Watched[] = [];
    for (const one of watched) {
      const { bytesRead, bytesWritten, destroyed } = socketOf(one.client);
      const traffic = `${bytesRead} ${bytesWritten}`;
      if (destroyed) watched.delete(one);
      else if (traffic !== one.traffic) Object.assign(one, { traffic, since: now, doubts: 0 });
      else if (bytesWritten !== one.answered) {
        if (now - one.since > DOUBTED_AFTER_MS) overdue.push(one);
      } else if (one.beat && now - one.since > BEAT_MS) one.client.query('select 1').catch(() => {});
    }
    if (overdue.length === 0 || isChecking) return;
    isChecking = true;
    void check(overdue).finally(() => (isChecking = false));
  };

  const timer = setInterval(look, LOOK_EVERY_MS).unref();
  return {
    add: (client, { beat } = { beat: false }) => {
      const { bytesRead, bytesWritten } = socketOf(client);
      const traffic = `${bytesRead} ${bytesWritten}`;
      const one: Watched = { client, beat, answered: bytesWritten, traffic, since: Date.now(), doubts: 0 };
      watched.add(one);
      client.on('drain', () => {
        one.answered = socketOf(client).bytesWritten;
      });
      client.on('end', () => watched.delete(one));
    },
    cut: () => {
      for (const { client } of watched) socketOf(client).destroy(new Error('Connection terminated: the product stops'));
    },
    close: () => clearInterval(timer),
  };
}
