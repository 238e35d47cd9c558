import { expect, test } from 'vitest';
import { buildView, reference, t0 } from '../testing/builders.ts';
import { detectAll, failedCodesOf, findingsOf } from './detect.ts';
import type { ExceptionRule, Finding } from './types.ts';

const finding = (key: string, severity: Finding['severity'] = 'low'): Finding => ({
  key,
  params: {},
  evidence: [],
  severity,
});
const rule = (code: string, detect: ExceptionRule['detect']): ExceptionRule => ({
  code,
  defaults: { hours: 1, days: 2 },
  text: { zh: '', en: '' },
  detect,
});
const view = buildView([]);
const options = { settingsFor: () => ({}), reference, enabled: () => true };

test('a rule that throws is told and hides no other', () => {
  const rules = [
    rule('A', () => [finding('1')]),
    rule('B', () => {
      throw new Error('broken');
    }),
    rule('C', () => [finding('2')]),
  ];
  const detections = detectAll(view, t0, { ...options, rules });
  expect(detections).toEqual([
    { code: 'A', finding: finding('1') },
    { code: 'B', error: 'broken' },
    { code: 'C', finding: finding('2') },
  ]);
  expect(findingsOf(detections).map(({ code }) => code)).toEqual(['A', 'C']);
  expect([...failedCodesOf(detections)]).toEqual(['B']);
});

test('a rule that is off is not asked', () => {
  const rules = [rule('A', () => [finding('1')]), rule('B', () => [finding('1')])];
  expect(detectAll(view, t0, { ...options, rules, enabled: (code) => code === 'B' })).toHaveLength(1);
});

test('settings given in part keep the other defaults', () => {
  const seen: unknown[] = [];
  const rules = [
    rule('A', (_view, _now, settings) => {
      seen.push(settings);
      return [];
    }),
  ];
  detectAll(view, t0, { ...options, rules, settingsFor: () => ({ hours: 9 }) });
  expect(seen).toEqual([{ hours: 9, days: 2 }]);
});

test('two findings of one problem are one, the worse stays', () => {
  const rules = [rule('A', () => [finding('1'), finding('1', 'high'), finding('1', 'medium'), finding('2')])];
  expect(findingsOf(detectAll(view, t0, { ...options, rules })).map((one) => one.finding)).toEqual([
    finding('1', 'high'),
    finding('2'),
  ]);
});
