import { langs } from '#shared/i18n/text.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { at, buildEvent, buildLeg, buildSimpleView, reference, t0 } from '../testing/builders.ts';
import { detectAll, findingsOf } from './detect.ts';
import { crossingOf } from './crossing.ts';
import { incidentCauseOf, incidentKinds } from './incident-cause.ts';
import type { IncidentCause } from './incident-cause.ts';
import { incidentText } from './incident-text.ts';
import { exceptionRules } from './rules/index.ts';
import type { Finding, ShipmentView } from './types.ts';

const finding = (values: Partial<Finding> = {}): Finding => ({
  key: '',
  params: {},
  evidence: [],
  severity: 'medium',
  ...values,
});
const causeOf = (code: string, view: ShipmentView, values: Partial<Finding> = {}): IncidentCause | undefined =>
  incidentCauseOf({ code, finding: finding(values), view, reference });

const booking = { vesselName: 'Msc Oscar', voyage: '0412W', portOfLoading: 'CNSGH', portOfDischarge: 'NLRTM' };
const view = buildSimpleView({ booking });
const withLegs = (last: string) =>
  buildSimpleView({
    booking: { ...booking, vesselName: 'FEEDER 1', voyage: '9' },
    legs: [
      buildLeg(1, 'CNSHA', 'SGSIN', { vesselName: 'FEEDER 1', voyage: '9' }),
      buildLeg(2, 'SGSIN', last, { vesselName: 'MSC OSCAR', voyage: '412W' }),
    ],
  });

describe('a late ship', () => {
  test('is one cause anyone who spells her name and whichever rule finds it', () => {
    const key = 'MSCOSCAR|412W|arrival|NLRTM';
    expect(causeOf('ARRIVE_DELAY', view)).toEqual({
      kind: 'vessel',
      key,
      facts: { arrival: 1, vessel: 'Msc Oscar', voyage: '0412W', port: 'NLRTM' },
    });
    expect(causeOf('ETA_SLIP', withLegs('NLRTM'))?.key).toBe(key);
    expect(causeOf('AIS_DIVERGENCE', view, { params: { late: 1 } })?.key).toBe(key);
  });

  test('departs from the first port of the booking, under its own name', () => {
    expect(causeOf('DEPART_DELAY', view)?.key).toBe('MSCOSCAR|412W|departure|CNSHA');
    expect(causeOf('DEPART_DELAY', withLegs('NLRTM'))?.key).toBe('FEEDER1|9|departure|CNSHA');
  });

  test('is nobody without a name, a voyage, a port, or while the last leg is not known', () => {
    for (const missing of ['vesselName', 'voyage', 'portOfDischarge'] as const)
      expect(causeOf('ARRIVE_DELAY', buildSimpleView({ booking: { ...booking, [missing]: null } }))).toBeUndefined();
    expect(causeOf('ARRIVE_DELAY', withLegs('USLAX'))).toBeUndefined();
  });
});

