import { expect, test } from 'vitest';
import { createRandom } from '#shared/random/prng.ts';
import { streamFrame, streamPosition } from '#testing/aisstream-server.ts';
import { FUZZED, SLOWEST_MS, timed } from '#testing/fuzz.ts';
import { mutateBytes } from '#testing/connectors/mutate.ts';
import { createStreamDecoder } from './stream-message.ts';

const samples = [
  streamPosition(244_660_123, 121.5, 31.2, '2026-06-10 08:15:02.318353 +0000 UTC'),
  streamFrame('ShipStaticData', {
    ImoNumber: 9_321_483,
    Name: 'NORDIC TERN',
    Eta: { Month: 6, Day: 14 },
    Dimension: { A: 1, B: 2 },
  }),
  streamFrame('ExtendedClassBPositionReport', { Longitude: 1, Latitude: 2, Name: 'GULL', Type: 36 }),
  { error: 'Api Key Is Not Valid' },
].map((frame) => Buffer.from(JSON.stringify(frame)));
const values = ['null', '[]', '{}', '1e400', '-1', '"\\u0000"', '"x"', 'true', '1e9'];

test(`${FUZZED} damaged frames never fail, take no time, and every one is counted`, () => {
  const random = createRandom('aisstream-fuzz');
  let found = 0;
  let slowest = 0;
  const decoder = createStreamDecoder();
  for (let n = 0; n < FUZZED; n += 1) {
    const sample = random.pick(samples);
    // One value replaced by another kind of value, or bytes changed anywhere.
    const frame = random.chance(0.5)
      ? mutateBytes(sample, random)
      : Buffer.from(sample.toString('utf8').replace(/:(?:-?[\d.]+|"[^"]*"|true)/, `:${random.pick(values)}`));
    const { ms } = timed(() =>
      decoder.feed(frame, 0, (message) => {
        found += 1;
        expect(Number.isInteger(message.mmsi)).toBe(true);
        expect(Number.isFinite(message.reception.at)).toBe(true);
      }),
    );
    slowest = Math.max(slowest, ms);
  }
  const { lines, messages, others, refused } = decoder.counts();
  expect(lines).toBe(FUZZED);
  expect(messages).toBe(found);
  expect(found).toBeGreaterThan(FUZZED / 50);
  expect(messages + others + refused.badFrame + refused.badFrameFields).toBe(FUZZED);
  expect(slowest).toBeLessThan(SLOWEST_MS);
});
