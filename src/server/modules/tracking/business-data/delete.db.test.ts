import { describe, expect, test } from 'vitest';
import { startBusinessDesk } from '#testing/business-desk.ts';
import { testDatabase } from '#testing/test-database.ts';

// oxlint-disable-next-line typescript/no-explicit-any -- a test names what it expects itself
type Any = any;
const database = await testDatabase();
const desk = await startBusinessDesk(database);
const { client, stranger, shipped, rowsOf, dataOf, save, expertOf, fusedOf, changesOf, undoLast, startExpert } = desk;

describe('deleting', () => {
  const later = () => desk.pipeline.at(desk.clock.now() + 86_400_000);

  test('a milestone is gone, stays gone when its source speaks again, and comes back by undo', async () => {
    const one = await shipped();
    const before = await fusedOf(one);
    const row = (await dataOf(one.sourceId)).mdStatusRecordList.find((item: Any) => item.statusCode === 'LOBD');
    const answer = await client.call('deleteStatusRecord', { body: { mdStatusRecordId: row.mdStatusRecordId } });
    expect(answer).toMatchObject({ status: 1, msg: '删除成功', data: { deleted: 1 } });
    expect((await fusedOf(one)).events.some((event: Any) => event.statusCode === 'LOBD')).toBe(false);
    expect((await dataOf(one.sourceId)).mdStatusRecordList.some((item: Any) => item.statusCode === 'LOBD')).toBe(false);
    const again = await client.call('deleteStatuses', { body: [row] });
    expect(again).toMatchObject({ status: 1, msg: '没有修改' });
    await undoLast(one);
    expect(await fusedOf(one)).toEqual(before);
    await client.call('deleteStatusRecords', { body: { ids: [row.mdStatusRecordId] } });
    await later();
    expect((await fusedOf(one)).events.some((event: Any) => event.statusCode === 'LOBD')).toBe(false);
  });

  test('containers go with their milestones, legs one by one or all', async () => {
    const one = await shipped();
    const before = await fusedOf(one);
    const data = await dataOf(one.bkId);
    await client.call('deleteContainers', { body: data.obmDocActualContainerList });
    const after = await fusedOf(one);
    expect(after.containers).toEqual([]);
    expect(after.events.every((event: Any) => event.containerNo === null)).toBe(true);
    await client.call('deleteLeg', { body: { obmMultiVesseId: data.obmMultiVessel[0].obmMultiVesseId } });
    expect((await fusedOf(one)).legs).toHaveLength(before.legs.length - 1);
    await undoLast(one);
    await client.call('deleteLegs', { body: { obmBkId: one.bkId } });
    expect((await fusedOf(one)).legs).toEqual([]);
    await undoLast(one);
    await undoLast(one);
    expect(await fusedOf(one)).toEqual(before);
  });

  test('a booking goes until its source says something new, the fused one with all of them', async () => {
    const one = await shipped();
    const before = await fusedOf(one);
    await startExpert(one, (data) => (data.obmBk.custVoyage = 'X1'));
    const expert = await expertOf(one);
    expect((await fusedOf(one)).booking.voyage).toBe('X1');
    await client.call('deleteBusinessData', { body: [expert.obmBk.obmBkId] });
    expect((await fusedOf(one)).booking.voyage).toBe(before.booking.voyage);
    await undoLast(one);
    expect((await fusedOf(one)).booking.voyage).toBe('X1');
    await client.call('deleteBusinessData', { body: [one.bkId] });
    expect((await fusedOf(one)).containers).toEqual([]);
    expect(await client.call('getBusinessData', { query: { obmBkId: one.sourceId } })).toMatchObject({ status: 0 });
    await undoLast(one);
    expect((await fusedOf(one)).containers).toEqual(before.containers);
  });

  test('without an id says so', async () => {
    for (const [name, body] of [
      ['deleteBusinessData', []],
      ['deleteContainers', []],
      ['deleteStatuses', []],
      ['deleteStatusRecords', []],
      ['deleteLegs', {}],
      ['deleteLeg', {}],
      ['deleteStatusRecord', {}],
      ['undoBusinessData', {}],
    ] as const)
      expect(await client.call(name, { body })).toMatchObject({ status: 0, msg: '入参不能为空' });
    expect(await save({ obmBk: {} })).toMatchObject({ status: 0, msg: 'obmBkId不能为空' });
    expect(await client.call('exceptionBusiness', { body: {} })).toMatchObject({ status: 0 });
  });
});

