import { describe, expect, test } from 'vitest';
import { at, buildContainer, buildEvent, buildSimpleView, reference, t0 } from '../testing/builders.ts';
import { mergeContainers } from './containers.ts';
import { detectAll, findingsOf, presentOf } from './detect.ts';
import { milestones } from '../tracking/model.ts';
import { lateOnce, withPromises, withWeight } from './late-voyage.ts';
import { moneyAtRisk, type MoneyAtRisk } from './money-at-risk.ts';
import { exceptionRules } from './rules/index.ts';
import type { Finding, ShipmentView, DetectedFinding } from './types.ts';

const voyageRules = new Set(['DEPART_DELAY', 'ARRIVE_DELAY', 'ETA_SLIP', 'ROLLED', 'ROUTE_CHANGED', 'SPLIT_CARGO']);
const options = {
  rules: exceptionRules.filter(({ code }) => voyageRules.has(code)),
  settingsFor: () => ({}),
  reference,
  enabled: () => true,
};
const judged = (view: ShipmentView): DetectedFinding[] => findingsOf(detectAll(view, t0, options), view);
const severities = (view: ShipmentView): string[] =>
  presentOf(judged(view)).map(({ code, finding }) => `${code} ${finding.severity}`);

const planned = { portOfLoading: 'CNSHA', portOfDischarge: 'NLRTM', plannedDeparture: at(-30), plannedArrival: at(-1) };
const slipped = [
  { value: at(-1), knownAt: at(-40) },
  { value: at(4), knownAt: at(-12) },
];

describe('one late voyage is one row, with what it leads to at present', () => {
  test('the departure that is missing, then the arrival that is expected late, then nothing', () => {
    expect(severities(buildSimpleView({ booking: { ...planned, etd: at(1), eta: null } }))).toEqual([
      'DEPART_DELAY high',
    ]);
    const left = { ...planned, etd: at(-20), atd: at(-20) };
    expect(severities(buildSimpleView({ booking: { ...left, eta: at(2) } }))).toEqual(['DEPART_DELAY low']);
    expect(severities(buildSimpleView({ booking: { ...left, eta: at(9) } }))).toEqual(['DEPART_DELAY medium']);
    // She has caught up: nobody can change the departure, and nothing follows from it.
    expect(severities(buildSimpleView({ booking: { ...left, eta: at(0) } }))).toEqual([]);
    expect(severities(buildSimpleView({ booking: { ...left, eta: at(4) } }, { etaHistory: slipped }))).toEqual([
      'ETA_SLIP medium',
    ]);
    const overdue = { ...left, plannedArrival: at(-9), eta: at(-5) };
    const history = [{ value: at(-9), knownAt: at(-40) }, ...slipped.slice(1)];
    expect(severities(buildSimpleView({ booking: overdue }, { etaHistory: history }))).toEqual(['ARRIVE_DELAY high']);
    expect(severities(buildSimpleView({ booking: { ...overdue, ata: at(-1) } }, { etaHistory: history }))).toEqual([]);
  });

  test('a ship that has not left stays an exception of its own, whatever else slips', () => {
    const waiting = buildSimpleView(
      { booking: { ...planned, plannedDeparture: at(-10), etd: at(-10), plannedArrival: at(30), eta: at(34) } },
      { etaHistory: [30, 34].map((day) => ({ value: at(day), knownAt: at(-60 + day) })) },
    );
    expect(severities(waiting)).toEqual(['DEPART_DELAY high', 'ETA_SLIP medium']);
  });

  test('of containers that travel apart each stays named: a finding stands only for the containers that it names', () => {
    const [first, second] = ['MERU1234567', 'MERU1234572'];
    const statement = (
      of: { left?: number; due?: number; comes: number },
      etaHistory: ShipmentView['etaHistory'] = [],
    ) => {
      const view = buildSimpleView(
        {
          booking: { ...planned, vesselName: 'MOON', atd: at(-30), plannedArrival: at(-5) },
          containers: [buildContainer(first), buildContainer(second)],
          events: [
            buildEvent(first, milestones.departed, 'CNSHA', { actual: at(-30), vesselName: 'MOON' }),
            buildEvent(second, milestones.departed, 'CNSHA', {
              planned: at(-20),
              actual: of.left === undefined ? null : at(of.left),
              vesselName: 'STAR',
            }),
            buildEvent(second, milestones.arrived, 'NLRTM', {
              planned: at(of.due ?? 2),
              estimated: at(of.comes),
              vesselName: 'STAR',
            }),
          ],
        },
        { etaHistory },
      );
      return presentOf(judged(view))
        .filter(({ code }) => code !== 'SPLIT_CARGO')
        .map(({ code, finding }) => `${code} ${finding.severity} ${String(finding.params['boxNos'])}`);
    };
    expect(statement({ comes: 2 })).toEqual([`ARRIVE_DELAY medium ${first}`, `DEPART_DELAY high ${second}`]);
    expect(statement({ left: -10, comes: 12 })).toEqual([
      `ARRIVE_DELAY medium ${first}`,
      `DEPART_DELAY medium ${second}`,
    ]);
    // The estimate of the bill names no container: it stands for none of them, and one of them does not stand for it.
    expect(statement({ left: -10, comes: 12 }, slipped)).toEqual([
      `ARRIVE_DELAY medium ${first}`,
      `DEPART_DELAY medium ${second}`,
      'ETA_SLIP medium undefined',
    ]);
    // The arrival of both containers is overdue: one late voyage again.
    expect(statement({ left: -10, due: -5, comes: 12 }, slipped)).toEqual([`ARRIVE_DELAY medium ${first} ${second}`]);
  });

  test('what has happened is an outcome with its size', () => {
    const arrived = { ...planned, plannedArrival: at(-9), atd: at(-20), eta: at(-1), ata: at(-1) };
    const found = judged(buildSimpleView({ booking: arrived }, { etaHistory: [] }));
    expect(found).toMatchObject([
      { code: 'ARRIVE_DELAY', finding: { over: 'happened', severity: 'high', params: { days: 8 } } },
      { code: 'DEPART_DELAY', finding: { over: 'happened', params: { days: 10 } } },
    ]);
  });

  test('a cargo that was rolled has been once it is under way, a route once it is sailed', () => {
    const booking = { portOfLoading: 'CNSHA', portOfDischarge: 'NLRTM', etd: at(-2) };
    const rolled = {
      departureHistory: [
        { value: { etd: at(-9), vesselName: 'MOON', voyage: '1E' }, knownAt: at(-20) },
        { value: { etd: at(-2), vesselName: 'STAR', voyage: '1E' }, knownAt: at(-10) },
      ],
      routeHistory: [
        { value: ['CNSHA', 'NLRTM'], knownAt: at(-20) },
        { value: ['CNSHA', 'SGSIN', 'NLRTM'], knownAt: at(-5) },
      ],
    };
    const codes = (more: object): string[] =>
      presentOf(judged(buildSimpleView({ booking: { ...booking, ...more } }, rolled))).map(({ code }) => code);
    expect(codes({})).toEqual(['ROLLED', 'ROUTE_CHANGED']);
    expect(codes({ atd: at(-2) })).toEqual(['ROUTE_CHANGED']);
    expect(codes({ atd: at(-2), ata: at(-1) })).toEqual([]);
  });
});

