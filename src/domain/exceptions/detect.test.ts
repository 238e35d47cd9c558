import { expect, test } from 'vitest';
import { at, buildView, reference, t0 } from '../testing/builders.ts';
import { detectAll, failedCodesOf, findingsOf } from './detect.ts';
import { noData } from './rules/no-data.ts';
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

test('a rule that throws is reported and hides no other', () => {
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
  expect(findingsOf(detections, view).map(({ code }) => code)).toEqual(['A', 'C']);
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
  expect(findingsOf(detectAll(view, t0, { ...options, rules }), view).map((one) => one.finding)).toEqual([
    finding('1', 'high'),
    finding('2'),
  ]);
});

const requestedSource = (lastSuccessAt: number | null) => ({
  sourceCode: 'dcsa:MERI',
  isQueried: true,
  consecutiveFailures: 4,
  lastSuccessAt,
  lastChangeAt: null,
  lastError: 'timeout',
});

test('what nobody could tell us is no silence: it is judged as of the last answer of a source', () => {
  const codes = (lastSuccessAt: number | null) =>
    detectAll(
      buildView([], { subscription: { subscribedAt: at(-5) }, sources: [requestedSource(lastSuccessAt)] }),
      t0,
      {
        ...options,
        rules: [noData],
      },
    ).map(({ code }) => code);
  expect(codes(null)).toEqual([]);
  expect(codes(at(-4.5))).toEqual([]);
  expect(codes(at(-3))).toEqual(['NO_DATA']);
});

test('a shipment whose tracking has ended has no problems any more', () => {
  const ended = buildView([], { subscription: { ended: true } });
  expect(detectAll(ended, t0, { ...options, rules: [rule('A', () => [finding('1')])] })).toEqual([]);
});
