import { deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { packBeside, packBody, unpackBody } from './bodies.ts';

const anyBody = fc.oneof(
  fc.uint8Array({ maxLength: 3_000 }),
  // Answers are text that repeats itself.
  fc
    .array(fc.record({ event: fc.string(), at: fc.nat() }), { maxLength: 60 })
    .map((events) => Buffer.from(JSON.stringify(events))),
);
const bytes = (body: Uint8Array): string => Buffer.from(body).toString('hex');

test('any body is read back byte for byte, by itself and beside any other one', () => {
  fc.assert(
    fc.property(anyBody, anyBody, fc.nat(100), (former, other, at) => {
      // Some bodies of their own, and some that are the former with a part of another one within.
      const alike = Buffer.concat([former.subarray(0, at), other.subarray(0, 40), former.subarray(at)]);
      for (const body of [former, other, alike]) {
        expect(bytes(unpackBody(packBody(body)))).toBe(bytes(body));
        expect(bytes(unpackBody(packBody(body, { lasting: true })))).toBe(bytes(body));
        const base = packBody(former);
        if (base.encoding !== 'zstd') continue;
        expect(bytes(unpackBody({ ...packBeside(body, base.body), base: base.body }))).toBe(bytes(body));
      }
    }),
    { numRuns: 200 },
  );
});

const lines = (count: number): Buffer =>
  Buffer.from(Array.from({ length: count }, (_, line) => `${line} departed ${(line * 7919) % 10_007}`).join('\n'));

test('an answer that repeats the one before takes a few bytes, another one none more than by itself', () => {
  const base = packBody(lines(500)).body;
  const next = packBeside(lines(501), base);
  expect(next.encoding).toBe('difference');
  expect(next.body.byteLength).toBeLessThan(packBody(lines(501)).body.byteLength / 20);
  const other = Buffer.from(bytes(lines(300)));
  expect(packBeside(other, base)).toEqual(packBody(other));
  expect(packBeside(Buffer.from('[]'), base)).toEqual({ body: Buffer.from('[]'), encoding: 'identity' });
});

test('what earlier versions wrote is read', () => {
  expect(bytes(unpackBody({ body: deflateRawSync(lines(9)), encoding: 'deflate' }))).toBe(bytes(lines(9)));
});

test('a difference from an answer that is gone is an error, not another body', () => {
  const { body } = packBeside(lines(501), packBody(lines(500)).body);
  expect(() => unpackBody({ body, encoding: 'difference', base: null })).toThrow('not there any more');
  expect(() => unpackBody({ body, encoding: 'difference', base: packBody(lines(80)).body })).toThrow();
});
