import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Instant } from '#shared/time/instant.ts';

/** One-time codes by time (RFC 6238): SHA-1, six digits, 30 seconds, as all apps know them. */
const periodMs = 30_000;
const digits = 6;
/** Clocks of phones differ: the code before and the one after count too. */
const drift = 1;

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Bytes in the letters of RFC 4648, as apps take secrets. */
export function toBase32(bytes: Uint8Array): string {
  let bits = '';
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0');
  return (bits.match(/.{1,5}/g) ?? []).map((five) => alphabet[Number.parseInt(five.padEnd(5, '0'), 2)]).join('');
}

function fromBase32(text: string): Buffer {
  let bits = '';
  for (const letter of text) bits += alphabet.indexOf(letter).toString(2).padStart(5, '0');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2)));
}

/** A new secret of 160 bits. */
export const newTotpSecret = (): string => toBase32(randomBytes(20));

/** The code of a secret in a period. */
export function totpCode(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac('sha1', fromBase32(secret)).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 15;
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 10 ** digits).padStart(digits, '0');
}

/** The period of a moment. */
export const totpStep = (now: Instant): number => Math.floor(now / periodMs);

/** The period whose code was given, when it is about now and later than the one used last; undefined otherwise. */
export function stepOfCode(secret: string, code: string, now: Instant, lastStep: number | null): number | undefined {
  const given = Buffer.from(code);
  for (let step = totpStep(now) - drift; step <= totpStep(now) + drift; step += 1) {
    const right = Buffer.from(totpCode(secret, step));
    if (given.length === right.length && timingSafeEqual(given, right) && step > (lastStep ?? -1)) return step;
  }
  return undefined;
}
