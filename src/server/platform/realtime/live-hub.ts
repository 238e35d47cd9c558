import type { Logger } from 'pino';
import type { TenantScope } from '../context.ts';
import type { Database } from '../db/database.ts';
import { liveChannel } from './publish.ts';

/** A message as a browser gets it. */
export type LiveEvent = { id: number; topic: string; payload: unknown };

type Row = LiveEvent & { tenant_id: number | null };

/** Who listens: whose rows, from where on, and how to tell. */
export type LiveSubscriber = { scope: TenantScope; lastEventId: number | undefined; send: (event: LiveEvent) => void };

/** Hands messages to the browsers connected to this process. */
export type LiveHub = {
  /** Replays what came after `lastEventId`, then sends what comes; the answer ends it. */
  subscribe: (subscriber: LiveSubscriber) => Promise<() => void>;
  stop: () => Promise<void>;
};

const maxReplay = 1000;
/** Ids are given before the commit, so a row may appear behind newer ones: so many ids are read again. */
const rereadIds = 256;

const mayHear = (scope: TenantScope, tenantId: number | null): boolean =>
  tenantId === null || scope.kind === 'all' || scope.tenantIds.includes(tenantId);

const rowsText = 'select id, tenant_id, topic, payload from live_event where id > $1 order by id limit $2';

/** Opens the hub; the poll finds what a notification may have missed. */
export async function createLiveHub({
  database,
  log,
  pollMs = 1000,
}: {
  database: Database;
  log: Logger;
  pollMs?: number;
}): Promise<LiveHub> {
  const subscribers = new Set<LiveSubscriber>();
  const seen = new Set<number>();
  let newest = await readNewest(database);
  let reading: Promise<void> | undefined;
  let again = false;

  const readOnce = async (): Promise<void> => {
    for (;;) {
      const rows = await database.query<Row>(rowsText, [Math.max(0, newest - rereadIds), maxReplay]);
      const fresh = rows.filter((row) => !seen.has(row.id) && (row.id > newest || row.id > newest - rereadIds));
      for (const row of fresh) {
        seen.add(row.id);
        for (const subscriber of subscribers) if (mayHear(subscriber.scope, row.tenant_id)) deliver(subscriber, row);
      }
      newest = Math.max(newest, ...rows.map((row) => row.id));
      for (const id of seen) if (id <= newest - rereadIds) seen.delete(id);
      if (rows.length < maxReplay) return;
    }
  };
  const deliver = (subscriber: LiveSubscriber, { id, topic, payload }: Row): void => {
    try {
      subscriber.send({ id, topic, payload });
    } catch (error) {
      log.warn({ err: error }, 'a live message could not be sent');
    }
  };
  const read = (): void => {
    if (subscribers.size === 0) return;
    if (reading !== undefined) {
      again = true;
      return;
    }
    reading = readOnce()
      .catch((error: unknown) => log.warn({ err: error }, 'live messages could not be read'))
      .finally(() => {
        reading = undefined;
        if (again) {
          again = false;
          read();
        }
      });
  };
  const unlisten = await database.listen(liveChannel, read);
  const timer = setInterval(read, pollMs);
  timer.unref();

  return {
    subscribe: async (subscriber) => {
      if (subscribers.size === 0) {
        newest = await readNewest(database);
        seen.clear();
        const known = await database.query<{ id: number }>('select id from live_event where id > $1', [
          newest - rereadIds,
        ]);
        for (const row of known) seen.add(row.id);
      }
      subscribers.add(subscriber);
      if (subscriber.lastEventId !== undefined) {
        const rows = await database.query<Row>(rowsText, [subscriber.lastEventId, maxReplay]);
        for (const row of rows) if (mayHear(subscriber.scope, row.tenant_id)) deliver(subscriber, row);
        // Too much was missed to tell it one by one: the browser reads its lists again.
        if (rows.length === maxReplay)
          deliver(subscriber, { id: newest, tenant_id: null, topic: 'resync', payload: null });
      }
      return () => {
        subscribers.delete(subscriber);
      };
    },
    stop: async () => {
      clearInterval(timer);
      subscribers.clear();
      await unlisten();
      await reading;
    },
  };
}

async function readNewest(database: Database): Promise<number> {
  const rows = await database.query<{ id: number | null }>('select max(id) as id from live_event');
  return rows[0]?.id ?? 0;
}
