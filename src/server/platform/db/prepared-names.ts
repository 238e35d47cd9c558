import { createHash } from 'node:crypto';
import { reportMemoryUse, BytesCache } from '#shared/memory/bytes-cache.ts';

// Every name costs memory in every connection; texts seen once only (odd filter shapes) get none.
const MAX_NAMES = 1_000;
/** All texts with a name, and all that were seen once. */
const MAX_NAMED_BYTES = 4_000_000;
const MAX_CANDIDATE_BYTES = 2_000_000;

/** Gives statements that come back a name, so that the server parses and plans them once per connection. */
export function createPreparedNames(maxNames = MAX_NAMES): (text: string) => string | undefined {
  // A name stays as long as the connections that know it, so that names are not dropped but no longer given.
  const names = reportMemoryUse('prepared_statements', new Map<string, string>(), ({ size }) => ({
    entries: size,
    bytes: namedBytes,
    maxBytes: MAX_NAMED_BYTES,
  }));
  let namedBytes = 0;
  const seenOnce = new BytesCache<string, true>('statements_seen_once', MAX_CANDIDATE_BYTES);
  return (text) => {
    const name = names.get(text);
    if (name !== undefined) return name;
    // Several statements in one text cannot be prepared.
    if (names.size >= maxNames || namedBytes + text.length > MAX_NAMED_BYTES || text.includes(';')) return undefined;
    if (!seenOnce.delete(text)) {
      seenOnce.set(text, true, text.length);
      return undefined;
    }
    const made = `s${createHash('sha1').update(text).digest('base64url').slice(0, 16)}`;
    names.set(text, made);
    namedBytes += text.length;
    return made;
  };
}
