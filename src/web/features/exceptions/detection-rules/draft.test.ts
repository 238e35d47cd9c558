import { describe, expect, test } from 'vitest';
import {
  draftOf,
  emptyDraft,
  falseAlarmsOf,
  inputOf,
  isComplete,
  isSameLevel,
  nearestPoint,
  wrongThreshold,
} from './draft.ts';

const days = {
  name: 'days',
  label: 'Days',
  unit: 'days',
  min: 0,
  max: 30,
  step: 0.5,
  defaultValue: 2,
  main: 1,
} as const;
const rule = { thresholds: [days] };

describe('a draft of settings', () => {
  test('is complete when something is set within its range', () => {
    const draft = emptyDraft('7');
    expect(isComplete(rule, draft)).toBe(false);
    expect(isComplete(rule, { ...draft, enabled: 0 })).toBe(true);
    expect(isComplete(rule, { ...draft, values: { days: 2.5 } })).toBe(true);
    expect(isComplete(rule, { ...draft, values: { days: null } })).toBe(false);
    for (const value of [-0.5, 30.5, 2.2])
      expect(wrongThreshold(rule, { ...draft, values: { days: value } })).toBe(days);
  });

  test('of a lane needs tenant and carrier and two ports', () => {
    const draft = { ...emptyDraft('7'), carrierCode: 'MERI', lane: 'cnsha-nlrtm', enabled: 1 as const };
    expect(isComplete(rule, draft)).toBe(true);
    expect(isComplete(rule, { ...draft, carrierCode: null })).toBe(false);
    expect(isComplete(rule, { ...draft, lane: 'CNSHA' })).toBe(false);
    expect(isSameLevel(draft, { tenantId: '7', carrierCode: 'MERI', lane: 'CNSHA-NLRTM' })).toBe(true);
    expect(isSameLevel(emptyDraft('7'), { tenantId: '7', carrierCode: null, lane: null })).toBe(true);
  });

  test('sends what was entered only', () => {
    const row = { tenantId: null, carrierCode: 'MERI', lane: null, enabled: null, values: { days: 3 } };
    const draft = { ...draftOf(row), values: { days: 3, other: null } };
    expect(inputOf('R', draft)).toEqual({ ruleCode: 'R', ...row, lane: '' });
  });
});

test('false alarms are a share of what people have judged', () => {
  expect(falseAlarmsOf({ confirmed: 3, dismissed: 1 })).toEqual({ percent: 25, judged: 4 });
  expect(falseAlarmsOf({ confirmed: 0, dismissed: 0 })).toBeUndefined();
});

test('a moved threshold is answered at the nearest value of the curve', () => {
  const curve = [{ value: 0.5 }, { value: 2 }, { value: 4 }];
  expect([0, 1.4, 3.5, 90].map((value) => nearestPoint(curve, value)?.value)).toEqual([0.5, 2, 4, 4]);
  expect(nearestPoint([], 2)).toBeUndefined();
});
