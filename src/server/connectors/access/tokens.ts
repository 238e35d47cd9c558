import type { FetchedToken, TokenKeeper } from './types.ts';

/** A token is given up this long before it ends: a request may take as long. */
const EARLY_MS = 60_000;
/** A token without a known end is kept this long. */
const UNKNOWN_END_MS = 10 * 60_000;

/** Whether a text may stand in a header. */
export const isAccepted = (text: string): boolean => /^[\t\x20-\x7e\x80-\xff]*$/.test(text);

/** Until when a token may be used: shortly before it ends, or half of a short life. */
export function usableUntil({ expiresAt }: FetchedToken, now: number): number {
  if (expiresAt === null) return now + UNKNOWN_END_MS;
  return Math.max(expiresAt - EARLY_MS, now + (expiresAt - now) / 2);
}

/** Keeps a token in this process: who asks while it is fetched waits for that one. */
export function memoryTokens(clock: () => number = Date.now): TokenKeeper {
  let kept: { token: string; until: number } | undefined;
  let fetching: Promise<string> | undefined;
  return {
    token(fetch) {
      if (kept !== undefined && clock() < kept.until) return Promise.resolve(kept.token);
      fetching ??= fetch()
        .then((fetched) => {
          kept = { token: fetched.token, until: usableUntil(fetched, clock()) };
          return fetched.token;
        })
        .finally(() => (fetching = undefined));
      return fetching;
    },
    refused(token) {
      if (kept?.token === token) kept = undefined;
      return Promise.resolve();
    },
  };
}
