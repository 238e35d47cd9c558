import { expect, test } from 'vitest';
import { at, buildEvent, buildLeg, buildSimpleView, detectIn, keysIn, reference } from '../../testing/builders.ts';
import { transshipDwell } from './transship-dwell.ts';

const container = 'MERU1234567';
const discharged = (actual: number) => buildEvent(container, 'TSDC', 'SGSIN', { actual });
const view = (events: ReturnType<typeof buildEvent>[], more = {}) => buildSimpleView({ events, ...more });

test('fires at seven days and not before, higher at fourteen', () => {
  expect(keysIn(transshipDwell, view([discharged(at(-7, 1))]))).toEqual([]);
  expect(detectIn(transshipDwell, view([discharged(at(-7))]))).toMatchObject([
    { key: `SGSIN`, params: { days: 7, port: 'SGSIN' }, severity: 'medium' },
  ]);
  expect(detectIn(transshipDwell, view([discharged(at(-14))]))).toMatchObject([{ severity: 'high' }]);
});

test('is silent once anything shows that the container went on', () => {
  const start = discharged(at(-20));
  for (const [code, port] of [
    ['TSLB', 'SGSIN'],
    ['TSDP', 'SGSIN'],
    ['TSBA', 'DEHAM'],
    ['DSCH', 'NLRTM'],
  ] as const) {
    expect(keysIn(transshipDwell, view([start, buildEvent(container, code, port, { actual: at(-5) })]))).toEqual([]);
  }
  const legs = [buildLeg(1, 'CNSHA', 'SGSIN'), buildLeg(2, 'SGSIN', 'NLRTM', { atd: at(-6) })];
  expect(keysIn(transshipDwell, view([start], { legs }))).toEqual([]);
});

test('the arrival at the same port and a planned loading do not count as going on', () => {
  const events = [
    discharged(at(-20)),
    buildEvent(container, 'TSBA', 'SGSIN', { actual: at(-20) }),
    buildEvent(container, 'TSLB', 'SGSIN', { planned: at(-1) }),
  ];
  expect(keysIn(transshipDwell, view(events))).toEqual([`SGSIN`]);
});

test('is silent after the end', () => {
  expect(
    keysIn(transshipDwell, buildSimpleView({ events: [discharged(at(-20))] }, { subscription: { ended: true } })),
  ).toEqual([]);
});

test('what happened before the discharge, or at another port, does not count as going on; the same moment does', () => {
  const start = discharged(at(-20));
  const moved = (code: string, port: string | null, actual: number) =>
    keysIn(transshipDwell, view([start, buildEvent(container, code, port, { actual })]));
  expect(moved('TSLB', 'SGSIN', at(-25))).toEqual(['SGSIN']);
  expect(moved('TSBA', 'SGSIN', at(-5))).toEqual(['SGSIN']);
  expect(moved('TSLB', 'SGSIN', at(-20))).toEqual([]);
  expect(moved('TSBA', null, at(-5))).toEqual([]);
  const sailed = (from: string, atd: number) =>
    keysIn(transshipDwell, view([start], { legs: [buildLeg(1, from, 'NLRTM', { atd })] }));
  expect(sailed('SGSIN', at(-21))).toEqual(['SGSIN']);
  expect(sailed('SGSIN', at(-20))).toEqual([]);
  expect(sailed('CNSHA', at(-6))).toEqual(['SGSIN']);
});

test('says since when and where, in whole days', () => {
  expect(detectIn(transshipDwell, view([discharged(at(-7, -12))]))).toMatchObject([
    {
      params: { containerNo: container, days: 7, dischargedAt: at(-7, -12), dischargedZone: 'Asia/Singapore' },
      evidence: [{ value: at(-7, -12), zone: 'Asia/Singapore' }],
    },
  ]);
  const nowhere = buildEvent(container, 'TSDC', null, { actual: at(-8) });
  expect(detectIn(transshipDwell, view([nowhere]))).toMatchObject([
    { key: '', params: { port: '-', dischargedZone: '' } },
  ]);
});

test('turns when the tolerated days after each discharge are over', () => {
  const events = [discharged(at(-20)), buildEvent(container, 'TSLB', 'SGSIN', { actual: at(-10) })];
  expect(transshipDwell.changeTimes?.(view(events), { thresholdDays: 7 }, reference)).toEqual([at(-13)]);
});
