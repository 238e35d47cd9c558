import { PortolanError } from './errors.ts';

/** A webhook that must not be trusted; `message` names the reason. */
export class WebhookError extends PortolanError {
  override readonly name = 'WebhookError';
}

/** Headers as Node, Express, Fastify or `fetch` give them. */
export type ReceivedHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/** How a webhook is verified. */
export type VerifyOptions = {
  /** The bytes as received, before they are parsed. */
  body: string | Uint8Array;
  headers: ReceivedHeaders;
  /** `whsec_…`, or the base64 secret of a subscription. Several while a secret is being changed. */
  secret: string | readonly string[];
  /** How old a webhook may be; 300 by default. */
  toleranceS?: number;
  /** The time now in seconds since 1970; for tests. */
  nowS?: number;
};

const encoder = new TextEncoder();

function headerOf(headers: ReceivedHeaders, name: string): string {
  const value = typeof headers.get === 'function' ? headers.get(name) : (headers as Record<string, unknown>)[name];
  const [first] = Array.isArray(value) ? (value as unknown[]) : [value];
  if (typeof first !== 'string' || first === '') throw new WebhookError(`the header ${name} is missing`);
  return first;
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const text = base64.trim().replace(/^whsec_/, '');
  try {
    return Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
  } catch {
    throw new WebhookError('a secret or signature is not base64');
  }
}

/** Web Crypto; Node 18 has it in a module only. The name is a variable, so that bundlers for browsers leave it alone. */
async function subtleCrypto(): Promise<SubtleCrypto> {
  const known = (globalThis as { crypto?: Crypto }).crypto?.subtle;
  if (known !== undefined) return known;
  const name = 'node:crypto';
  const { webcrypto } = (await import(name)) as { webcrypto: Crypto };
  return webcrypto.subtle;
}

function signedBytes(id: string, timestamp: string, body: string | Uint8Array): Uint8Array<ArrayBuffer> {
  const [head, tail] = [encoder.encode(`${id}.${timestamp}.`), typeof body === 'string' ? encoder.encode(body) : body];
  const all = new Uint8Array(head.length + tail.length);
  all.set(head);
  all.set(tail, head.length);
  return all;
}

/**
 * Verifies a webhook by the Standard Webhooks convention and gives its JSON. Throws WebhookError when it is not signed
 * with the secret, or too old. Compare `webhook-id` with those you have seen: a webhook may arrive twice.
 */
export async function verifyWebhook<T = unknown>(options: VerifyOptions): Promise<T> {
  const { body, headers, secret, toleranceS = 300, nowS = Date.now() / 1000 } = options;
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    headerOf(headers, name),
  ) as [string, string, string];
  if (!/^\d{1,15}$/.test(timestamp) || Math.abs(nowS - Number(timestamp)) > toleranceS)
    throw new WebhookError('the webhook is too old, or its time is wrong');
  const subtle = await subtleCrypto();
  const message = signedBytes(id, timestamp, body);
  const given = signatures.split(' ').filter((text) => text.startsWith('v1,'));
  for (const one of [secret].flat()) {
    const key = await subtle.importKey('raw', bytesOf(one), { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
    for (const signature of given)
      // Compares in constant time.
      if (await subtle.verify('HMAC', key, bytesOf(signature.slice(3)), message))
        return JSON.parse(typeof body === 'string' ? body : new TextDecoder().decode(body)) as T;
  }
  throw new WebhookError('the signature does not match');
}
