import { expect, test } from 'vitest';
import { at, buildRecord } from '#domain/testing/builders.ts';
import { seedMasterData } from '#server/modules/world/seed/index.ts';
import { storeFused } from '#testing/fused-shipment.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { testProductModules } from '#testing/product-modules.ts';
import { testApp } from '#testing/test-app.ts';
import { testDatabase } from '#testing/test-database.ts';

const database = await testDatabase();
await seedMasterData(database);
const [mine, other] = [await buildTenant(database), await buildTenant(database)];
const menus = ['/vessel-schedule', '/trace-index'];
await buildUser(database, { tenantId: mine.id, userCode: 'mine', menus });
await buildUser(database, { tenantId: other.id, userCode: 'theirs', menus });
const { signedIn } = await testApp(database, { modules: await testProductModules(database) });
const [me, stranger] = [await signedIn('mine'), await signedIn('theirs')];

/** Subscribes bills and stores for each a fused shipment between two ports. */
async function track(who: typeof me, tenantId: number, lanes: readonly (readonly [string, string])[], from: number) {
  const rows = lanes.map((_lane, index) => ({
    isBillNo: '1',
    blNo: `MERI${String(from + index).padStart(9, '0')}`,
    carrierCode: 'MERI',
  }));
  await who.call('batchSubscribe', { body: { rows } });
  for (const [index, [portOfLoading, portOfDischarge]] of lanes.entries()) {
    const billNo = rows[index]?.blNo ?? '';
    const { id } = await database.system
      .selectFrom('subscription')
      .select('id')
      .where('bill_no', '=', billNo)
      .executeTakeFirstOrThrow();
    const { content } = buildRecord('carrier', { booking: { billNo, portOfLoading, portOfDischarge } });
    await storeFused(database, { tenantId, subscriptionId: id, content, at: at(0) });
  }
}

test('the busiest lanes are those of the own running shipments, the busiest first, between known ports', async () => {
  await track(
    me,
    mine.id,
    [
      ['CNSHA', 'USLAX'],
      ['CNNGB', 'NLRTM'],
      ['CNSHA', 'USLAX'],
      ['CNSHA', 'NOWHERE'],
      ['CNNGB', 'DEHAM'],
    ],
    1,
  );
  await track(stranger, other.id, [['CNSHA', 'SGSIN']], 100);
  const { data } = await me.call('busiestLanes');
  expect(data.lanes).toEqual([
    { fromPort: 'CNSHA', toPort: 'USLAX', shipments: 2 },
    { fromPort: 'CNNGB', toPort: 'DEHAM', shipments: 1 },
    { fromPort: 'CNNGB', toPort: 'NLRTM', shipments: 1 },
  ]);
  expect(data.ports).toContainEqual(expect.objectContaining({ portCode: 'USLAX', portNameCn: '洛杉矶' }));
  expect((await stranger.call('busiestLanes')).data.lanes).toEqual([
    { fromPort: 'CNSHA', toPort: 'SGSIN', shipments: 1 },
  ]);
  expect((await me.call('busiestLanes', { query: { domestic: '1' } })).data.lanes).toEqual([]);
  // What is not tracked any more does not count.
  await database.system
    .updateTable('subscription')
    .set({ ended: true })
    .where('bill_no', '=', 'MERI000000001')
    .execute();
  expect((await me.call('busiestLanes')).data.lanes).toContainEqual({
    fromPort: 'CNSHA',
    toPort: 'USLAX',
    shipments: 1,
  });
});
