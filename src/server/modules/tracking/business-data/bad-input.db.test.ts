import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { exampleContainer } from '#server/connectors/dcsa/event-builders.ts';
import { startBusinessDesk } from '#testing/business-desk.ts';
import { testDatabase } from '#testing/test-database.ts';

// oxlint-disable-next-line typescript/no-explicit-any -- a test names what it expects itself
type Any = any;
const database = await testDatabase();
const { client, second, stranger, shipped, dataOf, save, expertOf, changesOf, startExpert, undoLast } =
  await startBusinessDesk(database);
type Shipped = Awaited<ReturnType<typeof shipped>>;

/** Everything that is stored of a subscription's bookings, byte for byte. */
const storedOf = (one: Shipped): Promise<Any[]> =>
  database.query(
    `select id, fused, channel, content::text, provenance::text, history::text, record_version from shipment
      where subscription_id = $1 order by id`,
    [one.id],
  );
/** What is shown of it, and which expert values stand. */
const wordOf = async (one: Shipped): Promise<Any> => ({
  shown: await database.query('select content::text from shipment where subscription_id = $1 and fused', [one.id]),
  standing: await database.query(
    `select path, value, active from field_override where subscription_id = $1 and dropped_at is null order by path`,
    [one.id],
  ),
  // An expert's booking that was begun and undone is a removed one.
  removed: await database.query(
    `select source_code, item from shipment_removal where subscription_id = $1 and source_code not like 'expert:%'`,
    [one.id],
  ),
});

describe('a booking that is open while somebody deletes it', () => {
  test('cannot be saved: it says that it is gone, and nothing comes back', async () => {
    const one = await shipped();
    await startExpert(one, (data) => (data.obmBk.refrenceNo = 'R1'));
    const open = await expertOf(one);
    expect(await second.call('deleteBusinessData', { body: [open.obmBk.obmBkId] })).toMatchObject({ status: 1 });
    const before = await storedOf(one);
    open.obmBk.refrenceNo = 'R2';
    const answer = await save(open);
    expect(answer, answer.text).toMatchObject({ status: 0, msg: '跟踪数据不存在' });
    expect(await storedOf(one)).toEqual(before);
  });

  test('is deleted once when two requests delete it at the same time', async () => {
    const one = await shipped();
    await startExpert(one);
    const { obmBkId } = (await expertOf(one)).obmBk;
    const answers = await Promise.all(
      [client, second].map((who) => who.call('deleteBusinessData', { body: [obmBkId] })),
    );
    expect(answers.map(({ data }: Any) => data.deleted).toSorted()).toEqual([0, 1]);
    expect((await changesOf(one)).filter(({ kind }) => kind === 'deleted')).toHaveLength(1);
  });
});

describe('a booking whose source reported no carrier and no discharge port', () => {
  const bare = async (): Promise<Shipped> => {
    const one = await shipped();
    await database.execute(
      `update shipment set content = jsonb_set(jsonb_set(content::jsonb, '{booking,carrierCode}', 'null'),
         '{booking,portOfDischarge}', 'null')::json where subscription_id = $1`,
      [one.id],
    );
    return one;
  };

  test('is not refused for them when it is saved untouched', async () => {
    const one = await bare();
    const before = await storedOf(one);
    for (const id of [one.bkId, one.sourceId])
      expect(await save(await dataOf(id))).toMatchObject({ status: 1, msg: '没有修改' });
    expect(await storedOf(one)).toEqual(before);
  });

  test('needs them as soon as something is changed, and always says who tells it', async () => {
    const one = await bare();
    const data = await dataOf(one.bkId);
    expect(await save({ ...data, obmBk: { ...data.obmBk, custVoyage: 'V9' } })).toMatchObject({
      status: 0,
      msg: '船公司不能为空',
      data: { problems: [{ at: 'obmBk.carrierCode' }, { at: 'obmBk.podCode' }] },
    });
    expect(await save({ ...data, obmBk: { ...data.obmBk, processType: '' } })).toMatchObject({
      status: 0,
      msg: '处理类型不能为空',
    });
  });
});

