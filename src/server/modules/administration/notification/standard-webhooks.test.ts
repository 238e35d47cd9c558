import fc from 'fast-check';
import { readFile } from 'node:fs/promises';
import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { newSigningSecret, newWebhookId, signingKeys, webhookHeaders } from './standard-webhooks.ts';

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const vector = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', timestampS: 1_614_265_330, body: '{"test": 2432232314}' };
const keysOf = (secrets: string): Buffer[] => signingKeys(secrets) as Buffer[];

describe('signatures of webhooks', () => {
  test('are those of the reference vector', () => {
    expect(webhookHeaders(vector, keysOf(secret))).toEqual({
      'webhook-id': vector.id,
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    });
  });

  test('are those of the reference implementation, whatever the body', () => {
    const reference = new Webhook(secret);
    expect(reference.sign(vector.id, new Date(vector.timestampS * 1000), vector.body)).toBe(
      webhookHeaders(vector, keysOf(secret))['webhook-signature'],
    );
    fc.assert(
      fc.property(fc.json(), fc.string({ unit: 'grapheme' }), (json, text) => {
        const body = JSON.stringify({ json, text });
        const message = { id: newWebhookId(), timestampS: Math.floor(Date.now() / 1000), body };
        const fresh = newSigningSecret();
        const headers = webhookHeaders(message, keysOf(fresh));
        expect(new Webhook(fresh).verify(body, headers)).toEqual({ json, text });
      }),
      { numRuns: 50 },
    );
  });

  test('one per secret while secrets are changed: a receiver with either of them is content', () => {
    const other = newSigningSecret();
    const message = { ...vector, timestampS: Math.floor(Date.now() / 1000) };
    const headers = webhookHeaders(message, keysOf(`${secret} ${other}`));
    expect(headers['webhook-signature']?.split(' ')).toHaveLength(2);
    for (const one of [secret, other])
      expect(new Webhook(one).verify(vector.body, headers)).toEqual({ test: 2432232314 });
    expect(() => new Webhook(newSigningSecret()).verify(vector.body, headers)).toThrow();
    expect(() => new Webhook(secret).verify('{"test": 2432232315}', headers)).toThrow();
  });

  test.each(['nothing', 'whsec_', 'whsec_!!!!', `${secret} other`, 'WHSEC_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'])(
    '%j is no secret',
    (text) => {
      expect(signingKeys(text)).toBeUndefined();
    },
  );

  test('without a secret nothing is signed', () => {
    expect(signingKeys('')).toEqual([]);
    expect(webhookHeaders(vector, [])).not.toHaveProperty('webhook-signature');
  });

  test('are accepted by the code that the documents give to receivers', async () => {
    const text = await readFile(new URL('../../../../../docs/notifications.md', import.meta.url), 'utf8');
    const code = /```js\n([\s\S]*?)```/.exec(text)?.[1] ?? '';
    const { isAuthentic } = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as {
      isAuthentic: (headers: Record<string, string>, body: string, secret: string) => boolean;
    };
    const message = { ...vector, timestampS: Math.floor(Date.now() / 1000) };
    const headers = webhookHeaders(message, keysOf(`${newSigningSecret()} ${secret}`));
    expect(isAuthentic(headers, vector.body, secret)).toBe(true);
    expect(isAuthentic(headers, `${vector.body} `, secret)).toBe(false);
    expect(isAuthentic(headers, vector.body, newSigningSecret())).toBe(false);
    expect(isAuthentic(webhookHeaders(vector, keysOf(secret)), vector.body, secret)).toBe(false);
  });

  test('ids never repeat and name themselves', () => {
    const ids = Array.from({ length: 1000 }, newWebhookId);
    expect(new Set(ids).size).toBe(1000);
    for (const id of ids.slice(0, 20)) expect(id).toMatch(/^msg_[\w-]{24}$/);
  });
});
