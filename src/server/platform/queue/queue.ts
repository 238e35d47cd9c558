import type { Logger } from 'pino';
import type { Instant } from '#shared/time/instant.ts';
import { realClock as machineClock, type Clock } from '../clock/clock.ts';
import type { Database } from '../db/database.ts';
import { ts } from '../db/instants.ts';
import { json } from '../db/json.ts';
import { currentTrace } from '../tracing/index.ts';
import type { Task } from './types.ts';

/** The channel on which workers are woken; the payload is the kind. */
export const TASK_CHANNEL = 'portolan_task';

/** `runAt`: not before (default now). `singletonKey`: at most one waiting task of the kind. `priority`: higher goes first (default 50). */
export type EnqueueOptions = { runAt?: Instant; singletonKey?: string; priority?: number; maxAttempts?: number };

/** A task as lists show it. */
export type TaskRow = {
  id: number;
  kind: string;
  status: 'waiting' | 'running' | 'dead';
  payload: unknown;
  singletonKey: string | null;
  priority: number;
  runAt: Instant;
  attempts: number;
  maxAttempts: number;
  lastError: string | null;
  createdAt: Instant;
};

/** How many tasks of a kind are in a status, and since when the oldest is due. */
export type TaskCount = { kind: string; status: 'waiting' | 'running' | 'dead'; n: number; oldestRunAt: Instant };

/** Where background work is put; all calls join the current transaction. */
export type Queue = {
  readonly database: Database;
  readonly clock: Clock;
  readonly realClock: Clock;
  readonly log: Logger;
  /** Gives the id. With a singleton key a waiting task is reused: newest payload, earliest time, highest priority. */
  enqueue: <Payload>(task: Task<Payload>, payload: NoInfer<Payload>, options?: EnqueueOptions) => Promise<number>;
  /** Puts many tasks of one kind. */
  enqueueMany: <Payload>(
    task: Task<Payload>,
    items: readonly (EnqueueOptions & { payload: NoInfer<Payload> })[],
  ) => Promise<void>;
  list: (filter: { kind?: string; status?: TaskRow['status']; limit?: number }) => Promise<TaskRow[]>;
  counts: () => Promise<TaskCount[]>;
  /** Lets dead tasks wait again with fresh attempts; gives how many. Omitting `ids` means all of the kind. */
  retryDead: (filter: { kind?: string; ids?: readonly number[] }) => Promise<number>;
  removeDead: (filter: { kind?: string; ids?: readonly number[] }) => Promise<number>;
};

/** Longest real time between two looks of a worker, unless it was made with another. */
export const LOOK_EVERY_MS = 5_000;

const DEFAULT_PRIORITY = 50;
const DEFAULT_MAX_ATTEMPTS = 8;

const insertText = (turnOf = '0'): string => `
  insert into task (kind, payload, singleton_key, priority, run_at, max_attempts, trace_parent, turn_of)
  select $1, n.payload, n.singleton_key, n.priority, n.run_at, n.max_attempts, n.trace_parent, coalesce((${turnOf}), 0)
  from unnest($2::jsonb[], $3::text[], $4::int2[], $5::timestamptz[], $6::int4[], $7::text[])
    with ordinality as n(payload, singleton_key, priority, run_at, max_attempts, trace_parent, place)
  order by n.place
  on conflict (kind, singleton_key) where status = 'waiting' and singleton_key is not null
  do update set payload = excluded.payload, run_at = least(task.run_at, excluded.run_at), priority = greatest(task.priority, excluded.priority),
    trace_parent = coalesce(excluded.trace_parent, task.trace_parent), turn_of = excluded.turn_of
  returning id`;

type Item = EnqueueOptions & { payload: unknown };

/** One item per singleton key, the last payload with the earliest time and the highest priority: a statement cannot meet a row twice. */
function mergeSingletons(items: readonly Item[], now: Instant): Item[] {
  const merged: Item[] = [];
  const places = new Map<string, number>();
  for (const item of items) {
    const place = item.singletonKey === undefined ? undefined : places.get(item.singletonKey);
    const before = place === undefined ? undefined : merged[place];
    if (place === undefined || before === undefined) {
      if (item.singletonKey !== undefined) places.set(item.singletonKey, merged.length);
      merged.push(item);
    } else {
      const runAt = Math.min(before.runAt ?? now, item.runAt ?? now);
      const priority = Math.max(before.priority ?? DEFAULT_PRIORITY, item.priority ?? DEFAULT_PRIORITY);
      merged[place] = { ...item, runAt, priority };
    }
  }
  return merged;
}

