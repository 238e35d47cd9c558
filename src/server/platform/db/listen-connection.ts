import pg from 'pg';
import type { Logger } from 'pino';

const FIRST_RETRY_MS = 200;
const LAST_RETRY_MS = 10_000;

type Handler = (payload: string) => void;

/** A connection of its own for LISTEN; opened at the first listener, opened again when lost. */
export type ListenConnection = {
  listen: (channel: string, handler: Handler) => Promise<() => Promise<void>>;
  close: () => Promise<void>;
};

/** After a reconnection every handler is called with '', since notifications may have been missed. */
export function createListenConnection(config: pg.ClientConfig, log: Logger): ListenConnection {
  const handlers = new Map<string, Set<Handler>>();
  let client: Promise<pg.Client> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let retryMs = FIRST_RETRY_MS;
  let closed = false;

  const tell = (channel: string, payload: string): void => {
    for (const handler of handlers.get(channel) ?? []) {
      try {
        handler(payload);
      } catch (error) {
        log.error({ err: error, channel }, 'a notification handler failed');
      }
    }
  };

  const lost = (): void => {
    client = undefined;
    if (closed || timer !== undefined || handlers.size === 0) return;
    timer = setTimeout(() => {
      timer = undefined;
      reconnect().catch((error: unknown) => {
        log.warn({ err: error }, 'cannot listen for notifications, trying again');
        lost();
      });
    }, retryMs);
    retryMs = Math.min(retryMs * 2, LAST_RETRY_MS);
  };

  const connect = async (): Promise<pg.Client> => {
    const candidate = new pg.Client({ ...config, keepAlive: true });
    candidate.on('notification', ({ channel, payload }) => tell(channel, payload ?? ''));
    candidate.on('error', (error) => {
      if (!closed) log.warn({ err: error }, 'the connection for notifications was lost');
    });
    await candidate.connect();
    for (const channel of handlers.keys()) await candidate.query(`listen ${pg.escapeIdentifier(channel)}`);
    candidate.on('end', lost);
    retryMs = FIRST_RETRY_MS;
    return candidate;
  };

  const reconnect = async (): Promise<void> => {
    client = connect();
    client.catch(() => {});
    await client;
    for (const channel of handlers.keys()) tell(channel, '');
  };

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
        const open = await client?.catch(() => undefined);
        await open?.query(`unlisten ${pg.escapeIdentifier(channel)}`).catch(() => {});
      };
    },
    close: async () => {
      closed = true;
      clearTimeout(timer);
      const open = await client?.catch(() => undefined);
      await open?.end();
    },
  };
}
