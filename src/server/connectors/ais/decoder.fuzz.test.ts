import { describe, expect, test } from 'vitest';
import { createRandom } from '#shared/random/prng.ts';
import type { Random } from '#shared/random/prng.ts';
import { FUZZED, SLOWEST_MS, timed } from '#testing/fuzz.ts';
import { mutateBytes } from '#testing/connectors/mutate.ts';
import { createAisDecoder } from './decoder.ts';

const samples = [
  '!AIVDM,1,1,,B,15M67FC000G?ufbE`FepT@3n00Sa,0*5C',
  '!AIVDM,2,1,1,A,55?MbV02;H;s<HtKR20EHE:0@T4@Dn2222222216L961O5Gf0NSQEp6ClRp8,0*1C',
  '!AIVDM,2,2,1,A,88888888880,2*25',
  '!AIVDM,1,1,,A,403OviQuMGCqWrRO9>E6fE700@GO,0*4D',
  '!AIVDM,1,1,,A,B5NJ;PP005l4ot5Isbl03wsUkP06,0*76',
  '!AIVDM,1,1,,A,H52KMeDU653hhhi0000000000000,0*1A',
  '!AIVDM,1,1,,B,KC5E2b@U19PFdLbMuc5=ROv62<7m,0*16',
  '\\g:1-2-1234,s:r3669961,c:1120959341*0A\\!AIVDM,1,1,1,B,15M67FC000G?ufbE`FepT@3n00Sa,0*5C,r003669945,1120959341',
];

const parts = ['!', '$', '\\', ',', '*', '\n', '\r', '\0', 'AIVDM', '1', '~', ',,,,,,', 'ÿ'];

function mutated(random: Random): Uint8Array {
  const bytes = mutateBytes(Buffer.from(random.pick(samples), 'latin1'), random);
  if (random.chance(0.4)) {
    const at = random.int(0, bytes.length);
    const put = random.pick(parts).repeat(random.chance(0.05) ? random.int(1, 3000) : 1);
    return Buffer.concat([bytes.subarray(0, at), Buffer.from(put, 'latin1'), bytes.subarray(at)]);
  }
  // The checksum made right again: what is behind it has to stand on its own.
  const text = Buffer.from(bytes).toString('latin1');
  const body = /!([^*]*)/.exec(text)?.[1];
  if (body === undefined || random.chance(0.3)) return bytes;
  const sum = [...body].reduce((all, letter) => all ^ letter.charCodeAt(0), 0);
  return Buffer.from(`!${body}*${sum.toString(16).padStart(2, '0')}`, 'latin1');
}

describe('damaged sentences', () => {
  test(`${FUZZED} of them never fail, take no time, and every one is counted`, () => {
    const random = createRandom('ais-fuzz');
    const decoder = createAisDecoder();
    let found = 0;
    let slowest = 0;
    for (let n = 0; n < FUZZED; n += 1) {
      const bytes = mutated(random);
      const { ms, result } = timed(() => decoder.line(bytes, n * 10));
      if (result !== undefined) found += 1;
      slowest = Math.max(slowest, ms);
    }
    const counts = decoder.counts();
    const refused = Object.values(counts.refused).reduce((sum, count) => sum + count, 0);
    expect(counts.lines).toBe(FUZZED);
    expect(counts.messages).toBe(found);
    expect(found).toBeGreaterThan(FUZZED / 50);
    expect(refused).toBeGreaterThan(FUZZED * 0.3);
    // Every line was refused, passed over, a message, or a part of one that waits or waited.
    const { refused: reasons } = counts;
    expect(
      counts.passedOver +
        counts.sentences +
        reasons.badFields +
        reasons.badChecksum +
        reasons.badParts +
        reasons.badFill +
        reasons.lineTooLong,
    ).toBe(FUZZED);
    expect(slowest).toBeLessThan(SLOWEST_MS);
  });

  test('as one stream cut anywhere they give the same however they are cut', () => {
    const random = createRandom('ais-fuzz-stream');
    const stream = Buffer.concat(
      Array.from({ length: 2000 }, () => Buffer.concat([mutated(random), Buffer.from('\n')])),
    );
    const seen = [1, 13, 1000, stream.length].map((size) => {
      const decoder = createAisDecoder();
      const messages: unknown[] = [];
      for (let at = 0; at < stream.length; at += size)
        decoder.feed(stream.subarray(at, at + size), 0, (message) => messages.push(message));
      decoder.end(0, (message) => messages.push(message));
      return { messages, counts: decoder.counts() };
    });
    for (const one of seen) expect(one).toEqual(seen[0]);
    expect(seen[0]?.messages.length).toBeGreaterThan(50);
  });
});
