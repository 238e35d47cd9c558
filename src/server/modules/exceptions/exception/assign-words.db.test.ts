import { expect, test } from 'vitest';
import { seedMasterData } from '#server/modules/world/seed/index.ts';
import { menuCodes } from '#shared/reference/menus.ts';
import { buildExceptions } from '#testing/exception-rows.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { testProductModules } from '#testing/product-modules.ts';
import { testApp } from '#testing/test-app.ts';
import { testDatabase } from '#testing/test-database.ts';

test('a person with access to none of the tenants is assigned nothing, and the tenants are listed in the grammar of the language', async () => {
  const database = await testDatabase();
  await seedMasterData(database);
  const [home, one, other] = [
    await buildTenant(database, { code: 'WORDA' }),
    await buildTenant(database, { code: 'WORDB', name: '甲' }),
    await buildTenant(database, { code: 'WORDC', name: '乙' }),
  ];
  await buildUser(database, { tenantId: home.id, userCode: 'wang', name: '王强', menus: menuCodes });
  await buildUser(database, { tenantId: home.id, userCode: 'boss', allTenants: true, menus: menuCodes });
  const { signedIn } = await testApp(database, { modules: await testProductModules(database) });
  const ids: string[] = [];
  for (const [place, { id }] of [one, other].entries()) {
    const seed = { seed: `assigning ${place}`, from: Date.UTC(2026, 1, 1), firstNumber: place * 10 + 1 };
    const samples = await buildExceptions(database, { tenantIds: [id], count: 2, ...seed });
    ids.push(...samples.map((sample) => String(sample.id)));
  }
  const body = { ids, chargeCode: 'wang' };
  const boss = await signedIn('boss');
  const statement = async (lang: string) =>
    (await boss.call('assignExceptions', { body, headers: { 'x-lang': lang } })).msg as string;
  expect(await statement('zh')).toContain('甲、乙');
  expect(await statement('en')).toContain('甲, 乙');
});
