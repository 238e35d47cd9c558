// unscoped: Before sign-in there is no tenant yet; accounts, sessions and attempts are found by user code or id.
import type { FastifyRequest } from 'fastify';
import { clearSessionCookies, tokenOf } from '#server/platform/auth/cookies.ts';
import type { Principal } from '#server/platform/auth/principal.ts';
import type { Ctx } from '#server/platform/context.ts';
import { forbidden, unauthenticated } from '#server/platform/errors/app-error.ts';
import { type App, type AppDeps, type HttpModule, answer, route } from '#server/platform/http/index.ts';
import { isSecure } from '#server/platform/http/secure.ts';
import { makeFrameToken } from './frame-token.ts';
import { runFirst, wantsFirstRun } from './first-run.ts';
import { listPermissions } from './list-permissions.ts';
import { listVisibleTenants } from './list-tenants.ts';
import { listNameableUsers } from './list-users.ts';
import { addOidcRoutes } from './oidc-routes.ts';
import { beginSecondFactor, confirmSecondFactor, endSecondFactor, getSecondFactor } from './second-factor.ts';
import { type AuthServices, authServices } from './services.ts';
import { giveSession, originOf } from './session-cookies.ts';
import { signInOptions } from './sign-in-options.ts';
import { signIn } from './sign-in.ts';
import { signOut } from './sign-out.ts';
import { updatePassword } from './update-password.ts';
import { userRecordOf } from './user-record.ts';

const callerOf = (request: FastifyRequest): Principal => {
  const principal = request.caller?.principal;
  if (principal === undefined) throw unauthenticated();
  return principal;
};

function addSessionRoutes(app: App, services: AuthServices): void {
  route(app, 'login', async ({ ctx, input, request, reply }) => {
    const { token, principal } = await signIn({
      ctx,
      input: input.body ?? input.query ?? {},
      from: originOf(request),
      services,
      formerToken: tokenOf(request),
    });
    giveSession(services, request, reply, token);
    return answer(userRecordOf(principal, ctx.lang), 'auth.loginSucceeded');
  });

  route(app, 'firstRun', async ({ ctx, input, request, reply }) => {
    const { token, principal } = await runFirst({ ctx, input: input.body, from: originOf(request), services });
    giveSession(services, request, reply, token);
    return answer(userRecordOf(principal, ctx.lang), 'firstRun.succeeded');
  });

  route(app, 'logout', async ({ ctx, request, reply }) => {
    await signOut({ ctx, token: tokenOf(request), services });
    clearSessionCookies(reply, { secure: isSecure(services.settings, request) });
    return answer(null, 'auth.loggedOut');
  });

  route(app, 'updatePassword', async ({ ctx, input, request, reply }) => {
    if (!services.settings.passwordSignIn) throw forbidden('auth.passwordSignInOff');
    if (request.method === 'GET' && !services.settings.passwordChangeByGet) throw forbidden('auth.noChangeByGet');
    const { own } = await updatePassword({
      ctx,
      input: input.body ?? input.query ?? {},
      principal: callerOf(request),
      ip: request.ip,
      services,
    });
    if (own) clearSessionCookies(reply, { secure: isSecure(services.settings, request) });
    return answer(null, own ? 'auth.passwordChanged' : 'auth.otherPasswordChanged');
  });
}

function addSecondFactorRoutes(app: App, services: AuthServices): void {
  const callOf = (ctx: Ctx, request: FastifyRequest) => ({
    ctx,
    services,
    principal: callerOf(request),
    ip: request.ip,
  });
  route(app, 'secondFactor', ({ ctx, request }) => getSecondFactor(callOf(ctx, request)));
  route(app, 'secondFactorBegin', ({ ctx, input, request }) =>
    beginSecondFactor({ ...callOf(ctx, request), input: input.body }),
  );
  route(app, 'secondFactorConfirm', async ({ ctx, input, request }) =>
    answer(await confirmSecondFactor({ ...callOf(ctx, request), input: input.body }), 'auth.secondFactorSetOn'),
  );
  route(app, 'secondFactorEnd', async ({ ctx, input, request }) =>
    answer(await endSecondFactor({ ...callOf(ctx, request), input: input.body }), 'auth.secondFactorSetOff'),
  );
}

/** Sign-in, session, permissions, tenants and users. */
export const authModule: HttpModule = {
  name: 'auth',
  routes: (app: App, deps: AppDeps) => {
    const services = authServices(deps);
    addSessionRoutes(app, services);
    addOidcRoutes(app, services);
    addSecondFactorRoutes(app, services);
    route(app, 'session', ({ ctx, request }) => userRecordOf(callerOf(request), ctx.lang));
    // A product that has a user never becomes empty again: it is asked no longer.
    let hasUser = false;
    const isEmpty = async (database: Ctx['unscoped']): Promise<boolean> => {
      if (!hasUser) hasUser = !(await wantsFirstRun(database));
      return !hasUser;
    };
    route(app, 'permissions', ({ input, request }) => listPermissions(input.query, callerOf(request)));
    route(app, 'frameToken', ({ request }) => makeFrameToken(callerOf(request), services));
    route(app, 'signInOptions', async ({ ctx }) => signInOptions(deps.settings, await isEmpty(ctx.unscoped)));
    route(app, 'tenants', ({ ctx }) => listVisibleTenants({ ctx }));
    route(app, 'users', ({ ctx, input }) => listNameableUsers({ ctx, input: input.query }));
  },
};
