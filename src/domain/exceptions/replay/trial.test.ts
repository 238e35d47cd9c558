import { describe, expect, test } from 'vitest';
import { at } from '../../testing/builders.ts';
import { exceptionRules } from '../rules/index.ts';
import type { SettingsRow } from '../settings.ts';
import type { ExceptionRule, RuleSettings } from '../types.ts';
import type { ReplayedProblem } from './replay.ts';
import {
  addTally,
  compareFindings,
  countFindings,
  curveFor,
  emptyTally,
  planTrial,
  tryShipment,
  verdictOf,
} from './trial.ts';

const rule = exceptionRules.find(({ code }) => code === 'DEPART_DELAY') as ExceptionRule;
const everyone = { tenantId: null, carrierCode: null, lane: null, enabled: null };
const scope = { tenantId: '7', carrierCode: 'MERI', lane: null };

const problem = (key: string, firstAt = at(1)): ReplayedProblem => ({
  key,
  firstAt,
  goneAt: null,
  openings: 1,
  finding: { key, params: {}, evidence: [], severity: 'medium' },
});

/** A shipment that is late by some days: found by every threshold below. */
const lateBy =
  (days: number) =>
  (variants: readonly RuleSettings[]): ReplayedProblem[][] =>
    variants.map(({ thresholdDays = 0 }) => (days > thresholdDays ? [problem('')] : []));

describe('a trial', () => {
  const tried = { ...everyone, values: { thresholdDays: 4 } };
  const curve = curveFor({ rule, rows: [], tried });

  test('counts at every threshold, and at the present and the tried one', () => {
    const plan = planTrial({ rule, rows: [], tried, curve }, scope);
    const found = tryShipment(plan, lateBy(3));
    expect(found.present).toHaveLength(1);
    expect(found.tried).toHaveLength(0);
    expect(found.curve.map(([, from]) => curve[from])).toEqual(curve.filter((days) => days < 3));
    expect(compareFindings(found)).toMatchObject([{ key: '', outcome: 'gone' }]);
  });

  test('leaves narrower settings as they are, and switches a rule off', () => {
    const own: SettingsRow = { ...everyone, code: rule.code, tenantId: '7', values: { thresholdDays: 1 } };
    const trial = { rule, rows: [own], tried, curve };
    const plan = planTrial(trial, scope);
    expect(plan.tried).toEqual(plan.present);
    expect(planTrial(trial, { ...scope, tenantId: '8' }).tried).toMatchObject({ thresholdDays: 4 });
    const off = planTrial({ ...trial, rows: [], tried: { ...tried, enabled: false } }, scope);
    expect([off.tried, off.chain]).toEqual([null, []]);
    expect(off.present).toEqual(rule.defaults);
    expect(planTrial({ ...trial, typeOff: true }, scope)).toMatchObject({ present: null, tried: { thresholdDays: 1 } });
  });

  test('what people did speaks for or against the exceptions', () => {
    expect(verdictOf(undefined)).toBe('unseen');
    expect(verdictOf({ handleStatus: 3, resolvedByItself: false })).toBe('dismissed');
    expect(verdictOf({ handleStatus: 2, resolvedByItself: false })).toBe('confirmed');
    expect(verdictOf({ handleStatus: 2, resolvedByItself: true })).toBe('undecided');
    expect(verdictOf({ handleStatus: 1, resolvedByItself: false })).toBe('undecided');
  });

  test('parts add up to the whole', () => {
    const options = {
      from: at(0),
      dayOf: (moment: number) => (moment < at(2) ? 'one' : 'two'),
      verdictOf: () => 'unseen' as const,
    };
    const shipments = [
      {
        curve: [['a', 0, 0] as const, ['b', 0, 1] as const],
        present: [problem('a', at(0)), problem('b')],
        tried: [problem('b')],
      },
      { curve: [['c', 0, 1] as const], present: [], tried: [problem('c', at(3))] },
    ];
    const whole = emptyTally(2);
    const sum = emptyTally(2);
    for (const findings of shipments) {
      const part = emptyTally(2);
      for (const tally of [whole, part]) countFindings(tally, findings, compareFindings(findings), options);
      addTally(sum, part);
    }
    expect(sum).toEqual(whole);
    expect(whole).toMatchObject({
      present: { total: 2, atStart: 1, shipments: 1, open: 2 },
      tried: { total: 2, atStart: 0, shipments: 2, open: 2 },
      same: { unseen: 1 },
      added: { unseen: 1 },
      gone: { unseen: 1 },
      days: { one: [1, 1], two: [0, 1] },
      curve: [3, 2],
      judged: [{ unseen: 3 }, { unseen: 2 }],
    });
  });
});