describe('other causes', () => {
  const failing = (consecutiveFailures: number) => ({
    sourceCode: 'dcsa:MERI',
    consecutiveFailures,
    lastSuccessAt: null,
    lastChangeAt: null,
    lastError: 'timeout',
  });

  test('a source: those it fails for, and those of whom nothing is heard because of it', () => {
    expect(causeOf('SOURCE_FAILING', view, { key: 'ft' })).toMatchObject({ kind: 'source', key: 'ft' });
    const quiet = buildSimpleView({ booking }, { sources: [failing(3)] });
    expect(causeOf('DATA_STALE', quiet)).toMatchObject({ kind: 'source', key: 'dcsa:MERI' });
    expect(causeOf('NO_DATA', buildSimpleView({ booking }, { sources: [failing(2)] }))).toBeUndefined();
  });

  test('a port on a day of its own', () => {
    // 17:00 UTC is the next day in Shanghai.
    const held = { port: 'CNSGH', heldAt: t0 + 17 * 3_600_000 };
    expect(causeOf('HOLD', view, { params: held })).toMatchObject({ kind: 'port', key: 'CNSHA|2026-03-11' });
    expect(causeOf('TRANSSHIP_DWELL', view, { params: { port: '-', dischargedAt: t0 } })).toBeUndefined();
  });

  test('a sailing that left cargo behind, and one that calls elsewhere', () => {
    const old = { oldVessel: 'MSC OSCAR', oldVoyage: '411W' };
    expect(causeOf('ROLLED', view, { params: old })).toMatchObject({
      kind: 'sailing',
      key: 'MERI|MSCOSCAR|411W|CNSHA|rolled',
    });
    expect(causeOf('ROLLED', view, { params: { ...old, oldVessel: '-' } })).toBeUndefined();
    expect(causeOf('ROUTE_CHANGED', view, { params: { removed: 'SGSIN' } })?.key).toBe('MERI|MSCOSCAR|412W||SGSIN>');
    expect(causeOf('ROUTE_CHANGED', view, { params: { resequenced: 1 } })).toBeUndefined();
  });

  test('a place that nobody knows, and nothing for what concerns one booking alone', () => {
    expect(causeOf('PORT_UNMATCHED', view, { params: { port: 'xxabc' } })).toMatchObject({
      kind: 'place',
      key: 'port|XXABC',
    });
    expect(causeOf('PORT_UNMATCHED', view, { params: { port: 'X'.repeat(400) } })).toBeUndefined();
    for (const code of ['CTN_INVALID', 'DEMURRAGE_RISK', 'SPLIT_CARGO', 'toString'])
      expect(causeOf(code, view)).toBeUndefined();
  });

  test('times of a call that sources tell differently, not those of single containers', () => {
    expect(causeOf('TIME_CONFLICT', view, { key: 'arrival|NLRTM' })?.key).toBe('MSCOSCAR|412W|times|NLRTM|arrival');
    expect(causeOf('TIME_CONFLICT', view, { key: 'MERU1234567|DSCH|NLRTM|1' })).toBeUndefined();
  });
});

test('grouping does not depend on the order in which bookings are looked at', () => {
  const one = fc
    .record({
      vesselName: fc.constantFrom('STAR', 'm.v. star', 'MOON', null),
      voyage: fc.constantFrom('1W', '01W', '2E'),
      portOfDischarge: fc.constantFrom('NLRTM', 'DEHAM', 'CNNBO', 'CNNGB'),
      late: fc.integer({ min: 0, max: 12 }),
      container: fc.constantFrom('MERU1234567', 'MERU7654321'),
    })
    .map(({ late, container, ...ship }) =>
      buildSimpleView({
        booking: { ...ship, portOfLoading: 'XXABC', plannedArrival: at(-1 - late), eta: at(-1 + late), ata: at(-1) },
        events: [buildEvent(container, 'CUIP', ship.portOfDischarge, { actual: at(-5) })],
      }),
    );
  const group = (views: readonly ShipmentView[]) => {
    const members = new Map<string, number>();
    for (const each of views) {
      const options = { rules: exceptionRules, settingsFor: () => ({}), reference, enabled: () => true };
      for (const { code, finding: found } of findingsOf(detectAll(each, t0, options), each)) {
        const cause = incidentCauseOf({ code, finding: found, view: each, reference });
        const name = cause === undefined ? 'none' : `${cause.kind} ${cause.key}`;
        members.set(name, (members.get(name) ?? 0) + 1);
        if (cause !== undefined) expect(incidentKinds).toContain(cause.kind);
      }
    }
    return [...members].sort(([a], [b]) => (a < b ? -1 : 1));
  };
  fc.assert(
    fc.property(
      fc
        .array(one, { maxLength: 8 })
        .chain((views) => fc.tuple(fc.constant(views), fc.shuffledSubarray(views, { minLength: views.length }))),
      ([views, shuffled]) => {
        expect(group(shuffled)).toEqual(group(views));
      },
    ),
    { numRuns: 60 },
  );
});