const SELECT = `
  select id, kind, status, payload, singleton_key as "singletonKey", priority, run_at as "runAt", attempts,
    max_attempts as "maxAttempts", last_error as "lastError", created_at as "createdAt"
  from task where ($1::text is null or kind = $1) and ($2::text is null or status = $2) order by id desc limit $3`;

const COUNT =
  'select kind, status, count(*) as n, min(run_at) as "oldestRunAt" from task group by kind, status order by kind, status';

const DEAD = "status = 'dead' and ($1::text is null or kind = $1) and ($2::int8[] is null or id = any($2))";
// A dead task whose work already waits under the same key, or twice among the dead, stays dead.
const RETRY_DEAD = `
  update task t set status = 'waiting', attempts = 0, lost_workers = 0, run_at = $3, last_error = null
  where ${DEAD.replaceAll('status', 't.status').replaceAll('kind', 't.kind').replaceAll('id =', 't.id =')}
    and (t.singleton_key is null or not exists (
      select 1 from task o where o.kind = t.kind and o.singleton_key = t.singleton_key
        and (o.status = 'waiting' or (o.status = 'dead' and o.id > t.id))))`;

/** The queue of background work in table `task`. `clock` says when tasks are due, `realClock` measures leases. */
export function createQueue({
  database,
  clock,
  log,
  realClock = machineClock,
}: {
  database: Database;
  clock: Clock;
  log: Logger;
  realClock?: Clock;
}): Queue {
  const wake = (kind: string): void => database.afterCommit(() => database.notify(TASK_CHANNEL, kind));
  /** What is due after the next look anyway needs no bell. */
  const isSoon = (runAt: Instant): boolean => clock.realMsUntil(runAt) < LOOK_EVERY_MS;

  const insert = async (
    { kind, turnOf }: Pick<Task<unknown>, 'kind' | 'turnOf'>,
    items: readonly Item[],
    write: (text: string, values: readonly unknown[]) => Promise<unknown>,
  ): Promise<void> => {
    if (items.length === 0) return;
    const now = clock.now();
    const merged = mergeSingletons(items, now);
    const trace = currentTrace(kind);
    await write(insertText(turnOf), [
      kind,
      merged.map((item) => json(item.payload)),
      merged.map((item) => item.singletonKey ?? null),
      merged.map((item) => item.priority ?? DEFAULT_PRIORITY),
      merged.map((item) => ts(item.runAt ?? now)),
      merged.map((item) => item.maxAttempts ?? DEFAULT_MAX_ATTEMPTS),
      // What is due later, or comes again and again, begins a trace of its own.
      merged.map((item) => (item.payload !== null && isSoon(item.runAt ?? now) ? trace : null)),
    ]);
    if (merged.some((item) => isSoon(item.runAt ?? now))) wake(kind);
  };

  const dead = async (
    text: string,
    { kind, ids }: { kind?: string; ids?: readonly number[] },
    more: readonly unknown[],
  ): Promise<number> => (await database.execute(text, [kind ?? null, ids ?? null, ...more])).rowCount;

  return {
    database,
    clock,
    realClock,
    log,
    enqueueMany: async (task, items) => {
      await insert(task, items, database.later);
    },
    enqueue: async (task, payload, options = {}) => {
      let id: number | undefined;
      await insert(task, [{ ...options, payload }], async (text, values) => {
        id = (await database.execute<{ id: number }>(text, values)).rows[0]?.id;
      });
      if (id === undefined) throw new Error('the task was not written');
      return id;
    },
    list: ({ kind, status, limit = 100 }) => database.query<TaskRow>(SELECT, [kind ?? null, status ?? null, limit]),
    counts: () => database.query<TaskCount>(COUNT),
    retryDead: async (filter) => {
      const changed = await dead(RETRY_DEAD, filter, [ts(clock.now())]);
      if (changed > 0) wake(filter.kind ?? '');
      return changed;
    },
    removeDead: (filter) => dead(`delete from task where ${DEAD}`, filter, []),
  };
}
