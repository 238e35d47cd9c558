const shown = '***';
const shortest = 4;

/** Takes secrets, and replaces them in what is shown. */
export type Masker = ReturnType<typeof masker>;

/** Replaces secrets in texts, also in the usual encodings, and parts of secrets such as the password of `user:password`. */
export function masker() {
  const secrets = new Set<string>();
  let ordered: string[] = [];
  const add = (secret: string): void => {
    for (const part of [secret, ...secret.split(/[:\s,;]+/)]) {
      if (part.length < shortest) continue;
      const bytes = Buffer.from(part);
      for (const form of [part, encodeURIComponent(part), bytes.toString('base64'), bytes.toString('hex')])
        secrets.add(form);
      secrets.add([...part].reverse().join(''));
      secrets.add(JSON.stringify(part).slice(1, -1));
    }
    // The longest first, so that a part does not spoil the whole.
    ordered = [...secrets].sort((a, b) => b.length - a.length);
  };
  const text = (value: string): string => ordered.reduce((masked, secret) => masked.replaceAll(secret, shown), value);
  /** The same in everything that is text inside a JSON value. */
  const value = (given: unknown): unknown =>
    ordered.length === 0 || given === undefined ? given : (JSON.parse(text(JSON.stringify(given))) as unknown);
  return { add, text, value };
}
