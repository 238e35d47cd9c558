import { describe, expect, test } from 'vitest';
import { timed } from '#testing/fuzz.ts';
import { conditionHolds, readCondition } from './match-condition.ts';

const output = {
  severity: 'high',
  count: 3,
  flag: true,
  none: null,
  'odd key': 'x',
  legs: [{ pol: 'CNSHA' }, { pol: 'SGSIN' }],
};
const holds = (condition: string, matched = { output: output as unknown, error: 'Timeout after 30 s' }): boolean => {
  const read = readCondition(condition);
  if (read.problem !== undefined) throw new Error(read.problem.en);
  return read.matches(matched);
};

describe('a condition', () => {
  test.each([
    ['timeout', true],
    ['CNSHA', true],
    ['cnsha', true],
    ['nothing of it', false],
    ['/tim(e)out/', false],
    ['/tim(e)out/i', true],
    ['/after \\d+ s$/', true],
    ['/^after/', false],
    ['/"severity":"(high|medium)"/', true],
    ['/path/without/end', false],
    ['$.severity == "high"', true],
    ['$.severity == high', true],
    ['$.severity = high', true],
    ['$.severity == "low"', false],
    ['$.count == 3', true],
    ['$.count == "3"', false],
    ['$.flag == true', true],
    ['$.none == null', true],
    ['$.absent == null', false],
    ["$['odd key'] == x", true],
    ['$.legs[1].pol == SGSIN', true],
    ['$.legs[0].pol == SGSIN', false],
    ['$.legs[*].pol == SGSIN', true],
    ['$.legs[0] == {"pol": "CNSHA"}', true],
    ['$.constructor == x', false],
    ['$.__proto__.polluted == null', false],
  ])('%s: %s', (condition, expected) => {
    expect(holds(condition)).toBe(expected);
  });

  test('reads output that is JSON in a text', () => {
    expect(holds('$.a.b == 1', { output: '{"a":{"b":1}}', error: '' })).toBe(true);
    expect(holds('$.a == 1', { output: 'no json', error: '' })).toBe(false);
  });

  test.each(['$', '$.a', '$.a ==', '$a == 1', '$.a[ == 1', '/(/', '/a{2,1}/', '/(?<=x)y/', '/(a)\\1/'])(
    '%s is refused in both languages',
    (condition) => {
      const { problem } = readCondition(condition);
      expect(problem?.zh).toMatch(/触发条件/);
      expect(problem?.en).toMatch(/^(A path|The regular)/);
    },
  );

  test('takes linear time where others take for ever', () => {
    const { ms, result } = timed(() => [
      holds('/^(a+)+$/', { output: `${'a'.repeat(50_000)}!`, error: null as never }),
      holds('/(x+x+)+y/', { output: 'x'.repeat(20_000), error: '' }),
    ]);
    expect(result).toEqual([false, false]);
    expect(ms).toBeLessThan(3_000);
  });

  test('that is empty or cannot be read holds: better reported once too often', () => {
    for (const condition of [null, '', '  ', '/(/'])
      expect(conditionHolds(condition, { output: 1, error: null })).toBe(true);
    expect(conditionHolds('$.a == 1', { output: null, error: null })).toBe(false);
  });
});

test.each([
  ['/[abc/', '缺少右方括号', 'a closing ] is missing'],
  ['/(a/', '缺少右括号', 'a closing ) is missing'],
  ['/*a/', '重复符号前没有内容', 'nothing stands before'],
  ['/a{3,1}/', '重复次数', 'number of repetitions'],
  ['/[z-a]/', '字符范围', 'range of characters'],
  ['/(?=a)/', '不支持', 'not supported'],
])('what is wrong in %s is stated in words of the language', (condition, zh, en) => {
  const { problem } = readCondition(condition);
  expect(problem?.zh).toContain(zh);
  expect(problem?.en).toContain(en);
  expect(problem?.zh).not.toMatch(/error|missing|invalid|unexpected/);
});
