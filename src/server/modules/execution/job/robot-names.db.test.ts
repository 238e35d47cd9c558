import { expect, test } from 'vitest';
import { seedTestDictionary } from '#testing/entities.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { testProductModules } from '#testing/product-modules.ts';
import { testApp } from '#testing/test-app.ts';
import { testDatabase } from '#testing/test-database.ts';

const database = await testDatabase();
await seedTestDictionary(database);
const { signedIn } = await testApp(database, { modules: await testProductModules(database) });
const tenants = [await buildTenant(database), await buildTenant(database)];
for (const [index, { id }] of tenants.entries())
  await buildUser(database, { tenantId: id, userCode: `keeper${index}`, menus: ['/robot'] });

test('a name of a robot is taken within its tenant only', async () => {
  const add = async (index: number, robotName: string) =>
    (await signedIn(`keeper${index}`)).call('robot.insert', {
      body: { robotName, machineType: 'WALI_ROBOT', tenantId: tenants[index]?.id },
    });
  expect(await add(0, 'Night shift')).toMatchObject({ status: 1 });
  expect(await add(1, 'Night shift')).toMatchObject({ status: 1 });
  expect(await add(1, 'NIGHT SHIFT')).toMatchObject({ status: 0, msg: '所属租户、机器人名称相同的机器人已存在' });
});
