import pg from 'pg';
import type { Logger } from 'pino';
import { noteDatabaseLost } from '#server/platform/errors/database-lost.ts';
import { LIFE_LOCK_CLASS } from './held-keys.ts';
import type { ConnectionWatch } from './watch-connections.ts';

const FIRST_RETRY_MS = 200;
const LAST_RETRY_MS = 10_000;

type Handler = (payload: string) => void;

// Shared: after a reconnection the lost connection may still be there for the server, and holds it as well.
const HOLD = `select pg_advisory_lock_shared(${LIFE_LOCK_CLASS}, $1)`;
const RELEASE = `select pg_advisory_unlock_shared(${LIFE_LOCK_CLASS}, $1)`;

/** A connection of its own for LISTEN and for signs of life; opened when first needed, opened again when lost. */
export type ListenConnection = {
  listen: (channel: string, handler: Handler) => Promise<() => Promise<void>>;
  /** Holds a sign of life: a lock that the server drops with this connection, and that is taken again after a reconnection. */
  hold: (key: number) => Promise<() => Promise<void>>;
  close: () => Promise<void>;
};

/** Holds `key` on a connection and notes it in `keys`; gives what lets go of it, on the connection of that moment. */
async function holdOn(
  connection: pg.Client,
  keys: Set<number>,
  key: number,
  current: () => Promise<pg.Client | undefined>,
): Promise<() => Promise<void>> {
  keys.add(key);
  await connection.query(HOLD, [key]);
  return async () => {
    keys.delete(key);
    await (await current())?.query(RELEASE, [key]).catch(() => {});
  };
}

/** One handler that fails does not keep the others from hearing. */
function notifyAll(handlers: Iterable<Handler>, channel: string, payload: string, log: Logger): void {
  for (const handler of handlers) {
    try {
      handler(payload);
    } catch (error) {
      log.error({ err: error, channel }, 'a notification handler failed');
    }
  }
}

/** After a reconnection every handler is called with '', since notifications may have been missed. */
export function createListenConnection(config: pg.ClientConfig, log: Logger, watch: ConnectionWatch): ListenConnection {
  const handlers = new Map<string, Set<Handler>>();
  const keys = new Set<number>();
  let client: Promise<pg.Client> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let retryMs = FIRST_RETRY_MS;
  let closed = false;

  const notify = (channel: string, payload: string): void =>
    notifyAll(handlers.get(channel) ?? [], channel, payload, log);

  const lost = (): void => {
    client = undefined;
    if (closed || timer !== undefined || (handlers.size === 0 && keys.size === 0)) return;
    timer = setTimeout(() => {
      timer = undefined;
      reconnect().catch((error: unknown) => {
        log.warn({ err: noteDatabaseLost(error) }, 'cannot listen for notifications, trying again');
        lost();
      });
    }, retryMs);
    retryMs = Math.min(retryMs * 2, LAST_RETRY_MS);
  };

  const connect = async (): Promise<pg.Client> => {
    const candidate = new pg.Client(config);
    candidate.on('notification', ({ channel, payload }) => notify(channel, payload ?? ''));
    candidate.on('error', (error) => {
      if (!closed) log.warn({ err: noteDatabaseLost(error) }, 'the connection for notifications was lost');
    });
    await candidate.connect();
    watch.add(candidate, { beat: true });
    for (const key of keys) await candidate.query(HOLD, [key]);
    for (const channel of handlers.keys()) await candidate.query(`listen ${pg.escapeIdentifier(channel)}`);
    candidate.on('end', lost);
    retryMs = FIRST_RETRY_MS;
    return candidate;
  };

  const reconnect = async (): Promise<void> => {
    client = connect();
    client.catch(() => {});
    await client;
    for (const channel of handlers.keys()) notify(channel, '');
  };

  const current = async (): Promise<pg.Client | undefined> => client?.catch(() => undefined);
  const ready = async (): Promise<pg.Client> => {
    client ??= connect();
    try {
      return await client;
    } catch (error) {
      client = undefined;
      throw error;
    }
  };

  return {
    listen: async (channel, handler) => {
      const set = handlers.get(channel) ?? new Set();
      const first = set.size === 0;
      set.add(handler);
      handlers.set(channel, set);
      const connection = await ready();
      if (first) await connection.query(`listen ${pg.escapeIdentifier(channel)}`);
      return async () => {
        set.delete(handler);
        if (set.size > 0 || handlers.get(channel) !== set) return;
        handlers.delete(channel);
        await (await current())?.query(`unlisten ${pg.escapeIdentifier(channel)}`).catch(() => {});
      };
    },
    hold: async (key) => holdOn(await ready(), keys, key, current),
    close: async () => {
      closed = true;
      clearTimeout(timer);
      await (await current())?.end();
    },
  };
}
