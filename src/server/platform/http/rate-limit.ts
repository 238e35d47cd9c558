import rateLimit from '@fastify/rate-limit';
import type { FastifyRequest } from 'fastify';
import { customerNetwork } from '#shared/net/networks.ts';
import { tooMany } from '../errors/app-error.ts';
import type { App } from './app-types.ts';
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
    if (result !== undefined && !result.isAllowed && result.isExceeded)
      throw tooMany('error.tooMany', Math.max(1, result.ttlInSeconds));
  });
}

/** Counts requests of one kind by the network they come from, beside the calls per minute; throws when there were too many. */
export function limitByNetwork(
  app: App,
  { most, windowMs }: { most: number; windowMs: number },
): (request: FastifyRequest) => Promise<void> {
  if (app.deps.settings.rateLimitPerMinute === 0) return async () => {};
  const count = app.createRateLimit({ max: most, timeWindow: windowMs, keyGenerator: ({ ip }) => customerNetwork(ip) });
  return async (request) => {
    const result = await count(request);
    if (!result.isAllowed && result.isExceeded) throw tooMany('error.tooMany', Math.max(1, result.ttlInSeconds));
  };
}
