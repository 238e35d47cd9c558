import { createPrivateKey, hkdfSync } from 'node:crypto';
import { type Configuration, errors, interactionPolicy, type KoaContextWithOIDC, Provider } from 'oidc-provider';
import type { Logger } from 'pino';
import type { SessionStore } from '#server/platform/auth/session-store.ts';
import type { Clock } from '#server/platform/clock/clock.ts';
import type { Database } from '#server/platform/db/database.ts';
import { programScopes } from '#shared/reference/program-scopes.ts';
import { admitClient } from './client-rules.ts';
import { ClientStore } from './client-store.ts';
import { endByLibrary } from './end-connection.ts';
import { holderOf } from './holder.ts';
import { ItemStore, noStore } from './item-store.ts';
import { connectionOfGrant } from './queries.ts';

/** What the authorization server is built from; `issuer` is the origin by which browsers reach the product. */
export type ProviderDeps = {
  issuer: string;
  database: Database;
  sessions: SessionStore;
  realClock: Clock;
  /** Key of the installation. */
  secret: string;
  log: Logger;
};

/** Where the person answers a request, and what ties it to the browser in which it began. */
export const connectPath = '/connect';
export const connectCookie = 'portolan_connect';
export const connectCallsPath = '/api/auth/connect';

export const oauthPaths = {
  authorization: '/oauth/authorize',
  token: '/oauth/token',
  jwks: '/oauth/jwks',
  registration: '/oauth/register',
  revocation: '/oauth/revoke',
} as const;

const minuteS = 60;
const dayS = 86_400;

/** Lifetimes in seconds. A connection that is not used for a month, or is half a year old, has to be confirmed again. */
export const lifetimes = {
  request: 15 * minuteS,
  code: minuteS,
  accessToken: 30 * minuteS,
  refreshToken: 30 * dayS,
  grant: 180 * dayS,
} as const;

/** The only resource that tokens are for. */
export const resourceOf = (issuer: string): string => `${issuer}/mcp`;

/** Documents of OpenID Connect name a key, though no signed token is issued: one that follows from the key of the installation. */
function signingKey(secret: string) {
  const seed = Buffer.from(hkdfSync('sha256', secret, 'portolan', 'oauth-signing', 32));
  const pkcs8 = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed]);
  const key = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' }).export({ format: 'jwk' });
  return { kty: 'OKP' as const, crv: 'Ed25519' as const, x: key.x ?? '', d: key.d ?? '', use: 'sig', alg: 'EdDSA' };
}

/** Every request goes to the person: what the person answers resolves all prompts that the program may have asked for. */
function policy() {
  const { Check, Prompt } = interactionPolicy;
  const unanswered = new Check(
    'unanswered',
    'the person has to confirm the connection',
    (ctx) => ctx.oidc.result?.consent === undefined,
  );
  return [
    new Prompt({ name: 'login', requestable: true }, unanswered),
    new Prompt({ name: 'consent', requestable: true }),
    new Prompt({ name: 'select_account', requestable: true }),
  ];
}

/** Errors that cannot be sent back to the program are shown by a page of ours. */
function showError(ctx: KoaContextWithOIDC, { error }: { error: string }): void {
  ctx.status = 303;
  ctx.redirect(`${connectPath}?problem=${encodeURIComponent(error)}`);
}

