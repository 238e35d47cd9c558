import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** Headers of a request, by their names in small letters. */
export type PushHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Where the key of an address stands among the headers; no header can have this name. */
export const addressKey = '?key';

/** How a counterpart proves what it pushes: an HMAC in a header, or, where it signs nothing, the secret in the address that it was given. */
export type PushSignature = {
  header: string;
  /** `shown`: the secret itself. */
  algorithm: 'sha1' | 'sha256' | 'shown';
  encoding: 'hex' | 'base64';
  /** Stands before the HMAC. */
  prefix?: string;
  /** How the secret was agreed on: as text, or as bytes in base64. */
  secret: 'text' | 'base64';
  /**
   * Headers that are signed with the body: `<timestamp>/<nonce>/<client>/<body>`. The time of sending is in seconds or milliseconds
   * since 1970; a nonce is used once.
   */
  stamp?: { timestamp: string; nonce: string; client: string };
};

/** Signature of notifications of DCSA, and of others that leave it open. */
export const notificationSignature: PushSignature = {
  header: 'notification-signature',
  algorithm: 'sha256',
  encoding: 'hex',
  prefix: 'sha256=',
  secret: 'base64',
};

/** A counterpart that signs nothing is given an address with a secret in it: `?key=`. */
export const keyInAddress: PushSignature = {
  header: addressKey,
  algorithm: 'shown',
  encoding: 'hex',
  secret: 'text',
};

/** Digests of both, so that their lengths tell nothing. */
const isSameSecret = (shown: string, secret: string): boolean => {
  const [given, right] = [shown, secret].map((text) => createHash('sha256').update(text).digest());
  return given !== undefined && right !== undefined && timingSafeEqual(given, right) && secret !== '';
};

/** Age of a message above which it is refused, and how far its sender's clock may be ahead. */
const FRESH_MS = 5 * 60_000;
const NONCE_CHARS = 200;
/** Times from then on are in milliseconds. */
const MILLISECONDS_FROM = 100_000_000_000;

const headerOf = (headers: PushHeaders, name: string): string => {
  const value = headers[name];
  return (typeof value === 'string' ? value : (value?.[0] ?? '')).trim();
};

/** Whether a message shows a signature at all. */
export const isSigned = ({ header }: PushSignature, headers: PushHeaders): boolean => headerOf(headers, header) !== '';

/**
 * Whether the signature is the HMAC of the body as received, with the stamp where there is one. Compares in constant time; what is
 * missing or misshapen is just wrong.
 */
export function isRightSignature(
  { header, algorithm, encoding, prefix = '', secret: form, stamp }: PushSignature,
  headers: PushHeaders,
  body: Uint8Array,
  secret: string,
): boolean {
  if (algorithm === 'shown') return isSameSecret(headerOf(headers, header), secret);
  const key = Buffer.from(secret, form === 'base64' ? 'base64' : 'utf8');
  const stamps = stamp === undefined ? [] : [stamp.timestamp, stamp.nonce, stamp.client];
  const values = stamps.map((name) => headerOf(headers, name));
  const hmac = createHmac(algorithm, key);
  for (const value of values) hmac.update(`${value}/`);
  const right = hmac.update(body).digest();
  const text = headerOf(headers, header);
  const written = text.toLowerCase().startsWith(prefix.toLowerCase()) ? text.slice(prefix.length) : '';
  const given = Buffer.from(written, encoding);
  const isWhole = given.toString(encoding) === (encoding === 'hex' ? written.toLowerCase() : written);
  const isRight = timingSafeEqual(right, given.length === right.length ? given : Buffer.alloc(right.length));
  // An empty secret signs nothing.
  return isWhole && isRight && key.length > 0 && values.every((value) => value !== '');
}

/** What keeps a message from being sent twice; `stale` when it is too old or from the future; null where nothing is stated of it. */
export function stampOf(
  { stamp }: PushSignature,
  headers: PushHeaders,
  machineNow: number,
): { nonce: string } | 'stale' | null {
  if (stamp === undefined) return null;
  const text = headerOf(headers, stamp.timestamp);
  const reported = /^\d{9,14}$/.test(text) ? Number(text) : Number.NaN;
  const at = reported < MILLISECONDS_FROM ? reported * 1_000 : reported;
  const nonce = headerOf(headers, stamp.nonce);
  if (!(Math.abs(machineNow - at) <= FRESH_MS) || nonce === '' || nonce.length > NONCE_CHARS) return 'stale';
  return { nonce };
}
