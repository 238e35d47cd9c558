import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { OtherMode } from '../tracking/journey/mode.ts';
import { parsePath } from '../intake/fusion/paths.ts';
import { provenanceAt } from '../intake/fusion/provenance.ts';
import { anyInstant, anyOverrides, anyRecords } from '../testing/arbitraries.ts';
import {
  at,
  buildContainer,
  buildEvent,
  buildLeg,
  buildOverride,
  buildRecord,
  buildSimpleView,
  buildView,
  reference,
  t0,
} from '../testing/builders.ts';
import { detectAll } from './detect.ts';
import { exceptionRules } from './rules/index.ts';
import type { DatedValue, RuleSettings, ShipmentView, SourceHealth } from './types.ts';

// Is it the world, or is it us? Every rule is checked whether what we do can open its exceptions: docs/whose-doing.md.

function problemsIn(view: ShipmentView, now: number, settings: RuleSettings = {}): string[] {
  const options = { rules: exceptionRules, settingsFor: () => settings, reference, enabled: () => true };
  return detectAll(view, now, options).map(({ code, finding, error }) => error ?? `${code} ${finding?.key}`);
}

/** A source that is asked, with its last answer. */
const requested = (lastSuccessAt: number, failures = 0, sourceCode = 'dcsa:MERI'): SourceHealth => ({
  sourceCode,
  isQueried: true,
  consecutiveFailures: failures,
  lastSuccessAt,
  lastChangeAt: t0,
  lastError: failures > 0 ? 'timeout' : null,
});

const container = 'MERU1234567';
const on = (flight: string) => ({ vesselName: flight, voyage: '2026-03-10' });
const byAir = { portOfLoading: 'PVG', portOfDischarge: 'FRA', receivedQuantity: null };
const waybill = buildContainer('784-12345675', { quantity: 10, vesselName: null, voyage: null, ...byAir });
const lot = (no: string, quantity: number, values: object) =>
  buildContainer(no, { ...byAir, quantity, ...on('CZ461'), ...values });
const moving = (mode: OtherMode, content: Parameters<typeof buildRecord>[1]): ShipmentView =>
  buildView([buildRecord('carrier', { mode, ...content })], { subscription: { mode, billNo: 'N1' } });
const seen = (mode: OtherMode, code: string, place: string | null, values: object = { actual: t0 }) =>
  moving(mode, { booking: { billNo: 'N1' }, events: [buildEvent(null, code, place, values)] });
const flown = (
  lots: readonly ReturnType<typeof lot>[],
  events: readonly ReturnType<typeof buildEvent>[],
): ShipmentView =>
  moving('air', {
    booking: { billNo: waybill.containerNo, portOfLoading: 'PVG', portOfDischarge: 'FRA' },
    containers: [waybill, ...lots],
    events: [...events],
  });
const [first, second] = ['CZ461/10MAR/PVG', 'CZ463/11MAR/PVG'];
const gateIn = buildEvent(container, 'GITM', 'CNSHA', { actual: at(-3) });
/** A container that is on its way to a terminal that closes at a time. */
const closing = (time: number): ShipmentView =>
  buildView([
    buildRecord('carrier', {
      booking: { billNo: 'N1', portOfLoading: 'CNSHA' },
      events: [buildEvent(container, 'STSP', 'CNSHA', { actual: at(-3) })],
      cutoffs: [{ code: 'FCO', time }],
    }),
  ]);
const since = <T>(knownAt: number, value: T): DatedValue<T> => ({ value, knownAt });
const list = (id: string, containers: readonly string[], values: object) =>
  buildRecord(
    id,
    { booking: { atd: t0 }, containers: containers.map((no) => buildContainer(no)), ...values },
    { sourceCode: id },
  );
const ships = ['STAR', 'MOON'].map((vesselName, index) =>
  buildRecord(
    vesselName,
    { legs: [buildLeg(1, 'CNSHA', 'NLRTM', { vesselName })] },
    index === 0 ? {} : { sourceType: 'FT', sourceCode: 'ft', observedAt: at(0, -1) },
  ),
);

