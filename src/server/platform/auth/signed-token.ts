import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { Instant } from '#shared/time/instant.ts';

/** What a token says: for whom it is meant, until when, and its own content. */
export type TokenClaims = { aud: string; exp: Instant } & Record<string, unknown>;

/** Signs and reads short-lived tokens that no table holds. */
export type TokenSigner = {
  sign: (claims: TokenClaims) => string;
  /** The claims, or undefined when forged, expired or meant for somebody else. */
  read: (token: string, aud: string, now: Instant) => TokenClaims | undefined;
};

/** Tokens `payload.signature`, both base64url; the key is derived from the installation's secret per purpose. */
export function createTokenSigner(secret: string, purpose: string): TokenSigner {
  const key = Buffer.from(hkdfSync('sha256', secret, 'portolan', purpose, 32));
  const mac = (payload: string): Buffer => createHmac('sha256', key).update(payload).digest();
  return {
    sign: (claims) => {
      const payload = Buffer.from(JSON.stringify(claims)).toString('base64url');
      return `${payload}.${mac(payload).toString('base64url')}`;
    },
    read: (token, aud, now) => {
      const [payload = '', signature = '', rest] = token.split('.');
      const given = Buffer.from(signature, 'base64url');
      const expected = mac(payload);
      if (rest !== undefined || given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
      const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as TokenClaims;
      return claims.aud === aud && claims.exp > now ? claims : undefined;
    },
  };
}
