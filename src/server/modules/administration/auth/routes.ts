// unscoped: Before sign-in there is no tenant yet; accounts, sessions and attempts are found by user code or id.
import type { FastifyRequest } from 'fastify';
import { clearSessionCookies, tokenOf } from '#server/platform/auth/cookies.ts';
import type { Principal } from '#server/platform/auth/principal.ts';
import type { Ctx } from '#server/platform/context.ts';
import { forbidden, unauthenticated, refused } from '#server/platform/errors/app-error.ts';
import { type App, type AppDeps, type HttpModule, answer, route } from '#server/platform/http/index.ts';
import { isSecure } from '#server/platform/http/secure.ts';
import { runFirst, wantsFirstRun } from './first-run.ts';
import { listNameableUsers } from './list-users.ts';
import { addOidcRoutes } from './oidc-routes.ts';
import { beginSecondFactor, confirmSecondFactor, endSecondFactor, getSecondFactor } from './second-factor.ts';
import { type AuthServices, authServices } from './services.ts';
import { giveSession, originOf } from './session-cookies.ts';
import { signIn } from './sign-in.ts';
import { updatePassword } from './update-password.ts';
import type { CallData } from '#contract/index.ts';
import type { HttpSettings } from '#server/platform/http/settings.ts';
import { listTenants } from './queries.ts';
import { menuCodes } from '#shared/reference/menus.ts';
import { actorOf } from '#server/platform/auth/principal.ts';
import { writeAudit } from '#server/platform/audit/write-audit.ts';
import type { UserRecord } from '#contract/administration/auth.ts';
import type { Lang } from '#shared/i18n/text.ts';

/** The signed-in user as the browser keeps it; never anything about the password but its strength. */
const userRecordOf = (principal: Principal, lang: Lang): UserRecord => ({
  wlUserId: String(principal.userId),
  userCode: principal.userCode,
  userNameCn: principal.name,
  userType: principal.userType,
  tenantId: String(principal.tenantId),
  tenantCode: principal.tenantCode,
  tenantName: lang === 'en' ? (principal.tenantNameEn ?? principal.tenantName) : principal.tenantName,
  email: principal.email,
  weakPassword: principal.weakPassword,
  mustChangePassword: principal.mustChangePassword,
  menuVersion: principal.menuVersion,
  language: principal.language,
  writesShared: principal.writesShared,
  ...(principal.readOnly && { readOnly: true }),
});

/** Ends the session of a token; without one, or with one that has ended, there is nothing to do. */
async function signOut({
  ctx,
  token,
  services,
}: {
  ctx: Ctx;
  token: string | undefined;
  services: AuthServices;
}): Promise<void> {
  if (token === undefined) return;
  const principal = await services.sessions.find(token);
  if (principal === undefined) return;
  // Nothing can be written down of one that only looked.
  if (principal.readOnly) return services.sessions.end(token);
  await ctx.unscoped.transaction(async () => {
    await services.sessions.end(token);
    await writeAudit(
      { ...ctx, actor: actorOf(principal) },
      { entity: 'session', entityId: principal.userCode, action: 'sign-out', tenantId: principal.tenantId },
    );
  });
}

/** The one application of the product. */
const appCodes = new Set(['WALI_DATA']);

/** Menus everybody has. */
const everybody = ['/process', '/job'];

/** The menus of the signed-in user; an administrator has all of them. */
function listPermissions(input: { appCode?: string | undefined }, principal: Principal): CallData<'permissions'> {
  if (input.appCode !== undefined && !appCodes.has(input.appCode))
    throw refused('auth.unknownApp', { appCode: input.appCode });
  const codes =
    principal.userType === 'admin' ? [...menuCodes, ...principal.menus] : [...everybody, ...principal.menus];
  return [...new Set(codes)].sort().map((menuCode) => ({ menuCode }));
}

/** The name of a tenant in the caller's language, and the other one. */
const namesIn = ({ lang }: Ctx, { name, name_en: english }: { name: string; name_en: string | null }) => {
  const [tenantName, otherName] = lang === 'en' && english !== null ? [english, name] : [name, english];
  return { tenantName, ...(otherName !== null && { otherName }) };
};

/** The tenants whose rows the caller may see. */
async function listVisibleTenants({ ctx }: { ctx: Ctx }): Promise<CallData<'tenants'>> {
  const rows = await listTenants(ctx.unscoped, ctx.scope);
  return rows.map((row) => ({
    wlTenantId: String(row.id),
    tenantCode: row.code,
    ...namesIn(ctx, row),
  }));
}

/** Ways to sign in, for the login page; demo logins come from the settings. */
const signInOptions = (settings: HttpSettings, firstRun: boolean): CallData<'signInOptions'> => ({
  firstRun,
  oidc: settings.oidc !== null,
  passwordSignIn: settings.passwordSignIn,
  passwordPolicy: settings.passwordPolicy,
  demoLogins: settings.passwordSignIn ? [...settings.demoLogins] : [],
  dataPageUrl: settings.dataPageUrl,
  ftPageUrl: settings.ftPageUrl,
});

/** A token for the embedded data page: it lives minutes, reads only, ends with the session, and is never the session itself. */
const makeFrameToken = (principal: Principal, services: AuthServices): { token: string; expiresInS: number } =>
  services.frameTokens.make(principal);

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
