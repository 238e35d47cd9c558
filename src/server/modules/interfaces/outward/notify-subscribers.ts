import type { Logger } from 'pino';
import { open, passMissingKey, type SecretKeys } from '#server/platform/crypto/index.ts';
import { type Clock, worldMs } from '#server/platform/clock/clock.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { Instant } from '#shared/time/instant.ts';
import { filterSql, readFilter } from './event-filter.ts';
import { filterPairs } from './event-subscriptions.ts';
import { notificationHeaders } from './notification-headers.ts';
import { toWire } from './query-events.ts';

/** Posts a body to an address; gives the status, 0 when there was no answer. */
export type Post = (url: string, headers: Record<string, string>, body: string) => Promise<number>;

/** What reporting subscribers needs. */
export type NotifyDeps = { database: Database; keys: SecretKeys; post: Post; log: Logger; clock: Clock };

const eventsAtOnce = 200;
const roundsMost = 20;
const firstWaitMs = 5_000;
const longestWaitMs = 3_600_000;

type Due = {
  id: string;
  tenant_id: number;
  callback_url: string;
  secret: string;
  filters: Record<string, string | string[]>;
  told_to: number;
  failures: number;
};
type EventRow = { id: number; event_id: string; created_at: Instant; body: Record<string, unknown> };

async function eventsFor(database: Database, due: Due, upTo: number): Promise<EventRow[]> {
  const params: unknown[] = [due.tenant_id, due.told_to, upTo, eventsAtOnce];
  const conditions = filterSql(readFilter(filterPairs(due.filters)), params);
  return database.query<EventRow>(
    `select id, event_id, created_at, body from outward_event
     where ${['tenant_id = $1', 'id > $2', 'id <= $3', ...conditions].join(' and ')} order by id limit $4`,
    params,
  );
}

async function noteFailure(deps: NotifyDeps, due: Due, status: number): Promise<void> {
  const wait = Math.min(firstWaitMs * 2 ** Math.min(due.failures, 12), longestWaitMs);
  await deps.database.execute(
    'update outward_subscription set failures = failures + 1, next_try_at = $2, last_error = $3 where id = $1::uuid',
    [due.id, new Date(deps.clock.now() + worldMs(deps.clock, wait)), status === 0 ? 'no answer' : `HTTP ${status}`],
  );
}

/** Delivers one page; true when there may be more. */
async function notifyOnce(deps: NotifyDeps, due: Due, upTo: number): Promise<boolean> {
  const { database } = deps;
  const events = await eventsFor(database, due, upTo);
  const reached = events.length < eventsAtOnce ? upTo : (events[events.length - 1]?.id ?? upTo);
  if (events.length > 0) {
    const body = JSON.stringify(events.map(toWire));
    const headers = notificationHeaders({
      subscriptionId: due.id,
      eventIds: events.map(({ event_id }) => event_id),
      body,
      secret: open(due.secret, deps.keys),
    });
    const status = await deps.post(due.callback_url, headers, body);
    if (status === 410) {
      await database.execute('update outward_subscription set removed_at = $2, last_error = $3 where id = $1::uuid', [
        due.id,
        new Date(deps.clock.now()),
        'HTTP 410',
      ]);
      return false;
    }
    if (status < 200 || status > 299) {
      await noteFailure(deps, due, status);
      return false;
    }
  }
  // What another process delivered meanwhile is not taken back.
  await database.execute(
    `update outward_subscription set told_to = greatest(told_to, $2), failures = 0, next_try_at = null, last_error = null
     where id = $1::uuid`,
    [due.id, reached],
  );
  due.told_to = reached;
  return reached < upTo;
}

async function notifyOne(deps: NotifyDeps, due: Due, signal: AbortSignal | undefined): Promise<void> {
  const [last] = await deps.database.query<{ id: number | null }>(
    'select max(id) as id from outward_event where tenant_id = $1',
    [due.tenant_id],
  );
  const upTo = last?.id ?? 0;
  for (let round = 0; round < roundsMost && due.told_to < upTo && signal?.aborted !== true; round += 1) {
    if (!(await notifyOnce(deps, due, upTo))) return;
  }
}

/**
 * Tells subscribers of new events, in the order they were made, signed, and again with growing pauses when a callback
 * does not take them: at least once, never out of order. A 410 ends the subscription.
 */
export async function notifySubscribers(deps: NotifyDeps, signal?: AbortSignal): Promise<void> {
  const due = await deps.database.query<Due>(
    `select s.id, s.tenant_id, s.callback_url, s.secret, s.filters, s.told_to, s.failures from outward_subscription s
     where s.removed_at is null and (s.next_try_at is null or s.next_try_at <= $1)
       and exists (select from outward_tenant o where o.tenant_id = s.tenant_id)
       and exists (select from outward_event e where e.tenant_id = s.tenant_id and e.id > s.told_to)
     order by s.next_try_at nulls first limit 200`,
    [new Date(deps.clock.now())],
  );
  // Those that took the last events come first: a callback that is silent costs its time after them.
  due.reverse();
  const lanes = Array.from({ length: 16 }, async () => {
    for (let one = due.pop(); one !== undefined && signal?.aborted !== true; one = due.pop()) {
      try {
        await notifyOne(deps, one, signal);
      } catch (error) {
        passMissingKey(error);
        deps.log.warn({ err: error, subscription: one.id }, 'a subscriber could not be told');
        await noteFailure(deps, one, 0);
      }
    }
  });
  await Promise.all(lanes);
}