function configurationOf({ issuer, database, sessions, realClock, secret }: ProviderDeps): Configuration {
  const resource = resourceOf(issuer);
  const ended = (grantId: string) => endByLibrary(database, grantId);
  const isHeld = async (grantId: string): Promise<boolean> => {
    const connection = await connectionOfGrant(database, grantId, realClock.now());
    return connection !== undefined && (await holderOf(sessions, connection)) !== undefined;
  };
  return {
    adapter: (kind) =>
      kind === 'Session'
        ? noStore
        : kind === 'Client'
          ? new ClientStore(database)
          : new ItemStore(database, kind, ended),
    routes: oauthPaths,
    scopes: programScopes,
    claims: {},
    pkce: { required: () => true },
    jwks: { keys: [signingKey(secret)] },
    enabledJWA: { idTokenSigningAlgValues: ['EdDSA'] },
    clientAuthMethods: ['none'],
    responseTypes: ['code'],
    clientDefaults: { token_endpoint_auth_method: 'none', id_token_signed_response_alg: 'EdDSA' },
    extraClientMetadata: {
      properties: ['portolan'],
      validator: (_ctx, _key, _value, metadata) => admitClient(metadata),
    },
    allowOmittingSingleRegisteredRedirectUri: false,
    cookies: {
      names: { session: 'portolan_oauth', interaction: 'portolan_oauth_asked', resume: 'portolan_oauth_resume' },
      long: { httpOnly: true, sameSite: 'lax', path: '/oauth' },
      short: { httpOnly: true, sameSite: 'lax' },
      keys: [Buffer.from(hkdfSync('sha256', secret, 'portolan', 'oauth-cookies', 32)).toString('base64url')],
    },
    ttl: {
      AccessToken: lifetimes.accessToken,
      AuthorizationCode: lifetimes.code,
      Grant: lifetimes.grant,
      IdToken: minuteS,
      Interaction: lifetimes.request,
      RefreshToken: lifetimes.refreshToken,
      Session: minuteS,
    },
    rotateRefreshToken: true,
    issueRefreshToken: async () => true,
    expiresWithSession: async () => false,
    revokeGrantPolicy: () => true,
    clientBasedCORS: (_ctx, origin, client) =>
      client.redirectUris?.some((address) => URL.canParse(address) && new URL(address).origin === origin) === true,
    // Nothing that a program registers with is fetched.
    fetch: async () => {
      throw new Error('nothing is fetched for programs');
    },
    findAccount: async (_ctx, id, token) => {
      const grantId = token !== undefined && 'grantId' in token ? token.grantId : undefined;
      if (grantId !== undefined && !(await isHeld(grantId))) return undefined;
      return { accountId: id, claims: async () => ({ sub: id }) };
    },
    interactions: {
      policy: policy(),
      url: (ctx, { uid }) => {
        ctx.cookies.set(connectCookie, uid, {
          path: connectCallsPath,
          httpOnly: true,
          sameSite: 'lax',
          signed: false,
          maxAge: lifetimes.request * 1000,
        });
        return `${issuer}${connectPath}?request=${uid}`;
      },
    },
    renderError: showError,
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      userinfo: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      claimsParameter: { enabled: false },
      revocation: { enabled: true, allowedPolicy: async (_ctx, client, token) => token.clientId === client.clientId },
      registration: { enabled: true, initialAccessToken: false, issueRegistrationAccessToken: false },
      resourceIndicators: {
        enabled: true,
        defaultResource: async () => resource,
        useGrantedResource: async () => true,
        getResourceServerInfo: async (_ctx, asked) => {
          if (asked !== resource) throw new errors.InvalidTarget();
          return { scope: programScopes.join(' '), audience: resource, accessTokenFormat: 'opaque' };
        },
      },
    },
  };
}

/** Makes documents of the server name only what it does: answers by redirection, and scopes of ours. */
async function trueDocuments(ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> {
  await next();
  if (!ctx.path.startsWith('/.well-known/') || typeof ctx.body !== 'object') return;
  ctx.body = {
    ...ctx.body,
    response_modes_supported: ['query'],
    scopes_supported: programScopes,
    claims_supported: undefined,
    claim_types_supported: undefined,
  };
}

/** A program that names no scope asks for the right to read. Answers are redirections: a page that posts itself is not offered. */
async function readUnlessAsked(ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> {
  if (ctx.path === oauthPaths.authorization) {
    const { scope, response_mode: mode } = ctx.query;
    if (mode !== undefined && mode !== 'query') return showError(ctx, { error: 'unsupported_response_mode' });
    if (scope === undefined || scope === '') ctx.query = { ...ctx.query, scope: 'read' };
  }
  await next();
}

/** The authorization server for programs that people connect. Its codes and tokens are random and kept as hashes in our own database. */
export function createProvider(deps: ProviderDeps): Provider {
  const provider = new Provider(deps.issuer, configurationOf(deps));
  // Host and protocol are set from the issuer before a request comes here.
  provider.proxy = true;
  provider.use(trueDocuments);
  provider.use(readUnlessAsked);
  provider.on('server_error', (_ctx, error) => {
    deps.database.refusedWrites.note(error);
    deps.log.error({ err: error }, 'the authorization server failed');
  });
  return provider;
}
