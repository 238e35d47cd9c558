import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HOUR_MS } from '#shared/time/instant.ts';
import type { Instant } from '#shared/time/instant.ts';
import { fuse } from '../../intake/fusion/fuse.ts';
import { applyChanges, contentOfValues } from '../../intake/fusion/known-values.ts';
import type { DatedValue, ValueChanges } from '../../intake/fusion/known-values.ts';
import { defaultPrecedence } from '../../intake/fusion/precedence.ts';
import { anyInstant, anyRecords } from '../../testing/arbitraries.ts';
import { askHourly, problemPeriods } from '../../testing/ask-hourly.ts';
import { at, reference, t0 } from '../../testing/builders.ts';
import { askRule } from '../detect.ts';
import type { SourceRecord } from '../../tracking/model.ts';
import { noteShown } from '../../tracking/shown-history.ts';
import type { ShownHistory } from '../../tracking/shown-history.ts';
import { exceptionRules } from '../rules/index.ts';
import type { ExceptionRule, RuleSettings, ShipmentView } from '../types.ts';
import { mainThresholdOf } from '../tuning.ts';
import { replayShipment } from './replay.ts';
import type { ReplayedProblem, ReplayWindow, ShipmentMemory } from './replay.ts';
import { requestedOfTrack } from './requested-of-track.ts';
import { makeTrack } from './track.ts';
import { ShownShipment } from './shown-shipment.ts';
import type { FusionChange } from './shown-shipment.ts';
import { curveFor, planTrial, replayTrial, tryShipment } from './trial.ts';
import type { TrialFindings } from './trial.ts';

const subscription = {
  id: 's1',
  tenantId: '1',
  subject: 'bill',
  billNo: 'B1',
  containerNo: null,
  carrierCode: 'MERI',
  subscribedAt: at(-10),
} as const;
const anyScope = { tenantId: '1', carrierCode: 'MERI', lane: null };

const window: ReplayWindow = { from: at(-5), to: at(4), stepMs: HOUR_MS };

/** A memory with every change, from which a track is made too. */
type WholeMemory = ShipmentMemory & { known: readonly FusionChange[] };

/** What fusions at some moments leave in the store. */
function changesOf(run: readonly (readonly [Instant, SourceRecord[], boolean?])[]): FusionChange[] {
  const known = new Map<string, DatedValue>();
  return [...run]
    .sort(([a], [b]) => a - b)
    .flatMap(([knownAt, records, corrected = false]) => {
      const { provenance } = fuse(records, [], defaultPrecedence);
      const changes: Record<string, [string | number | null, string | null]> = {};
      for (const [path, { winner }] of Object.entries(provenance)) {
        const before = known.get(path);
        if (before?.value !== winner.value || before.sourceCode !== winner.sourceCode)
          changes[path] = [winner.value, winner.sourceCode];
      }
      for (const path of known.keys()) if (!(path in provenance)) changes[path] = [null, null];
      if (Object.keys(changes).length === 0) return [];
      applyChanges(known, changes as ValueChanges, knownAt);
      return [{ knownAt, changes: changes as ValueChanges, ...(corrected && { corrected }) }];
    });
}

/** Ended, begun again, ended: so often has it changed by then. */
const isOver = ({ ends }: WholeMemory, now: Instant): boolean =>
  ends.filter((moment) => moment <= now).length % 2 === 1;

/** The view of one moment, put together from nothing. */
function viewAt(memory: WholeMemory, now: Instant): ShipmentView {
  const history: ShownHistory = { eta: [], departure: [], route: [], ships: [] };
  const known = new Map<string, DatedValue>();
  const until = memory.known.filter(({ knownAt }) => knownAt <= now);
  for (const { knownAt, changes, corrected } of until) {
    applyChanges(known, changes, knownAt);
    noteShown(history, contentOfValues(known), known.get('booking.eta')?.sourceCode ?? null, knownAt, corrected);
  }
  const content = contentOfValues(known);
  const shown = new ShownShipment();
  until.forEach((change) => shown.apply(change));
  const observedAt = Math.max(...[...until.map(({ knownAt }) => knownAt), ...memory.answersAt].filter((t) => t <= now));
  return {
    subscription: { ...memory.subscription, ended: isOver(memory, now) },
    fused: until.length === 0 ? null : { content, provenance: shown.fused().provenance },
    records:
      until.length === 0 ? [] : [{ id: '', sourceType: 'CARRIER', channel: '', sourceCode: '', observedAt, content }],
    etaHistory: history.eta,
    departureHistory: history.departure,
    routeHistory: history.route,
    shipHistory: history.ships,
    sources: [],
  };
}

const momentOf = (one: FusionChange | Instant): Instant => (typeof one === 'number' ? one : one.knownAt);

/** The rule asked at every moment of the window. */
function requestedHourly(memory: WholeMemory, rule: ExceptionRule, settings: RuleSettings): ReplayedProblem[] {
  let seen = '';
  let view: ShipmentView | undefined;
  return askHourly(window, memory.subscription.subscribedAt, (now) => {
    const known = [memory.known, memory.answersAt].map((list) => list.filter((one) => momentOf(one) <= now).length);
    const state = JSON.stringify([known, isOver(memory, now)]);
    if (state !== seen) [seen, view] = [state, viewAt(memory, now)];
    return isOver(memory, now) ? [] : askRule(rule, view as ShipmentView, now, settings, reference);
  });
}

