import { describe, expect, test } from 'vitest';
import { exampleContainer } from '#server/connectors/dcsa/event-builders.ts';
import { startBusinessDesk } from '#testing/business-desk.ts';
import { testDatabase } from '#testing/test-database.ts';

// oxlint-disable-next-line typescript/no-explicit-any -- a test names what it expects itself
type Any = any;
const database = await testDatabase();
const desk = await startBusinessDesk(database);
const {
  client,
  second,
  shipped,
  rowsOf,
  dataOf,
  save,
  expertOf,
  fusedOf,
  provenanceOf,
  changesOf,
  undoLast,
  startExpert,
} = desk;

describe('a booking that an expert begins', () => {
  test('has its defaults and what the subscription is about, and is not stored yet', async () => {
    const one = await shipped();
    const data = await expertOf(one);
    expect(data.obmBk).toMatchObject({
      obmBkId: '',
      packageVersion: '1.0.0',
      unionFlag: 1,
      endFlag: 0,
      processType: 'EXPERT',
      bizSourceType: 'EXPERT',
      isBillNo: 1,
      blNo: one.bill,
      carrierCode: one.code,
      polCode: 'CNSHA',
      podCode: 'NLRTM',
      custEta: null,
    });
    expect(data.obmDocActualContainerList).toMatchObject([{ ctnNo: exampleContainer, rowStatus: 4 }]);
    expect(await rowsOf('shipment', one)).toHaveLength(2);
  });

  test('is fused with the precedence of experts, is kept when sources speak again, and is taken back', async () => {
    const one = await shipped();
    const before = await fusedOf(one);
    const saved = await startExpert(one, (data) => {
      data.obmBk.custEtaStr = '2026/2/20 下午3:00';
      data.obmBk.vesselDestination = 'rhine barge 7';
      data.obmBk.destinationCode = 'DEHAM';
    });
    expect(saved, saved.text).toMatchObject({
      status: 1,
      msg: '保存成功',
      data: {
        obmBk: {
          custEta: Date.UTC(2026, 1, 20, 14),
          custEtaStr: '2026-02-20 15:00:00',
          vesselDestination: 'RHINE BARGE 7',
          unionFlag: 1,
          recordVersion: 1,
        },
      },
    });
    const shown = await dataOf(one.bkId);
    expect(shown.obmBk).toMatchObject({ custEta: Date.UTC(2026, 1, 20, 14), vesselDestination: 'RHINE BARGE 7' });
    expect((await provenanceOf(one))['booking.eta'].winner).toMatchObject({ sourceType: 'EXPERT' });
    await desk.pipeline.at(desk.clock.now() + 8 * 86_400_000);
    expect((await dataOf(one.bkId)).obmBk.custEta).toBe(Date.UTC(2026, 1, 20, 14));
    expect(await undoLast(one)).toMatchObject({ status: 1, msg: '已撤销' });
    const after = await fusedOf(one);
    expect(after.onward).toBeUndefined();
    expect(after.booking.finalDestination).toBe(before.booking.finalDestination);
    expect((await expertOf(one)).obmBk.obmBkId).toBe('');
  });

  test('is the same once more when it is saved untouched', async () => {
    const one = await shipped();
    await startExpert(one, (data) => {
      data.obmMultiVessel = [
        { polCode: 'CNSHA', podCode: 'SGSIN', vesselEn: 'A', voyage: '1', etdStr: '2026-01-10 08:00:00' },
        { polCode: 'SGSIN', podCode: 'NLRTM', vesselEn: 'B', voyage: '2', etaStr: '2026-02-19 08:30:00' },
      ];
      data.mdStatusRecordList = [
        { containerNo: exampleContainer, statusCode: 'GITM', portCode: 'CNSHA', eventTimeStr: '2026-01-08 07:00:00' },
        {
          containerNo: exampleContainer,
          statusCode: 'AVPU',
          portCode: 'NLRTM',
          estiEventTimeStr: '2026-02-21 07:00:00',
        },
      ];
    });
    const rows = await rowsOf('shipment', one);
    const data = await expertOf(one);
    expect(data.mdStatusRecordList.map((row: Any) => row.isEsti)).toEqual([0, 1]);
    expect(await save(data)).toMatchObject({ status: 1, msg: '没有修改' });
    expect(await rowsOf('shipment', one)).toEqual(rows);
    expect(await changesOf(one)).toHaveLength(1);
  });

  test('of self-service needs a self-service subscription', async () => {
    const one = await shipped();
    const query = { query: { obmTkSubscribeId: one.id, processType: 'AUTONOMIC_EXPERT' } };
    expect(await client.call('expertBusinessData', query)).toMatchObject({ status: 0, msg: '非自助类型' });
    await database.execute(`update subscription set channel = 'SHIPPING_TRACKING_WALI' where id = $1`, [one.id]);
    const { data } = await client.call('expertBusinessData', query);
    const saved = await save({ ...(data as Any), obmTkSubscribeId: one.id });
    expect(saved, saved.text).toMatchObject({ status: 1, data: { obmBk: { processType: 'AUTONOMIC_EXPERT' } } });
  });

  test.each([
    ['no bill number', (data: Any) => (data.obmBk.blNo = ' '), '提单号不能为空', 'obmBk.blNo'],
    ['no carrier', (data: Any) => (data.obmBk.carrierCode = ''), '船公司不能为空', 'obmBk.carrierCode'],
    ['no process type', (data: Any) => (data.obmBk.processType = ''), '处理类型不能为空', 'obmBk.processType'],
    ['no source', (data: Any) => (data.obmBk.bizSourceType = null), '数据来源不能为空', 'obmBk.bizSourceType'],
    ['no loading port', (data: Any) => (data.obmBk.polCode = ''), '起运港不能为空', 'obmBk.polCode'],
    ['no discharge port', (data: Any) => (data.obmBk.podCode = ''), '目的港不能为空', 'obmBk.podCode'],
    [
      'no container',
      (data: Any) => (data.obmDocActualContainerList = []),
      '至少需要一条箱信息',
      'obmDocActualContainerList',
    ],
    [
      'a container without a number',
      (data: Any) => data.obmDocActualContainerList.push({ ctnNo: '' }),
      '箱号不能为空',
      'obmDocActualContainerList.1.ctnNo',
    ],
    [
      'a container twice',
      (data: Any) => data.obmDocActualContainerList.push({ ctnNo: exampleContainer.toLowerCase() }),
      '不能录入相同的箱号',
      'obmDocActualContainerList.1.ctnNo',
    ],
    [
      'a status twice',
      (data: Any) =>
        data.mdStatusRecordList.push(
          ...[1, 2].map((day) => ({
            containerNo: exampleContainer,
            statusCode: 'GITM',
            portCode: 'CNSHA',
            eventTimeStr: `2026-01-0${day}`,
          })),
        ),
      '同一港口状态代码重复',
      'mdStatusRecordList.1.statusCode',
    ],
    [
      'a status without a container',
      (data: Any) => data.mdStatusRecordList.push({ statusCode: 'GITM', eventTimeStr: '2026-01-01' }),
      '新增状态前请先选择有箱号的箱信息',
      'mdStatusRecordList.0.containerNo',
    ],
    ['24:30', (data: Any) => (data.obmBk.atdStr = '2026-01-09 24:30:00'), '输入的时间格式不正确', 'obmBk.atd'],
    ['an unknown port', (data: Any) => (data.obmBk.porCode = 'XXXXX'), '未知的港口：XXXXX', 'obmBk.porCode'],
    [
      'a leg without ports',
      (data: Any) => (data.obmMultiVessel = [{ vesselEn: 'A' }]),
      '第1程的起运港和目的港不能为空',
      'obmMultiVessel.0.polCode',
    ],
    [
      'a gap between legs',
      (data: Any) => (data.obmMultiVessel = [{}, { polCode: 'CNSHA', podCode: 'NLRTM' }]),
      '第1程为空，船期必须从第1程起连续填写',
      'obmMultiVessel.0',
    ],
    [
      '4,000 characters',
      (data: Any) => (data.obmBk.refrenceNo = '长'.repeat(4000)),
      '不能超过 200 个字符',
      'obmBk.refrenceNo',
    ],
  ])('is refused with %s, at its field, and nothing is written', async (_name, edit, msg, at) => {
    const one = await shipped();
    const before = await rowsOf('shipment', one);
    const answer = await startExpert(one, edit);
    expect(answer, answer.text).toMatchObject({ status: 0, msg });
    expect(answer.data.problems[0].at).toBe(at);
    expect(await rowsOf('shipment', one)).toEqual(before);
  });

  test('下午12:30 is half past noon', async () => {
    const one = await shipped();
    const saved = await startExpert(one, (data) => (data.obmBk.atdStr = '2026-01-09 下午12:30'));
    expect(saved.data.obmBk).toMatchObject({ atdStr: '2026-01-09 12:30:00', atd: Date.UTC(2026, 0, 9, 4, 30) });
  });

  test('may have 500 containers with milestones', async () => {
    const one = await shipped();
    const saved = await startExpert(one, (data) => {
      const numbers = Array.from({ length: 500 }, (_, index) => `TSTU${String(index).padStart(7, '0')}`);
      data.obmDocActualContainerList = numbers.map((ctnNo) => ({ ctnNo, grossWeight: '1,234.567' }));
      data.mdStatusRecordList = numbers.flatMap((containerNo) =>
        ['GITM', 'LOBD'].map((statusCode) => ({
          containerNo,
          statusCode,
          portCode: 'CNSHA',
          eventTimeStr: '2026-01-09 10:00:00',
        })),
      );
    });
    expect(saved, saved.text?.slice(0, 300)).toMatchObject({ status: 1 });
    expect(saved.data.obmDocActualContainerList).toHaveLength(500);
    expect(saved.data.obmDocActualContainerList[0].grossWeight).toBe(1234.57);
    expect((await fusedOf(one)).containers).toHaveLength(501);
  });

  test('the same at once is saved once; a stale version hears what is there', async () => {
    const one = await shipped();
    const data = { ...(await expertOf(one)), obmTkSubscribeId: one.id };
    data.obmBk.refrenceNo = 'R1';
    const answers = await Promise.all([save(data), save(data, second)]);
    expect(answers.map(({ status }) => status)).toEqual([1, 1]);
    expect(await changesOf(one)).toHaveLength(1);
    const known = await expertOf(one);
    const theirsFirst = structuredClone(known);
    theirsFirst.obmBk.refrenceNo = 'R2';
    await save(theirsFirst, second);
    known.obmBk.refrenceNo = 'R3';
    const late = await save(known);
    expect(late).toMatchObject({
      status: 0,
      data: { stale: true, who: '吴同事', current: { obmBk: { refrenceNo: 'R2' } } },
    });
    expect((await expertOf(one)).obmBk.refrenceNo).toBe('R2');
  });
});

