import { describe, expect, test } from 'vitest';
import { HOUR_MS } from '#shared/time/instant.ts';
import { fromLocalText } from '#shared/time/zone.ts';
import { agesOf, daysOf, exceptionFigures, type Tally } from './figures.ts';

const zone = 'Asia/Shanghai';
const local = (text: string): number => fromLocalText(text, zone) as number;
const now = local('2026-11-21 09:30:00');
const row = (values: Partial<Tally>): Tally => ({
  kind: 'open',
  type_code: null,
  handle_status: 0,
  assigned: false,
  at: now,
  n: 1,
  ...values,
});

describe('ages of open exceptions', () => {
  test.each([
    ['2026-11-21 00:00:00', 'today'],
    ['2026-11-21 23:00:00', 'today'],
    ['2026-11-20 23:00:00', 'yesterday'],
    ['2026-11-20 00:00:00', 'yesterday'],
    ['2026-11-19 23:00:00', 'week'],
    ['2026-11-15 00:00:00', 'week'],
    ['2026-11-14 23:00:00', 'twoWeeks'],
    ['2026-11-08 00:00:00', 'twoWeeks'],
    ['2026-11-07 23:00:00', 'month'],
    ['2026-10-23 00:00:00', 'month'],
    ['2026-10-22 23:00:00', 'older'],
    ['2020-01-01 00:00:00', 'older'],
  ])('of %s are of the group %s', (at, key) => {
    const ages = agesOf([row({ at: local(at), n: 3 })], now, zone);
    expect(ages.filter(({ total }) => total > 0)).toMatchObject([{ key, untreated: 3, total: 3 }]);
  });

  test('groups follow each other day by day, as the filter of the list takes them', () => {
    expect(agesOf([], now, zone).map(({ key, from, to }) => [key, from, to])).toEqual([
      ['today', '2026-11-21', '2026-11-21'],
      ['yesterday', '2026-11-20', '2026-11-20'],
      ['week', '2026-11-15', '2026-11-19'],
      ['twoWeeks', '2026-11-08', '2026-11-14'],
      ['month', '2026-10-23', '2026-11-07'],
      ['older', null, '2026-10-22'],
    ]);
  });
});

test('the last 14 days are days of the zone, the clock change in spring included', () => {
  const days = daysOf(
    [
      row({ kind: 'opened', at: local('2026-11-08 00:00:00'), n: 2 }),
      row({ kind: 'handled', at: local('2026-11-20 23:00:00'), n: 5 }),
      row({ kind: 'gone', at: now, n: 7 }),
      row({ kind: 'opened', at: local('2026-11-07 23:00:00'), n: 9 }),
    ],
    now,
    zone,
  );
  expect(days).toHaveLength(14);
  expect(days[0]).toEqual({ day: '2026-11-08', opened: 2, handled: 0, gone: 0 });
  expect(days.at(-2)).toEqual({ day: '2026-11-20', opened: 0, handled: 5, gone: 0 });
  expect(days.at(-1)).toEqual({ day: '2026-11-21', opened: 0, handled: 0, gone: 7 });
  const spring = fromLocalText('2026-03-30 01:00:00', 'Europe/Berlin') as number;
  const names = daysOf([], spring, 'Europe/Berlin').map(({ day }) => day);
  expect(new Set(names).size).toBe(14);
  expect(names.slice(-2)).toEqual(['2026-03-29', '2026-03-30']);
});

test('sums by state and type leave out what is settled or came to nothing', () => {
  const figures = exceptionFigures(
    [
      row({ kind: 'type', type_code: 'HOLD', handle_status: 0, at: null, assigned: null, n: 4 }),
      row({ kind: 'type', type_code: 'HOLD', handle_status: 2, at: null, assigned: null, n: 6 }),
      row({ kind: 'type', type_code: 'ROLLED', handle_status: 1, at: null, assigned: null, n: 9 }),
      row({ kind: 'type', type_code: 'GONE', handle_status: 3, at: null, assigned: null, n: 1 }),
      row({ handle_status: 0, n: 4, at: now - HOUR_MS }),
      row({ handle_status: 1, n: 9, assigned: true }),
    ],
    { now, zone, nameOf: (code) => `name of ${code}` },
  );
  expect(figures.open).toEqual({ untreated: 4, inProgress: 9, onHold: 0, total: 13, unassigned: 4 });
  expect(figures.states).toEqual([
    { handleStatus: '0', count: 4 },
    { handleStatus: '1', count: 9 },
    { handleStatus: '2', count: 6 },
    { handleStatus: '3', count: 1 },
  ]);
  expect(figures.types.map(({ testPurpose, total }) => [testPurpose, total])).toEqual([
    ['ROLLED', 9],
    ['HOLD', 4],
  ]);
  expect(figures.types[0]).toMatchObject({ testPurposeName: 'name of ROLLED', inProgress: 9 });
});