/** Situations in which nothing is wrong yet at t0, and in which time alone makes a problem while nobody says otherwise. */
const byTime: Readonly<Record<string, ShipmentView>> = {
  AIR_CUSTOMS_HOLD: seen('air', 'CRC', 'FRA'),
  AIR_MISSED_CONNECTION: flown(
    [lot('CZ401/11MAR/CAN', 10, { portOfLoading: 'CAN' })],
    [buildEvent('CZ401/11MAR/CAN', 'BKD', 'CAN', { planned: t0, ...on('CZ401') })],
  ),
  AIR_OFFLOADED: flown(
    [lot(first as string, 6, {})],
    [buildEvent(first as string, 'DIS', 'PVG', { actual: t0, place: 'OFLD', ...on('CZ461') })],
  ),
  AIR_SHORT_SHIPPED: flown(
    [lot(first as string, 6, { receivedQuantity: 5 })],
    [buildEvent(first as string, 'RCF', 'FRA', { actual: t0, ...on('CZ461') })],
  ),
  AIR_SPLIT: flown(
    [lot(first as string, 6, {}), lot(second as string, 4, on('CZ463'))],
    [
      buildEvent(first as string, 'DEP', 'PVG', { actual: at(0, -1), ...on('CZ461') }),
      buildEvent(second as string, 'DEP', 'PVG', { actual: t0, ...on('CZ463') }),
    ],
  ),
  ARRIVE_DELAY: buildSimpleView({ booking: { eta: t0 } }),
  CTN_COUNT: buildView([
    list('carrier', [container], {}),
    list('list', [container, 'MERU7654321'], { listsAllContainers: true as const }),
  ]),
  CUTOFF_MISSED: closing(at(0, 6)),
  DATA_STALE: buildSimpleView({ booking: { eta: at(40) } }),
  DEMURRAGE_RISK: buildSimpleView({ events: [buildEvent(container, 'DSCH', 'NLRTM', { actual: t0 })] }),
  DEPART_DELAY: buildSimpleView({ booking: { etd: t0 } }),
  DETENTION_RISK: buildSimpleView({ events: [buildEvent(container, 'STCS', 'NLRTM', { actual: t0 })] }),
  ETA_SLIP: buildView([], { etaHistory: [since(at(-2), at(20)), since(at(0, -20), at(15)), since(t0, at(19))] }),
  EXPRESS_FAILED_DELIVERY: seen('courier', 'XNH', 'PVG'),
  EXPRESS_LATE: moving('courier', { booking: { billNo: 'N1', plannedArrival: t0 } }),
  EXPRESS_NO_SCAN: seen('courier', 'XAR', 'CAN'),
  HOLD: buildSimpleView({ events: [buildEvent(container, 'CUIP', 'NLRTM', { actual: t0 })] }),
  MISSING_MILESTONE: buildSimpleView({ booking: { atd: t0, portOfLoading: 'CNSHA' }, events: [gateIn] }),
  NO_DATA: buildView([], { subscription: { subscribedAt: t0 } }),
  NO_DEPARTURE_AFTER_LOAD: buildSimpleView({ events: [buildEvent(container, 'LOBD', 'CNSHA', { actual: t0 })] }),
  RAIL_BORDER_LATE: seen('rail', 'RBA', 'CNALK'),
  ROAD_COLD_CHAIN: seen('road', 'VTX', null),
  ROAD_DEVICE_DOUBT: seen('road', 'VDD', null),
  ROAD_OFF_ROUTE: seen('road', 'VOF', null),
  ROAD_STOP_DWELL: seen('road', 'VAR', 'YSGT'),
  TRACK_TIMEOUT: buildSimpleView({ booking: { eta: t0 } }),
  TRANSSHIP_DWELL: buildSimpleView({ events: [buildEvent(container, 'TSDC', 'SGSIN', { actual: t0 })] }),
  VESSEL_MISMATCH: buildView(ships, {
    shipHistory: [since(t0, [{ vesselName: 'STAR', voyage: null }])],
  }),
};

/** Hours of grace in each rule that has them as a setting, so that nothing is found at t0. */
const grace = { waitHours: 12 };
const sourcesOf = (view: ShipmentView, health: (code: string) => SourceHealth): ShipmentView => ({
  ...view,
  sources: [...new Set(['dcsa:MERI', ...view.records.map(({ sourceCode }) => sourceCode)])].map(health),
});

