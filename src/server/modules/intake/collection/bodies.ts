import { constants, inflateRawSync, zstdCompressSync, zstdDecompressSync } from 'node:zlib';

/** How a body is kept; `deflate` was written by earlier versions. */
export type BodyEncoding = 'identity' | 'deflate' | 'zstd';

const quick = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

/** A body as kept: small ones as they are, larger ones compressed. */
export const packBody = (body: Uint8Array): { body: Uint8Array; encoding: BodyEncoding } =>
  body.byteLength < 512 ? { body, encoding: 'identity' } : { body: zstdCompressSync(body, quick), encoding: 'zstd' };

/** The body as received. */
export function unpackBody(stored: { body: Uint8Array; encoding: BodyEncoding }): Uint8Array {
  switch (stored.encoding) {
    case 'identity':
      return stored.body;
    case 'deflate':
      return inflateRawSync(stored.body);
    case 'zstd':
      return zstdDecompressSync(stored.body);
  }
}
