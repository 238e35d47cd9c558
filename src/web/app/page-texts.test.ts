import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { featureParts } from '#web/i18n/text-files.ts';
import { zh } from '#web/i18n/zh/index.ts';

const web = path.resolve(import.meta.dirname, '..');
const features = featureParts(Object.keys(zh));
const specifier = /(?:from|import)\s*\(?\s*'(\.{1,2}\/[^']+\.tsx?|#web\/[^']+\.tsx?)'/g;

/** Every file a page leads to, by static and dynamic imports; texts, shell and router are no part of it. */
function reachedFrom(file: string, seen: Set<string> = new Set()): Set<string> {
  if (seen.has(file) || /\/web\/(?:i18n|app|shell)\//.test(file)) return seen;
  seen.add(file);
  for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(specifier))
    reachedFrom(
      name.startsWith('#web/') ? path.join(web, name.slice(5)) : path.resolve(path.dirname(file), name),
      seen,
    );
  return seen;
}

/** The features whose texts a file names. */
const namedIn = (file: string): string[] => {
  const content = readFileSync(file, 'utf8');
  return features.filter((name) => new RegExp(`['"\`]${name}\\.[\\w$]`).test(content));
};

const pageFiles = globSync('features/*/page.ts', { cwd: web }).map((file) => path.join(web, file));

describe('texts of pages', () => {
  test.each(pageFiles.map((file) => [path.relative(web, file), file]))('%s names what it shows', (_, file) => {
    const declared = /texts: \[([^\]]*)\]/.exec(readFileSync(file, 'utf8'))?.[1] ?? '';
    const named = [...declared.matchAll(/'(\w+)'/g)].map((match) => match[1] ?? '');
    const shown = new Set([...reachedFrom(file)].flatMap(namedIn));
    expect(named.toSorted()).toEqual([...shown].toSorted());
  });

  test('shell and kit use no text of a feature', () => {
    const files = globSync(['shell/**/*.{ts,tsx}', 'kit/**/*.{ts,tsx}', 'app/**/*.{ts,tsx}'], { cwd: web });
    const own = files.filter((file) => !file.includes('.test.')).map((file) => path.join(web, file));
    expect(own.filter((file) => namedIn(file).length > 0)).toEqual([]);
  });
});
