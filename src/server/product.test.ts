import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { serverMessages } from '#shared/i18n/server-messages/index.ts';
import type { Given } from './parts.ts';
import { backgroundTasks } from './product.ts';

// Handlers are only listed, never run: nothing of what they work with is touched.
const reference = { current: () => undefined, touch: () => undefined };
const deps = {
  reference,
  queue: { database: {}, log: {} },
  bookingFeedUrl: 'http://shop.example',
  callbackBase: 'http://us.example',
  peopleWork: true,
  delivery: {},
};
const works = backgroundTasks(deps as unknown as Given);
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

test('every declared module is in the product, and only the product names modules', () => {
  const declared = globSync('modules/*/*/index.ts', { cwd: import.meta.dirname }).flatMap((file) =>
    [...readFileSync(path.join(import.meta.dirname, file), 'utf8').matchAll(/export const (\w+) = defineModule/g)].map(
      ([, name = '']) => name,
    ),
  );
  const product = readFileSync(path.join(import.meta.dirname, 'product.ts'), 'utf8');
  const list = /const modules[^[]*\[\]? = \[([^\]]*)\]/.exec(product)?.[1] ?? '';
  const listed = list.split(',').map((name) => name.trim());
  expect(declared.length).toBeGreaterThan(45);
  // `reference` of the world's folder is named by what it holds there.
  expect(declared.filter((name) => !listed.includes(name) && !product.includes(`${name} as `))).toEqual([]);
  const wiring = /\b\w+(?:Routes|Tasks|Hooks|Export|Source)\b(?=[^']*'\.\/modules\/)/;
  const elsewhere = globSync('*.ts', { cwd: import.meta.dirname }).filter(
    (file) =>
      !['product.ts'].includes(file) &&
      !file.endsWith('.test.ts') &&
      readFileSync(path.join(import.meta.dirname, file), 'utf8')
        .split('\n')
        .some((line) => wiring.test(line)),
  );
  expect(elsewhere).toEqual([]);
});
