import { type OutwardEvent, sampleEvents } from '#contract/interfaces/outward-api/examples.ts';
import { newSigningSecret } from '#server/modules/administration/notification/index.ts';
import { EventQueryError, readFilter } from './event-filter.ts';
import {
  type Consumer,
  insertSubscription,
  readBody,
  readFilters,
  removeSubscription,
  type ShownSubscription,
  type SubscriptionDeps,
} from './event-subscriptions.ts';

/** A hook as the answer to its creation shows it, with its secret. */
export type ShownHook = ShownSubscription & { secret: string };

/**
 * Creates a subscription for a program that registers itself, such as Zapier: the secret is made here and answered this
 * once. The callback is not asked with HEAD, because such programs only answer POST. Throws EventQueryError.
 */
export async function createHook(consumer: Consumer, deps: SubscriptionDeps, given: unknown): Promise<ShownHook> {
  const body = readBody(given);
  for (const name of ['secret', 'subscriptionID'])
    if (name in body) throw new EventQueryError(`${name} is made by us: leave it out`);
  const secret = newSigningSecret();
  const shown = await insertSubscription(consumer, deps, {
    callbackUrl: body['callbackUrl'],
    check: deps.checkAddress,
    secret: secret.replace(/^whsec_/, ''),
    filters: readFilters(body),
  });
  return { ...shown, secret };
}

/** Ends a hook; true also when it had ended before, false when the tenant never had it. */
export async function removeHook(consumer: Consumer, deps: SubscriptionDeps, id: string): Promise<boolean> {
  if (await removeSubscription(consumer, deps, id)) return true;
  const known = await consumer.database.query<{ id: string }>(
    'select id from outward_subscription where tenant_id = $1 and id = $2::uuid',
    [consumer.tenantId, id],
  );
  return known.length > 0;
}

/** Sample events of the wanted types. Throws EventQueryError for parameters that are not offered. */
export function listSamples(search: URLSearchParams): OutwardEvent[] {
  for (const name of search.keys())
    if (name !== 'eventType') throw new EventQueryError(`unknown parameter ${name.slice(0, 60)}`);
  const types = readFilter(search).values.get('event_type');
  return sampleEvents.filter(({ eventType }) => types === undefined || types.includes(eventType));
}
