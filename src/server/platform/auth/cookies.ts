import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Holds the session token; scripts cannot read it. */
const sessionCookie = 'portolan_session';

/** Says only that somebody is signed in, and by which sign-in, so that the browser can guard its routes. */
const markerCookie = 'portolan_signed_in';

/** Sets the session cookie and its visible marker; both end with the browser or the session. */
export function setSessionCookies(
  reply: FastifyReply,
  token: string,
  options: { secure: boolean; maxAgeMs: number },
): void {
  const shared = {
    path: '/',
    sameSite: 'strict',
    secure: options.secure,
    maxAge: Math.floor(options.maxAgeMs / 1000),
  } as const;
  reply.setCookie(sessionCookie, token, { ...shared, httpOnly: true });
  reply.setCookie(markerCookie, randomBytes(4).toString('hex'), { ...shared, httpOnly: false });
}

/** Takes both cookies away. */
export function clearSessionCookies(reply: FastifyReply, options: { secure: boolean }): void {
  const shared = { path: '/', sameSite: 'strict', secure: options.secure } as const;
  reply.clearCookie(sessionCookie, { ...shared, httpOnly: true });
  reply.clearCookie(markerCookie, { ...shared, httpOnly: false });
}

/** The session token that came with a request, if any. */
export const tokenOf = (request: FastifyRequest): string | undefined => request.cookies[sessionCookie];
