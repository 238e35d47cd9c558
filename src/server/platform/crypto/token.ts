import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const TOKEN_BYTES = 32;

/** A random token for cookies and links: 256 bits as base64url. */
export function randomToken(bytes = TOKEN_BYTES): string {
  return randomBytes(bytes).toString('base64url');
}

/** What is stored of a token: its SHA-256, so that a stolen table opens no session. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** HMAC-SHA-256 of a text as lower-case hex. */
export function signText(text: string | Uint8Array, secret: string | Uint8Array): string {
  return createHmac('sha256', secret).update(text).digest('hex');
}

/** Compares two texts in a time that tells nothing of where they differ. */
export function equalTexts(a: string, b: string): boolean {
  const [left, right] = [hashToken(a), hashToken(b)];
  return timingSafeEqual(left, right);
}
