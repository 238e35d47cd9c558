import { expect, test } from 'vitest';
import { paths } from '#contract/all-paths.ts';
import type { CallName } from '#contract/paths.ts';
import { allEntities } from './entities.ts';
import { callTraits, coverTraits, entityTraits } from './sample.ts';

test('a sample shows every trait with few cases, in their order', () => {
  const traits: Record<string, string[]> = { a: ['x'], b: ['x', 'y', 'z'], c: ['z'], d: ['w'] };
  expect(coverTraits(Object.keys(traits), (name) => traits[name] ?? [])).toEqual(['b', 'd']);
  expect(coverTraits([], () => ['x'])).toEqual([]);
});

test('everything that declarations and calls can say occurs in their samples, which are much smaller', () => {
  const entities = Object.values(allEntities);
  const someEntities = coverTraits(entities, entityTraits);
  expect(new Set(someEntities.flatMap(entityTraits))).toEqual(new Set(entities.flatMap(entityTraits)));
  expect(someEntities.length).toBeLessThan(entities.length / 1.5);
  const calls = Object.keys(paths) as CallName[];
  const someCalls = coverTraits(calls, callTraits);
  expect(new Set(someCalls.flatMap(callTraits))).toEqual(new Set(calls.flatMap(callTraits)));
  expect(someCalls.length).toBeLessThan(calls.length / 4);
});
