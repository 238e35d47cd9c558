import { type CallName, type CallPath, paths } from '#contract/paths.ts';
import type { Clock } from '../clock/clock.ts';
import type { Principal } from './principal.ts';
import { createTokenSigner } from './signed-token.ts';

const lifetimeMs = 5 * 60_000;
const audience = 'data-page';

/** Tokens that an embedded page calls with instead of the session. */
export type FrameTokens = {
  make: (principal: Principal) => { token: string; expiresInS: number };
  /** Hash of the session that the token stands for, or undefined when it is forged or expired. */
  read: (token: string) => Buffer | undefined;
};

/** Reading calls that are sent by POST. */
const readsByPost = new Set<CallName>(['queryExceptions', 'exportExceptions']);

/** May an embedded page make this call: those that only read. */
export function mayFrameCall(name: CallName): boolean {
  const { method, also, access } = paths[name] as CallPath;
  return access !== 'admin' && ((method === 'GET' && also === undefined) || readsByPost.has(name));
}

/** Frame tokens signed by the key of the installation; `clock` is the real one. */
export function createFrameTokens(secret: string, clock: Clock): FrameTokens {
  const signer = createTokenSigner(secret, 'frame-token');
  return {
    make: (principal) => {
      const claims = {
        aud: audience,
        exp: clock.now() + lifetimeMs,
        sub: principal.userCode,
        tenant: principal.tenantCode,
      };
      return {
        token: signer.sign({ ...claims, session: principal.tokenHash.toString('base64url') }),
        expiresInS: lifetimeMs / 1000,
      };
    },
    read: (token) => {
      const session = signer.read(token, audience, clock.now())?.['session'];
      return typeof session === 'string' ? Buffer.from(session, 'base64url') : undefined;
    },
  };
}
