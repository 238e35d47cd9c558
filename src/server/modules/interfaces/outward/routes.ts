import { NoAnswer, postOutbound } from '#server/modules/administration/notification/index.ts';
import { publicAddresses, RefusedAddress } from '#server/platform/outbound/outbound-guard.ts';
import { outwardVersion } from '#contract/interfaces/outward-api/document.ts';
import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import { realClock } from '#server/platform/clock/clock.ts';
import type { SchedulePulls } from '#server/modules/tracking/subscription/index.ts';
import type { SecretKeys } from '#server/platform/crypto/index.ts';
import { answer, type App, route, type Routes } from '#server/platform/http/index.ts';
import { addDcsaRoutes } from './dcsa-routes.ts';
import { EventQueryError } from './event-filter.ts';
import type { SubscriptionDeps } from './event-subscriptions.ts';
import { closeTenants, createKey, listKeys, revokeKey } from './keys.ts';
import type { Post } from './deliveries.ts';
import { notifySubscribers, type NotifyDeps } from './notify-subscribers.ts';
import { type Instant, MINUTE_MS } from '#shared/time/instant.ts';
import { getDelivery, listDeliveries, resendDeliveries, testWebhook } from './webhook-deliveries.ts';
import { addWebhook, changeWebhook, endWebhook, listWebhooks, pauseWebhook, rotateSecret } from './webhooks.ts';
import { noteOverdue, writePending } from './write-pending.ts';

/** What the outward API needs besides the HTTP side of the process. */
export type OutwardDeps = {
  keys: SecretKeys;
  /** Addresses that may be called though they are internal. */
  allowed: readonly string[];
  schedulePulls: SchedulePulls;
};

const callbackTimeoutMs = 10_000;

/** The standard has the publisher ask a callback with HEAD before it takes a subscription. */
const probeWith =
  (allowed: readonly string[]) =>
  async (url: string, subscriptionId: string): Promise<void> => {
    const headers = { 'subscription-id': subscriptionId, 'api-version': outwardVersion };
    try {
      const { status } = await postOutbound({
        url,
        method: 'HEAD',
        headers,
        body: '',
        timeoutMs: callbackTimeoutMs,
        allowed,
      });
      if (status >= 200 && status <= 299) return;
    } catch (error) {
      if (error instanceof RefusedAddress) throw refusedAddress();
      if (!(error instanceof NoAnswer)) throw error;
    }
    throw new EventQueryError('callbackUrl did not answer a HEAD request with 2xx', 'head');
  };

const refusedAddress = (): EventQueryError => new EventQueryError('callbackUrl is no address we may call', 'internal');

/** Programs that register a hook only answer POST, so that their address is only looked up. */
const checkWith =
  (allowed: readonly string[]) =>
  async (url: string): Promise<void> => {
    try {
      await publicAddresses(new URL(url), { allowed });
    } catch (error) {
      throw error instanceof RefusedAddress ? refusedAddress() : error;
    }
  };

/** Posts to receivers; there is always an answer, of status 0 where they gave none. */
const postTo =
  (allowed: readonly string[], signal?: AbortSignal): Post =>
  async (url, headers, body) => {
    const startedAt = realClock.now();
    const since = (): number => realClock.now() - startedAt;
    try {
      const sent = { url, headers, body, timeoutMs: callbackTimeoutMs, allowed };
      const { status, text } = await postOutbound(signal === undefined ? sent : { ...sent, signal });
      return { status, text, reason: null, durationMs: since() };
    } catch (error) {
      if (error instanceof NoAnswer || error instanceof RefusedAddress)
        return { status: 0, text: '', reason: error.reason, durationMs: since() };
      throw error;
    }
  };

type WebhookDeps = { subscriptions: SubscriptionDeps; keys: SecretKeys; post: Post };

function addWebhookRoutes(app: App, { subscriptions, ...sending }: WebhookDeps): void {
  route(app, 'webhookQuery', ({ ctx }) => listWebhooks(ctx));
  route(app, 'webhookInsert', async ({ ctx, input }) =>
    answer(await addWebhook(ctx, input.body, subscriptions), 'webhook.added'),
  );
  route(app, 'webhookUpdate', async ({ ctx, input }) =>
    answer(await changeWebhook(ctx, input.body, subscriptions), 'webhook.changed'),
  );
  route(app, 'webhookPause', async ({ ctx, input }) =>
    answer(await pauseWebhook(ctx, input.body), input.body.paused ? 'webhook.pausedNow' : 'webhook.goesOn'),
  );
  route(app, 'webhookRotate', async ({ ctx, input }) =>
    answer(await rotateSecret(ctx, input.body, sending), 'webhook.rotated'),
  );
  route(app, 'webhookEnd', async ({ ctx, input }) =>
    answer(await endWebhook(ctx, input.body, subscriptions), 'webhook.ended'),
  );
  route(app, 'webhookTest', ({ ctx, input }) => testWebhook(ctx, input.body, sending));
  route(app, 'webhookDeliveries', ({ ctx, input }) => listDeliveries(ctx, input.query));
  route(app, 'webhookDelivery', ({ ctx, input }) => getDelivery(ctx, input.query));
  route(app, 'webhookResend', async ({ ctx, input }) => {
    const data = await resendDeliveries(ctx, input.body);
    return answer(data, data.queued === 0 ? 'webhook.nothingToResend' : 'webhook.resending', { count: data.queued });
  });
}

/** Track & Trace 2.2 outward, for anyone who holds a key of a tenant, and the keys themselves for the back-office. */
export const outwardRoutes =
  ({ keys, allowed, schedulePulls }: OutwardDeps): Routes =>
  (app, deps) => {
    route(app, 'apiKeyQuery', ({ ctx }) => listKeys(ctx, deps.settings.rateLimitPerMinute));
    route(app, 'apiKeyInsert', async ({ ctx, input }) => answer(await createKey(ctx, input.body), 'apiKey.created'));
    route(app, 'apiKeyRevoke', async ({ ctx, input }) =>
      answer(await revokeKey(ctx, String(input.body.apiKeyId)), 'apiKey.revoked'),
    );
    const subscriptions = {
      keys,
      probe: probeWith(allowed),
      checkAddress: checkWith(allowed),
      now: () => deps.clock.now(),
    };
    addWebhookRoutes(app, { subscriptions, keys, post: postTo(allowed) });
    addDcsaRoutes(app, deps, { subscriptions, schedulePulls });
  };

/** Estimates that have passed are looked for so often. */
const overdueEveryMs = 10 * MINUTE_MS;

/** The outward part of the background work: writes what changed as events, then notifies subscribers. */
export const outwardTask = (
  deps: Omit<NotifyDeps, 'post'> & {
    reference: () => ReferenceSnapshot;
    allowed: readonly string[];
  },
) => {
  let seenTo: Instant | undefined;
  return async (signal?: AbortSignal): Promise<void> => {
    const { allowed, clock } = deps;
    const now = clock.now();
    // A clock that was set back starts a new count.
    if (seenTo === undefined || seenTo > now || now - seenTo >= overdueEveryMs) {
      await noteOverdue(deps.database, now);
      await closeTenants(deps.database);
      seenTo = now;
    }
    await writePending(deps.database, deps.reference, clock, signal);
    const post = postTo(allowed, signal);
    await notifySubscribers({ database: deps.database, keys: deps.keys, log: deps.log, post, clock }, signal);
  };
};
