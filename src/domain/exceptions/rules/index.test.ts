import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyInstant, anyOverrides, anyRecords } from '../../testing/arbitraries.ts';
import { buildView, reference, t0 } from '../../testing/builders.ts';
import { detectAll, failedCodesOf, findingsOf } from '../detect.ts';
import { renderText } from '../render.ts';
import type { ReferenceData, ShipmentView } from '../types.ts';
import { exceptionRules } from './index.ts';

/** But for the mode: Chinese has words of its own for ports, English has not. */
const placeholders = (text: string): string[] =>
  [...new Set([...text.matchAll(/\{\{[#^/]?(\w+)\}\}/g)].map(([, name]) => name as string))]
    .filter((name) => name !== 'mode')
    .sort();

const options = { rules: exceptionRules, settingsFor: () => ({}), reference, enabled: () => true };

const known = <T>(value: fc.Arbitrary<T>) => fc.array(fc.record({ value, knownAt: anyInstant }), { maxLength: 4 });
const name = fc.constantFrom('STAR', 'MOON', '', null);
const anyView: fc.Arbitrary<ShipmentView> = fc
  .record({
    records: anyRecords,
    overrides: anyOverrides,
    etaHistory: known(anyInstant),
    departureHistory: known(fc.record({ etd: fc.option(anyInstant), vesselName: name, voyage: name })),
    routeHistory: known(fc.array(fc.constantFrom('CNSHA', 'CNSGH', 'SGSIN', ''), { maxLength: 3 })),
    subject: fc.constantFrom('bill' as const, 'container' as const),
    ended: fc.boolean(),
    sources: fc.array(
      fc.record({
        sourceCode: fc.constantFrom('dcsa:MERI', 'ft'),
        consecutiveFailures: fc.nat(20),
        lastSuccessAt: fc.option(anyInstant),
        lastChangeAt: fc.option(anyInstant),
        lastError: fc.constantFrom('timeout', '', null),
      }),
      { maxLength: 2 },
    ),
  })
  .map(({ records, subject, ended, ...rest }) => buildView(records, { ...rest, subscription: { subject, ended } }));

/** Master data of nobody. */
const ignorant: ReferenceData = {
  resolvePort: () => undefined,
  zoneOf: () => undefined,
  containerPrefixesOf: () => [],
  orderOf: () => undefined,
};

describe('all rules', () => {
  test('are sorted by code, each once', () => {
    const codes = exceptionRules.map(({ code }) => code);
    expect(codes).toEqual([...new Set(codes)].sort());
    expect(codes).toHaveLength(50);
  });

  test('say the same in both languages', () => {
    for (const { code, text } of exceptionRules) {
      expect([code, placeholders(text.en)]).toEqual([code, placeholders(text.zh)]);
      expect(text.zh).toMatch(/[\u4e00-\u9fff]/);
      expect(text.en).not.toMatch(/[\u4e00-\u9fff]/);
    }
  });

  test('leave the unit of hours to the one who writes them', () => {
    for (const { code, text } of exceptionRules)
      expect([code, /hours(left)?\}\} *(h\b|小时)/i.test(text.zh + text.en)]).toEqual([code, false]);
  });

  test('never fail, repeat themselves, and fill their texts, whatever the sources say', () => {
    fc.assert(
      fc.property(anyView, fc.constantFrom(reference, ignorant), (view, master) => {
        const detections = detectAll(view, t0, { ...options, reference: master });
        expect([...failedCodesOf(detections)]).toEqual([]);
        expect(detectAll(view, t0, { ...options, reference: master })).toEqual(detections);
        const problems = findingsOf(detections, view).map(({ code, finding }) => `${code} ${finding.key}`);
        expect(new Set(problems).size).toBe(problems.length);
        for (const { code, finding } of findingsOf(detections, view)) {
          const rule = exceptionRules.find((one) => one.code === code);
          for (const language of ['zh', 'en'] as const) {
            const text = renderText(rule as (typeof exceptionRules)[number], finding.params, language, master);
            expect(text).not.toMatch(/\{\{|\}\}|undefined|NaN|null/);
          }
          expect(finding.evidence.length).toBeGreaterThan(0);
          for (const { path, value } of finding.evidence) {
            expect(path, code).toMatch(/^[a-z]/);
            expect(value, `${code} ${path}`).toBeDefined();
          }
        }
      }),
      { numRuns: 300 },
    );
  });

  test('leave the view as it is', () => {
    fc.assert(
      fc.property(anyView, (view) => {
        const before = structuredClone(view);
        detectAll(view, t0, options);
        expect(view).toEqual(before);
      }),
      { numRuns: 50 },
    );
  });
});
