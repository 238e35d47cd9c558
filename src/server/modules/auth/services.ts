import { type TokenSigner, createTokenSigner } from '#server/platform/auth/signed-token.ts';
import type { AppDeps } from '#server/platform/http/index.ts';

/** What the verbs of this module need besides the context. */
export type AuthServices = Pick<AppDeps, 'sessions' | 'realClock' | 'settings' | 'metrics' | 'frameTokens'> & {
  oidcStates: TokenSigner;
};

/** Makes the services from what the application is built from. */
export const authServices = (deps: AppDeps): AuthServices => ({
  sessions: deps.sessions,
  realClock: deps.realClock,
  settings: deps.settings,
  metrics: deps.metrics,
  frameTokens: deps.frameTokens,
  oidcStates: createTokenSigner(deps.settings.secret, 'oidc-state'),
});

/** Where a sign-in comes from. */
export type Origin = { ip: string; userAgent: string | null };
