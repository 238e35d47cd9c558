import { expect, test } from 'vitest';
import { startBusinessDesk } from '#testing/business-desk.ts';
import { testDatabase } from '#testing/test-database.ts';

// oxlint-disable-next-line typescript/no-explicit-any -- a test names what it expects itself
type Any = any;
const database = await testDatabase();
const desk = await startBusinessDesk(database);
const { client, flown, rowsOf, dataOf, save, fusedOf, provenanceOf, expertOf, startExpert, undoLast } = desk;
const refusedWith = (answer: Any): Any => ({
  status: answer.status,
  msg: answer.msg,
  at: answer.data?.problems?.[0]?.at,
});

test('an air waybill is shown with its airports in their own time', async () => {
  const one = await flown();
  const data = await dataOf(one.bkId);
  expect(data.obmBk).toMatchObject({
    mode: 'air',
    blNo: one.waybill,
    carrierCode: 'CZ',
    custVessel: 'CZ461',
    polCode: 'PVG',
    polZone: 'Asia/Shanghai',
    podCode: 'FRA',
    podZone: 'Europe/Berlin',
  });
  expect(data.obmMultiVessel[0]).toMatchObject({
    vesselEn: 'CZ461',
    voyage: '2026-03-09',
    atdStr: '2026-03-09 23:50:00',
    ataStr: '2026-03-10 05:50:00',
  });
  expect(data.mdStatusRecordList.find((row: Any) => row.statusCode === 'RCF')).toMatchObject({
    eventTimeStr: '2026-03-10 07:30:00',
    eventTimeZone: 'Europe/Berlin',
  });
});

test('an air waybill that is saved untouched stays as it is, byte for byte', async () => {
  const one = await flown();
  const before = JSON.stringify(await rowsOf('shipment', one));
  const data = await dataOf(one.bkId);
  expect(await save(data)).toMatchObject({ status: 1, msg: '没有修改' });
  const { obmDocActualContainerList: _, ...withoutUnits } = data;
  expect(await save(withoutUnits)).toMatchObject({ status: 1, msg: '没有修改' });
  expect(JSON.stringify(await rowsOf('shipment', one))).toBe(before);
});

test('another time of a flight is fused with the word of the expert; the pieces stay those of the airline', async () => {
  const one = await flown();
  const before = await fusedOf(one);
  const data = await dataOf(one.bkId);
  data.obmMultiVessel[0].ataStr = '2026-03-10 06:20:00';
  const saved = await save(data);
  expect(saved, saved.text).toMatchObject({ status: 1, msg: '保存成功' });
  const after = await fusedOf(one);
  expect(after.mode).toBe('air');
  expect(after.legs[0].ata).toBe(Date.parse('2026-03-10T06:20:00+01:00'));
  expect((await provenanceOf(one))['leg[1].ata'].winner).toMatchObject({ sourceType: 'EXPERT' });
  expect(after.containers).toEqual(before.containers);
  await desk.pipeline.at(desk.clock.now() + 8 * 86_400_000);
  expect((await fusedOf(one)).legs[0].ata).toBe(Date.parse('2026-03-10T06:20:00+01:00'));
  expect(await undoLast(one)).toMatchObject({ status: 1, msg: '已撤销' });
  expect((await fusedOf(one)).legs).toEqual(before.legs);
});

test('a milestone of the whole consignment, or of the pieces on a flight, is added and removed', async () => {
  const one = await flown();
  const before = await fusedOf(one);
  const data = await dataOf(one.bkId);
  data.mdStatusRecordList.push(
    { containerNo: '', statusCode: 'NFD', portCode: 'fra', eventTimeStr: '2026-03-10 09:00:00' },
    { containerNo: 'CZ463/10MAR/PVG', statusCode: 'ARR', portCode: 'FRA', eventTimeStr: '2026-03-10 15:40:00' },
  );
  const saved = await save(data);
  expect(saved, saved.text).toMatchObject({ status: 1 });
  const { events, mode, containers } = await fusedOf(one);
  expect(mode).toBe('air');
  expect(containers).toEqual(before.containers);
  const statement = events.map((event: Any) => [event.containerNo, event.statusCode, event.portCode]);
  expect(statement).toContainEqual([null, 'NFD', 'FRA']);
  expect(statement).toContainEqual(['CZ463/10MAR/PVG', 'ARR', 'FRA']);
  const again = await dataOf(one.bkId);
  expect(await save(again)).toMatchObject({ status: 1, msg: '没有修改' });
  again.mdStatusRecordList = again.mdStatusRecordList.filter((row: Any) => row.statusCode !== 'NFD');
  expect(await save(again)).toMatchObject({ status: 1, msg: '保存成功' });
  expect((await fusedOf(one)).events.map((event: Any) => event.statusCode)).not.toContain('NFD');
});

