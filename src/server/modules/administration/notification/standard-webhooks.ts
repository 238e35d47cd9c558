import { createHmac, randomBytes } from 'node:crypto';

const prefix = 'whsec_';

/** The keys in a list of `whsec_…` secrets, the newest first; undefined when one of them is not a valid secret. */
export function signingKeys(secrets: string): Buffer[] | undefined {
  const parts = secrets.split(/[\s,]+/).filter(Boolean);
  const keys = parts.map((part) => {
    const text = part.startsWith(prefix) ? part.slice(prefix.length) : '';
    return /^[A-Za-z0-9+/]+={0,2}$/.test(text) ? Buffer.from(text, 'base64') : undefined;
  });
  return keys.every((key): key is Buffer<ArrayBuffer> => key !== undefined && key.length > 0) ? keys : undefined;
}

/** A new secret of 32 random bytes. */
export const newSigningSecret = (): string => `${prefix}${randomBytes(32).toString('base64')}`;

/** The id under which all attempts of one notification go out. */
export const newWebhookId = (): string => `msg_${randomBytes(18).toString('base64url')}`;

/** A message to be signed: what is signed is exactly these bytes. */
export type SignedMessage = { id: string; timestampS: number; body: string };

/** The headers of the Standard Webhooks convention, with one signature per key so that secrets can be rotated. */
export function webhookHeaders(message: SignedMessage, keys: readonly Buffer[]): Record<string, string> {
  const text = `${message.id}.${message.timestampS}.${message.body}`;
  const signatures = keys.map((key) => `v1,${createHmac('sha256', key).update(text).digest('base64')}`);
  return {
    'webhook-id': message.id,
    'webhook-timestamp': String(message.timestampS),
    ...(signatures.length === 0 ? {} : { 'webhook-signature': signatures.join(' ') }),
  };
}
