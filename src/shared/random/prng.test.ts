import { describe, expect, test } from 'vitest';
import { createRandom } from './prng.ts';

describe('createRandom', () => {
  test('the same seed gives the same sequence, another seed another', () => {
    const draw = (seed: string | number): number[] => {
      const random = createRandom(seed);
      return Array.from({ length: 50 }, () => random.next());
    };
    expect(draw('a')).toEqual(draw('a'));
    expect(draw('a')).not.toEqual(draw('b'));
    expect(draw(1)).not.toEqual(draw('1'));
  });

  test('a fork depends on seed and label only', () => {
    const first = createRandom('world');
    const second = createRandom('world');
    second.next();
    expect(first.fork('ship').next()).toBe(second.fork('ship').next());
    expect(first.fork('ship').next()).not.toBe(first.fork('port').next());
  });

  test('numbers are spread evenly', () => {
    const random = createRandom(7);
    const counts = Array.from({ length: 10 }, () => 0);
    for (let i = 0; i < 100_000; i += 1) counts[random.int(0, 9)]! += 1;
    for (const count of counts) expect(Math.abs(count - 10_000)).toBeLessThan(500);
  });

  test('normal has its mean and deviation', () => {
    const random = createRandom(8);
    const values = Array.from({ length: 50_000 }, () => random.normal(10, 2));
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
    expect(mean).toBeCloseTo(10, 1);
    expect(Math.sqrt(variance)).toBeCloseTo(2, 1);
  });

  test('weights, picks and shuffles', () => {
    const random = createRandom(9);
    const drawn = Array.from({ length: 10_000 }, () =>
      random.weighted([
        ['a', 3],
        ['b', 1],
        ['never', 0],
      ]),
    );
    expect(drawn.includes('never')).toBe(false);
    expect(drawn.filter((item) => item === 'a').length / 10_000).toBeCloseTo(0.75, 1);
    expect(random.shuffle([1, 2, 3, 4]).toSorted()).toEqual([1, 2, 3, 4]);
    expect(() => random.pick([])).toThrow(RangeError);
    expect(() => random.weighted([['a', 0]])).toThrow(RangeError);
  });
});
