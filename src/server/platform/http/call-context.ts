import type { FastifyRequest } from 'fastify';
import { actorOf } from '../auth/principal.ts';
import type { Actor, Ctx } from '../context.ts';
import type { AppDeps, Caller } from './app-types.ts';
import { requestLanguage } from './language.ts';
import { requestZone } from './request-zone.ts';
import type { TenantScope } from '../db/database.ts';

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
