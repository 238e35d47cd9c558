import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { verifyWebhook, WebhookError } from '../src/webhooks.ts';

const secret = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
const other = `whsec_${Buffer.alloc(32, 2).toString('base64')}`;
const body = '[{"eventID":"1","locationName":"上海"}]';
const nowS = 1_768_197_600;
const headersOf = (by = secret, at = nowS): Record<string, string> => ({
  'webhook-id': 'msg_1',
  'webhook-timestamp': String(at),
  'webhook-signature': new Webhook(by).sign('msg_1', new Date(at * 1000), body),
});

describe('a webhook', () => {
  test('is taken as text or bytes, from a record or from Headers, with either form of the secret', async () => {
    const wanted = JSON.parse(body) as unknown;
    expect(await verifyWebhook({ body, headers: headersOf(), secret, nowS })).toEqual(wanted);
    const bytes = new TextEncoder().encode(body);
    expect(await verifyWebhook({ body: bytes, headers: new Headers(headersOf()), secret, nowS })).toEqual(wanted);
    expect(await verifyWebhook({ body, headers: headersOf(), secret: secret.slice(6), nowS })).toEqual(wanted);
  });

  test('is taken while a secret is being changed', async () => {
    expect(await verifyWebhook({ body, headers: headersOf(), secret: [other, secret], nowS })).toBeDefined();
    const two = headersOf();
    two['webhook-signature'] = `${headersOf(other)['webhook-signature']} ${two['webhook-signature']}`;
    expect(await verifyWebhook({ body, headers: two, secret, nowS })).toBeDefined();
  });

  test.each([
    ['another body', { body: `${body} ` }],
    ['another secret', { secret: other }],
    ['an old time', { nowS: nowS + 301 }],
    ['a time in the future', { nowS: nowS - 301 }],
    ['a changed id', { headers: { ...headersOf(), 'webhook-id': 'msg_2' } }],
    ['a changed time', { headers: { ...headersOf(), 'webhook-timestamp': String(nowS + 1) } }],
    ['a wrong time', { headers: { ...headersOf(), 'webhook-timestamp': 'now' } }],
    ['no signature', { headers: { ...headersOf(), 'webhook-signature': '' } }],
    ['a signature of another version', { headers: { ...headersOf(), 'webhook-signature': 'v2,AAAA' } }],
    ['a signature that is not base64', { headers: { ...headersOf(), 'webhook-signature': 'v1,***' } }],
  ])('is refused with %s', async (_name, wrong) => {
    await expect(verifyWebhook({ body, headers: headersOf(), secret, nowS, ...wrong })).rejects.toBeInstanceOf(
      WebhookError,
    );
  });
});
