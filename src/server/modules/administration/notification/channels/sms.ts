import { postJson } from './http.ts';
import type { Channel } from './types.ts';

/** Hands a text message to the configured gateway as {to, text}; without one it is refused. */
export const sendSms: Channel = (message, deps, signal) => {
  const { smsGatewayUrl } = deps.settings;
  if (smsGatewayUrl === null) return Promise.resolve({ ok: false, reason: 'sms_not_configured', final: true });
  const to = message.address.split(/[\s,;]+/).filter(Boolean);
  const text = message.subject === null ? message.content : `${message.subject}: ${message.content}`;
  const headers = {
    'webhook-id': message.webhookId,
    ...(message.auth === null ? {} : { authorization: `Bearer ${message.auth}` }),
  };
  const open = { ...deps, settings: { ...deps.settings, allowedUrls: [...deps.settings.allowedUrls, smsGatewayUrl] } };
  return postJson({ url: smsGatewayUrl, headers, body: JSON.stringify({ to, text }) }, open, signal);
};