/** Each key with each place of the curve at which it is found. */
const keysAlong = ({ curve }: TrialFindings) =>
  curve
    .flatMap(([key, from, to]) => Array.from({ length: to - from + 1 }, (_, index) => `${key} ${from + index}`))
    .sort();

const anyMoment = fc
  .integer({ min: -9 * 24, max: 7 * 24 })
  .map((hours) => t0 + hours * HOUR_MS + (hours % 3) * 600_000);
const anyMemory: fc.Arbitrary<WholeMemory> = fc
  .record({
    run: fc.array(fc.tuple(anyMoment, anyRecords, fc.boolean()), { maxLength: 4 }),
    subscribedAt: fc.oneof(anyMoment, fc.constant(at(-20))),
    ends: fc.uniqueArray(anyMoment, { maxLength: 4 }),
    answersAt: fc.array(anyMoment, { maxLength: 3 }),
    subject: fc.constantFrom('bill' as const, 'container' as const),
  })
  .map(({ run, subscribedAt, ends, answersAt, subject }) => ({
    subscription: {
      id: 's1',
      tenantId: '1',
      subject,
      billNo: 'MERI0001',
      containerNo: null,
      carrierCode: 'MERI',
      subscribedAt,
    },
    ends: ends.sort((a, b) => a - b),
    known: changesOf(run),
    answersAt: answersAt.sort((a, b) => a - b),
  }));

const replayable = exceptionRules.filter(
  ({ changeTimes, readsSources }) => changeTimes !== undefined && readsSources !== true,
);
const anyRule = fc.constantFrom(...replayable);
/** Thresholds as set, and so low that they often fire within the window. */
const anyFactor = fc.constantFrom(1, 0.5, 0.2, 0.1, 0);
const scaled = (rule: ExceptionRule, factor: number): RuleSettings =>
  Object.fromEntries(Object.entries(rule.defaults).map(([name, value]) => [name, value * factor]));

