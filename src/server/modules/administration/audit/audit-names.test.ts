import path from 'node:path';
import { expect, test } from 'vitest';
import { writingPlaces } from '#testing/writing-places.ts';
import { actionName, entityName, isNamed } from './known-names.ts';

const places = writingPlaces(path.resolve(import.meta.dirname, '../../..'));

test('every place that writes the audit is read, so that the next test speaks of all of them', () => {
  expect(places.length).toBeGreaterThan(40);
  expect(places.filter(({ unread }) => unread.length > 0)).toEqual([]);
});

test('whatever can appear in the audit has a name in Chinese and in English', () => {
  const nameless = places.flatMap(({ file, entities, actions }) => [
    ...entities.filter((name) => !isNamed('entity', name)).map((name) => `${file}: entity ${name}`),
    ...actions.filter((name) => !isNamed('action', name)).map((name) => `${file}: action ${name}`),
  ]);
  // A name is one line in audit-names.ts.
  expect(nameless).toEqual([]);
  for (const { entities, actions } of places) {
    for (const { zh, en } of [...entities.map(entityName), ...actions.map(actionName)]) {
      expect(zh).toMatch(/[\u4e00-\u9fff]/);
      expect(en).toMatch(/^[\x20-\x7e]+$/);
    }
  }
});
