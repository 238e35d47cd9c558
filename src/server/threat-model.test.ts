import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { paths } from '#contract/all-paths.ts';
import type { CallPath } from '#contract/call-path.ts';

const root = new URL('../../', import.meta.url);
const text = readFileSync(new URL('docs/threat-model.md', root), 'utf8');
const security = readFileSync(new URL('docs/security.md', root), 'utf8');

/** What the page says in its own type: names of calls, folders and files. */
const named = new Set([...text.matchAll(/`([^`\n]+)`/g)].map(([, name]) => name));

test('every protocol of the connectors is in the threat model', () => {
  const folders = readdirSync(new URL('connectors/', import.meta.url), { withFileTypes: true });
  const missing = folders.filter((entry) => entry.isDirectory() && !named.has(`connectors/${entry.name}`));
  expect(missing.map(({ name }) => name)).toEqual([]);
});

test('every public call is in the threat model, and no other', () => {
  const [, section = ''] = /\n## Public calls\n(.*?)\n## /s.exec(text) ?? [];
  const listed = [...section.matchAll(/^\| (`.*?`) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name),
  );
  const open = Object.entries<CallPath>(paths).filter(([, { access }]) => access === 'public');
  expect(listed.sort()).toEqual(open.map(([name]) => name).sort());
});

test('every test that is named as a proof is there', () => {
  const tests = [...`${text}${security}`.matchAll(/`(src\/[^`]+\.test\.tsx?)`/g)].map(([, path = '']) => path);
  expect(tests.length).toBeGreaterThan(40);
  expect(tests.filter((path) => !existsSync(new URL(path, root)))).toEqual([]);
});
