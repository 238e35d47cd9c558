import type { Lang } from '#shared/i18n/text.ts';
import { expect, test } from 'vitest';
import { ownLanguageFirst } from './columns.tsx';

const order = (names: string[], lang: Lang): string[] =>
  ownLanguageFirst(
    names.map((name) => [name, undefined]),
    lang,
  ).map(([name]) => name);

test('a name in the language of the screen comes before the other one', () => {
  expect(order(['codeType', 'codeName', 'codeNameEn'], 'en')).toEqual(['codeType', 'codeNameEn', 'codeName']);
  expect(order(['codeType', 'codeName', 'codeNameEn'], 'zh')).toEqual(['codeType', 'codeName', 'codeNameEn']);
  expect(order(['portCode', 'portName', 'portNameCn', 'zone'], 'zh')).toEqual([
    'portCode',
    'portNameCn',
    'portName',
    'zone',
  ]);
  expect(order(['statusNameCn', 'x', 'statusNameEn', 'y'], 'en')).toEqual(['statusNameEn', 'statusNameCn', 'x', 'y']);
});

test('a name in one language alone stays where it is', () => {
  expect(order(['userCode', 'userNameCn', 'email'], 'en')).toEqual(['userCode', 'userNameCn', 'email']);
});
