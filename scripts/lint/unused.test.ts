import { describe, expect, test } from 'vitest';
import { checkLateCode } from './late-code.ts';
import { parseSource } from './read-source.ts';
import { checkUnusedTexts } from './unused-texts.ts';

const sources = (texts: Readonly<Record<string, string>>) =>
  Object.entries(texts).map(([path, text]) => parseSource(path, text));

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
    const [file] = sources({ 'src/web/features/administration/a/A.tsx': text });
    expect(checkLateCode(file!).map(({ line, message }) => [line, message])).toEqual([
      [1, 'lazy of React remembers failures: use fetched or late'],
    ]);
    for (const path of ['src/web/kit/fetched.tsx', 'src/web/kit/a.test.tsx'])
      expect(sources({ [path]: text }).flatMap(checkLateCode)).toEqual([]);
  });
});
