import * as oidc from 'openid-client';
import type { OidcSettings } from '#server/platform/http/settings.ts';
import { oidcFailureOf } from './oidc-failure.ts';

/** What must survive the way to the identity provider and back, in a signed cookie. */
export type OidcState = { state: string; nonce: string; verifier: string; returnTo: string };

/** Who the identity provider says it is. */
export type Identity = { subject: string; claim: string | null };

/** The identity provider as we use it: authorization code with PKCE. */
export type OidcClient = {
  begin: (redirectUri: string, returnTo: string) => Promise<{ url: string; state: OidcState }>;
  finish: (callbackUrl: URL, state: OidcState) => Promise<Identity>;
};

const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Reads the provider's own description; plain http is taken only from this machine. The signature of every ID token is
 * verified by the keys that the provider publishes. With this check on, the library accepts asymmetric algorithms only,
 * and of those the ones in the description (RS256 when it names none).
 */
async function discover(settings: OidcSettings): Promise<oidc.Configuration> {
  const issuer = new URL(settings.issuer);
  const insecure = issuer.protocol === 'http:' && loopback.has(issuer.hostname);
  return oidc.discovery(issuer, settings.clientId, settings.clientSecret, undefined, {
    timeout: 10,
    execute: [oidc.enableNonRepudiationChecks, ...(insecure ? [oidc.allowInsecureRequests] : [])],
  });
}

/** What the provider tells on request; many keep names out of the ID token. */
const profileOf = async (
  config: oidc.Configuration,
  accessToken: string,
  subject: string,
): Promise<Record<string, unknown>> =>
  config.serverMetadata().userinfo_endpoint === undefined
    ? {}
    : { ...(await oidc.fetchUserInfo(config, accessToken, subject)) };

/** The claim that names the user; an address that the provider has not verified names nobody. */
function claimOf(claims: Record<string, unknown>, name: string): string | null {
  const claim = claims[name];
  if (typeof claim !== 'string' || claim === '') return null;
  return name === 'email' && claims['email_verified'] === false ? null : claim;
}

/** Talks to the configured identity provider; its description is read at the first sign-in, and again after a failure. */
export function createOidcClient(settings: OidcSettings): OidcClient {
  let known: Promise<oidc.Configuration> | undefined;
  const configuration = (): Promise<oidc.Configuration> => {
    known ??= discover(settings).catch((error: unknown) => {
      known = undefined;
      throw error;
    });
    return known;
  };

  return {
    begin: async (redirectUri, returnTo) => {
      const config = await configuration();
      const verifier = oidc.randomPKCECodeVerifier();
      const state = oidc.randomState();
      const nonce = oidc.randomNonce();
      const url = oidc.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: settings.scope,
        state,
        nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      });
      return { url: url.href, state: { state, nonce, verifier, returnTo } };
    },
    finish: async (callbackUrl, state) => {
      const config = await configuration();
      const checks = {
        pkceCodeVerifier: state.verifier,
        expectedState: state.state,
        expectedNonce: state.nonce,
        idTokenExpected: true,
      };
      const tokens = await oidc.authorizationCodeGrant(config, callbackUrl, checks).catch((error: unknown) => {
        // The library keeps the provider's keys for some minutes: new ones are read at the next sign-in.
        if (oidcFailureOf(error) === 'unknownKey') known = undefined;
        throw error;
      });
      const claims = tokens.claims();
      if (claims === undefined) throw new Error('the identity provider gave no ID token');
      const named =
        settings.claim in claims
          ? claims
          : { ...(await profileOf(config, tokens.access_token, claims.sub)), ...claims };
      return { subject: claims.sub, claim: claimOf(named, settings.claim) };
    },
  };
}
