import { paths } from '#contract/all-paths.ts';
import { listPaths } from '#contract/list-paths.ts';
import type { CallName, CallPath } from '#contract/paths.ts';
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

/** Reading calls that are sent by POST: questions of declared lists among them. */
const readsByPost = new Set<CallName>([
  'queryExceptions',
  'exportExceptions',
  ...(Object.keys(listPaths) as CallName[]),
]);

/** Last path segments of calls that only read; by the specification some calls that change things are GET too. */
const reading = /^(query|get|detail|history|session|permissions|world)/i;

/** May an embedded page make this call: those that only read. */
export function mayFrameCall(name: CallName): boolean {
  const { method, also, path, access } = paths[name] as CallPath;
  if (access === 'admin' || also !== undefined) return false;
  return method === 'GET' ? reading.test(path.slice(path.lastIndexOf('/') + 1)) : readsByPost.has(name);
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
