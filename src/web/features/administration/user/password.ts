import { isStrongPassword } from '#shared/text/password-strength.ts';

/** Characters of generated passwords, without those that are mistaken for others. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789';
const LENGTH = 14;

/** Fills an array with random bytes of a cryptographic source. */
export type FillRandom = (bytes: Uint8Array<ArrayBuffer>) => unknown;

/** A random password that meets the strength rule, from the browser's cryptographic source. */
export function makePassword(fill: FillRandom = (bytes) => crypto.getRandomValues(bytes)): string {
  // Bytes beyond the last whole multiple would make some characters likelier than others.
  const limit = 256 - (256 % ALPHABET.length);
  for (;;) {
    let password = '';
    while (password.length < LENGTH) {
      const bytes = new Uint8Array(LENGTH * 2);
      fill(bytes);
      for (const byte of bytes)
        if (byte < limit && password.length < LENGTH) password += ALPHABET[byte % ALPHABET.length];
    }
    if (isStrongPassword(password)) return password;
  }
}
