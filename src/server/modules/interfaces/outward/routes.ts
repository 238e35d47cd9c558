import { NoAnswer, postOutbound } from '#server/modules/administration/notification/index.ts';
import { RefusedAddress } from '#server/platform/outbound/outbound-guard.ts';
import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import type { SecretKeys } from '#server/platform/crypto/index.ts';
import { answer, route, type Routes } from '#server/platform/http/index.ts';
import { addDcsaRoutes } from './dcsa-routes.ts';
import { EventQueryError } from './event-filter.ts';
import { createKey, listKeys, revokeKey } from './keys.ts';
import { contractVersion, tellSubscribers, type TellDeps } from './tell-subscribers.ts';
import { type Instant, MINUTE_MS } from '#shared/time/instant.ts';
import { noteOverdue, writePending } from './write-pending.ts';

/** What the outward API needs besides the HTTP side of the process. */
export type OutwardDeps = {
  keys: SecretKeys;
  /** Addresses that may be called though they are internal. */
  allowed: readonly string[];
};

const callbackTimeoutMs = 10_000;

/** The standard has the publisher ask a callback with HEAD before it takes a subscription. */
const probeWith =
  (allowed: readonly string[]) =>
  async (url: string, subscriptionId: string): Promise<void> => {
    const headers = { 'subscription-id': subscriptionId, 'api-version': contractVersion };
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
      if (error instanceof RefusedAddress) throw new EventQueryError('callbackUrl is no address we may call');
      if (!(error instanceof NoAnswer)) throw error;
    }
    throw new EventQueryError('callbackUrl did not answer a HEAD request with 2xx');
  };

/** Track & Trace 2.2 outward, for whoever holds a key of a tenant, and the keys themselves for the back-office. */
export const outwardRoutes =
  ({ keys, allowed }: OutwardDeps): Routes =>
  (app, deps) => {
    route(app, 'apiKeyQuery', ({ ctx }) => listKeys(ctx));
    route(app, 'apiKeyInsert', async ({ ctx, input }) => answer(await createKey(ctx, input.body), 'apiKey.created'));
    route(app, 'apiKeyRevoke', async ({ ctx, input }) =>
      answer(await revokeKey(ctx, String(input.body.apiKeyId)), 'apiKey.revoked'),
    );
    addDcsaRoutes(app, deps, { keys, probe: probeWith(allowed), now: () => deps.clock.now() });
  };

/** Estimates that have passed are looked for so often. */
const overdueEveryMs = 10 * MINUTE_MS;

/** The outward part of the background work: writes what changed as events, then tells subscribers. */
export const outwardTask = (
  deps: Omit<TellDeps, 'post'> & {
    reference: () => ReferenceSnapshot;
    allowed: readonly string[];
  },
) => {
  let seenTo: Instant | undefined;
  return async (signal?: AbortSignal): Promise<void> => {
    const { allowed, clock } = deps;
    const now = clock.now();
    // A clock that was set back begins anew.
    if (seenTo === undefined || seenTo > now || now - seenTo >= overdueEveryMs) {
      await noteOverdue(deps.database, now);
      seenTo = now;
    }
    await writePending(deps.database, deps.reference, clock, signal);
    const post: TellDeps['post'] = async (url, headers, body) => {
      try {
        const sent = { url, headers, body, timeoutMs: callbackTimeoutMs, allowed };
        return (await postOutbound(signal === undefined ? sent : { ...sent, signal })).status;
      } catch (error) {
        if (error instanceof NoAnswer || error instanceof RefusedAddress) return 0;
        throw error;
      }
    };
    await tellSubscribers({ database: deps.database, keys: deps.keys, log: deps.log, post, clock }, signal);
  };
};
