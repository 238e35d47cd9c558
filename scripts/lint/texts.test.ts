import { expect, test } from 'vitest';
import { parseSource } from './read-source.ts';
import { checkChosenTexts, checkTextFiles } from './texts.ts';

const found = (path: string, text: string): string[] =>
  checkTextFiles(parseSource(path, text)).map(({ line, message }) => `${line}: ${message}`);
const file = 'src/web/features/intake/gates/gate-moves.texts.ts';
const notPair = 'a text is a pair of plain strings: { zh, en }';

test('pairs, groups of pairs and names of declarations are texts', () => {
  const text = `export const gateMoves = {
    title: { zh: '闸口', en: 'Gates' },
    state: { open: { zh: '开', en: 'Open' }, named: cutoffNames, ...sentences },
  } as const satisfies TextTree;`;
  expect(found(file, text)).toEqual([]);
});

test.each([
  ['one language', "{ zh: '闸口' }"],
  ['a third one', "{ zh: '闸口', en: 'Gates', fr: 'Portes' }"],
  ['the other order', "{ en: 'Gates', zh: '闸口' }"],
  ['no pair', "'Gates'"],
  ['what is put together', '{ zh: `${a}`, en: `${b}` }'],
])('%s is refused', (_, value) => {
  expect(found(file, `export const gateMoves = {\n  title: ${value},\n};`)).toEqual([`2: ${notPair}`]);
});

test('a file exports one object of its name', () => {
  const message = '1: a file of texts exports one object, gateMoves';
  expect(found(file, 'export const gates = {};')).toEqual([message]);
  expect(found(file, 'export const gateMoves = {}, more = {};')).toEqual([message]);
  expect(found(file, 'export const gateMoves = make();')).toEqual([message]);
});

test('code imports types of texts only; tests and what joins texts are free', () => {
  const value = "import { gateMoves } from './gate-moves.texts.ts';";
  const type = "import type { gateMoves } from './gate-moves.texts.ts';";
  expect(found('src/web/features/intake/gates/GatesPage.tsx', value)).toHaveLength(1);
  expect(found('src/web/features/intake/gates/GatesPage.tsx', type)).toEqual([]);
  expect(found('src/web/features/intake/gates/GatesPage.test.tsx', value)).toEqual([]);
  expect(found('src/web/app/base.texts.ts', "export { value } from '#web/kit/value/value.texts.ts';")).toEqual([]);
});

test('the former files of one language are refused', () => {
  expect(found('src/web/i18n/en/gates.ts', 'export const gates = {};')).toHaveLength(1);
});

test('a text is not chosen by a condition', () => {
  const chosen = (text: string, path = 'src/server/a.ts'): number => checkChosenTexts(parseSource(path, text)).length;
  expect(chosen("const a = lang === 'zh' ? '已设置' : 'Set';")).toBe(1);
  expect(chosen('const a = ctx.lang === "en" ? `${b} boxes` : `${b} 箱`;')).toBe(1);
  expect(chosen("const a = lang === 'zh' ? row.nameCn : row.nameEn;")).toBe(0);
  expect(chosen("const a = lang === 'zh' ? 'zh-CN' : 'en-GB';")).toBe(0);
  expect(chosen("const a = kind === 'sea' ? '海运' : '空运';")).toBe(0);
  expect(chosen("const a = lang === 'zh' ? '已设置' : 'Set';", 'src/server/a.test.ts')).toBe(0);
});
