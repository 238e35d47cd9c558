import type { Logger } from 'pino';
import { realClock } from '../clock/clock.ts';
import type { Database, TenantScope } from '../db/database.ts';
import { liveChannel } from './publish.ts';

/** A message as a browser gets it. */
export type LiveEvent = { id: number; topic: string; payload: unknown };

type Row = LiveEvent & { tenant_id: number | null };

/**
 * Who listens: whose rows, from where on, and how to tell. `openMs`: how long a page has been open that has no place in the stream yet; its
 * answers may be as old.
 */
export type LiveSubscriber = {
  scope: TenantScope;
  lastEventId?: number | undefined;
  openMs?: number | undefined;
  send: (event: LiveEvent) => void;
};

/** Hands messages to the browsers connected to this process. */
export type LiveHub = {
  /** Replays what came after `lastEventId` or while the page opened, sends the place ("place"), then what comes; the answer ends it. */
  subscribe: (subscriber: LiveSubscriber) => Promise<() => void>;
  stop: () => Promise<void>;
};

const maxReplay = 1000;
/** Ids are given before the commit, so a row may appear behind newer ones: so many ids are read again. */
const rereadIds = 256;
/** Clocks of servers differ, and a message is written before its transaction ends. */
const clockToleranceMs = 5_000;

const mayHear = (scope: TenantScope, tenantId: number | null): boolean =>
  tenantId === null || scope.kind === 'all' || scope.tenantIds.includes(tenantId);

/** Among the newest only: who missed more reads everything again. */
const beforeText = `select id from (select id, at from live_event order by id desc limit $2) newest
  where at < $1 order by id desc limit 1`;
const rowsText = 'select id, tenant_id, topic, payload from live_event where id > $1 order by id limit $2';

/** Runs `work` once at a time; asked meanwhile, it runs once more after. */
function oneAtATime(
  work: () => Promise<void>,
  onError: (error: unknown) => void,
): { ask: () => void; idle: () => Promise<void> } {
  let running: Promise<void> | undefined;
  let again = false;
  const ask = (): void => {
    if (running !== undefined) {
      again = true;
      return;
    }
    running = work()
      .catch(onError)
      .finally(() => {
        running = undefined;
        if (again) {
          again = false;
          ask();
        }
      });
  };
  return { ask, idle: async () => running };
}

/** Who listens, and which messages the replay has reported them already. */
type Listener = LiveSubscriber & { reported: Set<number> };

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
  const listeners = new Set<Listener>();
  const seen = new Set<number>();
  let newest = await readNewest(database);

  const send = (listener: Listener, event: LiveEvent): void => {
    try {
      listener.send(event);
    } catch (error) {
      log.warn({ err: error }, 'a live message could not be sent');
    }
  };
  /** Gives the same event to all of them: what they make of it is made once. */
  const deliver = (among: Iterable<Listener>, { tenant_id: tenantId, ...event }: Row): void => {
    for (const listener of among)
      if (!listener.reported.delete(event.id) && mayHear(listener.scope, tenantId)) send(listener, event);
  };
  const readFresh = async (): Promise<void> => {
    for (;;) {
      const rows = await database.query<Row>(rowsText, [Math.max(0, newest - rereadIds), maxReplay]);
      for (const row of rows) {
        if (seen.has(row.id)) continue;
        seen.add(row.id);
        deliver(listeners, row);
      }
      newest = Math.max(newest, ...rows.map((row) => row.id));
      for (const id of seen) if (id <= newest - rereadIds) seen.delete(id);
      if (rows.length < maxReplay) return;
    }
  };
  /** The first listener starts from now: what is there already is not news. */
  const skipToNow = async (): Promise<void> => {
    newest = await readNewest(database);
    seen.clear();
    const known = await database.query<Row>(rowsText, [Math.max(0, newest - rereadIds), maxReplay]);
    for (const row of known) seen.add(row.id);
  };
  /** Under way for all who begin meanwhile: one who skipped later would skip what the first one waits for. */
  let skipping: Promise<void> | undefined;
  const replay = async (listener: Listener, lastEventId: number): Promise<void> => {
    const rows = await database.query<Row>(rowsText, [lastEventId, maxReplay]);
    // Too much was missed to tell it one by one: the browser reads its lists again.
    if (rows.length === maxReplay) return send(listener, { id: newest, topic: 'resync', payload: null });
    for (const row of rows) {
      deliver([listener], row);
      if (!seen.has(row.id)) listener.reported.add(row.id);
    }
  };

  const reader = oneAtATime(readFresh, (error) => log.warn({ err: error }, 'live messages could not be read'));
  const read = (): void => {
    if (listeners.size > 0) reader.ask();
  };
  const unlisten = await database.listen(liveChannel, read);
  const timer = setInterval(read, pollMs);
  timer.unref();

  return {
    subscribe: async (subscriber) => {
      if (listeners.size === 0) await (skipping ??= skipToNow().finally(() => (skipping = undefined)));
      const listener: Listener = { ...subscriber, reported: new Set() };
      listeners.add(listener);
      const from = await placeOf(database, subscriber);
      if (from !== undefined) await replay(listener, from);
      send(listener, { id: newest, topic: 'place', payload: null });
      return () => {
        listeners.delete(listener);
      };
    },
    stop: async () => {
      clearInterval(timer);
      listeners.clear();
      await unlisten();
      await reader.idle();
    },
  };
}

/** The id after which a subscriber missed messages; undefined: it missed none. */
async function placeOf(database: Database, { lastEventId, openMs }: LiveSubscriber): Promise<number | undefined> {
  if (lastEventId !== undefined || openMs === undefined) return lastEventId;
  const openedAt = Math.max(0, realClock.now() - openMs - clockToleranceMs);
  const [last] = await database.query<{ id: number }>(beforeText, [new Date(openedAt), maxReplay]);
  return last?.id ?? 0;
}

async function readNewest(database: Database): Promise<number> {
  const rows = await database.query<{ id: number | null }>('select max(id) as id from live_event');
  return rows[0]?.id ?? 0;
}