test('words: every kind in both languages, nothing of the template left over', () => {
  const facts: Record<string, Record<string, string | number>[]> = {
    vessel: [
      { arrival: 1, vessel: 'MSC OSCAR', voyage: '412W', port: 'NLRTM' },
      { departure: 1, vessel: 'MSC OSCAR', voyage: '412W', port: 'NLRTM' },
      { times: 1, vessel: 'MSC OSCAR', voyage: '412W', port: 'NLRTM' },
      { position: 1, vessel: 'MSC OSCAR' },
    ],
    source: [{ source: 'ft' }],
    port: [{ port: 'NLRTM', day: '2026-03-10' }],
    sailing: [
      { rolled: 1, carrier: 'MERI', vessel: 'MSC OSCAR', voyage: '412W', port: 'CNSHA' },
      { carrier: 'MERI', vessel: 'MSC OSCAR', voyage: '412W', removed: 'SGSIN', added: 'NLRTM' },
    ],
    place: [
      { place: 'XXABC', isport: 1 },
      { place: 'X', isplace: 1 },
    ],
    zone: [{ riskZone: 'Z' }],
  };
  const seen = new Set<string>();
  for (const kind of incidentKinds)
    for (const one of facts[kind] ?? [])
      for (const hours of [null, 31.2, 187.2])
        for (const language of langs) {
          const text = incidentText({ kind, facts: one, hours }, language, reference);
          expect(text).not.toMatch(/[{}#^]|undefined/);
          seen.add(text);
        }
  expect(seen).toContain('MSC OSCAR 412W arrives 31 h late at NLRTM');
  expect(seen).toContain('MSC OSCAR 412W 到港 NLRTM 晚 31 小时');
  expect(seen).toContain('MSC OSCAR 412W 到港 NLRTM 晚 7 天 19 小时');
  expect(seen).toContain('MERI MSC OSCAR 412W calls elsewhere, leaves out SGSIN, adds NLRTM');
});

describe('the threshold crossed', () => {
  const crossing = (code: string, params: Finding['params'], settings: Record<string, number>) =>
    crossingOf(code, finding({ params }), settings);

  test('is the one the rule measured by', () => {
    expect(crossing('ARRIVE_DELAY', { days: 3.5 }, { thresholdDays: 2, highDays: 7 })).toEqual({
      setting: 'thresholdDays',
      limit: 2,
      measured: 3.5,
      unit: 'days',
    });
    const slip = { totalDays: 3, recentHours: 24 };
    expect(crossing('ETA_SLIP', { total: 1, days: 4, hours: 2 }, slip)).toMatchObject({
      setting: 'totalDays',
      measured: 4,
    });
    expect(crossing('ETA_SLIP', { days: 1, hours: 30 }, slip)).toMatchObject({ setting: 'recentHours', measured: 30 });
    expect(crossing('DEMURRAGE_RISK', { hoursLeft: 5 }, { warnHours: 24 })).toMatchObject({ below: true, measured: 5 });
  });

  test('of silence is the one that ruled at that stage; without a threshold there is none', () => {
    const stale = { thresholdHours: 72, underWayHours: 100, arrivedHours: 240 };
    expect(crossing('DATA_STALE', { hours: 120 }, stale)).toMatchObject({ setting: 'underWayHours' });
    expect(crossing('DATA_STALE', { hours: 80 }, stale)).toMatchObject({ setting: 'thresholdHours' });
    expect(crossing('LEG_BREAK', {}, {})).toBeUndefined();
    expect(crossing('DEMURRAGE_RISK', { daysOver: 2 }, { warnHours: 24 })).toBeUndefined();
  });

  test('names settings that the rules have', () => {
    const params = Object.fromEntries(['hours', 'days', 'hoursLeft', 'failures'].map((param) => [param, 500]));
    for (const { code, defaults } of exceptionRules) {
      const found = crossingOf(code, finding({ params }), defaults);
      expect([code, found === undefined || found.setting in defaults]).toEqual([code, true]);
    }
  });
});
