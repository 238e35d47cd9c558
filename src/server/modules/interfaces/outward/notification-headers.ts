import { createHash, createHmac } from 'node:crypto';
import { outwardVersion } from '#contract/interfaces/outward-api/document.ts';
import { webhookHeaders } from '#server/modules/administration/notification/index.ts';
import { realClock } from '#server/platform/clock/clock.ts';

/** A notification: the subscription, the body as sent, the secret in base64, and the former one while it signs too. */
export type SignedNotification = {
  subscriptionId: string;
  body: string;
  secret: string;
  formerSecret: string | null;
  /** Its event is invented. */
  isTest: boolean;
};

/** The same for the same body, so that a receiver knows a repetition. */
function idOf({ subscriptionId, body }: SignedNotification): string {
  const digest = createHash('sha256').update(`${subscriptionId} ${body}`).digest('base64url');
  return `msg_${digest.slice(0, 24)}`;
}

const signatureOf = (key: Buffer, body: string): string =>
  `sha256=${createHmac('sha256', key).update(body).digest('hex')}`;

/** The headers of a notification: signed as DCSA Track & Trace has it, and by the Standard Webhooks convention. */
export function notificationHeaders(notification: SignedNotification): Record<string, string> {
  const { subscriptionId, body, secret, formerSecret, isTest } = notification;
  const key = Buffer.from(secret, 'base64');
  const formerKey = formerSecret === null ? undefined : Buffer.from(formerSecret, 'base64');
  const timestampS = Math.floor(realClock.now() / 1000);
  return {
    'content-type': 'application/json',
    'api-version': outwardVersion,
    'subscription-id': subscriptionId,
    'notification-signature': signatureOf(key, body),
    ...(formerKey && { 'notification-signature-previous': signatureOf(formerKey, body) }),
    ...(isTest && { 'notification-test': 'true' }),
    ...webhookHeaders({ id: idOf(notification), timestampS, body }, formerKey === undefined ? [key] : [key, formerKey]),
  };
}
