import { expect, test } from 'vitest';
import { readCondition } from './match-condition.ts';

const wrong = ['a[b', '(a', 'a)', '*a', 'a**', 'a{2,1}', '[z-a]', '\\8', 'a\\', '(?=a)', 'a{9999}'];

test.each(wrong)(
  'what is wrong in /%s/ is stated in both languages, the place in the words of its author',
  (source) => {
    const { problem: { zh, en } = { zh: '', en: '' } } = readCondition(`/${source}/`);
    expect(zh).toMatch(/^触发条件的正则表达式不正确：/);
    // Letters of the expression stand in brackets; before them nothing is in English.
    expect(zh.replace(/（.*）$/s, '')).not.toMatch(/[a-z]/i);
    expect(en).toMatch(/^The regular expression of the condition is wrong: /);
    expect(en).not.toMatch(/error parsing|regexp/);
  },
);
