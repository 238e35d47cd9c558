import { constants, inflateRawSync, zstdCompressSync, zstdDecompressSync } from 'node:zlib';

/** How a body is kept by itself; `deflate` was written by earlier versions. */
export type BodyEncoding = 'identity' | 'deflate' | 'zstd';

/** A body as kept: by itself, or as its difference from another one (`base`), which is kept as `zstd`. */
export type StoredBody =
  | { body: Uint8Array; encoding: BodyEncoding }
  | { body: Uint8Array; encoding: BodyEncoding | 'difference'; base: Uint8Array | null };

const leastCompressed = 512;
/** A difference that is not so much smaller than the body by itself is not worth a second row to be read. */
const worthShare = 1 / 3;

const compress = (body: Uint8Array, level: number, dictionary?: Uint8Array): Uint8Array =>
  zstdCompressSync(body, {
    params: { [constants.ZSTD_c_compressionLevel]: level },
    ...(dictionary !== undefined && { dictionary }),
  });

const quick = 1;
const small = 19;

/** A body as kept by itself: small ones as they are, larger ones compressed; `lasting` ones closely, which takes milliseconds. */
export const packBody = (
  body: Uint8Array,
  { lasting = false }: { lasting?: boolean } = {},
): { body: Uint8Array; encoding: BodyEncoding } =>
  body.byteLength < leastCompressed
    ? { body, encoding: 'identity' }
    : { body: compress(body, lasting ? small : quick), encoding: 'zstd' };

/** A body as kept beside an earlier one of the same source, which was packed as `zstd`: as its difference where that is worth it. */
export function packBeside(
  body: Uint8Array,
  base: Uint8Array,
): { body: Uint8Array; encoding: BodyEncoding | 'difference' } {
  const alone = packBody(body);
  if (alone.encoding === 'identity') return alone;
  const difference = compress(body, quick, zstdDecompressSync(base));
  return difference.byteLength > alone.body.byteLength * worthShare
    ? alone
    : { body: difference, encoding: 'difference' };
}

/** The body as received. */
export function unpackBody(stored: StoredBody): Uint8Array {
  switch (stored.encoding) {
    case 'identity':
      return stored.body;
    case 'deflate':
      return inflateRawSync(stored.body);
    case 'zstd':
      return zstdDecompressSync(stored.body);
    case 'difference':
      if (stored.base === null)
        throw new Error('The answer that this one is the difference from is not there any more');
      return zstdDecompressSync(stored.body, { dictionary: zstdDecompressSync(stored.base) });
  }
}
