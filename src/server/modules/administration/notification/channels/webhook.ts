import { realClock } from '#server/platform/clock/clock.ts';
import { signingKeys, webhookHeaders } from '../standard-webhooks.ts';
import { postJson } from './http.ts';
import type { Channel, Outgoing } from './types.ts';

/** The body of a webhook: the same bytes at every attempt. */
const webhookBody = (message: Outgoing): string =>
  JSON.stringify({
    type: message.event,
    timestamp: new Date(message.causeAt).toISOString(),
    data: { ...message.facts, subject: message.subject, content: message.content },
  });

/** Posts by the Standard Webhooks convention; the time of the signature is the machine's. */
export const sendWebhook: Channel = (message, deps, signal) => {
  const keys = signingKeys(message.auth ?? '');
  if (keys === undefined) return Promise.resolve({ ok: false, reason: 'bad_secret', final: true });
  const body = webhookBody(message);
  const timestampS = Math.floor(realClock.now() / 1000);
  const headers = webhookHeaders({ id: message.webhookId, timestampS, body }, keys);
  return postJson({ url: message.address, headers, body }, deps, signal);
};
