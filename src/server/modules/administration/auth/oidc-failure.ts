import { AuthorizationResponseError, ResponseBodyError } from 'openid-client';
import type { LoginMessage } from '#contract/administration/login-messages.ts';
import { isRecord } from '#shared/values/objects.ts';

/** Why a sign-in by the identity provider failed, as the log and the audit name it. */
export type OidcFailure =
  | 'algorithm'
  | 'audience'
  | 'expired'
  | 'issuer'
  | 'nonce'
  | 'other'
  | 'refused'
  | 'signature'
  | 'state'
  | 'token'
  | 'unknownKey'
  | 'unreachable';

const byClaim: Readonly<Record<string, OidcFailure>> = {
  iss: 'issuer',
  aud: 'audience',
  azp: 'audience',
  exp: 'expired',
  nonce: 'nonce',
};

/** What the library says in words only. */
const byText: readonly [text: RegExp, failure: OidcFailure][] = [
  [/signature verification failed/, 'signature'],
  [/"nonce"/, 'nonce'],
  [/"alg"|JWS algorithm/, 'algorithm'],
  [/"state"/, 'state'],
  [/"iss"/, 'issuer'],
];

const byCode: Readonly<Record<string, OidcFailure>> = {
  OAUTH_KEY_SELECTION_FAILED: 'unknownKey',
  OAUTH_TIMEOUT: 'unreachable',
  OAUTH_RESPONSE_IS_NOT_CONFORM: 'unreachable',
  OAUTH_RESPONSE_IS_NOT_JSON: 'unreachable',
  OAUTH_JWT_TIMESTAMP_CHECK_FAILED: 'expired',
  OAUTH_INVALID_RESPONSE: 'token',
  OAUTH_PARSE_ERROR: 'token',
  OAUTH_UNSUPPORTED_OPERATION: 'token',
};

/** An error and what caused it, the innermost first. */
function causesOf(error: unknown): Error[] {
  const causes: Error[] = [];
  for (let at = error; at instanceof Error && !causes.includes(at); at = at.cause) causes.unshift(at);
  return causes;
}

function failureOf(error: Error): OidcFailure | undefined {
  const claim = isRecord(error.cause) ? error.cause['claim'] : undefined;
  const named = typeof claim === 'string' ? byClaim[claim] : undefined;
  const reported = byText.find(([text]) => text.test(error.message))?.[1];
  const code = 'code' in error && typeof error.code === 'string' ? byCode[error.code] : undefined;
  return named ?? reported ?? code ?? (error.message === 'fetch failed' ? 'unreachable' : undefined);
}

/** Sorts an error of the library; nothing of the token, the code or the claims is kept. */
export function oidcFailureOf(error: unknown): OidcFailure {
  if (error instanceof AuthorizationResponseError || error instanceof ResponseBodyError) return 'refused';
  for (const cause of causesOf(error)) {
    const failure = failureOf(cause);
    if (failure !== undefined) return failure;
  }
  return 'other';
}

/** What the sign-in page says about it. */
export function loginMessageOf(failure: OidcFailure): LoginMessage {
  if (failure === 'unreachable') return 'oidcUnreachable';
  return failure === 'refused' || failure === 'other' ? 'oidcFailed' : 'oidcInvalid';
}
