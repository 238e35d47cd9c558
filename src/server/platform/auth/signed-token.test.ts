import { describe, expect, test } from 'vitest';
import { createTokenSigner } from './signed-token.ts';

const secret = 'a secret of the installation, long enough';
const signer = createTokenSigner(secret, 'frame-token');
const token = signer.sign({ aud: 'data-page', exp: 1000, sub: 'alice' });

describe('signed tokens', () => {
  test('give back what was signed, until they expire', () => {
    expect(signer.read(token, 'data-page', 999)).toMatchObject({ sub: 'alice' });
    expect(signer.read(token, 'data-page', 1000)).toBeUndefined();
  });

  test('are of no use elsewhere', () => {
    expect(signer.read(token, 'session', 0)).toBeUndefined();
    expect(createTokenSigner(secret, 'oidc-state').read(token, 'data-page', 0)).toBeUndefined();
    expect(createTokenSigner(`${secret}.`, 'frame-token').read(token, 'data-page', 0)).toBeUndefined();
  });

  test.each(['', '.', 'x.y', `${token}x`, token.replace('.', ''), `${token}.x`, token.slice(5)])(
    '%s is no token',
    (forged) => {
      expect(signer.read(forged, 'data-page', 0)).toBeUndefined();
    },
  );

  test('a changed content does not pass', () => {
    const other = Buffer.from(JSON.stringify({ aud: 'data-page', exp: 1000, sub: 'admin' })).toString('base64url');
    expect(signer.read(`${other}.${token.split('.')[1]}`, 'data-page', 0)).toBeUndefined();
  });
});
