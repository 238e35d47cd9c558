import { describe, expect, test } from 'vitest';
import { exceptionRules } from './rules/index.ts';
import { curveOf, findSettingProblem, mainThresholdOf, thresholdsOf } from './tuning.ts';

const ruleOf = (code: string) => exceptionRules.find((rule) => rule.code === code) as (typeof exceptionRules)[number];

describe('thresholds', () => {
  test('every default of every rule is a value that may be entered', () => {
    for (const rule of exceptionRules)
      expect([rule.code, findSettingProblem(rule, rule.defaults)]).toEqual([rule.code, undefined]);
  });

  test('every rule with thresholds has a main one, which comes first', () => {
    for (const rule of exceptionRules) {
      expect(mainThresholdOf(rule)?.name).toBe(thresholdsOf(rule)[0]?.name);
    }
  });

  test('values outside of their range, of no known threshold or between two steps are refused', () => {
    const rule = ruleOf('DEPART_DELAY');
    expect(findSettingProblem(rule, { thresholdDays: 1.5 })).toBeUndefined();
    expect(findSettingProblem(rule, { thresholdDays: 180 })).toBeUndefined();
    expect(findSettingProblem(rule, { thresholdDays: 180.5 })).toMatchObject({ kind: 'range' });
    expect(findSettingProblem(rule, { thresholdDays: -1 })).toMatchObject({ kind: 'range' });
    expect(findSettingProblem(rule, { thresholdDays: 1.2 })).toMatchObject({ kind: 'step' });
    expect(findSettingProblem(rule, { thresholdDays: '2' })).toMatchObject({ kind: 'number' });
    expect(findSettingProblem(rule, { thresholdHours: 2 })).toEqual({ name: 'thresholdHours', kind: 'unknown' });
  });

  test('a curve runs from what finds most, with the tried values on it', () => {
    const days = curveOf(ruleOf('DEPART_DELAY'), [2, 5.5]);
    expect(days).toContain(2);
    expect(days).toContain(5.5);
    expect(days).toEqual([...days].sort((a, b) => a - b));
    expect(curveOf(ruleOf('CARRIER_MISMATCH'), [1])).toEqual([1, 0]);
    expect(curveOf(ruleOf('LEG_BREAK'), [])).toEqual([]);
  });
});