describe('replay', () => {
  test('finds what asking at every hour finds', () => {
    fc.assert(
      fc.property(anyMemory, anyRule, anyFactor, (memory, rule, factor) => {
        const settings = scaled(rule, factor);
        const [found = []] = replayShipment(memory, { rule, variants: [settings], window, reference });
        expect(problemPeriods(found)).toEqual(problemPeriods(requestedHourly(memory, rule, settings)));
      }),
      { numRuns: 150 },
    );
  });

  test('each replayable rule is asked as often as it needs', () => {
    for (const rule of replayable) {
      fc.assert(
        fc.property(anyMemory, anyFactor, (memory, factor) => {
          const settings = scaled(rule, factor);
          const [found = []] = replayShipment(memory, { rule, variants: [settings], window, reference });
          expect(problemPeriods(found)).toEqual(problemPeriods(requestedHourly(memory, rule, settings)));
        }),
        { numRuns: 12 },
      );
    }
  });

  test('finds in a track what it finds in the changes, with the same words', () => {
    const spoken = (found: readonly ReplayedProblem[]) =>
      found.map(({ finding: { params, severity }, ...problem }) => ({ ...problem, finding: { params, severity } }));
    for (const rule of replayable.filter(({ readsDetails }) => readsDetails === undefined)) {
      fc.assert(
        fc.property(anyMemory, anyFactor, (memory, factor) => {
          const question = { rule, variants: [scaled(rule, factor)], window, reference };
          const [found = []] = replayShipment({ ...memory, known: makeTrack(memory.known) }, question);
          const [wanted = []] = replayShipment(memory, question);
          expect(spoken(found)).toEqual(spoken(wanted));
        }),
        { numRuns: 8 },
      );
    }
  });

  test('a rule that reads details only to excuse finds as much or more over the track', () => {
    const excusing = replayable.filter(({ readsDetails }) => readsDetails === 'toExcuse');
    expect(excusing.map(({ code }) => code).sort()).toEqual([
      'ATD_BEFORE_ETD',
      'SPLIT_CARGO',
      'STATUS_DISORDER',
      'TRACK_TIMEOUT',
    ]);
    for (const rule of excusing) {
      fc.assert(
        fc.property(anyMemory, anyFactor, (memory, factor) => {
          const question = { rule, variants: [scaled(rule, factor)], window, reference };
          const keysOf = (known: ShipmentMemory['known']) =>
            replayShipment({ ...memory, known }, question)[0]?.map(({ key }) => key) ?? [];
          expect(keysOf(makeTrack(memory.known))).toEqual(expect.arrayContaining(keysOf(memory.known)));
        }),
        { numRuns: 60 },
      );
    }
  });

  test('a rule that is requested from the track whether there may be anything is never reported no where there is', () => {
    const suspecting = replayable.filter(({ suspects }) => suspects !== undefined);
    expect(suspecting.map(({ code }) => code)).toEqual(['TZ_INVALID']);
    for (const rule of suspecting) {
      let found = 0;
      fc.assert(
        fc.property(anyMemory, anyFactor, (memory, factor) => {
          const variants = [scaled(rule, factor)];
          const [wanted = []] = replayShipment(memory, { rule, variants, window, reference });
          if (wanted.length === 0) return;
          found += 1;
          const [suspected = []] = replayShipment(
            { ...memory, known: makeTrack(memory.known) },
            { rule: requestedOfTrack(rule), variants, window, reference },
          );
          expect(suspected.length).toBeGreaterThan(0);
        }),
        { numRuns: 60 },
      );
      expect(found).toBeGreaterThan(3);
    }
  });

  test('tells several settings in one pass as each alone', () => {
    fc.assert(
      fc.property(anyMemory, anyRule, (memory, rule) => {
        const variants = [0, 0.3, 1].map((factor) => scaled(rule, factor));
        const question = { rule, window, reference };
        expect(replayShipment(memory, { ...question, variants }).map(problemPeriods)).toEqual(
          variants.map((settings) =>
            problemPeriods(replayShipment(memory, { ...question, variants: [settings] })[0] ?? []),
          ),
        );
      }),
      { numRuns: 60 },
    );
  });

  test('counts along a chain of settings what each of them finds, and lists those that are wanted', () => {
    const tunable = replayable.filter((rule) => mainThresholdOf(rule)?.looser != null);
    fc.assert(
      fc.property(anyMemory, fc.constantFrom(...tunable), anyFactor, anyFactor, (memory, rule, a, b) => {
        const main = mainThresholdOf(rule)?.name ?? '';
        const sides = [a, b].map((factor) => Number(((rule.defaults[main] ?? 0) * factor).toFixed(2)));
        const row = { tenantId: null, carrierCode: null, lane: null, enabled: null };
        const rows = [{ ...row, code: rule.code, values: { [main]: sides[0] as number } }];
        const tried = { ...row, values: { [main]: sides[1] as number } };
        const plan = planTrial({ rule, rows, tried, curve: curveFor({ rule, rows, tried }) }, anyScope);
        const question = { rule, window, reference };
        const found = replayTrial(memory, plan, question);
        const requested = tryShipment(plan, (variants) => replayShipment(memory, { ...question, variants }));
        expect({ ...found, curve: keysAlong(found) }).toEqual({ ...requested, curve: keysAlong(requested) });
      }),
      { numRuns: 150 },
    );
  });

  test('a shipment taken forward is the shipment put together', () => {
    fc.assert(
      fc.property(anyMemory, anyInstant, (memory, now) => {
        const shown = new ShownShipment();
        const known = new Map<string, DatedValue>();
        for (const change of memory.known.filter(({ knownAt }) => knownAt <= now)) {
          shown.apply(change);
          applyChanges(known, change.changes, change.knownAt);
          expect(shown.fused().content).toEqual(contentOfValues(known));
          const { provenance } = shown.fused();
          for (const path of Object.keys(change.changes)) {
            const winner = Object.hasOwn(provenance, path) ? provenance[path]?.winner : undefined;
            expect([winner?.value, winner?.sourceCode]).toEqual([known.get(path)?.value, known.get(path)?.sourceCode]);
          }
        }
      }),
      { numRuns: 100 },
    );
  });

  test('names the day a delay is found and the day it is over', () => {
    const rule = exceptionRules.find(({ code }) => code === 'DEPART_DELAY') as ExceptionRule;
    const reported = (value: number | null, path: string): ValueChanges => ({
      [path]: [value, value === null ? null : 'ft'],
    });
    const memory: WholeMemory = {
      subscription,
      ends: [],
      known: [
        { knownAt: at(-9), changes: reported(at(-4), 'booking.etd') },
        { knownAt: at(1, 0.5), changes: reported(at(-4), 'booking.atd') },
      ],
      answersAt: [],
    };
    const [found = []] = replayShipment(memory, {
      rule,
      variants: [rule.defaults],
      window,
      reference,
    });
    expect(problemPeriods(found)).toEqual([{ key: '', firstAt: at(-2, 1), goneAt: at(1, 1), openings: 1 }]);
  });

  test('leaves out the time in which a shipment was over, and goes on when its end is taken back', () => {
    const rule = exceptionRules.find(({ code }) => code === 'DEPART_DELAY') as ExceptionRule;
    const reported = { 'booking.etd': [at(-8), 'ft'] } as const;
    const memory: WholeMemory = {
      subscription,
      ends: [at(-2), at(0), at(2)],
      known: [{ knownAt: at(-9), changes: reported }],
      answersAt: [],
    };
    const [found = []] = replayShipment(memory, { rule, variants: [rule.defaults], window, reference });
    expect(problemPeriods(found)).toEqual([{ key: '', firstAt: at(-5), goneAt: at(2), openings: 2 }]);
    const [again = []] = replayShipment(
      { ...memory, ends: [at(-2), at(0)] },
      { rule, variants: [rule.defaults], window, reference },
    );
    expect(problemPeriods(again)).toEqual([{ key: '', firstAt: at(-5), goneAt: null, openings: 2 }]);
  });
});
