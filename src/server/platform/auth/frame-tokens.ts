import { paths } from '#contract/all-paths.ts';
import { listPaths } from '#contract/list-paths.ts';
import type { CallPath } from '#contract/call-path.ts';
import type { CallName } from '#contract/paths.ts';
import { keysOf } from '#shared/values/objects.ts';
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

/** Last path segments of calls that only read; by the specification some calls that change things are GET too. */
const reading = /^(query|get|detail|history|session|permissions|world)/i;
/** Questions of data pages, sent by POST because they are long; exceptions are exported by a question too. */
const asksByPost = /^\/api\/data\/.*\/(query|export[A-Z])[^/]*$/;
/** What fields of choice ask: rows of reference data by their text, and dictionaries. */
const choices = /^\/api\/(data|product)\/.*\/(pick|getAll|queryByCodeTypeId)$/;
const lists = new Set<CallName>(keysOf(listPaths));
/** Public calls that every window of ours makes when it starts. */
const atStart = new Set<CallName>(['signInOptions']);

/** May an embedded page make this call: those that only read. All GET calls below /api/data with one way to make them do. */
export function mayFrameCall(name: CallName): boolean {
  const { method, also, path, access }: CallPath = paths[name];
  if (access === 'admin') return false;
  if (atStart.has(name) || choices.test(path)) return true;
  if (also !== undefined) return false;
  if (method === 'GET') return path.startsWith('/api/data/') || reading.test(path.slice(path.lastIndexOf('/') + 1));
  return lists.has(name) || asksByPost.test(path);
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
