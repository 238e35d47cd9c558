import { expect, test } from 'vitest';
import { HOUR_MS } from '#shared/time/instant.ts';
import { fieldPaths } from '#shared/event/field-paths.ts';
import { detectAll } from '../detect.ts';
import { momentsOf } from '../replay/replay.ts';
import { askHourly, problemPeriods } from '../../testing/ask-hourly.ts';
import { at, buildContainer, buildEvent, buildLeg, buildSimpleView, reference, t0 } from '../../testing/builders.ts';
import { journeyField } from './fields.ts';
import { type EventItem, isInScope, isMet, ruleOfEventItem, seenValues } from './event-item.ts';
import type { Condition, EventRule } from './rule.ts';
import { isRule, meets, operatorsOf, readRule, ruleProblem } from './rule.ts';

const booking = {
  carrierCode: 'MERI',
  vesselName: 'EVER GIVEN',
  voyage: '012W',
  portOfLoading: 'CNSHA',
  portOfDischarge: 'NLRTM',
  plannedDeparture: at(-10),
  etd: at(-9),
  atd: at(-9),
  plannedArrival: at(-1),
  eta: at(1),
};
const view = buildSimpleView({
  booking,
  legs: [buildLeg(1, 'CNSHA', 'SGSIN'), buildLeg(2, 'SGSIN', 'NLRTM')],
  containers: [buildContainer('MERU1234567', { grossWeightKg: 12_000 }), buildContainer('MERU7654321')],
  events: [buildEvent('MERU1234567', 'LOBD', 'CNSHA', { actual: at(-9, -5) })],
});

const condition = (path: string, operator: Condition['operator'], ...values: (string | number)[]): Condition => ({
  field: path,
  operator,
  values,
});
const eventItemOf = (rule: EventRule, scope: Partial<EventItem> = {}): EventItem => ({
  id: 7,
  tenantId: 1,
  severity: 'high',
  rule,
  paths: Object.fromEntries(rule.conditions.map(({ field }) => [field, field])),
  modes: [],
  carrierCodes: [],
  polCodes: [],
  podCodes: [],
  validFrom: null,
  validTo: null,
  ...scope,
});
const all = (...conditions: Condition[]): EventRule => ({ match: 'all', conditions });
const find = (eventItem: EventItem, now = t0) => ruleOfEventItem(eventItem).detect(view, now, {}, reference);

test('every path of the catalogue can be read, also while nothing is known', () => {
  const empty = buildSimpleView({});
  for (const path of [...Object.keys(fieldPaths), 'milestone.LOBD.actual', 'milestone.DSCH.hoursSince']) {
    expect(journeyField(path), path).toMatchObject({ path });
    for (const one of [view, empty]) expect(() => journeyField(path)?.read(one)).not.toThrow();
  }
  expect(journeyField('booking.secret')).toBeUndefined();
  expect(journeyField('milestone.LOBD.guess')).toBeUndefined();
});

test.each([
  ['departure.delayHours', 24],
  ['arrival.delayHours', 48],
  ['arrival.hoursLeft', 24],
  ['departure.hoursLeft', null],
  ['route.transhipments', 1],
  ['cargo.containers', 2],
  ['cargo.weightKg', 12_000],
  ['journey.stage', 'underWay'],
  ['journey.mode', 'sea'],
  ['journey.milestone', 'LOBD'],
  ['journey.hoursSinceMilestone', 9 * 24 + 5],
  ['milestone.LOBD.actual', at(-9, -5)],
  ['booking.portOfDischarge', 'NLRTM'],
])('%s is %s', (path, value) => {
  const [seen] = seenValues(eventItemOf(all(condition(path, 'known'))), view, t0);
  expect(seen?.value).toBe(value);
});

test.each([
  [condition('arrival.delayHours', 'gt', 47.9), true],
  [condition('arrival.delayHours', 'gt', 48), false],
  [condition('arrival.delayHours', 'ge', 48), true],
  [{ ...condition('arrival.delayHours', 'ge', 2), unit: 'days' as const }, true],
  [{ ...condition('arrival.delayHours', 'gt', 2), unit: 'days' as const }, false],
  [condition('arrival.hoursLeft', 'lt', 24), false],
  [condition('arrival.hoursLeft', 'le', 24), true],
  [condition('booking.portOfDischarge', 'is', 'DEHAM', 'nlrtm'), true],
  [condition('booking.portOfDischarge', 'isNot', 'NLRTM'), false],
  [condition('booking.vesselName', 'contains', 'given'), true],
  [condition('arrival.actual', 'unknown'), true],
  [condition('arrival.actual', 'known'), false],
  [condition('arrival.actual', 'isNot', 'x'), false],
  [condition('arrival.planned', 'passedBy', 23), true],
  [condition('arrival.planned', 'passedBy', 24), false],
  [condition('arrival.estimated', 'dueWithin', 24), true],
  [condition('arrival.estimated', 'dueWithin', 23), false],
  [condition('arrival.planned', 'dueWithin', 240), false],
])('%o is met: %s', (one, met) => {
  expect(meets(one, journeyField(one.field)?.read(view) ?? { value: null }, t0)).toBe(met);
});

test('all conditions, or any of them', () => {
  const two = [condition('arrival.actual', 'known'), condition('arrival.delayHours', 'gt', 1)];
  for (const [match, met] of [
    ['all', false],
    ['any', true],
  ] as const) {
    const eventItem = eventItemOf({ match, conditions: two });
    expect(isMet(eventItem, seenValues(eventItem, view, t0))).toBe(met);
    expect(find(eventItem)).toHaveLength(met ? 1 : 0);
  }
});

