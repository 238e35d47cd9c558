import type { Principal } from '#server/platform/auth/principal.ts';
import type { AuthServices } from './services.ts';

const lifetimeMs = 5 * 60_000;

/** A token for the embedded data page: it lives minutes, names its audience, and is never the session itself. */
export function makeFrameToken(principal: Principal, services: AuthServices): { token: string; expiresInS: number } {
  const token = services.frameTokens.sign({
    aud: 'data-page',
    exp: services.realClock.now() + lifetimeMs,
    sub: principal.userCode,
    tenant: principal.tenantCode,
  });
  return { token, expiresInS: lifetimeMs / 1000 };
}
