import { expect, test } from 'vitest';
import { draftOver, type Rights } from './rights.ts';

const base: Rights = { menus: ['/a', '/b'], tenantIds: ['1'], allTenants: 0 };

test('what two people did to the rights of one user stays; what I did not touch is theirs', () => {
  const theirs: Rights = { menus: ['/a', '/b', '/c'], tenantIds: ['1', '2'], allTenants: 1 };
  expect(draftOver({ menus: ['/b', '/d'] }, base, theirs)).toEqual({ menus: ['/b', '/c', '/d'] });
  expect(draftOver({ tenantIds: [], allTenants: 0 }, base, theirs)).toEqual({ tenantIds: ['2'], allTenants: 0 });
});
