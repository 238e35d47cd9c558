import { expect, test } from 'vitest';
import { entities } from '#entities/index.ts';
import type { Entity } from './declare.ts';
import { offeredRows, tenantEntered } from './offered.ts';

const all: Readonly<Record<string, Entity>> = entities;
const entityOf = (name: string): Entity | undefined => all[name];
const { schedule, process, calendar } = entities;
const of = { entity: schedule, field: schedule.fields.calendarId, target: calendar };
const calendars = [
  { calendarId: '1', tenantId: '7' },
  { calendarId: '2', tenantId: '8' },
];

test('a schedule is offered the calendars of the tenant of its process, which is chosen freely', () => {
  const processes = [
    { wlProcessesId: '5', tenantId: '7' },
    { wlProcessesId: '6', tenantId: '8' },
  ];
  const rowOf = (_: unknown, id: string) => processes.find(({ wlProcessesId }) => wlProcessesId === id);
  const chosen = tenantEntered(schedule, { processesId: '6' }, entityOf, rowOf);
  expect(chosen).toBe('8');
  expect(offeredRows(of, calendars, chosen)).toEqual([calendars[1]]);
  const way = { entity: schedule, field: schedule.fields.processesId, target: process };
  expect(offeredRows(way, processes, '')).toEqual(processes);
});

test('before the tenant is entered only those are offered who see one tenant alone', () => {
  expect(tenantEntered(schedule, {}, entityOf, () => undefined)).toBe('');
  expect(offeredRows(of, calendars, '')).toEqual([]);
  expect(offeredRows(of, calendars.slice(0, 1), '')).toEqual(calendars.slice(0, 1));
});

test('what is retired is not offered', () => {
  const tenants = [
    { wlTenantId: '1', active: 1 },
    { wlTenantId: '2', active: 0 },
  ];
  const at = { entity: calendar, field: calendar.fields.tenantId, target: entities.tenant };
  expect(offeredRows(at, tenants, '')).toEqual([tenants[0]]);
});