/** Their sources are asked one by one. */
const comparesSources: ReadonlySet<string> = new Set(['CTN_COUNT', 'VESSEL_MISMATCH']);
/** NO_DATA waits for all: who never answered may know what nobody else reported. Of ETA_SLIP only what is fresh counts. */
const isNotCaughtUp: ReadonlySet<string> = new Set(['NO_DATA', 'ETA_SLIP']);

describe('a source that fails', () => {
  test.each(Object.entries(byTime))(
    '%s: silence of a source that answers is found, of one that fails it is not',
    (code, view) => {
      const found = (source: (now: number) => (code: string) => SourceHealth): number[] =>
        [0, 1, 3, 6, 12, 24, 48, 80, 200, 800].filter((hours) =>
          problemsIn(sourcesOf(view, source(at(0, hours))), at(0, hours), grace).some((one) =>
            one.startsWith(`${code} `),
          ),
        );
      expect(found((now) => (source) => requested(now, 0, source))).not.toEqual([]);
      const atFirst = found((now) => (source) => requested(now, 0, source)).includes(0);
      expect(found(() => (source) => requested(t0, 50, source)).filter((hours) => hours > 0 && !atFirst)).toEqual([]);
    },
  );

  test.each(Object.entries(byTime).filter(([code]) => !comparesSources.has(code)))(
    '%s: it is no silence of the sources beside it, until it has been out of order for days',
    (code, view) => {
      const found = (hours: number, last: number | null): boolean => {
        const now = at(0, hours);
        const sources = [requested(now, 0, 'ft'), { ...requested(t0, 50, 'dcsa:MERI'), lastSuccessAt: last }];
        const known = sourcesOf(view, (source) => requested(now, 0, source)).sources;
        const beside = known.filter(({ sourceCode }) => sourceCode !== 'dcsa:MERI');
        const after = problemsIn({ ...view, sources: [...beside, ...sources] }, now, grace);
        return after.some((one) => one.startsWith(`${code} `));
      };
      const atFirst = found(0, t0);
      expect([1, 12, 48, 72].filter((hours) => found(hours, t0) && !atFirst)).toEqual([]);
      if (!isNotCaughtUp.has(code)) expect([80, 200, 800, 1000].some((hours) => found(hours, t0))).toBe(true);
    },
  );

  test('customs are waited for only where they may tell it', () => {
    const found = (code: string, hours: number): boolean => {
      const { records, ...view } = byTime[code] as ShipmentView;
      const customs = { ...requested(t0, 50, 'customs'), reports: 'customs' as const };
      const sources = [requested(at(0, hours), 0, 'dcsa:MERI'), customs];
      return problemsIn({ ...view, records, sources }, at(0, hours), grace).some((one) => one.startsWith(`${code} `));
    };
    expect(['HOLD', 'MISSING_MILESTONE', 'NO_DATA'].map((code) => found(code, 60))).toEqual([false, true, true]);
    expect(found('HOLD', 80)).toBe(true);
  });

  test('and one that has not answered yet may tell what the others do not, for as long', () => {
    const view = byTime['MISSING_MILESTONE'] as ShipmentView;
    const found = (hours: number): string[] => {
      const sources = [requested(at(0, hours), 0, 'ft'), { ...requested(t0, 2), lastSuccessAt: null }];
      const subscription = { ...view.subscription, subscribedAt: at(-30), followedSince: t0 };
      return problemsIn({ ...view, subscription, sources }, at(0, hours));
    };
    expect(found(71).filter((one) => one.startsWith('MISSING'))).toEqual([]);
    expect(found(73).filter((one) => one.startsWith('MISSING'))).not.toEqual([]);
  });

  test('opens nothing else but that it fails, by no rule, whatever was reported before', () => {
    const history = fc
      .array(fc.record({ value: anyInstant, knownAt: anyInstant.filter((moment) => moment <= t0) }), { maxLength: 4 })
      .map((entries) => entries.toSorted((a, b) => a.knownAt - b.knownAt));
    const reported = fc.record({ records: anyRecords, overrides: anyOverrides, etaHistory: history });
    fc.assert(
      fc.property(reported, fc.integer({ min: 1, max: 60 }), ({ records, ...more }, days) => {
        const view = buildView(records, more);
        const before = problemsIn(
          sourcesOf(view, (code) => requested(t0, 0, code)),
          t0,
        );
        const failing = sourcesOf(view, (code) => requested(t0, 50, code));
        const after = problemsIn(failing, at(days)).filter((one) => !before.includes(one));
        expect(after.filter((one) => !one.startsWith('SOURCE_FAILING '))).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });
});

describe('a decision of ours', () => {
  const clean = ['CNSHA', 'SGSIN', 'NLRTM'];
  const raw = (route: readonly string[]): string[] => route.map((port) => (port === 'NLRTM' ? 'RTM X' : port));
  const sailing = fc.record({
    etd: fc.option(anyInstant),
    vesselName: fc.constantFrom('STAR', 'MOON', null),
    voyage: fc.constantFrom('1', '2', null),
  });

  test('a port that is mapped leaves no trace: all rules find what they had found had it been known from the start', () => {
    const routes = fc.array(fc.shuffledSubarray(clean, { minLength: 1 }), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(anyRecords, routes, fc.array(anyInstant, { maxLength: 3 }), (records, reported, estimates) => {
        const etaHistory = estimates.map((value, index) => ({ value, knownAt: at(-9 + index) }));
        const known = reported.map((value, index) => ({ value, knownAt: at(-9 + index) }));
        const last = known.at(-1) as (typeof known)[number];
        const mapped = [
          ...known.map((entry) => ({ ...entry, value: raw(entry.value) })),
          { value: last.value, knownAt: at(-1), corrected: true as const },
        ];
        const from = problemsIn(buildView(records, { routeHistory: known, etaHistory }), t0);
        expect(problemsIn(buildView(records, { routeHistory: mapped, etaHistory }), t0)).toEqual(from);
      }),
      { numRuns: 200 },
    );
  });

  test('another value of the same facts (precedence, parser, expert) is no move of the shipment', () => {
    const change = <T>(value: fc.Arbitrary<T>) => fc.tuple(value, value);
    fc.assert(
      fc.property(anyRecords, change(anyInstant), change(sailing), (records, eta, departure) => {
        const corrected = <T>([before, after]: readonly [T, T]): DatedValue<T>[] => [
          { value: before, knownAt: at(-9) },
          { value: after, knownAt: at(-1), corrected: true },
        ];
        const histories = { etaHistory: corrected(eta), departureHistory: corrected(departure) };
        const found = problemsIn(buildView(records, histories), t0);
        expect(found.filter((one) => /^(?:ETA_SLIP|ROLLED|ROUTE_CHANGED) /.test(one))).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });

  test('an expert who confirms what is shown opens nothing, by no rule', () => {
    fc.assert(
      fc.property(anyRecords, fc.nat(200), (records, choice) => {
        const shown = buildView(records).fused;
        const paths = Object.keys(shown?.provenance ?? {}).filter((path) => parsePath(path) !== undefined);
        const path = paths[choice % Math.max(paths.length, 1)];
        const claim = path === undefined || shown === null ? undefined : provenanceAt(shown, path)?.winner;
        if (path === undefined || claim === undefined) return;
        const before = problemsIn(buildView(records), t0);
        const overrides = [buildOverride(path, claim.value)];
        const after = problemsIn(buildView(records, { overrides }), t0);
        expect(after.filter((one) => !before.includes(one))).toEqual([]);
      }),
      { numRuns: 400 },
    );
  });
});

test('the table of the document names every rule, with what the code does', () => {
  const document = readFileSync(new URL('../../../docs/whose-doing.md', import.meta.url), 'utf8');
  const rows = [...document.matchAll(/^\| `(\w+)` \| ([^|]+) \| ([^|]+) \|$/gm)].map((row) => row.slice(1) as string[]);
  expect(rows.map(([code]) => code)).toEqual(exceptionRules.map(({ code }) => code));
  for (const [index, [code, failing, decided]] of rows.entries()) {
    const { judgesSilence, isInternalProblem, changeTimes } = exceptionRules[index] as (typeof exceptionRules)[number];
    const kind = (failing as string).split(/[:,]/)[0];
    expect([code, kind === 'as of the last answer']).toEqual([code, judgesSilence !== undefined]);
    expect([code, kind === 'as of the last answer' || kind === 'its own check']).toEqual([
      code,
      (code as string) in byTime,
    ]);
    expect([code, kind === 'not by silence']).toEqual([code, changeTimes === undefined]);
    expect([code, decided?.startsWith('ours')]).toEqual([code, isInternalProblem === true]);
  }
});