const money = (usd: number): MoneyAtRisk => ({
  usd: usd + 300,
  parts: [
    { kind: 'rebooking', count: 1, days: 0, each: 300, usd: 300 },
    { kind: 'lateness', count: 1, days: 1, each: usd, usd },
  ],
});
const found = (code: string, over?: Finding['over']): DetectedFinding => ({
  code,
  finding: { key: '', params: {}, evidence: [], severity: 'high', ...(over && { over }) },
});

test('a late arrival goes on, of low severity, while goods that were promised are still at the port', () => {
  const late = [found('ARRIVE_DELAY', 'happened'), found('DEPART_DELAY', 'happened')];
  const containers = [buildContainer('MERU1234567'), buildContainer('MERU1234572')];
  const out = (container: string) => buildEvent(container, 'STCS', 'NLRTM', { actual: at(-1) });
  const after = (promised: number, units: readonly string[]): string[] =>
    presentOf(
      withPromises(
        late,
        () => (promised > 0 ? money(promised) : null),
        buildSimpleView({ containers, events: units.map(out) }),
      ),
    ).map(({ code, finding }) => `${code} ${finding.severity}`);
  expect(after(150, [])).toEqual(['ARRIVE_DELAY low']);
  expect(after(150, ['MERU1234567'])).toEqual(['ARRIVE_DELAY low']);
  expect(after(150, ['MERU1234567', 'MERU1234572'])).toEqual([]);
  expect(after(0, [])).toEqual([]);
});

test('a late arrival that broke no promise stays closed, however long the goods stand', () => {
  const day = (n: number): number => at(n - 10);
  const view = buildSimpleView({
    booking: {
      ...planned,
      plannedDeparture: at(-20),
      plannedArrival: day(7),
      atd: at(-20),
      eta: day(10),
      ata: day(10),
    },
    containers: [buildContainer('MERU1234567')],
  });
  const after = (now: number, promised: number) => {
    const facts = {
      lines: [{ lineNo: '10', mode: 'sea' as const, shipBy: null, promised }],
      usdPerUnit: () => undefined,
      rebooking: () => undefined,
    };
    const moneyOf = (one: DetectedFinding) => moneyAtRisk(one, view, now, reference, facts);
    const findings = withPromises(findingsOf(detectAll(view, now, options), view), moneyOf, view);
    return findings.map((one) => `${one.code} ${one.finding.over ?? 'open'} ${moneyOf(one)?.usd ?? 0}`);
  };
  for (const now of [10, 16, 18, 60]) expect(after(day(now), day(20))).toEqual(['ARRIVE_DELAY happened 0']);
  // Three days from the arrival to the goods, and a promise for the eleventh: what it costs does not grow.
  for (const now of [10, 60]) expect(after(day(now), day(11))).toEqual(['ARRIVE_DELAY open 300']);
});

