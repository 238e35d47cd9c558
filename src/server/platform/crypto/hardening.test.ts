import { argon2Sync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { equalTexts, hashPassword, hashToken, open, randomToken, seal, signText, verifyPassword } from './index.ts';

const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64').replaceAll('=', '');

describe('password', () => {
  test('composed and decomposed letters are the same password', async () => {
    expect(await verifyPassword('Pa\u0308ss', await hashPassword('P\u00e4ss'))).toBe(true);
  });

  test('a hash of another cost is understood', async () => {
    const salt = Buffer.from('somesaltsomesalt');
    const hash = argon2Sync('argon2id', {
      message: Buffer.from('password'),
      nonce: salt,
      memory: 64,
      passes: 1,
      parallelism: 1,
      tagLength: 32,
    });
    expect(await verifyPassword('password', `$argon2id$v=19$m=64,t=1,p=1$${text(salt)}$${text(hash)}`)).toBe(true);
  });

  test('only so many wait for a hash; the others are instructed to come later', async () => {
    const requested = await Promise.allSettled(Array.from({ length: 230 }, () => verifyPassword('x', null)));
    const refused = requested.filter((one) => one.status === 'rejected');
    expect(refused.length).toBeGreaterThanOrEqual(28);
    for (const { reason } of refused)
      expect(reason).toMatchObject({ code: 'error.tooBusy', kind: 'too_many', data: { retryAfterS: 5 } });
    expect(requested.length - refused.length).toBeGreaterThan(2);
    expect(await verifyPassword('x', await hashPassword('x'))).toBe(true);
  });

  test('a ruinous cost is refused without being paid', async () => {
    const ruinous = (await hashPassword('x')).replace('m=19456', 'm=9999999');
    expect(await verifyPassword('x', ruinous)).toBe(false);
  });
});

describe('seal', () => {
  const key = Buffer.alloc(32, 1);

  test('any changed byte is noticed: nonce, tag or text', () => {
    const [version, id, body = ''] = seal('secret', [key]).split('.');
    const bytes = Buffer.from(body, 'base64url');
    for (const index of [0, 15, bytes.length - 1]) {
      const changed = Buffer.from(bytes);
      changed[index] = (changed[index] ?? 0) ^ 1;
      expect(() => open(`${version}.${id}.${changed.toString('base64url')}`, [key])).toThrow();
    }
    expect(() => open(`${version}.${id}.${bytes.subarray(0, 20).toString('base64url')}`, [key])).toThrow('cut short');
  });

  test('never twice the same, and nothing seals to something', () => {
    expect(seal('', [key])).not.toBe(seal('', [key]));
    expect(open(seal('', [key]), [key])).toBe('');
  });

  test('keys have 32 bytes, and there must be one', () => {
    expect(() => seal('x', [])).toThrow();
    expect(() => seal('x', [Buffer.alloc(16)])).toThrow();
  });
});

describe('token', () => {
  test('is random, hashed and compared', () => {
    expect(randomToken()).toMatch(/^[\w-]{43}$/);
    expect(randomToken()).not.toBe(randomToken());
    expect(hashToken('abc').toString('hex')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    expect(equalTexts('a', 'a')).toBe(true);
    expect(equalTexts('a', 'ab')).toBe(false);
  });

  test('signs as RFC 4231 test case 2 does', () => {
    expect(signText('what do ya want for nothing?', 'Jefe')).toBe(
      '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    );
  });
});
