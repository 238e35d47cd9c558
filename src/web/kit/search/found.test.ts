import { expect, test } from 'vitest';
import { isFound, tenantChoice } from './use-names.ts';

test('a tenant is found by its name in either language, and by its code', () => {
  const one = { wlTenantId: '7', tenantCode: 'ACME', tenantName: '艾克米', otherName: 'Acme Trading' };
  const choice = tenantChoice(one, 'tenantCode');
  for (const typed of ['艾克', ' acme t', 'ACME']) expect([typed, isFound(typed, choice)]).toEqual([typed, true]);
  expect(isFound('other', choice)).toBe(false);
  expect(isFound('undefined', tenantChoice({ wlTenantId: '7', tenantCode: 'B', tenantName: '乙' }, 'wlTenantId'))).toBe(
    false,
  );
});
