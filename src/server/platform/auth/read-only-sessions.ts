import type { Instant } from '#shared/time/instant.ts';
import { MINUTE_MS } from '#shared/time/instant.ts';
import { asRecord } from '#shared/values/objects.ts';
import type { Clock } from '../clock/clock.ts';
import { hashToken, randomToken } from '../crypto/index.ts';
import { createTokenSigner } from './signed-token.ts';

const lifetimeMs = 30 * MINUTE_MS;
const audience = 'read-only-session';
const maxEnded = 10_000;

/** What a token of a session says that no table holds: `mark` is the newest entry of the audit when it was opened. */
export type ReadOnlySession = { userId: number; createdAt: Instant; mark: number };

/**
 * Sessions for the time in which the disk of the database is full: signed tokens, which every process of the product can read. Each
 * holds for half an hour at most, and only until anything more is written to the audit: nobody's rights are changed, no
 * session is ended and no password is set without that.
 */
export type ReadOnlySessions = {
  sign: (userId: number, mark: number) => string;
  /** The session of a token; undefined when it is forged, over, or was ended in this process. */
  read: (token: string) => ReadOnlySession | undefined;
  /** The session whose token has this hash, if this process has read that token. */
  byHash: (tokenHash: Buffer) => ReadOnlySession | undefined;
  end: (token: string) => void;
};

/** Read-only sessions signed by the key of the installation; `clock` is the machine's. */
export function createReadOnlySessions(secret: string, clock: Clock): ReadOnlySessions {
  const signer = createTokenSigner(secret, audience);
  const tokens = new Map<string, string>();
  const ended = new Set<string>();
  const keyOf = (token: string): string => hashToken(token).toString('base64');
  /** Only the newest are remembered: a token that is presented again is remembered again. */
  const trim = (kept: Map<string, string> | Set<string>): void => {
    for (const key of kept.keys()) {
      if (kept.size <= maxEnded) return;
      kept.delete(key);
    }
  };
  const read = (token: string): ReadOnlySession | undefined => {
    if (!token.includes('.') || ended.has(keyOf(token))) return undefined;
    const claims = signer.read(token, audience, clock.now());
    const { user, at, mark } = asRecord(claims);
    if (typeof user !== 'number' || typeof at !== 'number' || typeof mark !== 'number') return undefined;
    tokens.set(keyOf(token), token);
    trim(tokens);
    return { userId: user, createdAt: at, mark };
  };
  return {
    sign: (user, mark) => {
      const at = clock.now();
      return signer.sign({ aud: audience, exp: at + lifetimeMs, user, at, mark, nonce: randomToken() });
    },
    read,
    byHash: (tokenHash) => {
      const token = tokens.get(tokenHash.toString('base64'));
      return token === undefined ? undefined : read(token);
    },
    end: (token) => {
      ended.add(keyOf(token));
      trim(ended);
    },
  };
}
