import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './lint/read-source.ts';
import { webSources, serverSources } from './prepare.mjs';

/** Folders of the project that files below a folder import, by their aliases. */
function importedBy(folder: string): string[] {
  const found = new Set<string>();
  for (const name of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })) {
    if (!/\.tsx?$/.test(name) || /\.test\.tsx?$/.test(name)) continue;
    const text = readFileSync(join(root, folder, name), 'utf8');
    for (const [, alias] of text.matchAll(/from '#([a-z]+)\//g)) found.add(alias!);
  }
  return [...found]
    .filter((alias) => alias !== 'testing')
    .map((alias) => (alias === 'generated' ? alias : `src/${alias}`));
}

test.each([
  ['web application', webSources],
  ['bundled server', serverSources],
])('the %s is built again when any folder changed that it imports', (_name, sources) => {
  for (const folder of sources)
    expect(sources, `imported by ${folder}`).toEqual(expect.arrayContaining(importedBy(folder)));
});
