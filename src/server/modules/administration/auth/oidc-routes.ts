import type { LoginMessage } from '#contract/administration/login-messages.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Ctx } from '#server/platform/context.ts';
import { AppError } from '#server/platform/errors/app-error.ts';
import { callContext } from '#server/platform/http/call-context.ts';
import { type App, type AppDeps } from '#server/platform/http/index.ts';
import { isSecure } from '#server/platform/http/secure.ts';
import { asRecord } from '#shared/values/objects.ts';
import { type OidcClient, type OidcState, createOidcClient } from './oidc-client.ts';
import { loginMessageOf, oidcFailureOf } from './oidc-failure.ts';
import { returnPath } from './return-path.ts';
import { giveSession, originOf } from './session-cookies.ts';
import type { AuthServices } from './services.ts';
import { noteOidcFailure, signInByOidc } from './sign-in-by-oidc.ts';

const stateCookie = 'portolan_oidc';
const stateLifetimeMs = 10 * 60_000;
const callbackPath = '/api/auth/login/callback';

/** How browsers reach the product. */
const baseOf = (services: AuthServices, request: FastifyRequest): string =>
  services.settings.publicUrl ?? `${request.protocol}://${request.host}`;

/** Back to the login page, which has a text for the code. */
function toLogin(reply: FastifyReply, message: LoginMessage, returnTo = '/'): FastifyReply {
  const query = new URLSearchParams({ msg: message });
  if (returnTo !== '/') query.set('redirect', returnTo);
  return reply.header('cache-control', 'no-store').redirect(`/login?${query}`, 302);
}

/** What was remembered on the way to the identity provider. */
function readState({ state, nonce, verifier, returnTo }: Readonly<Record<string, unknown>>): OidcState | undefined {
  const isWhole =
    typeof state === 'string' &&
    typeof nonce === 'string' &&
    typeof verifier === 'string' &&
    typeof returnTo === 'string';
  return isWhole ? { state, nonce, verifier, returnTo } : undefined;
}

/** The way to the identity provider, remembered in a signed cookie that its answer brings back. */
async function begin(
  client: OidcClient,
  services: AuthServices,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { redirectUrl } = asRecord(request.query);
  const returnTo = returnPath(typeof redirectUrl === 'string' ? redirectUrl : undefined);
  const { url, state } = await client.begin(baseOf(services, request) + callbackPath, returnTo);
  const sealed = services.oidcStates.sign({ aud: 'oidc', exp: services.realClock.now() + stateLifetimeMs, ...state });
  // Lax, because the provider sends the browser back from another site.
  const cookie = {
    path: callbackPath,
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure(services.settings, request),
  } as const;
  void reply.setCookie(stateCookie, sealed, { ...cookie, maxAge: stateLifetimeMs / 1000 });
  return reply.header('cache-control', 'no-store').redirect(url, 302);
}

/** Logs and audits a failed answer of the provider by its reason alone: the error holds the token and its claims. */
async function noteFailure(
  error: unknown,
  ctx: Ctx,
  services: AuthServices,
  request: FastifyRequest,
): Promise<LoginMessage> {
  const reason = oidcFailureOf(error);
  if (reason === 'other') request.log.warn({ err: error, reason }, 'single sign-on failed');
  else request.log.warn({ reason }, 'single sign-on failed');
  await noteOidcFailure(ctx, services, originOf(request), reason);
  return loginMessageOf(reason);
}

/** The provider's answer: checks it against the cookie and opens the session. */
async function finish(
  client: OidcClient,
  deps: AppDeps,
  services: AuthServices,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { oidc } = services.settings;
  const sealed = request.cookies[stateCookie];
  void reply.clearCookie(stateCookie, { path: callbackPath });
  const state = sealed === undefined ? undefined : services.oidcStates.read(sealed, 'oidc', services.realClock.now());
  const known = state === undefined ? undefined : readState(state);
  if (known === undefined || oidc === null) return toLogin(reply, 'oidcExpired');
  const ctx = callContext(deps, request, { principal: undefined, origin: 'Manual' });
  try {
    const identity = await client.finish(new URL(baseOf(services, request) + request.url), known);
    const { token } = await signInByOidc({ ctx, identity, settings: oidc, from: originOf(request), services });
    giveSession(services, request, reply, token);
    return reply.header('cache-control', 'no-store').redirect(returnPath(known.returnTo), 302);
  } catch (error) {
    if (error instanceof AppError)
      return toLogin(reply, error.code === 'auth.oidcUnknownUser' ? 'oidcUnknownUser' : 'oidcFailed', known.returnTo);
    return toLogin(reply, await noteFailure(error, ctx, services, request), known.returnTo);
  }
}

/** Sign-in by an identity provider: two navigations of the browser, so without the source header. */
export function addOidcRoutes(app: App, services: AuthServices): void {
  const { oidc } = services.settings;
  const client = oidc === null ? undefined : createOidcClient(oidc);

  app.get('/api/auth/login/redirect', async (request, reply) => {
    await app.countRequest(request);
    if (client === undefined) return toLogin(reply, 'oidcOff');
    const turn = await app.acquireSlot(request, reply);
    try {
      return await turn.during(() => begin(client, services, request, reply));
    } catch (error) {
      request.log.warn({ err: error }, 'the identity provider cannot be reached');
      return toLogin(reply, loginMessageOf(oidcFailureOf(error)));
    }
  });

  app.get(callbackPath, async (request, reply) => {
    await app.countRequest(request);
    if (client === undefined) return toLogin(reply, 'oidcOff');
    const turn = await app.acquireSlot(request, reply);
    return turn.during(() => finish(client, app.deps, services, request, reply));
  });
}