describe('a booking of a container', () => {
  test.each([
    ['no container number', (data: Any) => (data.obmBk.ctnNo = ''), '箱号不能为空', 'obmBk.ctnNo'],
    ['no vessel', (data: Any) => (data.obmBk.custVessel = ' '), '船名不能为空', 'obmBk.custVessel'],
    ['no voyage', (data: Any) => (data.obmBk.custVoyage = null), '航次不能为空', 'obmBk.custVoyage'],
    [
      'two containers',
      (data: Any) => data.obmDocActualContainerList.push({ ctnNo: 'TSTU7654321' }),
      '按箱订阅只能有一条箱信息',
      'obmDocActualContainerList.1.ctnNo',
    ],
  ])('is refused with %s, at its field', async (_name, edit, msg, at) => {
    const one = await shipped({ byContainer: true });
    const before = await storedOf(one);
    const answer = await startExpert(one, (data) => {
      Object.assign(data.obmBk, { custVessel: 'A', custVoyage: '1' });
      edit(data);
    });
    expect(answer, answer.text).toMatchObject({ status: 0, msg });
    expect(answer.data.problems[0].at).toBe(at);
    expect(await storedOf(one)).toEqual(before);
  });
});

test('texts of 4,000 characters are refused at their field, wherever they are typed', async () => {
  const one = await shipped();
  const before = await storedOf(one);
  const long = 'x'.repeat(4000);
  const data = await dataOf(one.bkId);
  const container = data.obmDocActualContainerList[0].ctnNo;
  const status = (more: object) => ({
    containerNo: container,
    statusCode: 'PASS',
    portCode: 'CNSHA',
    eventTimeStr: '2026-01-08 07:00:00',
    ...more,
  });
  const last = data.mdStatusRecordList.length;
  const edits: [string, object][] = [
    ...[
      'blNo',
      'refrenceNo',
      'businessNo',
      'carrierCode',
      'custVessel',
      'custVoyage',
      'podCode',
      'vesselDestination',
    ].map((name): [string, object] => [`obmBk.${name}`, { obmBk: { ...data.obmBk, [name]: long } }]),
    ['obmBk.ata', { obmBk: { ...data.obmBk, ataStr: long } }],
    ['obmMultiVessel.0.vesselEn', { obmMultiVessel: [{ ...data.obmMultiVessel[0], vesselEn: long }] }],
    [
      'obmDocActualContainerList.0.sealNo',
      { obmDocActualContainerList: [{ ...data.obmDocActualContainerList[0], sealNo: long }] },
    ],
    ['obmDocActualContainerList.0.ctnNo', { obmDocActualContainerList: [{ ctnNo: long }], mdStatusRecordList: [] }],
    ...['eventPlace', 'eventTimeZone', 'vesselName', 'statusCode', 'portCode'].map((name): [string, object] => [
      `mdStatusRecordList.${last}.${name}`,
      { mdStatusRecordList: [...data.mdStatusRecordList, status({ [name]: long })] },
    ]),
  ];
  for (const [at, edit] of edits) {
    const answer = await save({ ...data, ...edit });
    expect(answer.status, `${at}: ${answer.text.slice(0, 200)}`).toBe(0);
    expect(
      answer.data.problems.map((problem: Any) => problem.at),
      at,
    ).toContain(at);
    expect(answer.text.length).toBeLessThan(2_000);
  }
  expect(await storedOf(one)).toEqual(before);
});

