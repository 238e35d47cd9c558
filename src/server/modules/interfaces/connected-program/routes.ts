import type { FastifyRequest } from 'fastify';
import type { Principal } from '#server/platform/auth/principal.ts';
import type { Ctx } from '#server/platform/context.ts';
import { unauthenticated } from '#server/platform/errors/app-error.ts';
import { answer, route, type Routes } from '#server/platform/http/index.ts';
import { endConnectionOfTenant, endOwnConnection, listConnections, listOwnConnections } from './connections.ts';
import { allowRequest, type ConsentCall, denyRequest, describeRequest } from './consent.ts';
import { currentProvider, mountProvider } from './mount.ts';

function principalOf(request: FastifyRequest): Principal {
  const principal = request.caller?.principal;
  if (principal === undefined) throw unauthenticated();
  return principal;
}

/** Programs that people connect by OAuth: the authorization server, the page on which people decide, and the lists of what is connected. */
export const connectedProgramRoutes =
  ({ publicUrl }: { publicUrl: () => string }): Routes =>
  (app, deps) => {
    const { database, sessions, realClock, settings, log } = deps;
    const current = currentProvider({ database, sessions, realClock, secret: settings.secret, log }, publicUrl);
    mountProvider(app, current);
    const callOf = (ctx: Ctx, request: FastifyRequest): ConsentCall => ({
      ctx,
      request,
      sessions,
      principal: principalOf(request),
      provider: current(),
    });
    route(app, 'connectRequest', ({ ctx, input, request }) =>
      describeRequest(callOf(ctx, request), input.query.request),
    );
    route(app, 'connectAllow', ({ ctx, input, request }) => allowRequest(callOf(ctx, request), input.body));
    route(app, 'connectDeny', ({ ctx, input, request }) => denyRequest(callOf(ctx, request), input.body.request));
    route(app, 'connectedPrograms', ({ ctx, request }) => listOwnConnections(ctx, principalOf(request)));
    route(app, 'connectedProgramEnd', async ({ ctx, input, request }) =>
      answer(await endOwnConnection(ctx, principalOf(request), input.body.connectedProgramId), 'connect.ended'),
    );
    route(app, 'connectedProgramQuery', ({ ctx }) => listConnections(ctx));
    route(app, 'connectedProgramRevoke', async ({ ctx, input }) =>
      answer(await endConnectionOfTenant(ctx, input.body.connectedProgramId), 'connect.ended'),
    );
  };
