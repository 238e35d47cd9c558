/** A deterministic source of numbers: the same seed gives the same sequence on every machine. */
export type Random = {
  /** The next number in [0, 1). */
  next(): number;
  /** A whole number from a to b, both included. */
  int(a: number, b: number): number;
  /** A number in [a, b). */
  between(a: number, b: number): number;
  /** True with the given probability. */
  chance(probability: number): boolean;
  /** One of the items; throws RangeError for an empty list. */
  pick<T>(items: readonly T[]): T;
  /** One of the items, each as likely as its weight (>= 0); throws RangeError if no weight is above 0. */
  weighted<T>(items: readonly (readonly [T, number])[]): T;
  /** A normally distributed number. */
  normal(mean: number, deviation: number): number;
  /** A new array with the items in random order. */
  shuffle<T>(items: readonly T[]): T[];
  /** An independent generator that depends on the seed and the label only, not on what was drawn before. */
  fork(label: string | number): Random;
};

/** cyrb128: spreads a text over four 32-bit words. */
function hashSeed(text: string): readonly [number, number, number, number] {
  let h1 = 1779033703;
  let h2 = 3144134277;
  let h3 = 1013904242;
  let h4 = 2773480762;
  for (let i = 0; i < text.length; i += 1) {
    const k = text.charCodeAt(i);
    h1 = h2 ^ Math.imul(h1 ^ k, 597399067);
    h2 = h3 ^ Math.imul(h2 ^ k, 2869860233);
    h3 = h4 ^ Math.imul(h3 ^ k, 951274213);
    h4 = h1 ^ Math.imul(h4 ^ k, 2716044179);
  }
  h1 = Math.imul(h3 ^ (h1 >>> 18), 597399067);
  h2 = Math.imul(h4 ^ (h2 >>> 22), 2869860233);
  h3 = Math.imul(h1 ^ (h3 >>> 17), 951274213);
  h4 = Math.imul(h2 ^ (h4 >>> 19), 2716044179);
  return [h1 ^ h2 ^ h3 ^ h4, h2 ^ h1, h3 ^ h1, h4 ^ h1];
}

/** sfc32: small, fast, passes the usual batteries of tests. */
function sfc32(seed: readonly [number, number, number, number]): () => number {
  let [a, b, c, counter] = seed;
  const next = (): number => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + sum) | 0;
    return (sum >>> 0) / 4_294_967_296;
  };
  for (let i = 0; i < 12; i += 1) next();
  return next;
}

/** Within bounds by construction; an item may be undefined itself. */
const anyAt = <T>(items: readonly T[], index: number): T => items[index] as T;

function pickWeighted<T>(items: readonly (readonly [T, number])[], share: number): T {
  const total = items.reduce((sum, [, weight]) => sum + Math.max(0, weight), 0);
  let left = share * total;
  let last: readonly [T, number] | undefined;
  for (const entry of items) {
    if (entry[1] <= 0) continue;
    last = entry;
    left -= entry[1];
    if (left < 0) break;
  }
  if (last === undefined || !(total > 0)) throw new RangeError('No item has a weight above 0');
  return last[0];
}

/** Makes a deterministic generator from a seed. */
export function createRandom(seed: string | number): Random {
  const label = `${typeof seed}:${seed}`;
  const next = sfc32(hashSeed(label));
  const int = (a: number, b: number): number => a + Math.floor(next() * (b - a + 1));
  return {
    next,
    int,
    between: (a, b) => a + next() * (b - a),
    chance: (probability) => next() < probability,
    pick: (items) => {
      if (items.length === 0) throw new RangeError('Nothing to pick from');
      return anyAt(items, int(0, items.length - 1));
    },
    weighted: (items) => pickWeighted(items, next()),
    normal: (mean, deviation) => {
      const radius = Math.sqrt(-2 * Math.log(1 - next()));
      return mean + deviation * radius * Math.cos(2 * Math.PI * next());
    },
    shuffle: (items) => {
      const copy = [...items];
      for (let i = copy.length - 1; i > 0; i -= 1) {
        const j = int(0, i);
        [copy[i], copy[j]] = [anyAt(copy, j), anyAt(copy, i)];
      }
      return copy;
    },
    fork: (name) => createRandom(`${label}/${name}`),
  };
}
