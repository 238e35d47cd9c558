import { describe, expect, test } from 'vitest';
import { checkLateCode } from './late-code.ts';
import { parseSource } from './read-source.ts';
import { checkUnusedExports } from './unused-exports.ts';
import { checkUnusedTexts } from './unused-texts.ts';

const sources = (texts: Readonly<Record<string, string>>) =>
  Object.entries(texts).map(([path, text]) => parseSource(path, text));

describe('exports that no other file imports', () => {
  const told = (texts: Readonly<Record<string, string>>): string[] =>
    checkUnusedExports(sources(texts)).map(({ path, line, message }) => `${path}:${line} ${message.split(' ')[0]}`);

  test('are found, those that their own file uses too', () => {
    expect(told({ 'src/a.ts': 'export const one = 1;\nexport const two = one;\nexport function three() {}' })).toEqual([
      'src/a.ts:1 one',
      'src/a.ts:2 two',
      'src/a.ts:3 three',
    ]);
  });

  test('are passed on to nobody by an index', () => {
    const texts = { 'src/a/b.ts': 'export const one = 1;', 'src/a/index.ts': "export { one as first } from './b.ts';" };
    expect(told(texts)).toEqual(['src/a/index.ts:1 first']);
  });

  test.each([
    ['by name', "import { one as first } from './a.ts';\nfirst();"],
    ['by an alias of the project', "import { one } from '#shared/a.ts';\none();"],
    ['as a whole', "import * as all from './a.ts';\nall.one();"],
    ['at run time', "const { one } = await import('./a.ts');\none();"],
    [
      'by an index that is asked for it',
      "export { one } from './a.ts';\nimport { one as again } from './b.ts';\nagain();",
    ],
  ])('are no finding when taken %s', (_, text) => {
    expect(told({ 'src/shared/a.ts': 'export const one = 1;', 'src/shared/b.ts': text })).toEqual([]);
  });

  test('a type that its file uses stays, one that stands there alone does not', () => {
    const text =
      'export type Given = { id: number };\nexport const make = (): Given => ({ id: 1 });\nexport type Odd = 1;';
    const taker = "import { make } from './a.ts';\nmake();";
    expect(told({ 'src/a.ts': text, 'src/b.ts': taker })).toEqual(['src/a.ts:3 Odd']);
  });

  test('settings of tools use what they import', () => {
    const files = sources({ 'scripts/a.ts': 'export const one = 1;' });
    const configs = sources({ 'vite.config.ts': "import { one } from './scripts/a.ts';\none();" });
    expect(checkUnusedExports(files, configs)).toEqual([]);
  });
});

describe('texts that nobody shows', () => {
  const unshown = (text: string): string[] =>
    checkUnusedTexts(
      [{ path: 'zh/nav.ts', keys: ['nav.home', 'nav.state.open', 'nav.state.shut'] }],
      sources({ 'src/web/a.ts': text }),
    ).map(({ message }) => message.split(' ').at(-1) as string);

  test('are found, and whole keys and templates keep theirs', () => {
    expect(unshown("t('nav.home');")).toEqual(['nav.state.open', 'nav.state.shut']);
    expect(unshown("t('nav.home', `nav.state.${state}`);")).toEqual([]);
    expect(unshown('const keys = [`nav.home`, `nav.${one}.open`];')).toEqual(['nav.state.shut']);
  });

  test('a template that names no group, and words in comments, keep nothing', () => {
    expect(unshown('// nav.home\nt(`${group}.home`);')).toHaveLength(3);
  });
});

describe('code that comes later', () => {
  const text = "import { lazy, useState } from 'react';\nlazy(useState);";

  test('is fetched by the kit alone', () => {
    const [file] = sources({ 'src/web/features/a/A.tsx': text });
    expect(checkLateCode(file!).map(({ line, message }) => [line, message])).toEqual([
      [1, 'lazy of React remembers failures: use fetched or late'],
    ]);
    for (const path of ['src/web/kit/fetched.tsx', 'src/web/kit/a.test.tsx'])
      expect(sources({ [path]: text }).flatMap(checkLateCode)).toEqual([]);
  });
});
