import { expect, test } from 'vitest';
import { mergedRights, type Rights, rightsChanges } from './rights.ts';

const base: Rights = { menus: ['/a', '/b'], tenantIds: ['1'], allTenants: 0 };

test('what two people did to the rights of one user stays; what I did not touch is theirs', () => {
  const theirs: Rights = { menus: ['/a', '/b', '/c'], tenantIds: ['1', '2'], allTenants: 1 };
  expect(mergedRights(base, { ...base, menus: ['/b', '/d'] }, theirs)).toEqual({
    menus: ['/b', '/c', '/d'],
    tenantIds: ['1', '2'],
    allTenants: 1,
  });
  expect(mergedRights(base, { ...base, tenantIds: [], allTenants: 1 }, { ...theirs, allTenants: 0 })).toEqual({
    menus: ['/a', '/b', '/c'],
    tenantIds: ['2'],
    allTenants: 1,
  });
});

test('only what differs is a change, whatever the order of codes', () => {
  expect(rightsChanges(base, { ...base, menus: ['/b', '/a'] })).toEqual({});
  expect(rightsChanges(base, { menus: ['/b'], tenantIds: ['1'], allTenants: 1 })).toEqual({
    menus: ['/b'],
    allTenants: 1,
  });
});
