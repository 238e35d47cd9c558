import type { FastifyRequest } from 'fastify';
import { actorOf } from '../auth/principal.ts';
import type { Actor, Ctx } from '../context.ts';
import type { AppDeps, Caller } from './app-types.ts';
import { requestLanguage } from './language.ts';
import type { TenantScope } from '../db/database.ts';
import { isZone } from '#shared/time/zone.ts';

/** The zone in which a person reads times without a place: what the browser sends as `x-zone`, if it is one. */
function requestZone(request: FastifyRequest): string | undefined {
  const zone = request.headers['x-zone'];
  return typeof zone === 'string' && zone.length <= 64 && isZone(zone) ? zone : undefined;
}

const anonymous: Actor = { kind: 'system', userCode: 'anonymous' };
const nothing: TenantScope = { kind: 'tenants', tenantIds: [] };

/** The context of one call; anyone who is not signed in sees no tenant's rows. */
export function callContext(deps: AppDeps, request: FastifyRequest, caller: Caller): Ctx {
  const { principal } = caller;
  const scope = principal?.scope ?? nothing;
  return {
    actor: principal === undefined ? anonymous : actorOf(principal),
    scope,
    origin: caller.origin,
    lang: caller.lang ?? requestLanguage(request),
    zone: requestZone(request),
    requestId: request.id,
    ip: request.ip,
    client: caller.client,
    clock: deps.clock,
    db: deps.database.scoped(scope),
    unscoped: deps.database,
    log: request.log as Ctx['log'],
  };
}
