import type { FastifyRequest } from 'fastify';
import type { Access } from '#contract/call-path.ts';
import type { CallName } from '#contract/paths.ts';
import { isOneOf } from '#shared/values/objects.ts';
import { checkAccess } from '../auth/access.ts';
import { tokenOf } from '../auth/cookies.ts';
import { mayFrameCall } from '../auth/frame-tokens.ts';
import type { Principal } from '../auth/principal.ts';
import type { Origin } from '../context.ts';
import { forbidden, malformed, refused } from '../errors/app-error.ts';
import { bearerOf } from './bearer.ts';
import { kindOfCall } from './statement-limits.ts';

const origins: readonly Origin[] = ['Manual', 'WaliRobot', 'Remote', 'TimeTrigger'];

/** Calls that outside systems make, which cannot be requested our header. */
const withoutSourceHeader = new Set<CallName>(['pushDcsa']);

/** How the call came in; browsers cannot send this header to us from another site. */
function originOf(request: FastifyRequest, call: CallName): Origin {
  const source = request.headers['source'];
  if (isOneOf(origins, source)) return source;
  if (withoutSourceHeader.has(call)) return 'Remote';
  throw malformed('error.sourceHeader');
}

/** Who makes the call: by the token of an embedded page, else by the session cookie. */
async function principalOf(request: FastifyRequest, call: CallName): Promise<Principal | undefined> {
  const { sessions, frameTokens } = request.server.deps;
  const bearer = bearerOf(request.headers);
  if (bearer !== undefined) {
    const tokenHash = frameTokens.read(bearer);
    if (tokenHash === undefined) return undefined;
    if (!mayFrameCall(call)) throw forbidden();
    return sessions.findByHash(tokenHash);
  }
  const token = tokenOf(request);
  return token === undefined ? undefined : sessions.find(token);
}

/** Lets a request in or refuses it before its body is read: header, session, permission, rate. */
export async function admit(call: CallName, access: Access, request: FastifyRequest): Promise<void> {
  const origin = originOf(request, call);
  // A refusal takes no cookie away: it may come after a new sign-in of this browser, whose cookies those would be.
  const principal = access === 'public' ? undefined : await principalOf(request, call);
  request.caller = { principal, origin };
  await request.server.countRequest(request);
  checkAccess(access, principal, call);
  if (principal?.readOnly === true && request.method === 'POST' && kindOfCall(call) !== 'read' && call !== 'frameToken')
    throw refused('auth.readOnly');
}