test.each<[string, (data: Any) => void, string, string]>([
  ['no number', (data) => (data.obmBk.blNo = ''), '运单号不能为空', 'obmBk.blNo'],
  [
    'a number with a wrong check digit',
    (data) => (data.obmBk.blNo = '784-12345674'),
    '空运单号校验位错误：784-12345674',
    'obmBk.blNo',
  ],
  ['no airline', (data) => (data.obmBk.carrierCode = ''), '承运人不能为空', 'obmBk.carrierCode'],
  ['a carrier of the sea', (data) => (data.obmBk.carrierCode = 'MSC'), '未知的航空公司：MSC', 'obmBk.carrierCode'],
  ['no airport', (data) => (data.obmBk.polCode = ''), '始发地不能为空', 'obmBk.polCode'],
  ['a sea port', (data) => (data.obmBk.podCode = 'NLRTM'), '未知的机场：NLRTM', 'obmBk.podCode'],
  [
    'a leg without its airports',
    (data) => (data.obmMultiVessel = [{ vesselEn: 'CZ1' }]),
    '第1程的始发地和到达地不能为空',
    'obmMultiVessel.0.polCode',
  ],
  [
    'an invalid flight number',
    (data) => (data.obmMultiVessel[0].vesselEn = 'EVER GIVEN'),
    '航班号格式不正确：EVER GIVEN',
    'obmMultiVessel.0.vesselEn',
  ],
  [
    'a flight of no day',
    (data) => (data.obmMultiVessel[0].voyage = '001W'),
    '航班日期格式应为 yyyy-MM-dd：001W',
    'obmMultiVessel.0.voyage',
  ],
  [
    'a milestone of the sea',
    (data) =>
      data.mdStatusRecordList.push({ statusCode: 'LOBD', portCode: 'PVG', eventTimeStr: '2026-03-09 10:00:00' }),
    '未知的状态代码：LOBD',
    'statusCode',
  ],
  [
    'a milestone of an unknown part of the goods',
    (data) =>
      data.mdStatusRecordList.push({
        containerNo: 'CZ9/10MAR/PVG',
        statusCode: 'ARR',
        portCode: 'FRA',
        eventTimeStr: '2026-03-10 10:00:00',
      }),
    '该运单没有这批货：CZ9/10MAR/PVG',
    'containerNo',
  ],
])('refuses %s', async (_, change, msg, at) => {
  const one = await flown();
  const before = await rowsOf('shipment', one);
  const data = await dataOf(one.bkId);
  change(data);
  expect(refusedWith(await save(data))).toEqual({ status: 0, msg, at: expect.stringContaining(at) });
  expect(await rowsOf('shipment', one)).toEqual(before);
});

test('an expert begins a booking by air, without containers, and the pieces stay those of the airline', async () => {
  const one = await flown();
  const before = await fusedOf(one);
  const begun = await expertOf(one as Any);
  expect(begun.obmBk).toMatchObject({
    mode: 'air',
    blNo: one.waybill,
    carrierCode: 'CZ',
    polCode: 'PVG',
    podCode: 'FRA',
  });
  expect(begun.obmDocActualContainerList).toEqual([]);
  const saved = await startExpert(one as Any, (data) => (data.obmBk.custEtaStr = '2026-03-10 08:00:00'));
  expect(saved, saved.text).toMatchObject({ status: 1, msg: '保存成功', data: { obmBk: { mode: 'air' } } });
  const after = await fusedOf(one);
  expect(after).toMatchObject({ mode: 'air', containers: before.containers });
  expect(after.booking.eta).toBe(Date.parse('2026-03-10T08:00:00+01:00'));
});

test('an expert value of a single field is read by the words of the mode', async () => {
  const one = await flown();
  const enter = (columnName: string, newValue: string) =>
    client.call('saveOverride', {
      body: { tableName: 'OBM_BK', tableKeyId: one.bkId, columnName, newValue, isDelete: 1 } as Any,
    });
  expect(await enter('POD_CODE', 'MUC')).toMatchObject({ status: 1 });
  expect((await fusedOf(one)).booking.portOfDischarge).toBe('MUC');
  expect(await enter('POD_CODE', 'NLRTM')).toMatchObject({ status: 0, msg: '未知的机场：NLRTM' });
});
