import pg from 'pg';
import type { Logger } from 'pino';
import { noteDatabaseLost } from '#server/platform/errors/database-lost.ts';
import type { Statement, StatementResult } from './engine.ts';
import type { PreparedNames } from './prepared-names.ts';
import type { ConnectionWatch } from './watch-connections.ts';
import { breaksConnection, runOn, socketOf } from './wire.ts';

// Behind a slow statement all later ones wait: past this age of the oldest, and the way to the server, reads go elsewhere.
const STUCK_AFTER_MS = 25;
/** On a busy machine a way takes longer than when the connection was made. */
const WAYS = 2;
const RETRY_AFTER_MS = 1_000;

/**
 * One connection that all single reads share, sent one behind the other without waiting (pipelined).
 * The server refuses writes on it. `run` gives undefined when the connection is down or stuck: take the pool then.
 */
export type ReadPool = {
  run: (statement: Statement) => Promise<StatementResult> | undefined;
  close: () => Promise<void>;
};

/** Holds back what is sent until this turn of the event loop is over: many reads go out by one call of the system. */
function createGathering(): (client: pg.Client) => void {
  const held = new Set<pg.Client>();
  return (client) => {
    if (held.has(client)) return;
    const stream = socketOf(client);
    stream.cork();
    held.add(client);
    setImmediate(() => {
      held.delete(client);
      stream.uncork();
    });
  };
}

type ReadPoolOptions = {
  config: pg.ClientConfig;
  log: Logger;
  watch: ConnectionWatch;
  names: PreparedNames;
};

/** Connects; gives how long a way to the server and back takes, in milliseconds. */
async function openReadOnly(client: pg.Client, watch: ConnectionWatch): Promise<number> {
  await client.connect();
  watch.add(client);
  const sentAt = performance.now();
  await client.query('set default_transaction_read_only = on');
  return performance.now() - sentAt;
}

/** Opens a read connection; it connects again by itself when the connection is lost. */
export function createReadPool({ config, log, watch, names }: ReadPoolOptions): ReadPool {
  let client: pg.Client | undefined;
  let connecting = false;
  let closed = false;
  let notBefore = 0;
  let wayMs = 0;
  const startedAt: number[] = [];
  const gather = createGathering();

  const connect = async (): Promise<void> => {
    if (connecting || closed || Date.now() < notBefore) return;
    connecting = true;
    const candidate = new pg.Client({ ...config, pipeline: true });
    const drop = (error?: Error): void => {
      if (error !== undefined && !closed) log.warn({ err: noteDatabaseLost(error) }, 'the read connection was lost');
      if (client === candidate) client = undefined;
    };
    candidate.on('error', drop);
    candidate.on('end', () => drop());
    try {
      wayMs = await openReadOnly(candidate, watch);
      if (closed) await candidate.end();
      else client = candidate;
    } catch (error) {
      notBefore = Date.now() + RETRY_AFTER_MS;
      log.warn({ err: noteDatabaseLost(error) }, 'the read connection cannot connect');
      candidate.end().catch(() => {});
    } finally {
      connecting = false;
    }
  };

  const runOnPool = async (readConnection: pg.Client, statement: Statement): Promise<StatementResult> => {
    startedAt.push(performance.now());
    gather(readConnection);
    try {
      return await runOn(readConnection, statement, names);
    } catch (error) {
      if (breaksConnection(error) && client === readConnection) {
        client = undefined;
        readConnection.end().catch(() => {});
      }
      throw error;
    } finally {
      // Answers come in the order of the questions, so the oldest is the one that ended.
      startedAt.shift();
    }
  };

  void connect();
  return {
    run: (statement) => {
      if (client === undefined) {
        void connect();
        return undefined;
      }
      const oldest = startedAt[0];
      if (oldest !== undefined && performance.now() - oldest > STUCK_AFTER_MS + WAYS * wayMs) return undefined;
      return runOnPool(client, statement);
    },
    close: async () => {
      closed = true;
      await client?.end();
    },
  };
}
