import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { featureParts } from '#web/i18n/text-files.ts';
import { zh } from '#web/i18n/zh/index.ts';

const web = path.resolve(import.meta.dirname, '..');
const features = featureParts(Object.keys(zh));
const anyImport = /(?:from|import)\s*\(?\s*'(\.{1,2}\/[^']+\.tsx?|#web\/[^']+\.tsx?)'/g;
const staticImport = /from\s*'(\.{1,2}\/[^']+\.tsx?|#web\/[^']+\.tsx?)'/g;

/** Files are reached from many pages: what was found out about one is kept. */
function oncePerFile<T>(find: (file: string) => T): (file: string) => T {
  const found = new Map<string, T>();
  return (file) => {
    if (!found.has(file)) found.set(file, find(file));
    return found.get(file) as T;
  };
}

/** A file without its imports of types, which load nothing. */
const contentOf = oncePerFile((file) => readFileSync(file, 'utf8').replaceAll(/^import type [^;]*;$/gm, ''));

/** Every file that a file leads to by its imports; texts, shell and router are no part of a page. */
function reachedFrom(file: string, imports: RegExp, seen: Set<string> = new Set()): Set<string> {
  if (seen.has(file) || /\/web\/(?:i18n|app|shell)\//.test(file)) return seen;
  seen.add(file);
  for (const [, name = ''] of contentOf(file).matchAll(imports)) {
    const next = name.startsWith('#web/') ? path.join(web, name.slice(5)) : path.resolve(path.dirname(file), name);
    reachedFrom(next, imports, seen);
  }
  return seen;
}

/** The features whose texts a file names. */
const namedIn = oncePerFile((file): string[] => {
  const named = new Set([...contentOf(file).matchAll(/['"`](\w+)\.[\w$]/g)].map(([, name]) => name));
  return features.filter((name) => named.has(name));
});

const pageFiles = globSync('features/*/*/page.ts', { cwd: web }).map((file) => path.join(web, file));

describe('texts of pages', () => {
  test.each(pageFiles.map((file) => [path.relative(web, file), file]))('%s names what it shows', (_, file) => {
    const lists = [...contentOf(file).matchAll(/texts: \[([^\]]*)\]/g)].map(([, list = '']) => list);
    const named = [...lists.join().matchAll(/'(\w+)'/g)].map(([, name = '']) => name);
    const roots = [...contentOf(file).matchAll(/import\('\.\/([^']+)'\)/g)].map(([, name = '']) =>
      path.join(path.dirname(file), name),
    );
    const atOnce = roots.flatMap((root) => [...reachedFrom(root, staticImport)].flatMap(namedIn));
    const sometime = [...reachedFrom(file, anyImport)].flatMap(namedIn);
    // What a dialog that is fetched later shows may come with the dialog or with the page.
    expect([...new Set(atOnce)].filter((name) => !named.includes(name))).toEqual([]);
    expect(named.filter((name) => !sometime.includes(name))).toEqual([]);
  });

  test('the shell uses no text of a feature', () => {
    const files = globSync(['shell/**/*.{ts,tsx}', 'app/**/*.{ts,tsx}'], { cwd: web });
    const own = files.filter((file) => !file.includes('.test.')).map((file) => path.join(web, file));
    expect(own.filter((file) => namedIn(file).length > 0)).toEqual([]);
  });
});
