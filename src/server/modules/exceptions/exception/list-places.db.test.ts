import { expect, test } from 'vitest';
import { emptyBooking } from '#domain/tracking/empty-content.ts';
import { seedMasterData } from '#server/modules/world/seed/index.ts';
import { buildExceptions } from '#testing/exception-rows.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { testProductModules } from '#testing/product-modules.ts';
import { testApp } from '#testing/test-app.ts';
import { testDatabase } from '#testing/test-database.ts';

const database = await testDatabase();
await seedMasterData(database);
const [mine, strange] = [await buildTenant(database), await buildTenant(database)];
const from = Date.UTC(2026, 1, 1);
const samples = await buildExceptions(database, { tenantIds: [mine.id], count: 20, seed: 'places', from });
const menus = ['/exception-manage'];
await buildUser(database, { tenantId: mine.id, userCode: 'lister', menus });
await buildUser(database, { tenantId: strange.id, userCode: 'stranger', menus });
const { signedIn } = await testApp(database, { modules: await testProductModules(database) });
const [client, stranger] = [await signedIn('lister'), await signedIn('stranger')];
const query = async (body: Record<string, unknown>, who = client): Promise<{ ids: number[] }> => {
  const answer = await who.call('queryExceptions', { body: { pageSize: 100, ...body } });
  return {
    ids: answer.data.records.map((record: any) => Number(record.obmAutotestResult.obmAutotestResultId)),
  };
};

test('places and expected arrival are those of the shipment, of the own tenants only', async () => {
  const [own] = samples;
  const [{ id: shipmentId }] = (
    await database.execute(
      `insert into shipment (tenant_id, subscription_id, fused, source_type, source_code, channel, observed_at, received_at,
         port_of_loading, port_of_discharge, eta, content, content_hash, created_at, updated_at)
       values ($1, $2, true, 'UNION', 'UNION', 'UNION', now(), now(), 'CNSHA', 'USLAX', '2026-02-20T00:00:00Z', $3, '\\x00', now(), now())
       returning id`,
      [mine.id, own?.subscription_id, JSON.stringify({ booking: emptyBooking, legs: [], events: [], containers: [] })],
    )
  ).rows as unknown as [{ id: number }];
  await database.execute('update shipment_exception set shipment_id = $1 where id = $2', [shipmentId, own?.id]);
  for (const body of [
    { polCode: ['CNSHA'] },
    { podCode: ['USLAX', 'USNYC'] },
    { podCode: 'USLAX', etaFrom: '2026-02-20', etaTo: '2026-02-20' },
  ]) {
    expect((await query(body)).ids, JSON.stringify(body)).toEqual([own?.id]);
    expect((await query(body, stranger)).ids).toEqual([]);
  }
  expect((await query({ podCode: ['USLAX'], etaFrom: '2026-02-21' })).ids).toEqual([]);
});