test('an event tells which end of the journey it is about, and how late', () => {
  expect(find(eventItemOf(all(condition('arrival.delayHours', 'gt', 24))))).toMatchObject([
    {
      key: '',
      severity: 'high',
      params: {
        place: 'arrival',
        port: 'NLRTM',
        plannedAt: at(-1),
        estimatedAt: at(1),
        delayHours: 48,
        stage: 'underWay',
      },
      evidence: [{ path: 'arrival.delayHours', value: 48 }],
    },
  ]);
  expect(find(eventItemOf(all(condition('departure.delayHours', 'gt', 12))))).toMatchObject([
    { params: { place: 'departure', port: 'CNSHA', actualAt: at(-9), delayHours: 24 } },
  ]);
});

test.each<[Partial<EventItem>, boolean]>([
  [{}, true],
  [{ modes: ['air'] }, false],
  [{ modes: ['air', 'sea'] }, true],
  [{ carrierCodes: ['COSU'] }, false],
  [{ polCodes: ['CNSHA'], podCodes: ['NLRTM'] }, true],
  [{ podCodes: ['DEHAM'] }, false],
  [{ validFrom: t0 }, true],
  [{ validFrom: t0 + 1 }, false],
  [{ validTo: t0 }, false],
])('scope %o covers the shipment: %s', (scope, covered) => {
  expect(isInScope(eventItemOf(all(condition('arrival.delayHours', 'gt', 1)), scope), view, t0, reference)).toBe(
    covered,
  );
});

test('asked at its turns, an event item says what it says at every hour', () => {
  const quiet = buildSimpleView({ booking: { ...booking, atd: null, etd: at(-2, 5), eta: at(2, 7) } });
  const window = { from: at(-12), to: at(6), stepMs: HOUR_MS };
  for (const one of [
    condition('arrival.delayHours', 'gt', 60),
    condition('departure.delayHours', 'ge', 30),
    condition('arrival.hoursLeft', 'lt', 36),
    condition('departure.hoursLeft', 'le', 12),
    condition('arrival.estimated', 'dueWithin', 48),
    condition('departure.planned', 'passedBy', 100),
  ]) {
    const rule = ruleOfEventItem(eventItemOf(all(one), { validFrom: at(-11), validTo: at(5) }));
    const slow = askHourly(window, window.from, (now) => rule.detect(quiet, now, {}, reference));
    const changeTimes = rule.changeTimes?.(quiet, {}, reference) ?? [];
    const requested = new Set(momentsOf(changeTimes, window, { view: quiet, start: window.from, end: window.to + 1 }));
    let last: readonly unknown[] = [];
    const changes: number[] = [];
    for (let now = window.from; now <= window.to; now += window.stepMs) {
      const found = rule.detect(quiet, now, {}, reference);
      if (found.length !== last.length) changes.push(now);
      last = found;
    }
    expect(
      changes.every((moment) => requested.has(moment)),
      one.field,
    ).toBe(true);
    expect(problemPeriods(slow).length, one.field).toBeLessThanOrEqual(1);
  }
});

test('an ended shipment and one without data have no events', () => {
  const rule = ruleOfEventItem(eventItemOf(all(condition('arrival.actual', 'unknown'))));
  const options = { rules: [rule], reference, settingsFor: () => ({}), enabled: () => true };
  expect(detectAll(view, t0, options)).toHaveLength(1);
  expect(detectAll({ ...view, subscription: { ...view.subscription, ended: true } }, t0, options)).toEqual([]);
  expect(detectAll({ ...view, fused: null }, t0, options)).toEqual([]);
});

const fieldOf = (path: string) => journeyField(path);
const problemOf = (conditions: unknown[], match: unknown = 'all') => {
  const rule = readRule(JSON.stringify({ match, conditions }));
  return isRule(rule) ? ruleProblem(rule, fieldOf) : rule;
};

test.each([
  [[], 'empty', -1],
  [[{ field: 'nothing', operator: 'is', values: ['x'] }], 'unknownField', 0],
  [[{ field: 'arrival.delayHours', operator: 'contains', values: ['x'] }], 'operator', 0],
  [[{ field: 'arrival.delayHours', operator: 'gt', values: [] }], 'number', 0],
  [[{ field: 'arrival.delayHours', operator: 'gt', values: ['many'] }], 'number', 0],
  [[{ field: 'booking.portOfLoading', operator: 'is', values: [' '] }], 'noValue', 0],
  [[{ field: 'arrival.delayHours', operator: 'gt', values: [1], unit: 'weeks' }], 'unreadable', 0],
  [[{ field: 'arrival.actual', operator: 'known' }, 7], 'unreadable', 1],
  [Array.from({ length: 21 }, () => ({ field: 'arrival.actual', operator: 'known' })), 'tooMany', 20],
])('a rule that cannot be judged says why: %o', (conditions, kind, index) => {
  expect(problemOf(conditions)).toEqual({ kind, index });
});

test('an invalid rule is not read', () => {
  for (const text of ['', '[]', '{}', 'null', '{"match":"some","conditions":[{}]}'])
    expect(readRule(text)).toMatchObject({ kind: 'unreadable' });
  expect(problemOf([{ field: 'arrival.actual', operator: 'known' }])).toBeUndefined();
  expect(operatorsOf('port')).not.toContain('gt');
});
