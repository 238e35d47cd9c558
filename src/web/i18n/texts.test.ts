import { describe, expect, test } from 'vitest';
import { interpolate } from '#shared/i18n/interpolate.ts';
import { parseLang } from '#shared/i18n/text.ts';
import { marksOf } from './messages.ts';
import { flatTexts } from '#testing/texts.ts';

const chinese = flatTexts('zh');
const english = flatTexts('en');

describe('both languages', () => {
  test('ask for the same values and are not empty', () => {
    const wrong = [...chinese].filter(([key, zhText]) => {
      const enText = english.get(key) ?? '';
      const differ = JSON.stringify(marksOf(enText)) !== JSON.stringify(marksOf(zhText));
      return zhText.trim() === '' || enText.trim() === '' || differ;
    });
    expect(wrong).toEqual([]);
  });

  test('hold no Chinese in the English texts', () => {
    const left = [...english].filter(([, text]) => /\p{Script=Han}/u.test(text)).map(([key]) => key);
    expect(left).toEqual([]);
  });
});

/** What stands behind a number without being what is counted. */
const noNoun = new Set(
  'is was has does misses says as this its runs tells leads needs knows reads carries unless ms exists lies'.split(' '),
);
/** Numbers that are never one: limits, and what names a version, a leg, a row. */
const neverOne = new Set('max min most length ms rows number version name who others leg source reference'.split(' '));

describe('English', () => {
  test('counts one thing in the singular', () => {
    const wrong = [...english].flatMap(([key, text]) =>
      [...text.matchAll(/\{\{(\w+)\}\} ([a-z]+s)\b/g)]
        .filter(([, mark = '', word = '']) => !noNoun.has(word) && !neverOne.has(mark))
        .map(([found]) => `${key}: ${found}`),
    );
    expect(wrong.filter((found) => !found.startsWith('shell.dropTitle'))).toEqual([]);
  });

  test('has none of the words that readers stumbled over', () => {
    const odd = /\b(Standing|Heard|[Ww]ent away|What was run|Nobody responsible)\b|^Standard$/;
    expect([...english].filter(([, text]) => odd.test(text)).map(([key]) => key)).toEqual([]);
  });
});

test('Chinese leaves no blank around the name of a place, and says no sentence of empty halves', () => {
  const odd =
    /[\u4e00-\u9fff] \{\{\w*(?:port|place|tenant|carrier)\w*\}\} [\u4e00-\u9fff]|仅后者有|超出 \{\{\w+\}\} 次/i;
  expect([...chinese].filter(([, text]) => odd.test(text)).map(([key]) => key)).toEqual([]);
});

describe('interpolate', () => {
  test('fills marks, several times and with numbers', () => {
    expect(interpolate('{{a}} of {{b}}, {{a}}', { a: 1, b: 'two' })).toBe('1 of two, 1');
  });

  test('chooses the word that goes with the number', () => {
    const text = '{{count}} {{count, plural(one: tab; other: tabs)}} open';
    expect(interpolate(text, { count: 1 })).toBe('1 tab open');
    expect(interpolate(text, { count: 0 })).toBe('0 tabs open');
  });

  test('writes counts with separators of thousands, other numbers as they are', () => {
    expect(interpolate('{{left}} {{left, plural(one: run; other: runs)}}', { left: 8640 })).toBe('8,640 runs');
    expect(interpolate('共 {{count}} 条，编号 {{id}}', { count: 1_234_567, id: 20260101 })).toBe(
      '共 1,234,567 条，编号 20260101',
    );
    expect(interpolate('{{count}}', { count: '1,234+' })).toBe('1,234+');
    expect(interpolate('{{days}} {{days, plural(one: day; other: days)}}', { days: 2.5 })).toBe('2.5 days');
  });

  test('does not read marks inside values', () => {
    expect(interpolate('{{a}}', { a: '{{b}}', b: 'x' })).toBe('{{b}}');
  });

  test('shows nothing for a value that is missing', () => {
    expect(interpolate('[{{a}}]', {})).toBe('[]');
  });
});

test.each([
  ['en', 'en'],
  ['en-GB', 'en'],
  ['zh-CN', 'zh'],
  ['fr', 'zh'],
  ['', 'zh'],
  [null, 'zh'],
])('the stored language %s means %s', (stored, lang) => {
  expect(parseLang(stored)).toBe(lang);
});
