import { sealedForm } from '../crypto/seal.ts';

// Parts of field names whose values must never be written down, in camel or snake case.
const SECRET_NAME =
  /pass(word|phrase)|secret|credential|token|api_?key|private_?key|authorization|auth$|cookie|password_?hash/i;
const MARK = '***';
const MAX_DEPTH = 8;

/** A sealed text tells nothing, and an undo needs it. */
const isSealed = (value: unknown): boolean => typeof value === 'string' && sealedForm.test(value);

/** A copy of a value in which fields that by their name hold secrets show only that they were set, unless sealed. */
export function withoutSecrets(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Buffer.isBuffer(value) || value instanceof Uint8Array) return `<${value.length} bytes>`;
  if (value instanceof Date) return value.toISOString();
  if (depth >= MAX_DEPTH) return '...';
  if (Array.isArray(value)) return value.map((item) => withoutSecrets(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name,
      SECRET_NAME.test(name) && item !== null && item !== undefined && typeof item !== 'boolean' && !isSealed(item)
        ? MARK
        : withoutSecrets(item, depth + 1),
    ]),
  );
}
