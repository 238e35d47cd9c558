import { createHash } from 'node:crypto';
import { reportMemoryUse, BytesCache } from '#shared/memory/bytes-cache.ts';

// Every name costs memory in every connection; texts seen once only (odd filter shapes) get none.
const MAX_NAMES = 1_000;
/** All texts with a name, and all that were seen once. */
const MAX_NAMED_BYTES = 4_000_000;
const MAX_CANDIDATE_BYTES = 2_000_000;

/** Names of statements that come back, so that the server parses and plans them once per connection. */
export type PreparedNames = {
  of: (text: string) => string | undefined;
  /** Gives all statements other names after the statement of one was refused, as its tables had changed. */
  renew: (refused: string | undefined) => void;
};

/** Makes the names of one pool. */
export function createPreparedNames(maxNames = MAX_NAMES): PreparedNames {
  // A name stays as long as the connections that know it, so that names are not dropped but no longer given.
  const names = reportMemoryUse('prepared_statements', new Map<string, string>(), ({ size }) => ({
    entries: size,
    bytes: namedBytes,
    maxBytes: MAX_NAMED_BYTES,
  }));
  let namedBytes = 0;
  const seenOnce = new BytesCache<string, true>('statements_seen_once', MAX_CANDIDATE_BYTES);
  let turn = 0;
  const inTurn = (name: string): string => `${name}${turn}`;
  const nameOf = (text: string): string | undefined => {
    const name = names.get(text);
    if (name !== undefined) return inTurn(name);
    // Several statements in one text cannot be prepared.
    if (names.size >= maxNames || namedBytes + text.length > MAX_NAMED_BYTES || text.includes(';')) return undefined;
    if (!seenOnce.delete(text)) {
      seenOnce.set(text, true, text.length);
      return undefined;
    }
    const made = `s${createHash('sha1').update(text).digest('base64url').slice(0, 16)}`;
    names.set(text, made);
    namedBytes += text.length;
    return inTurn(made);
  };
  return {
    of: nameOf,
    renew: (refused) => {
      // Others may have been refused under the same names meanwhile.
      if (refused?.slice(17) === String(turn)) turn += 1;
    },
  };
}
