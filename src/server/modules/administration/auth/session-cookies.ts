import type { FastifyReply, FastifyRequest } from 'fastify';
import { setSessionCookies } from '#server/platform/auth/cookies.ts';
import { isSecure } from '#server/platform/http/secure.ts';
import type { AuthServices, Origin } from './services.ts';

/** Where a request comes from, as sessions and the audit keep it. */
export const originOf = (request: FastifyRequest): Origin => ({
  ip: request.ip,
  userAgent: request.headers['user-agent'] ?? null,
});

/** Gives the browser its session. */
export function giveSession(services: AuthServices, request: FastifyRequest, reply: FastifyReply, token: string): void {
  setSessionCookies(reply, token, {
    secure: isSecure(services.settings, request),
    maxAgeMs: services.settings.sessionMaxMs,
  });
}
