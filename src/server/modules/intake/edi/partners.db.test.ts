import { expect, test } from 'vitest';
import { seedTestDictionary } from '#testing/entities.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { testProductModules } from '#testing/product-modules.ts';
import { testApp } from '#testing/test-app.ts';
import { testDatabase } from '#testing/test-database.ts';

const database = await testDatabase();
await seedTestDictionary(database);
const { signedIn } = await testApp(database, { modules: await testProductModules(database) });
const [one, two] = [await buildTenant(database, { code: 'EPA' }), await buildTenant(database, { code: 'EPB' })];
await buildUser(database, { tenantId: one.id, userCode: 'ep.boss', userType: 'admin', allTenants: true });
await buildUser(database, { tenantId: one.id, userCode: 'ep.one', menus: ['/edi-manager'] });
await buildUser(database, { tenantId: two.id, userCode: 'ep.two', menus: ['/edi-manager'] });
const [boss, first, second] = [await signedIn('ep.boss'), await signedIn('ep.one'), await signedIn('ep.two')];

let serial = 0;
const partner = (ediIdentity: string, values: Record<string, unknown> = {}) => {
  serial += 1;
  return {
    body: {
      partnerCode: `P${serial}`,
      partnerName: `Partner ${serial}`,
      partnerKind: 'CARRIER',
      ediIdentity,
      active: true,
      ...values,
    },
  };
};
const ofOne = { forTenantId: String(one.id) };
const ofTwo = { forTenantId: String(two.id) };
const taken = '该报文标识已由平台或其他租户使用，请联系平台人员';

test('no tenant takes an identity of the platform or of another tenant, with whatever qualifier', async () => {
  expect(await boss.call('ediPartner.insert', partner('SHARED'))).toMatchObject({ status: 1 });
  expect(await first.call('ediPartner.insert', partner('OWN', ofOne))).toMatchObject({ status: 1 });
  for (const values of [{}, { identityQualifier: 'ZZZ' }])
    for (const identity of ['shared', 'own'])
      expect(await second.call('ediPartner.insert', partner(identity, { ...ofTwo, ...values }))).toMatchObject({
        status: 0,
        msg: taken,
      });
  const { data } = await second.call('ediPartner.insert', partner('FREE', ofTwo));
  expect(await second.call('ediPartner.update', { body: { ...data, ediIdentity: 'SHARED' } })).toMatchObject({
    status: 0,
    msg: taken,
  });
});

test('the platform takes an identity that a tenant has; the same one twice is refused by its name', async () => {
  expect(await first.call('ediPartner.insert', partner('SQUAT', ofOne))).toMatchObject({ status: 1 });
  expect(await boss.call('ediPartner.insert', partner('SQUAT'))).toMatchObject({ status: 1 });
  expect(await boss.call('ediPartner.insert', partner('squat'))).toMatchObject({
    status: 0,
    msg: '报文标识和限定符相同的 EDI 伙伴已存在',
  });
});
