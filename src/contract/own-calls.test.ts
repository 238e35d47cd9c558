import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isRecord } from '#shared/values/objects.ts';
import { ownCalls } from './own-calls.ts';

const here = import.meta.dirname;
const files = globSync('**/*.ts', { cwd: here }).filter((file) =>
  /^export const \w+ = defineCalls\(/m.test(readFileSync(join(here, file), 'utf8')),
);

test('every call that is declared belongs to the product, and no two have one name', async () => {
  const names: string[] = [];
  for (const file of files) {
    const text = readFileSync(join(here, file), 'utf8');
    const module: Record<string, unknown> = await import(/* @vite-ignore */ join(here, file));
    for (const [, exported = ''] of text.matchAll(/^export const (\w+) = defineCalls\(/gm)) {
      const calls = module[exported];
      names.push(...Object.keys(isRecord(calls) ? calls : {}));
    }
  }
  expect(names.length).toBeGreaterThan(300);
  expect(names.toSorted()).toEqual(Object.keys(ownCalls).toSorted());
});
