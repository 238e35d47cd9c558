import { expect, test } from 'vitest';
import { languageOf } from './language.ts';

test.each([
  [undefined, 'zh'],
  ['', 'zh'],
  ['en', 'en'],
  ['en-GB,en;q=0.9', 'en'],
  ['zh-CN,zh;q=0.9,en;q=0.8', 'zh'],
  ['en;q=0.5, zh;q=0.9', 'zh'],
  ['fr-FR,fr;q=0.9,en;q=0.3', 'en'],
  ['fr', 'zh'],
  ['*', 'zh'],
  ['en;q=0', 'zh'],
  ['en;q=banana', 'en'],
])('%s wants %s', (header, lang) => {
  expect(languageOf(header)).toBe(lang);
});
