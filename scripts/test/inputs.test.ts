import { expect, test } from 'vitest';
import { isInput, readInputs } from './inputs.ts';

test('suites have inputs of their own', () => {
  expect(isInput('unit', 'docs/glossary.md')).toBe(true);
  expect(isInput('unit', 'e2e/tabs.spec.ts')).toBe(false);
  expect(isInput('db-postgres', 'src/web/app/main.tsx')).toBe(false);
  expect(isInput('build', 'src/server/main.ts')).toBe(false);
  expect(isInput('e2e', 'src/server/http.db.test.ts')).toBe(false);
  expect(isInput('check', 'CHANGELOG.md')).toBe(true);
  for (const suite of ['check', 'unit', 'web', 'db-postgres', 'db-embedded', 'build', 'e2e', 'cluster'] as const)
    for (const path of ['package-lock.json', 'src/shared/time/instant.ts', 'a-new-folder/file.ts'])
      expect(isInput(suite, path), `${suite} ${path}`).toBe(true);
});

test('the fingerprint follows the files, the environment and what else matters', () => {
  const once = readInputs();
  const again = readInputs();
  if (once === undefined || again === undefined) return;
  expect(again('unit', [])).toBe(once('unit', []));
  expect(once('unit', ['full'])).not.toBe(once('unit', []));
  expect(once('web', [])).not.toBe(once('unit', []));
});
