import type { Logger } from 'pino';
import { createNotifier } from './notifier.ts';

const NOTIFY_DELAY_MS = 1;

type Handler = (payload: string) => void;

/** Listen and notify within this process, which is the only one on an embedded database. */
export function createLocalChannels(log: Logger): {
  listen: (channel: string, handler: Handler) => Promise<() => Promise<void>>;
  notify: (channel: string, payload: string) => void;
  flush: () => Promise<void>;
} {
  const handlers = new Map<string, Set<Handler>>();
  const notifier = createNotifier(async (batch) => {
    for (const { channel, payload } of batch) {
      for (const handler of handlers.get(channel) ?? []) {
        try {
          handler(payload);
        } catch (error) {
          log.error({ err: error, channel }, 'a notification handler failed');
        }
      }
    }
  }, NOTIFY_DELAY_MS);
  return {
    ...notifier,
    listen: async (channel, handler) => {
      const set = handlers.get(channel) ?? new Set();
      handlers.set(channel, set.add(handler));
      return async () => {
        set.delete(handler);
      };
    },
  };
}
