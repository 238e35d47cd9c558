import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HOUR_MS } from '#shared/time/instant.ts';
import { fuse } from '../../intake/fusion/fuse.ts';
import { defaultPrecedence } from '../../intake/fusion/precedence.ts';
import { anyOverrides, anyRecords } from '../../testing/arbitraries.ts';
import { askHourly, problemPeriods } from '../../testing/ask-hourly.ts';
import { at, buildContainer, buildRecord, reference, t0 } from '../../testing/builders.ts';
import { askRule } from '../detect.ts';
import { noteShown } from '../../tracking/shown-history.ts';
import type { ShownHistory } from '../../tracking/shown-history.ts';
import { exceptionRules } from '../rules/index.ts';
import { mainThresholdOf } from '../tuning.ts';
import type { ExceptionRule, ShipmentView } from '../types.ts';
import { replayShipment } from './replay.ts';
import type { ReplayWindow, ShipmentMemory } from './replay.ts';
import type { Reported, ReportedMoment } from './playback.ts';
import { curveFor, planTrial, replayTrial, tryShipment } from './trial.ts';

const window: ReplayWindow = { from: at(-5), to: at(4), stepMs: HOUR_MS };
const comparing = exceptionRules.filter(({ readsSources }) => readsSources === true);

const subscription: ShipmentMemory['subscription'] = {
  id: 's1',
  tenantId: '1',
  subject: 'bill',
  billNo: 'MERI0001',
  containerNo: null,
  carrierCode: 'MERI',
  subscribedAt: at(-20),
};
const memoryOf = (moments: readonly ReportedMoment[]): ShipmentMemory & { known: Reported } => ({
  subscription,
  ends: [],
  answersAt: [],
  known: { moments, precedence: defaultPrecedence },
});

const anyMoments: fc.Arbitrary<ReportedMoment[]> = fc
  .array(
    fc.record({
      at: fc.integer({ min: -9 * 24, max: 7 * 24 }).map((hours) => t0 + hours * HOUR_MS + (hours % 3) * 600_000),
      records: anyRecords.filter(({ length }) => length > 0),
      overrides: anyOverrides,
    }),
    { maxLength: 4 },
  )
  .map((moments) => moments.sort((a, b) => a.at - b.at));

/** The view of one moment, put together from nothing. */
function viewAt({ known }: { known: Reported }, now: number): ShipmentView {
  const until = known.moments.filter((moment) => moment.at <= now);
  const history: ShownHistory = { eta: [], departure: [], route: [], ships: [] };
  for (const { at: knownAt, records, overrides } of until)
    noteShown(history, fuse(records, overrides, known.precedence).content, null, knownAt);
  const last = until.at(-1);
  return {
    subscription: { ...subscription, ended: false },
    fused: last === undefined ? null : fuse(last.records, last.overrides, known.precedence),
    records: last?.records ?? [],
    etaHistory: history.eta,
    departureHistory: history.departure,
    routeHistory: history.route,
    shipHistory: history.ships,
    sources: [],
  };
}

test('rules that compare sources find over time what asking at every hour finds', () => {
  expect(comparing.map(({ code }) => code)).toEqual([
    'CTN_COUNT',
    'PORT_UNMATCHED',
    'STATUS_DUP',
    'TIME_CONFLICT',
    'VESSEL_MISMATCH',
  ]);
  for (const rule of comparing) {
    fc.assert(
      fc.property(anyMoments, fc.constantFrom(1, 0.2, 0), (moments, factor) => {
        const memory = memoryOf(moments);
        const settings = Object.fromEntries(Object.entries(rule.defaults).map(([name, v]) => [name, v * factor]));
        const [found = []] = replayShipment(memory, { rule, variants: [settings], window, reference });
        const views = moments.map((moment) => viewAt(memory, moment.at));
        const requested = askHourly(window, subscription.subscribedAt, (now) => {
          const last = moments.findLastIndex((moment) => moment.at <= now);
          return askRule(rule, views[last] ?? viewAt(memory, now), now, settings, reference);
        });
        expect(problemPeriods(found)).toEqual(problemPeriods(requested));
      }),
      { numRuns: 12 },
    );
  }
});

test('their thresholds find the more the looser they are', () => {
  const nested = comparing.filter((rule) => mainThresholdOf(rule)?.looser != null);
  const level = { tenantId: null, carrierCode: null, lane: null, enabled: null };
  for (const rule of nested) {
    fc.assert(
      fc.property(anyMoments, (moments) => {
        const trial = { rule, rows: [], tried: { ...level, values: {} } };
        const plan = planTrial(
          { ...trial, curve: curveFor(trial) },
          { tenantId: '1', carrierCode: 'MERI', lane: null },
        );
        const question = { rule, window, reference };
        const memory = memoryOf(moments);
        const requested = tryShipment(plan, (variants) => replayShipment(memory, { ...question, variants }));
        const places = replayTrial(memory, plan, question).curve.flatMap(([key, from, to]) =>
          Array.from({ length: to - from + 1 }, (_, index) => `${key} ${from + index}`),
        );
        expect(places.sort()).toEqual(requested.curve.map(([key, place]) => `${key} ${place}`).sort());
      }),
      { numRuns: 12 },
    );
  }
});

test('names the hour from which two sources list other containers, and the one at which they agree again', () => {
  const rule = exceptionRules.find(({ code }) => code === 'CTN_COUNT') as ExceptionRule;
  const states = (sourceCode: string, observedAt: number, ...containers: string[]) =>
    buildRecord(
      sourceCode,
      { containers: containers.map((container) => buildContainer(container)), listsAllContainers: true },
      { sourceCode, observedAt },
    );
  const carrier = states('dcsa:MERI', at(-4), 'MERU1234567', 'MERU7654321');
  const moments = [
    { at: at(-4), records: [carrier], overrides: [] },
    { at: at(-3, 0.5), records: [carrier, states('ft', at(-3), 'MERU1234567')], overrides: [] },
    { at: at(1, 0.5), records: [carrier, states('ft', at(1), 'MERU1234567', 'MERU7654321')], overrides: [] },
  ];
  const [found = []] = replayShipment(memoryOf(moments), { rule, variants: [rule.defaults], window, reference });
  expect(problemPeriods(found)).toEqual([{ key: '', firstAt: at(-3, 1), goneAt: at(1, 1), openings: 1 }]);
});
