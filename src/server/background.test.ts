import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { serverMessages } from '#shared/i18n/server-messages/index.ts';
import { type BackgroundDeps, backgroundTasks } from './background.ts';

// Handlers are only listed, never run: nothing of what they work with is touched.
const reference = { current: () => undefined, touch: () => undefined };
const deps = {
  reference,
  bookingFeedUrl: 'http://shop.example',
  callbackBase: 'http://us.example',
  peopleWork: true,
  delivery: {},
};
const works = backgroundTasks(deps as unknown as BackgroundDeps);
const kinds = works.map(({ kind }) => kind);

test('all kinds of background work have a name in both languages', () => {
  expect(kinds.length).toBeGreaterThan(10);
  expect(kinds.filter((kind) => !(`task.${kind}` in serverMessages))).toEqual([]);
});

test('every task that a module declares is done by exactly one handler, and none is done that is not declared', () => {
  const declared = globSync('**/*.ts', { cwd: import.meta.dirname })
    .filter((file) => !file.endsWith('.test.ts') && !file.startsWith(path.join('platform', 'queue')))
    .flatMap((file) => [
      ...readFileSync(path.join(import.meta.dirname, file), 'utf8').matchAll(/define(?:Task|Recurring)\(\s*'(\w+)'/g),
    ])
    .map(([, kind]) => kind);
  expect(declared.toSorted()).toEqual(kinds.toSorted());
});