describe('ids of another tenant', () => {
  test('are not found by any call that takes one', async () => {
    const one = await shipped();
    const data = await dataOf(one.bkId);
    const { obmMultiVessel: legs, obmDocActualContainerList: containers, mdStatusRecordList: statuses } = data;
    const before = await storedOf(one);
    const answers = await Promise.all([
      stranger.call('getBusinessData', { query: { obmBkId: one.bkId } }),
      stranger.call('expertBusinessData', { query: { obmTkSubscribeId: one.id } }),
      stranger.call('overrides', { query: { obmBkId: one.bkId } }),
      stranger.call('saveOverride', {
        body: { tableName: 'OBM_BK', tableKeyId: one.bkId, columnName: 'ATA', newValue: '2026-02-01' },
      }),
      stranger.call('exceptionBusiness', { body: { bkId: one.bkId, businessType: 'vesselVoyage' } }),
      stranger.call('deleteStatusRecord', { body: { mdStatusRecordId: statuses[0].mdStatusRecordId } }),
      stranger.call('deleteStatusRecord', { also: true, query: { mdStatusRecordId: statuses[0].mdStatusRecordId } }),
      stranger.call('deleteStatusRecords', { body: statuses }),
      stranger.call('deleteContainers', { body: containers }),
      stranger.call('deleteLeg', { also: true, query: { obmMultiVesseId: legs[0].obmMultiVesseId } }),
      stranger.call('deleteLegs', { also: true, query: { obmBkId: one.bkId } }),
      stranger.call('subscriptionSchedules', { query: { subscribeId: one.id } }),
      stranger.call('stopSchedules', { body: [one.target] }),
      stranger.call('startSchedules', { body: [one.target] }),
      stranger.call('schedulePlans', { body: { scheduleId: one.target } }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 0));
    expect(await storedOf(one)).toEqual(before);
  });
});

describe('whatever is edited', () => {
  const day = fc.integer({ min: 1, max: 28 }).map((n) => `2026-02-${String(n).padStart(2, '0')} 10:00:00`);
  const time = fc.oneof(day, fc.constant(''));
  const word = fc.stringMatching(/^[A-Z]{1,6}[0-9]{0,3}$/);
  const edit = fc.record(
    {
      custVoyage: word,
      custVessel: word,
      refrenceNo: word,
      businessNo: word,
      custEtdStr: day,
      atdStr: time,
      custEtaStr: day,
      ataStr: time,
      closeTimeStr: day,
      destinationCode: fc.constantFrom('NLRTM', 'DEHAM', ''),
      etaDestinationStr: time,
      vesselDestination: word,
    },
    { requiredKeys: [] },
  );
  const parts = fc.record({
    voyageOfLeg: fc.option(word),
    seal: fc.option(word),
    gone: fc.boolean(),
    added: fc.boolean(),
    legs: fc.boolean(),
  });
  const change = (data: Any, fields: object, rows: Any): void => {
    Object.assign(data.obmBk, fields);
    if (rows.voyageOfLeg !== null) data.obmMultiVessel[0].voyage = rows.voyageOfLeg;
    if (rows.seal !== null) data.obmDocActualContainerList[0].sealNo = rows.seal;
    if (rows.gone) data.mdStatusRecordList.splice(0, 1);
    if (rows.added)
      data.mdStatusRecordList.push({
        containerNo: exampleContainer,
        statusCode: 'PASS',
        portCode: 'CNSHA',
        eventTimeStr: '2026-01-08 07:00:00',
      });
    if (rows.legs)
      data.obmMultiVessel = [
        { polCode: 'CNSHA', podCode: 'SGSIN', vesselEn: 'FEEDER', voyage: '1' },
        { polCode: 'SGSIN', podCode: 'NLRTM', vesselEn: 'MOTHER', voyage: '2' },
      ];
  };

  test('saved and undone it is as before, and untouched it changes nothing, byte for byte', async () => {
    const one = await shipped();
    await fc.assert(
      fc.asyncProperty(edit, parts, async (fields, rows) => {
        const before = await wordOf(one);
        const data = await dataOf(one.bkId);
        change(data, fields, rows);
        const saved = await save(data);
        expect(saved, saved.text).toMatchObject({ status: 1 });
        // Reading a booking and saving it unchanged gives the same booking, for every user.
        for (const id of [one.bkId, one.sourceId]) {
          const stored = await storedOf(one);
          expect(await save(await dataOf(id), second)).toMatchObject({ status: 1, msg: '没有修改' });
          expect(await storedOf(one)).toEqual(stored);
        }
        if (saved.msg !== '没有修改') expect(await undoLast(one)).toMatchObject({ status: 1 });
        expect(await wordOf(one)).toEqual(before);
      }),
      { numRuns: 10, seed: 14 },
    );
  }, 90_000);
});
