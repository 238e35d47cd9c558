import { createHmac } from 'node:crypto';
import type { Instant } from '#shared/time/instant.ts';
import type { WorldCarrier } from '../network/types.ts';
import { toDcsaEvent } from '../reports/dcsa-wire.ts';
import type { ServerContext } from './context.ts';
import { type EventFilter, passes } from './event-filter.ts';
import { selectRecords } from './event-query.ts';

/** One event subscription; what is still to be pushed is known from `pushedTo` alone. */
export type Subscription = {
  id: string;
  carrier: WorldCarrier;
  callbackUrl: string;
  secret: Buffer;
  /** The body as given, without the secret. */
  body: Record<string, unknown>;
  filter: EventFilter;
  /** Events created up to here are delivered. */
  pushedTo: Instant;
  failures: number;
  /** Real time (performance clock) before which nothing is tried again. */
  retryAtMs: number;
};

/** The subscriptions of all carriers that push. */
export type Subscriptions = {
  count(): number;
  add(subscription: Subscription): void;
  get(carrier: WorldCarrier, id: string): Subscription | undefined;
  list(carrier: WorldCarrier): Subscription[];
  remove(id: string): void;
  /** Delivers what is due; a run under way is waited for instead of starting a second one. */
  pushDue(): Promise<void>;
};

const EVENTS_PER_NOTIFICATION = 100;
const NOTIFICATIONS_PER_RUN = 20;
/** How long a callback may take to answer. */
export const CALLBACK_TIMEOUT_MS = 10_000;
const MAX_BACK_OFF_MS = 60_000;
const PARALLEL = 8;

/** The signature header of a notification: HMAC-SHA256 over the body as sent. */
function signNotification(secret: Buffer, body: string): string {
  return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
}

async function post(context: ServerContext, subscription: Subscription, body: string): Promise<number> {
  try {
    const response = await fetch(subscription.callbackUrl, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'subscription-id': subscription.id,
        'notification-signature': signNotification(subscription.secret, body),
        'api-version': '2',
      },
      body,
      redirect: 'error',
      signal: AbortSignal.any([context.stopping, AbortSignal.timeout(CALLBACK_TIMEOUT_MS)]),
    });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return 0;
  }
}

/** Pushes one notification; true when more may be due. */
async function pushOnce(
  context: ServerContext,
  subscription: Subscription,
  now: Instant,
  remove: (id: string) => void,
): Promise<boolean> {
  const filter = { ...subscription.filter, createdFrom: subscription.pushedTo + 1, createdTo: now };
  const due = selectRecords(context.world, subscription.carrier.code, filter, now);
  let page = due.slice(0, EVENTS_PER_NOTIFICATION);
  const last = page[page.length - 1];
  if (last !== undefined && due.length > page.length) {
    // Never part events of one moment: the moment is what says how far delivery came.
    page = due.filter(({ record }) => record.createdAt <= last.record.createdAt);
  }
  const events = page
    .map(({ shipment, record }) => toDcsaEvent(context.world, shipment, record))
    .filter((event) => passes(filter, event));
  const reached = due.length > page.length && last !== undefined ? last.record.createdAt : now;
  if (events.length > 0) {
    const status = await post(context, subscription, JSON.stringify(events));
    if (status === 410) {
      remove(subscription.id);
      return false;
    }
    if (status < 200 || status > 299) {
      subscription.failures += 1;
      subscription.retryAtMs = performance.now() + Math.min(MAX_BACK_OFF_MS, 500 * 2 ** subscription.failures);
      return false;
    }
  }
  subscription.failures = 0;
  subscription.pushedTo = reached;
  return reached < now;
}

async function pushTo(context: ServerContext, subscription: Subscription, remove: (id: string) => void) {
  const now = context.now();
  // A clock that was set back starts over from there.
  if (subscription.pushedTo > now) subscription.pushedTo = now;
  for (let i = 0; i < NOTIFICATIONS_PER_RUN; i += 1) {
    if (context.stopping.aborted || !(await pushOnce(context, subscription, now, remove))) return;
  }
}

/** Makes the empty set of subscriptions. */
export function createSubscriptions(context: ServerContext): Subscriptions {
  const all = new Map<string, Subscription>();
  let running: Promise<void> | undefined;
  const remove = (id: string): void => void all.delete(id);
  const run = async (): Promise<void> => {
    const due = [...all.values()].filter(({ retryAtMs }) => retryAtMs <= performance.now());
    const workers = Array.from({ length: PARALLEL }, async () => {
      for (let next = due.pop(); next !== undefined; next = due.pop()) await pushTo(context, next, remove);
    });
    await Promise.all(workers);
  };
  return {
    count: () => all.size,
    add: (subscription) => void all.set(subscription.id, subscription),
    get: (carrier, id) => {
      const found = all.get(id);
      return found?.carrier === carrier ? found : undefined;
    },
    list: (carrier) => [...all.values()].filter((one) => one.carrier === carrier),
    remove,
    pushDue() {
      running ??= run().finally(() => {
        running = undefined;
      });
      return running;
    },
  };
}