test('another tenant reaches none of it', async () => {
  const one = await shipped();
  const data = await dataOf(one.bkId);
  await save({ ...data, obmBk: { ...data.obmBk, custVoyage: 'Z9' } });
  const [change] = await changesOf(one);
  const before = await rowsOf('shipment', one);
  const refusedCalls = await Promise.all([
    save(data, stranger),
    save({ ...(await expertOf(one)), obmTkSubscribeId: one.id }, stranger),
    stranger.call('expertBusinessData', { query: { obmTkSubscribeId: one.id } }),
    stranger.call('exceptionBusiness', { body: { bkId: one.bkId } }),
    stranger.call('deleteBusinessData', { body: [one.bkId] }),
    stranger.call('deleteContainers', { body: data.obmDocActualContainerList }),
    stranger.call('deleteStatuses', { body: data.mdStatusRecordList }),
    stranger.call('deleteLegs', { body: { obmBkId: one.bkId } }),
    stranger.call('deleteLeg', { body: { obmMultiVesseId: data.obmMultiVessel[0].obmMultiVesseId } }),
    stranger.call('copyArrival', { body: { templateBkId: one.sourceId, otherBkIdList: [one.bkId] } }),
    stranger.call('undoBusinessData', { body: { changeId: String(change?.['id']) } }),
  ]);
  expect(refusedCalls.map(({ status }) => status)).toEqual(refusedCalls.map(() => 0));
  expect(await rowsOf('shipment', one)).toEqual(before);
});

describe('bookings of a voyage', () => {
  test('are found by one of them, with the records of each', async () => {
    const [one, other] = [await shipped(), await shipped()];
    const ofOne = await client.call('exceptionBusiness', { body: { bkId: one.bkId, businessType: 'subscribe' } });
    expect(ofOne.data.map((row: Any) => row.obmBk.obmBkId)).toEqual([one.bkId, one.sourceId]);
    const all = await client.call('exceptionBusiness', { body: { bkId: one.bkId, businessType: 'vesselVoyage' } });
    const ids = all.data.map((row: Any) => row.obmBk.obmBkId);
    expect(ids).toEqual(expect.arrayContaining([one.bkId, other.bkId]));
  });

  test('get the arrival that a robot read of one of them, after a preview, and lose it by undo', async () => {
    const [one, other] = [await shipped(), await shipped()];
    const [robot] = [one.sourceId];
    const body = { templateBkId: robot, otherBkIdList: [other.bkId] };
    expect(await client.call('copyArrival', { body })).toMatchObject({
      status: 0,
      msg: '请选择一条非自助RPA的OBM_BK记录',
    });
    const ata = Date.UTC(2026, 1, 9, 3);
    await database.execute(
      `update shipment set source_type = 'RPA',
         content = jsonb_set(content::jsonb, '{booking,ata}', to_jsonb($2::bigint))::json where id = $1`,
      [Number(robot), ata],
    );
    const before = await fusedOf(other);
    const both = [other.sourceId, other.bkId];
    expect(await client.call('copyArrival', { body: { ...body, otherBkIdList: both, preview: 1 } })).toMatchObject({
      data: {
        rows: [
          { obmBkId: other.bkId, state: 'changing' },
          { obmBkId: other.sourceId, state: 'withSubscription' },
        ],
      },
    });
    const preview = await client.call('copyArrival', { body: { ...body, preview: 1 } });
    expect(preview, preview.text).toMatchObject({
      status: 1,
      data: {
        rows: [{ obmBkId: other.bkId, before: before.booking.ata, after: ata, changed: 1, state: 'changing' }],
        changeIds: [],
      },
    });
    expect(await fusedOf(other)).toEqual(before);
    expect(await client.call('copyArrival', { body })).toMatchObject({ status: 1, msg: '已更新1条到港时间' });
    expect((await fusedOf(other)).booking.ata).toBe(ata);
    const again = await client.call('copyArrival', { body: { ...body, otherBkIdList: both } });
    expect(again).toMatchObject({ status: 1, data: { changeIds: [], rows: [{ state: 'same' }, { state: 'same' }] } });
    await undoLast(other);
    expect(await fusedOf(other)).toEqual(before);
  });
});

test('a look-up asks the sources and stores nothing', async () => {
  const one = await shipped();
  const ask = (body: object) => client.call('automaticBkInfo', { body }) as Promise<Any>;
  const found = await ask({ blNo: one.bill, carrierCode: one.code, inOutFlag: 'E', lookupId: 'l1' });
  expect(found, found.text).toMatchObject({
    status: 1,
    data: {
      obmBk: { obmBkId: '', blNo: one.bill, polCode: 'CNSHA', processType: 'AUTONOMIC_EXPERT' },
      sources: [{ code: `dcsa:${one.code}`, state: 'found' }],
    },
  });
  expect(found.data.obmDocActualContainerList).toHaveLength(1);
  const reported = await database.query<Any>(`select payload from live_event where topic = 'lookup'`);
  expect(reported.at(-1)?.payload).toMatchObject({ lookupId: 'l1', done: 1, total: 1, state: 'found' });
  expect(await ask({ blNo: 'NOSUCH', carrierCode: one.code })).toMatchObject({
    status: 1,
    data: { sources: [{ state: 'unknown' }] },
  });
  expect(await ask({ carrierCode: one.code })).toMatchObject({ status: 0, msg: '提单号/订舱号和箱号不能同时为空' });
  expect(await ask({ blNo: 'X', carrierCode: 'NOPE' })).toMatchObject({ status: 0, msg: '该船公司不支持订阅' });
});