test.each([
  ['air', 'DLV'],
  ['road', 'VSG'],
] as const)('goods by %s are collected once they are handed over', (mode, code) => {
  const late = [found('ARRIVE_DELAY', 'happened')];
  const stateOf = (codes: readonly string[], ended = false): string[] =>
    presentOf(
      withPromises(
        late,
        () => money(150),
        buildSimpleView(
          { events: codes.map((one) => buildEvent(null, one, 'DEFRA', { actual: at(-1) })) },
          { subscription: { mode, ended } },
        ),
      ),
    ).map((one) => one.code);
  expect(stateOf([])).toEqual(['ARRIVE_DELAY']);
  expect(stateOf([], true)).toEqual([]);
  expect(stateOf([code])).toEqual([]);
});

test('the one that goes on is as bad as the worst that was merged into it', () => {
  const booking = { ...planned, atd: at(-30), plannedArrival: at(-5), eta: at(-1) };
  const etaHistory = [
    { value: at(-9), knownAt: at(-40) },
    { value: at(-1), knownAt: at(-12) },
  ];
  expect(severities(buildSimpleView({ booking }, { etaHistory: [] }))).toEqual(['ARRIVE_DELAY medium']);
  expect(severities(buildSimpleView({ booking }, { etaHistory }))).toEqual(['ARRIVE_DELAY high']);
});

test('a container that has not departed speaks for the row, and the row stays beside a late arrival', () => {
  const [gone, waiting] = ['MERU1234567', 'MERU1234572'];
  const view = buildSimpleView({
    booking: { ...planned, plannedArrival: at(2), eta: at(12) },
    containers: [buildContainer(gone), buildContainer(waiting)],
    events: [
      buildEvent(gone, milestones.departed, 'CNSHA', { planned: at(-30), actual: at(-10), vesselName: 'MOON' }),
      buildEvent(gone, milestones.arrived, 'NLRTM', { planned: at(2), estimated: at(12), vesselName: 'MOON' }),
      buildEvent(waiting, milestones.departed, 'CNSHA', { planned: at(-4), vesselName: 'STAR' }),
    ],
  });
  const [row] = presentOf(judged(view)).filter(({ code }) => code === 'DEPART_DELAY');
  expect(row?.finding.params).toMatchObject({ days: 4, boxNos: `${gone} ${waiting}` });
  expect(row?.finding.params['atdAt']).toBeUndefined();
});

test('the money for lateness stands once, and not for what has happened', () => {
  const all = [found('ROLLED'), found('AIS_DIVERGENCE'), found('ETA_SLIP'), found('DEPART_DELAY', 'happened')];
  // Somebody works on it, so that it stays open beside the one that it was merged into.
  const merged = found('DEPART_DELAY', 'merged');
  expect(lateOnce([...all, merged], () => money(150))(merged)?.usd).toBe(300);
  const once = (usdOf: (code: string) => number): (number | undefined)[] => {
    const moneyOf = lateOnce(all, ({ code }) => money(usdOf(code)));
    return all.map((one) => moneyOf(one)?.usd);
  };
  expect(once(() => 150)).toEqual([300, 300, 450, 300]);
  expect(once((code) => (code === 'AIS_DIVERGENCE' ? 600 : 150))).toEqual([300, 900, 300, 300]);
});

test('what may cost much is urgent, but only where the money stands, and only while it can be averted', () => {
  const all = [found('ETA_SLIP'), found('ROLLED'), found('ARRIVE_DELAY', 'happened')].map(({ code, finding }) => ({
    code,
    finding: { ...finding, severity: 'low' as const },
  }));
  const severitiesBy = (usd: number): string[] =>
    withWeight(all, () => money(usd)).map(({ finding }) => finding.severity);
  expect(severitiesBy(600)).toEqual(['low', 'low', 'low']);
  expect(severitiesBy(750)).toEqual(['high', 'low', 'low']);
});

test('what is over for one container is the problem of the others, and over once it is for all', () => {
  const of = (containerNo: string, over?: 'happened') => ({ ...found('ARRIVE_DELAY', over).finding, containerNo });
  const [first, second] = [of('MERU1234567', 'happened'), of('MERU1234572')];
  expect(mergeContainers([first, second])).toMatchObject([{ params: { boxNos: 'MERU1234572' } }]);
  expect(mergeContainers([first, second])[0]).not.toHaveProperty('over');
  expect(mergeContainers([first])).toMatchObject([{ over: 'happened', params: { boxNos: 'MERU1234567' } }]);
});
