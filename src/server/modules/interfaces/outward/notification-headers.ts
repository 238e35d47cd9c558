import { createHash, createHmac } from 'node:crypto';
import { outwardVersion } from '#contract/interfaces/outward-api/document.ts';
import { webhookHeaders } from '#server/modules/administration/notification/index.ts';
import { realClock } from '#server/platform/clock/clock.ts';

/** A notification: the subscription, the ids of its events in order, the body as sent, and the secret in base64. */
export type SignedNotification = {
  subscriptionId: string;
  eventIds: readonly string[];
  body: string;
  secret: string;
};

/** The same for the same events, so that a receiver knows a repetition. */
function idOf({ subscriptionId, eventIds }: SignedNotification): string {
  const digest = createHash('sha256')
    .update([subscriptionId, ...eventIds].join(' '))
    .digest('base64url');
  return `msg_${digest.slice(0, 24)}`;
}

/** The headers of a notification: signed as DCSA Track & Trace has it, and by the Standard Webhooks convention. */
export function notificationHeaders(notification: SignedNotification): Record<string, string> {
  const { subscriptionId, body, secret } = notification;
  const key = Buffer.from(secret, 'base64');
  const timestampS = Math.floor(realClock.now() / 1000);
  return {
    'content-type': 'application/json',
    'api-version': outwardVersion,
    'subscription-id': subscriptionId,
    'notification-signature': `sha256=${createHmac('sha256', key).update(body).digest('hex')}`,
    ...webhookHeaders({ id: idOf(notification), timestampS, body }, [key]),
  };
}
