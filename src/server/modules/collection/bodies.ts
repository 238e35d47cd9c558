import { deflateRawSync, inflateRawSync } from 'node:zlib';

/** A body as kept: small ones as they are, larger ones deflated. */
export const packBody = (body: Uint8Array): { body: Uint8Array; encoding: 'identity' | 'deflate' } =>
  body.byteLength < 512
    ? { body, encoding: 'identity' }
    : { body: deflateRawSync(body, { level: 1 }), encoding: 'deflate' };

/** The body as received. */
export const unpackBody = (stored: { body: Uint8Array; encoding: 'identity' | 'deflate' }): Uint8Array =>
  stored.encoding === 'identity' ? stored.body : inflateRawSync(stored.body);
