import { type TokenSigner, createTokenSigner } from '#server/platform/auth/signed-token.ts';
import { createMemoryBrake, type MemoryBrake } from './sign-in-brake.ts';
import type { AppDeps } from '#server/platform/http/index.ts';

/** What the verbs of this module need besides the context. */
export type AuthServices = Pick<AppDeps, 'sessions' | 'realClock' | 'settings' | 'metrics' | 'frameTokens'> & {
  oidcStates: TokenSigner;
  /** Slows down guesses while they cannot be counted in the database. */
  brake: MemoryBrake;
  /** The last step of two-step verification of a user that was used while it cannot be written down. */
  usedSteps: Map<number, number>;
};

/** Makes the services from what the application is built from. */
export const authServices = (deps: AppDeps): AuthServices => ({
  sessions: deps.sessions,
  realClock: deps.realClock,
  settings: deps.settings,
  metrics: deps.metrics,
  frameTokens: deps.frameTokens,
  oidcStates: createTokenSigner(deps.settings.secret, 'oidc-state'),
  brake: createMemoryBrake(),
  usedSteps: new Map(),
});

/** Where a sign-in comes from. */
export type Origin = { ip: string; userAgent: string | null };
