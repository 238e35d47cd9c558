import { expect, test } from 'vitest';
import { at, buildEvent, buildLeg, buildSimpleView, detectIn, keysIn } from '../../testing/builders.ts';
import { transshipDwell } from './transship-dwell.ts';

const box = 'MERU1234567';
const discharged = (actual: number) => buildEvent(box, 'TSDC', 'SGSIN', { actual });
const view = (events: ReturnType<typeof buildEvent>[], more = {}) => buildSimpleView({ events, ...more });

test('fires at seven days and not before, higher at fourteen', () => {
  expect(keysIn(transshipDwell, view([discharged(at(-7, 1))]))).toEqual([]);
  expect(detectIn(transshipDwell, view([discharged(at(-7))]))).toMatchObject([
    { key: `SGSIN`, params: { days: 7, port: 'SGSIN' }, severity: 'medium' },
  ]);
  expect(detectIn(transshipDwell, view([discharged(at(-14))]))).toMatchObject([{ severity: 'high' }]);
});

test('is silent once anything shows that the box went on', () => {
  const start = discharged(at(-20));
  for (const [code, port] of [
    ['TSLB', 'SGSIN'],
    ['TSDP', 'SGSIN'],
    ['TSBA', 'DEHAM'],
    ['DSCH', 'NLRTM'],
  ] as const) {
    expect(keysIn(transshipDwell, view([start, buildEvent(box, code, port, { actual: at(-5) })]))).toEqual([]);
  }
  const legs = [buildLeg(1, 'CNSHA', 'SGSIN'), buildLeg(2, 'SGSIN', 'NLRTM', { atd: at(-6) })];
  expect(keysIn(transshipDwell, view([start], { legs }))).toEqual([]);
});

test('the arrival at the same port and a planned loading do not count as going on', () => {
  const events = [
    discharged(at(-20)),
    buildEvent(box, 'TSBA', 'SGSIN', { actual: at(-20) }),
    buildEvent(box, 'TSLB', 'SGSIN', { planned: at(-1) }),
  ];
  expect(keysIn(transshipDwell, view(events))).toEqual([`SGSIN`]);
});

test('is silent after the end', () => {
  expect(
    keysIn(transshipDwell, buildSimpleView({ events: [discharged(at(-20))] }, { subscription: { ended: true } })),
  ).toEqual([]);
});