describe('a booking as it is shown', () => {
  test('saved untouched changes nothing at all', async () => {
    const one = await shipped();
    for (const id of [one.bkId, one.sourceId]) {
      const before = await rowsOf('shipment', one);
      expect(await save(await dataOf(id))).toMatchObject({ status: 1, msg: '没有修改' });
      expect(await rowsOf('shipment', one)).toEqual(before);
    }
  });

  test('what is changed becomes the word of the expert, the rest stays that of its source; undo brings all back', async () => {
    const one = await shipped();
    const before = await fusedOf(one);
    const data = await dataOf(one.bkId);
    data.obmBk.custVessel = 'other ship';
    data.obmBk.atdStr = '';
    data.obmMultiVessel[0].voyage = '77w';
    data.obmDocActualContainerList[0].grossWeight = 21000.5;
    data.obmDocActualContainerList.push({ ctnNo: 'TSTU7654321', rowStatus: 4 });
    data.mdStatusRecordList.push({
      containerNo: 'TSTU7654321',
      statusCode: 'GITM',
      portCode: 'CNSHA',
      eventTimeStr: '2026-01-08 上午9:00',
    });
    const gone = data.mdStatusRecordList.findIndex((row: Any) => row.statusCode === 'LOBD');
    data.mdStatusRecordList.splice(gone, 1);
    const saved = await save(data);
    expect(saved, saved.text).toMatchObject({ status: 1, data: { obmBk: { custVessel: 'OTHER SHIP', atd: null } } });
    const after = await fusedOf(one);
    expect(after.legs[0].voyage).toBe('77W');
    expect(after.containers.map((item: Any) => item.containerNo)).toEqual([exampleContainer, 'TSTU7654321'].sort());
    expect(after.events.some((event: Any) => event.statusCode === 'LOBD')).toBe(false);
    expect(after.booking.eta).toBe(before.booking.eta);
    const provenance = await provenanceOf(one);
    expect(provenance['booking.vesselName'].rule).toBe('override');
    expect(provenance['booking.portOfLoading'].winner.sourceType).toBe('CARRIER');
    expect(await undoLast(one)).toMatchObject({ status: 1 });
    expect(await fusedOf(one)).toEqual(before);
    expect(await undoLast(one)).toMatchObject({ status: 0 });
  });

  test('what was corrected at one source is the word of the expert too', async () => {
    const one = await shipped();
    const data = await dataOf(one.sourceId);
    data.obmBk.custVoyage = '88E';
    expect(await save(data)).toMatchObject({ status: 1 });
    expect((await fusedOf(one)).booking.voyage).toBe('88E');
    expect((await dataOf(one.sourceId)).obmBk.custVoyage).not.toBe('88E');
  });

  test('another route takes the place of the former one', async () => {
    const one = await shipped();
    const data = await dataOf(one.bkId);
    const before = await fusedOf(one);
    data.obmMultiVessel = [
      { polCode: 'CNSHA', podCode: 'SGSIN', vesselEn: 'FEEDER', voyage: '1' },
      { polCode: 'SGSIN', podCode: 'NLRTM', vesselEn: 'MOTHER', voyage: '2' },
    ];
    const saved = await save(data);
    expect(saved, saved.text).toMatchObject({ status: 1 });
    expect(
      (await fusedOf(one)).legs.map((leg: Any) => [leg.portOfLoading, leg.portOfDischarge, leg.vesselName]),
    ).toEqual([
      ['CNSHA', 'SGSIN', 'FEEDER'],
      ['SGSIN', 'NLRTM', 'MOTHER'],
    ]);
    await undoLast(one);
    expect(await fusedOf(one)).toEqual(before);
  });

  test("the customer's number, opening and closing of the terminal are kept, shown and taken back", async () => {
    const one = await shipped();
    const before = await fusedOf(one);
    const data = await dataOf(one.bkId);
    Object.assign(data.obmBk, { businessNo: 'PO 4711', openTimeStr: '2026-01-05 08:00', closeTimeStr: '2026-01-07' });
    const saved = await save(data);
    expect(saved, saved.text).toMatchObject({
      status: 1,
      data: {
        obmBk: {
          businessNo: 'PO 4711',
          openTime: Date.UTC(2026, 0, 5),
          openTimeStr: '2026-01-05 08:00:00',
          closeTimeStr: '2026-01-07 00:00:00',
        },
      },
    });
    expect((await provenanceOf(one))['cutoff[FCO].time'].winner).toMatchObject({ sourceType: 'EXPERT' });
    saved.data.obmBk.closeTimeStr = '';
    expect((await save(saved.data)).data.obmBk).toMatchObject({ closeTime: null, businessNo: 'PO 4711' });
    await undoLast(one);
    await undoLast(one);
    expect(await fusedOf(one)).toEqual(before);
  });

  test('a milestone has the place and the zone that were typed; a zone that is none is refused at its field', async () => {
    const one = await shipped();
    const data = await dataOf(one.bkId);
    const row = (eventTimeZone: string) => ({
      containerNo: exampleContainer,
      statusCode: 'PASS',
      portCode: 'CNSHA',
      eventTimeStr: '2026-01-08 07:00:00',
      eventPlace: 'Gate 7',
      eventTimeZone,
    });
    const rows = data.mdStatusRecordList;
    data.mdStatusRecordList = [...rows, row('Mars/Olympus')];
    expect(await save(data)).toMatchObject({
      status: 0,
      msg: '未知的时区：Mars/Olympus',
      data: { problems: [{ at: `mdStatusRecordList.${rows.length}.eventTimeZone` }] },
    });
    data.mdStatusRecordList = [...rows, row('Europe/Amsterdam')];
    expect(await save(data)).toMatchObject({ status: 1 });
    const event = (await fusedOf(one)).events.find(
      (item: Any) => item.statusCode === 'PASS' && item.containerNo === exampleContainer,
    );
    expect(event).toMatchObject({ zone: 'Europe/Amsterdam', place: 'Gate 7', actual: Date.UTC(2026, 0, 8, 6) });
  });

  test('undo is refused in plain words where a later change builds on it', async () => {
    const one = await shipped();
    const edit = async (voyageNo: string, who = client) => {
      const data = await dataOf(one.bkId);
      data.obmBk.custVoyage = voyageNo;
      await save(data, who);
    };
    await edit('1A');
    await edit('2B', second);
    const [first] = await changesOf(one);
    const answer = await client.call('undoBusinessData', { body: { changeId: String(first?.['id']) } });
    expect(answer).toMatchObject({
      status: 0,
      msg: expect.stringMatching(/^吴同事 于 2026-\d\d-\d\d 08:00:00 CST \+8 又修改了：航次。请先撤销那次修改$/),
    });
    expect((await fusedOf(one)).booking.voyage).toBe('2B');
    await undoLast(one);
    await undoLast(one);
    expect((await fusedOf(one)).booking.voyage).not.toMatch(/1A|2B/);
  });
});
