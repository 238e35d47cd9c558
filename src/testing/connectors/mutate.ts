import type { Random } from '#shared/random/prng.ts';

const oddities: readonly unknown[] = [
  null,
  true,
  -1,
  1e308,
  '',
  ' ',
  '\u0000',
  '\ud800',
  '__proto__',
  'constructor',
  '2026-02-30T00:00:00Z',
  '2026-01-01T00:00:00',
  '9999-12-31T23:59:59Z',
  'x'.repeat(5_000),
  ' '.repeat(5_000),
  '<'.repeat(2_000),
  [],
  {},
  [[[[]]]],
  [null, 1, 'a', {}],
  { length: 3 },
];

function mutateText(text: string, random: Random): string {
  const at = random.int(0, text.length);
  return random.pick([
    () => text.slice(0, at),
    () => text.slice(at),
    () => `${text.slice(0, at)}${random.pick(['\u0000', '𝟙', '-', 'T', '+', ' ', '\n'])}${text.slice(at)}`,
    () => text.toLowerCase(),
    () => text.split('').toReversed().join(''),
    () => text.repeat(random.int(2, 40)),
  ])();
}

/** A copy of a JSON value with about one value in `rarity` replaced, removed, repeated or bent; deterministic. */
export function mutateJson(value: unknown, random: Random, rarity: number): unknown {
  if (random.chance(1 / rarity)) {
    if (typeof value === 'string' && random.chance(0.6)) return mutateText(value, random);
    if (typeof value === 'number') return String(value);
    return random.pick(oddities);
  }
  if (Array.isArray(value)) {
    const items = value.map((item) => mutateJson(item, random, rarity));
    return random.chance(0.05) ? random.shuffle([...items, ...items.slice(0, 3)]) : items;
  }
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(() => !random.chance(0.2 / rarity));
  return Object.fromEntries(entries.map(([name, one]) => [name, mutateJson(one, random, rarity)]));
}

/** A copy of bytes with some of them changed, lost or repeated; deterministic. */
export function mutateBytes(bytes: Uint8Array, random: Random): Uint8Array {
  const copy = Uint8Array.from(bytes);
  for (let left = random.int(1, 6); left > 0; left -= 1)
    copy[random.int(0, Math.max(0, copy.length - 1))] = random.int(0, 255);
  return random.chance(0.3) ? copy.slice(0, random.int(0, copy.length)) : copy;
}
