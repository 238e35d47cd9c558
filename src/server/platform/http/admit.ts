import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Access, CallName } from '#contract/paths.ts';
import { checkAccess } from '../auth/access.ts';
import { clearSessionCookies, tokenOf } from '../auth/cookies.ts';
import type { Origin } from '../context.ts';
import { malformed } from '../errors/app-error.ts';
import { isSecure } from './secure.ts';

const origins = new Set<string>(['Manual', 'WaliRobot', 'Remote', 'TimeTrigger'] satisfies Origin[]);

/** Calls that outside systems make, which cannot be asked for our header. */
const withoutSourceHeader = new Set<CallName>(['pushDcsa']);

/** How the call came in; browsers cannot send this header to us from another site. */
function originOf(request: FastifyRequest, call: CallName): Origin {
  const source = request.headers['source'];
  if (typeof source === 'string' && origins.has(source)) return source as Origin;
  if (withoutSourceHeader.has(call)) return 'Remote';
  throw malformed('error.sourceHeader');
}

/** Lets a request in or refuses it before its body is read: header, session, permission, rate. */
export async function admit(call: CallName, access: Access, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const origin = originOf(request, call);
  const { sessions, settings } = request.server.deps;
  const token = tokenOf(request);
  const principal = access === 'public' || token === undefined ? undefined : await sessions.find(token);
  if (token !== undefined && principal === undefined && access !== 'public') {
    clearSessionCookies(reply, { secure: isSecure(settings, request) });
  }
  request.caller = { principal, origin };
  await request.server.countRequest(request);
  checkAccess(access, principal, call);
}
