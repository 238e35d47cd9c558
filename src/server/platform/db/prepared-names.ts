import { createHash } from 'node:crypto';

// Every name costs memory in every connection; texts seen once only (odd filter shapes) get none.
const MAX_NAMES = 1_000;
const MAX_CANDIDATES = 5_000;

/** Gives statements that come back a name, so that the server parses and plans them once per connection. */
export function createPreparedNames(maxNames = MAX_NAMES): (text: string) => string | undefined {
  const names = new Map<string, string>();
  const seenOnce = new Set<string>();
  return (text) => {
    const name = names.get(text);
    if (name !== undefined) return name;
    // Several statements in one text cannot be prepared.
    if (names.size >= maxNames || text.includes(';')) return undefined;
    if (!seenOnce.delete(text)) {
      if (seenOnce.size >= MAX_CANDIDATES) seenOnce.clear();
      seenOnce.add(text);
      return undefined;
    }
    const made = `s${createHash('sha1').update(text).digest('base64url').slice(0, 16)}`;
    names.set(text, made);
    return made;
  };
}
