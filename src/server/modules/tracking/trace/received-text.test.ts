import { describe, expect, test } from 'vitest';
import { timed } from '#testing/fuzz.ts';
import { createRandom } from '#shared/random/prng.ts';
import { readable } from './received-text.ts';

const of = (text: string) => readable(Buffer.from(text));

describe('what a source stated, for people', () => {
  test('JSON, pages and interchanges are broken into lines', () => {
    expect(of('{"a":{"b":[1]}}')).toEqual({
      format: 'json',
      text: '{\n  "a": {\n    "b": [\n      1\n    ]\n  }\n}',
      truncated: false,
    });
    expect(of('<a><b>x</b><c/></a>')).toMatchObject({ format: 'xml', text: '<a>\n  <b>x</b>\n  <c/>\n</a>' });
    expect(of("UNB+UNOC:3+A?'B+C'UNH+1'")).toMatchObject({ format: 'text', text: "UNB+UNOC:3+A?'B+C'\nUNH+1'\n" });
    expect(of('{"a":')).toMatchObject({ format: 'text', text: '{"a":' });
  });

  test.each([
    ['{"accessToken":"abc123secret","x":"y"}'],
    ['{"next":"https://c.example/v2/events?cursor=1&access_token=abc123secret"}'],
    ['{"header":"Bearer abc123secret"}'],
    ['<r><password>abc123secret</password></r>'],
    ['<r apiKey="abc123secret"/>'],
    ['see https://me:abc123secret@host.example/x'],
    ['password: "abc123secret"'],
  ])('no secret in %s', (text) => {
    expect(of(text).text).not.toContain('abc123secret');
    expect(of(text).text).toContain('***');
  });

  test('what is stated of the cargo stays', () => {
    const statement = '{"documentReference":"BILL1","basic":"Basic facts of keys","sealNumber":"K1"}';
    expect(of(statement).text).toContain('Basic facts');
    expect(of(statement).text).toContain('"sealNumber": "K1"');
  });

  test('what is too long is cut and says so', () => {
    expect(of('x'.repeat(100_000)).truncated).toBe(false);
    expect(of('x'.repeat(100_001))).toMatchObject({ truncated: true });
    expect(readable(Buffer.alloc(4_000_001, 'y'))).toMatchObject({ truncated: true });
  });

  test('any bytes can be shown, soon', () => {
    const random = createRandom('received');
    for (let round = 0; round < 200; round += 1) {
      const bytes = Buffer.from(Array.from({ length: random.int(0, 400) }, () => random.int(0, 255)));
      expect(readable(bytes).text.length).toBeLessThanOrEqual(100_000);
    }
    for (const hard of ['<a '.repeat(40_000), 'token'.repeat(30_000), '://a:'.repeat(30_000), '<token '.repeat(20_000)])
      expect(timed(() => of(hard)).ms).toBeLessThan(2000);
  });
});
