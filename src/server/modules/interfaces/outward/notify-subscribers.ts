import type { Logger } from 'pino';
import { passMissingKey, type SecretKeys } from '#server/platform/crypto/index.ts';
import { type Clock, worldMs } from '#server/platform/clock/clock.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { Instant } from '#shared/time/instant.ts';
import {
  type Delivery,
  findDelivery,
  keepDelivery,
  type Post,
  type Receiver,
  receiverColumns,
  type SendDeps,
  sendDelivery,
} from './deliveries.ts';
import { filterSql, readFilter } from './event-filter.ts';
import { filterPairs } from './event-subscriptions.ts';
import { toWire } from './query-events.ts';

/** What notifying subscribers needs. */
export type NotifyDeps = { database: Database; keys: SecretKeys; post: Post; log: Logger; clock: Clock };

const eventsAtOnce = 200;
const maxRounds = 20;
const maxResent = 200;
const firstWaitMs = 5_000;
const longestWaitMs = 3_600_000;

type Due = Receiver & {
  filters: Record<string, string | string[]>;
  told_to: number;
  failures: number;
  open_delivery_id: number | null;
};
type EventRow = { id: number; event_id: string; created_at: Instant; body: Record<string, unknown> };

const sendDeps = ({ database, keys, post, clock }: NotifyDeps): SendDeps => ({
  database,
  keys,
  post,
  now: () => clock.now(),
});

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

/** What is sent next: what was not taken yet, as it was, else the next events; undefined where no event passes the filters. */
async function nextDelivery(
  deps: NotifyDeps,
  due: Due,
  upTo: number,
): Promise<{ delivery?: Delivery; reached: number }> {
  const { database } = deps;
  if (due.open_delivery_id !== null) {
    const delivery = await findDelivery(database, due.open_delivery_id);
    if (delivery?.last_event_id != null) return { delivery, reached: delivery.last_event_id };
  }
  const events = await eventsFor(database, due, upTo);
  const reached = events.length < eventsAtOnce ? upTo : (events[events.length - 1]?.id ?? upTo);
  if (events.length === 0) return { reached };
  const body = JSON.stringify(events.map(toWire));
  const at = deps.clock.now();
  return {
    delivery: await keepDelivery(database, due, {
      kind: 'events',
      lastEventId: reached,
      events: events.length,
      body,
      at,
    }),
    reached,
  };
}

/** Delivers one page; true when there may be more. */
async function notifyOnce(deps: NotifyDeps, due: Due, upTo: number): Promise<boolean> {
  const { database } = deps;
  const { delivery, reached } = await nextDelivery(deps, due, upTo);
  if (delivery !== undefined) {
    const { status } = await sendDelivery(sendDeps(deps), due, delivery, { kind: 'events', actorCode: 'system' });
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
    `update outward_subscription set told_to = greatest(told_to, $2), failures = 0, next_try_at = null, last_error = null,
       open_delivery_id = case when open_delivery_id = $3 then null else open_delivery_id end
     where id = $1::uuid`,
    [due.id, reached, delivery?.id ?? null],
  );
  due.told_to = reached;
  due.open_delivery_id = null;
  return reached < upTo;
}

/** Sends once more what people want to be sent again; what is not taken stays failed. What waits for its turn anyway is not sent here. */
async function sendAgain(deps: NotifyDeps, signal?: AbortSignal): Promise<void> {
  const wanted = await deps.database.query<
    Receiver & { delivery_id: number; kind: 'events' | 'test'; resend_by: string }
  >(
    `select ${receiverColumns}, d.id as delivery_id, d.kind, d.resend_by from outward_delivery d
       join outward_subscription s on s.id = d.subscription_id
     where d.resend_by is not null and s.removed_at is null and s.paused_at is null
       and s.open_delivery_id is distinct from d.id order by d.id limit ${maxResent}`,
  );
  for (const { delivery_id: id, kind, resend_by: actorCode, ...receiver } of wanted) {
    if (signal?.aborted === true) return;
    const delivery = await findDelivery(deps.database, id);
    if (delivery === undefined) continue;
    try {
      await sendDelivery(sendDeps(deps), receiver, delivery, { kind, actorCode });
    } catch (error) {
      passMissingKey(error);
      deps.log.warn({ err: error, delivery: id }, 'a delivery could not be sent again');
      await deps.database.execute('update outward_delivery set resend_by = null where id = $1', [id]);
    }
  }
}

/** Subscriptions for which there may be new events, or one of them if it still is such a one. */
const listDue = ({ database, clock }: NotifyDeps, id: string | null = null): Promise<Due[]> =>
  database.query<Due>(
    `select ${receiverColumns}, s.filters, s.told_to, s.failures, s.open_delivery_id from outward_subscription s
     where s.removed_at is null and s.paused_at is null and (s.next_try_at is null or s.next_try_at <= $1)
       and ($2::uuid is null or s.id = $2::uuid)
       and exists (select from outward_tenant o where o.tenant_id = s.tenant_id)
       and exists (select from outward_event e where e.tenant_id = s.tenant_id and e.id > s.told_to)
     order by s.next_try_at nulls first limit 200`,
    [new Date(clock.now()), id],
  );

async function notifyOne(deps: NotifyDeps, { id }: Due, signal: AbortSignal | undefined): Promise<void> {
  // It may have waited long for its turn: what was changed, paused or ended meanwhile counts.
  const [due] = await listDue(deps, id);
  if (due === undefined) return;
  const [last] = await deps.database.query<{ id: number | null }>(
    'select max(id) as id from outward_event where tenant_id = $1',
    [due.tenant_id],
  );
  const upTo = last?.id ?? 0;
  for (let round = 0; round < maxRounds && due.told_to < upTo && signal?.aborted !== true; round += 1) {
    if (!(await notifyOnce(deps, due, upTo))) return;
  }
}

/**
 * Notifies subscribers of new events, in the order they were made, signed, and again with growing pauses when a callback
 * does not take them: at least once, never out of order. A 410 ends the subscription.
 */
export async function notifySubscribers(deps: NotifyDeps, signal?: AbortSignal): Promise<void> {
  const due = await listDue(deps);
  // Those that took the last events come first: a callback that is silent costs its time after them.
  due.reverse();
  const workers = Array.from({ length: 16 }, async () => {
    for (let one = due.pop(); one !== undefined && signal?.aborted !== true; one = due.pop()) {
      try {
        await notifyOne(deps, one, signal);
      } catch (error) {
        passMissingKey(error);
        deps.log.warn({ err: error, subscription: one.id }, 'a subscriber could not be notified');
        await noteFailure(deps, one, 0);
      }
    }
  });
  await Promise.all(workers);
  await sendAgain(deps, signal);
}
