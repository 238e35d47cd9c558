import { expect, test } from 'vitest';
import { startBusinessDesk } from '#testing/business-desk.ts';
import { buildSubscription } from '#testing/factories.ts';
import { startScriptedSource } from '#testing/scripted-source.ts';
import { testDatabase } from '#testing/test-database.ts';

// oxlint-disable-next-line typescript/no-explicit-any -- a test names what it expects itself
type Any = any;
const database = await testDatabase();
const desk = await startBusinessDesk(database);
const { client, clock, pipeline, rowsOf, dataOf, save, fusedOf, startExpert, expertOf } = desk;

const haulier = await startScriptedSource();
const source = await pipeline.addCarrier('HAUL', haulier.baseUrl);
await database.execute(`update source set protocol = 'fleet', mode = 'road' where id = $1`, [source]);

let orders = 0;
/** An order by road between two sites of its tenant in Germany, reported by its haulier. */
async function driven() {
  orders += 1;
  const orderNo = `RO9000${1000 + orders}`;
  haulier.respond(() => ({
    body: {
      orderNo,
      plateNo: 'DULN310',
      stops: [
        {
          siteCode: 'DUDC',
          zone: 'Europe/Berlin',
          plannedDeparture: '2026-02-02T07:00:00Z',
          enteredAt: '2026-02-02T05:00:00Z',
          leftAt: '2026-02-02T07:10:00Z',
        },
        {
          siteCode: 'BREM',
          zone: 'Europe/Berlin',
          plannedArrival: '2026-02-02T11:00:00Z',
          enteredAt: '2026-02-02T11:20:00Z',
        },
      ],
      events: [],
    },
  }));
  const subscription = await buildSubscription(database, {
    tenantId: (await tenants)[0] as number,
    billNo: orderNo,
    carrierCode: 'HAUL',
    subscribedAt: clock.now(),
  });
  await database.execute(`update subscription set mode = 'road' where id = $1`, [subscription.id]);
  const target = await pipeline.subscribe(subscription, source, clock.now());
  await pipeline.at(clock.now());
  const rows = await rowsOf('shipment', { subscription, target, id: subscription.id, bkId: '' } as Any);
  return { subscription, target, orderNo, id: subscription.id, bkId: String(rows.find((row) => row['fused'])?.['id']) };
}
const tenants = database
  .query<{ id: number }>('select id from tenant order by id')
  .then((rows) => rows.map(({ id }) => id));
for (const [at, tenantId] of (await tenants).entries())
  for (const [code, name, zone] of [
    ['DUDC', '杜伊斯堡配送中心', 'Europe/Berlin'],
    ['BREM', '不来梅港区', 'Europe/Berlin'],
    ['LOND', '伦敦仓', 'Europe/London'],
  ] as const)
    await database.system
      .insertInto('road_site')
      // Whose site it is decides: others have one of the same code somewhere else.
      .values({
        tenant_id: tenantId,
        code,
        name_cn: at === 0 ? name : '他人的仓库',
        lon: 8,
        lat: 52,
        radius_m: 500,
        zone: at === 0 ? zone : 'Asia/Tokyo',
      })
      .execute();

test('an order by road is shown with the sites of its tenant, in their own time, wherever bookings are shown', async () => {
  const one = await driven();
  const expected = {
    polCode: 'DUDC',
    polNameCn: '杜伊斯堡配送中心',
    polZone: 'Europe/Berlin',
    atdStr: '2026-02-02 08:10:00',
  };
  const data = await dataOf(one.bkId);
  expect(data.obmBk).toMatchObject({ mode: 'road', ...expected });
  expect(data.obmMultiVessel[0]).toMatchObject({
    ...expected,
    podZone: 'Europe/Berlin',
    ataStr: '2026-02-02 12:20:00',
  });
  for (const children of [0, 1]) {
    const listed = await client.call('exceptionBusiness', { body: { bkId: one.bkId, children } });
    expect(listed.data[0].obmBk).toMatchObject(expected);
  }
  const { data: subscribed } = await client.call('querySubscriptions', { body: { blNo: [one.orderNo] } });
  expect(subscribed.records[0].obmBk).toMatchObject(expected);
  const { data: linkable } = await client.call('queryBkBySubscribe', { body: { blNo: one.orderNo } });
  expect(linkable[0]).toMatchObject(expected);
  const { data: statement } = await client.call('traceSource', {
    query: { obmBkId: one.bkId, sourceCode: 'dcsa:HAUL' },
  });
  expect(statement.values.find((row: Any) => row.path === 'leg[1].atd')).toMatchObject({ zone: 'Europe/Berlin' });
  // Saved as it is shown, nothing changes.
  expect(await save(data)).toMatchObject({ status: 1, msg: '没有修改' });
});

test('a time that is typed is one of the site, also of a site that is entered with it', async () => {
  const one = await driven();
  const data = await dataOf(one.bkId);
  data.obmMultiVessel[0].ataStr = '2026-02-02 12:45:00';
  expect(await save(data)).toMatchObject({ status: 1, msg: '保存成功' });
  expect((await fusedOf(one)).legs[0].ata).toBe(Date.parse('2026-02-02T12:45:00+01:00'));
  const { data: entered } = await client.call('overrides', { query: { obmBkId: one.bkId } });
  expect(entered.obm_multi_vessel).toMatchObject([{ zone: 'Europe/Berlin', newValue: '2026-02-02 12:45:00' }]);
  const single = {
    tableName: 'OBM_MULTI_VESSEL',
    tableKeyId: `${one.bkId}-1`,
    columnName: 'ATD',
    newValue: '2026-02-02 08:30',
  };
  const saved = await client.call('saveOverride', { body: single });
  expect(saved.data).toMatchObject({ zone: 'Europe/Berlin', value: Date.parse('2026-02-02T08:30:00+01:00') });
  const begun = await startExpert(one, (own) => {
    own.obmBk.podCode = 'lond';
    own.obmBk.custEtaStr = '2026-02-03 09:00:00';
  });
  expect(begun, begun.text).toMatchObject({ status: 1 });
  expect((await expertOf(one)).obmBk).toMatchObject({
    podCode: 'LOND',
    podNameCn: '伦敦仓',
    custEta: Date.parse('2026-02-03T09:00:00Z'),
    custEtaStr: '2026-02-03 09:00:00',
  });
});
