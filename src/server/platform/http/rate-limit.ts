import rateLimit from '@fastify/rate-limit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { customerNetwork } from '#shared/net/networks.ts';
import { tooMany } from '../errors/app-error.ts';
import type { App, CallsLeft } from './app-types.ts';
import type { HttpSettings } from './settings.ts';

/** Anyone who is signed in is counted by session, everybody else by address. */
const keyOf = (request: FastifyRequest): string => {
  const principal = request.caller?.principal;
  return principal === undefined ? request.ip : principal.tokenHash.toString('base64');
};

/** Counts calls per minute; a token that is not valid does not make a new key. */
export async function addRateLimit(app: App, settings: HttpSettings): Promise<void> {
  const max = settings.rateLimitPerMinute;
  await app.register(rateLimit, { global: false, cache: 20_000 });
  const count = max > 0 ? app.createRateLimit({ max, timeWindow: 60_000, keyGenerator: keyOf }) : undefined;
  app.decorate('countRequest', async (request: FastifyRequest) => {
    const result = await count?.(request);
    if (result === undefined || result.isAllowed) return undefined;
    if (result.isExceeded) throw tooMany('error.tooMany', Math.max(1, result.ttlInSeconds));
    return { limit: result.max, remaining: result.remaining, resetS: result.ttlInSeconds };
  });
}

/**
 * Says in an answer how many calls are left: `RateLimit-Policy` and `RateLimit` of the IETF draft
 * (draft-ietf-httpapi-ratelimit-headers), with the minute as window.
 */
export function showRates(reply: FastifyReply, rates: Readonly<Record<string, CallsLeft | undefined>>): void {
  const known = Object.entries(rates).flatMap(([name, rate]) => (rate === undefined ? [] : [{ name, ...rate }]));
  if (known.length === 0) return;
  void reply
    .header('ratelimit-policy', known.map(({ name, limit }) => `"${name}";q=${limit};w=60`).join(', '))
    .header('ratelimit', known.map(({ name, remaining, resetS }) => `"${name}";r=${remaining};t=${resetS}`).join(', '));
}

/** Counts requests of one kind by the network they come from, beside the calls per minute; throws when there were too many. */
export function limitByNetwork(
  app: App,
  { limit, windowMs }: { limit: number; windowMs: number },
): (request: FastifyRequest) => Promise<void> {
  if (app.deps.settings.rateLimitPerMinute === 0) return async () => {};
  const count = app.createRateLimit({
    max: limit,
    timeWindow: windowMs,
    keyGenerator: ({ ip }) => customerNetwork(ip),
  });
  return async (request) => {
    const result = await count(request);
    if (!result.isAllowed && result.isExceeded) throw tooMany('error.tooMany', Math.max(1, result.ttlInSeconds));
  };
}
