import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { hashPassword, open, seal, verifyPassword } from './index.ts';

describe('passwords', () => {
  test('verifies only the password that was hashed', async () => {
    const stored = await hashPassword('Portolan1');
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await verifyPassword('Portolan1', stored)).toBe(true);
    expect(await verifyPassword('portolan1', stored)).toBe(false);
  });

  test('two hashes of one password differ', async () => {
    expect(await hashPassword('Portolan1')).not.toBe(await hashPassword('Portolan1'));
  });

  test('a missing or misshapen hash is never right', async () => {
    expect(await verifyPassword('', null)).toBe(false);
    expect(await verifyPassword('x', '$argon2id$broken')).toBe(false);
  });
});

describe('seal', () => {
  const key = randomBytes(32);

  test('opens what it sealed and hides it', () => {
    const sealed = seal('secret 密钥', [key]);
    expect(sealed).not.toContain('secret');
    expect(open(sealed, [key])).toBe('secret 密钥');
  });

  test('an older key still opens after a new one was put first', () => {
    const sealed = seal('secret', [key]);
    expect(open(sealed, [randomBytes(32), key])).toBe('secret');
  });

  test('refuses a changed text and a foreign key', () => {
    const sealed = seal('secret', [key]);
    const changed = sealed.slice(0, -2) + (sealed.endsWith('AA') ? 'BB' : 'AA');
    expect(() => open(changed, [key])).toThrow();
    expect(() => open(sealed, [randomBytes(32)])).toThrow('no secret key');
  });
});
