import { expect, test } from 'vitest';
import { rankOf } from './choose-robot.ts';
import { nextInTurn, noteTurn, noTurns } from './turns.ts';

const now = Date.UTC(2026, 0, 1);
const minute = 60_000;
let serial = 0;
const jobs = (tenantId: number, count: number, { queuedMsAgo = 0, priority = 50 } = {}) =>
  Array.from({ length: count }, () => {
    serial += 1;
    return { id: serial, tenant_id: tenantId, priority, rank: rankOf(now - queuedMsAgo, priority) };
  });
const tenantsOf = (chosen: readonly { tenant_id: number }[]): number[] => chosen.map((job) => job.tenant_id);

test('tenants take turns, whatever one of them has waiting and for how long', () => {
  const waiting = [...jobs(1, 50, { queuedMsAgo: 60 * minute }), ...jobs(2, 2), ...jobs(3, 1)];
  expect(tenantsOf(nextInTurn(waiting, { count: 7, turns: noTurns(), now }))).toEqual([1, 2, 3, 1, 2, 1, 1]);
});

test('jobs of one tenant keep the order of their ranks', () => {
  const waiting = [...jobs(1, 2), ...jobs(1, 1, { priority: 60 }), ...jobs(1, 1, { queuedMsAgo: 11 * minute })];
  const [first, second, third, fourth] = waiting;
  expect(nextInTurn(waiting, { count: 9, turns: noTurns(), now })).toEqual([fourth, third, first, second]);
});

test('a point of priority is worth a minute since the last turn, so that nobody starves', () => {
  const turns = noTurns();
  noteTurn(turns, 1, now);
  noteTurn(turns, 2, now - 9 * minute);
  const waiting = [
    ...jobs(1, 2, { priority: 60, queuedMsAgo: minute }),
    ...jobs(2, 2, { priority: 50, queuedMsAgo: 60 * minute }),
    ...jobs(3, 2, { priority: 50, queuedMsAgo: 11 * minute }),
  ];
  expect(tenantsOf(nextInTurn(waiting, { count: 6, turns, now }))).toEqual([3, 1, 1, 2, 3, 2]);
});
