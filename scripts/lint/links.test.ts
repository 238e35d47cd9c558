import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './read-source.ts';

/** Documents that others are about to write. */
const promised: readonly string[] = ['deploy/install.md', 'docs/commands.md'];

const folders = [
  '.',
  'docs',
  'docs/decisions',
  'docs/manual',
  'docs/manual/zh',
  'docs/manual/en',
  'deploy',
  'deploy/ha',
  'clients/bruno',
  'clients/n8n',
  'clients/python',
  'clients/typescript',
  'clients/zapier',
];
const documents = folders.flatMap((folder) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => normalize(join(folder, name))),
);
const textOf = (path: string): string => readFileSync(join(root, path), 'utf8');

/** The anchor of a heading, as hosts of repositories make it. */
const anchorOf = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

const anchorsIn = (path: string): Set<string> =>
  new Set([...textOf(path).matchAll(/^#+ (.+)$/gm)].map(([, title = '']) => anchorOf(title)));

/** Links of a document that lead nowhere in the project. */
function brokenLinks(path: string): string[] {
  const links = [...textOf(path).matchAll(/\]\(([^()\s]+)\)/g)].map(([, href = '']) => href);
  return links
    .filter((href) => !/^[a-z]+:/.test(href))
    .filter((href) => {
      const [file = '', anchor] = href.split('#');
      const target = file === '' ? path : normalize(join(dirname(path), file));
      if (promised.includes(target)) return false;
      if (!existsSync(join(root, target))) return true;
      return anchor !== undefined && target.endsWith('.md') && !anchorsIn(target).has(decodeURIComponent(anchor));
    })
    .map((href) => `${path}: ${href}`);
}

test('links of the documents lead to files and headings that there are', () => {
  expect(documents.length).toBeGreaterThan(80);
  expect(documents.flatMap(brokenLinks)).toEqual([]);
});

const codeFiles = new Set(
  globSync('{src,scripts,e2e,bench,migrations,seeds,generated}/**/*.{ts,tsx,sql,csv,mjs}', { cwd: root }).map((path) =>
    basename(path),
  ),
);

/** Files of code that a document names in backticks and that do not exist; decisions and the change log name those of their time. */
function missingFiles(path: string): string[] {
  const names = [...textOf(path).matchAll(/`[\w./-]*?([\w.-]+\.(?:ts|tsx|sql|csv|mjs))`/g)].map(
    ([, name = '']) => name,
  );
  return names.filter((name) => !name.startsWith('.') && !codeFiles.has(name)).map((name) => `${path}: ${name}`);
}

test('files of code that documents name exist', () => {
  const living = documents.filter((path) => !path.startsWith('docs/decisions/') && path !== 'CHANGELOG.md');
  expect(living.flatMap(missingFiles)).toEqual([]);
});
