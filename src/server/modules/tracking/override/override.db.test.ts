import { describe, expect, test } from 'vitest';
import { exampleContainer } from '#server/connectors/dcsa/event-builders.ts';
import { createRandom } from '#shared/random/prng.ts';
import { menuCodes } from '#shared/reference/menus.ts';
import { testDelivery } from '#testing/notifications.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { pipelineApp } from '#testing/pipeline-app.ts';
import { startPipeline } from '#testing/pipeline.ts';
import { testDatabase } from '#testing/test-database.ts';
import { createVoyages } from '#testing/voyages.ts';

const database = await testDatabase();
const pipeline = await startPipeline(database, {
  start: Date.UTC(2026, 1, 3),
  delivery: testDelivery,
});
const [mine, theirs] = [await buildTenant(database, { code: 'EXPA' }), await buildTenant(database, { code: 'EXPB' })];
await buildUser(database, { tenantId: mine.id, userCode: 'expert', name: '钱专家', menus: menuCodes });
await buildUser(database, { tenantId: theirs.id, userCode: 'nobody', menus: menuCodes });
await pipeline.reference.refresh();
const { signedIn } = await pipelineApp(database, pipeline);
const [client, nobody] = [await signedIn('expert'), await signedIn('nobody')];
const { voyage, rowsOf } = createVoyages(database, pipeline, mine.id);
const { clock } = pipeline;

async function shipped() {
  const one = await voyage();
  await pipeline.at(clock.now());
  const fused = (await rowsOf('shipment', one)).find((row) => row['fused']);
  return { ...one, id: one.subscription.id, bkId: String(fused?.['id']) };
}
type Shipped = Awaited<ReturnType<typeof shipped>>;

const traceOf = async ({ bkId }: Shipped) => (await client.call('getTrace', { query: { obmBkId: bkId } })).data;
const contentOf = async (one: Shipped) =>
  (await rowsOf('shipment', one)).find((row) => row['fused'])?.['content'] as any;
const save = (body: Record<string, unknown>, who = client) => who.call('saveOverride', { body });
const listOf = async ({ bkId }: Shipped) => (await client.call('overrides', { query: { obmBkId: bkId } })).data;
const historyOf = async ({ bkId }: Shipped) =>
  (await client.call('overrideHistory', { query: { obmBkId: bkId } })).data as any[];

describe('an expert value', () => {
  test('is in force at once, with the expert as its source, and stays when sources speak again', async () => {
    const one = await shipped();
    const answer = await save({
      tableName: 'OBM_BK',
      tableKeyId: one.bkId,
      columnName: 'custEta',
      newValue: '2026/2/20 下午3:00',
      isDelete: 1,
      processType: 'EXPERT',
    });
    expect(answer).toMatchObject({
      status: 1,
      msg: '已采用专家值',
      data: {
        isDelete: 1,
        tableName: 'OBM_BK',
        tableKeyId: one.bkId,
        columnName: 'CUST_ETA',
        newValue: '2026-02-20 15:00:00',
        value: Date.UTC(2026, 1, 20, 14),
        zone: 'Europe/Amsterdam',
        creatorName: '钱专家',
      },
    });
    expect(answer.data.automaticValue).not.toBe(answer.data.value);
    const trace = await traceOf(one);
    expect(trace.booking).toMatchObject({ custEta: Date.UTC(2026, 1, 20, 14), custEtaStr: '2026-02-20 15:00:00' });
    expect(trace.provenance['booking.eta']).toMatchObject({ rule: 'override', winner: { sourceType: 'EXPERT' } });
    expect(trace.provenance['booking.eta'].others.length).toBeGreaterThan(0);
    await pipeline.at(clock.now() + 8 * 86_400_000);
    expect((await traceOf(one)).booking.custEta).toBe(Date.UTC(2026, 1, 20, 14));
  });

  test.each([
    ['OBM_BK', '', 'POD_CODE', 'DEHAM', (content: any) => content.booking.portOfDischarge, 'DEHAM'],
    ['OBM_BK', '', 'CUST_VESSEL', ' merry  ', (content: any) => content.booking.vesselName, 'MERRY'],
    ['OBM_BK', '', 'ATD', '', (content: any) => content.booking.atd, null],
    ['OBM_MULTI_VESSEL', '-1', 'VOYAGE', '999x', (content: any) => content.legs[0].voyage, '999X'],
    [
      'OBM_DOC_ACTUAL_CONTAINER',
      `-${exampleContainer}`,
      'GROSS_WEIGHT',
      '12,345.678',
      (content: any) => content.containers[0].grossWeightKg,
      12345.68,
    ],
    [
      'MD_STATUS_RECORD',
      `-${exampleContainer}|LOBD|CNSHA|1`,
      'EVENT_TIME',
      '2026-01-09 23:00:00',
      (content: any) => content.events.find((event: any) => event.statusCode === 'LOBD').actual,
      Date.UTC(2026, 0, 9, 15),
    ],
  ])('may correct %s%s %s', async (tableName, key, columnName, newValue, valueIn, expected) => {
    const one = await shipped();
    const before = valueIn(await contentOf(one));
    const entered = await save({ tableName, tableKeyId: `${one.bkId}${key}`, columnName, newValue });
    expect(entered, entered.text).toMatchObject({ status: 1 });
    expect(valueIn(await contentOf(one))).toBe(expected);
    await save({ wlDataCombineDisableId: entered.data.wlDataCombineDisableId, isDelete: 0 });
    expect(valueIn(await contentOf(one))).toBe(before);
  });

  test.each([
    ['CUST_ETD', 'custEtd', '2026-01-11 09:00:00', 'Asia/Shanghai'],
    ['ATD', 'atd', '2026-01-12 09:00:00', 'Asia/Shanghai'],
    ['CUST_ETA', 'custEta', '2026-02-21 09:00:00', 'Europe/Amsterdam'],
    ['ATA', 'ata', '2026-02-22 09:00:00', 'Europe/Amsterdam'],
  ])('of %s is the time of the booking while it is in use', async (columnName, field, newValue, zone) => {
    const one = await shipped();
    const shown = async () => {
      const { booking } = await traceOf(one);
      return [booking[field], booking[`${field}Str`]];
    };
    const automatic = await shown();
    const bk = { tableName: 'OBM_BK', tableKeyId: one.bkId, columnName };
    const { data } = await save({ ...bk, newValue });
    expect(data).toMatchObject({ isDelete: 1, newValue, zone });
    expect(await shown()).toEqual([data.value, newValue]);
    await save({ wlDataCombineDisableId: data.wlDataCombineDisableId, isDelete: 0 });
    expect(await shown()).toEqual(automatic);
  });

  test('of a time is read however it is written, and what no ship can arrive at is refused', async () => {
    const one = await shipped();
    const bk = { tableName: 'OBM_BK', tableKeyId: one.bkId, columnName: 'ATD' };
    const { data } = await save({ ...bk, newValue: '20260112090000' });
    expect(data).toMatchObject({ newValue: '2026-01-12 09:00:00', value: Date.UTC(2026, 0, 12, 1) });
    const epoch = Date.UTC(2026, 0, 12, 2, 30);
    for (const newValue of ['202601121030', String(epoch), epoch])
      expect((await save({ ...bk, newValue })).data).toMatchObject({ newValue: '2026-01-12 10:30:00' });
    for (const newValue of [1e300, -1e300, 0.5, 253_402_300_800_000, '99999999999999'])
      expect(await save({ ...bk, newValue }), String(newValue)).toMatchObject({
        status: 0,
        msg: '输入的时间格式不正确',
      });
    const container = { tableName: 'OBM_DOC_ACTUAL_CONTAINER', tableKeyId: `${one.bkId}-${exampleContainer}` };
    for (const newValue of ['1e307', 1e12, '-1'])
      expect(await save({ ...container, columnName: 'GROSS_WEIGHT', newValue })).toMatchObject({
        msg: '请输入有效的数字',
      });
  });

  test('of a place brings what is known of the port, as the final destination too', async () => {
    const one = await shipped();
    for (const [columnName, prefix] of [
      ['POD_CODE', 'pod'],
      ['DESTINATION_CODE', 'destination'],
    ] as const) {
      await save({ tableName: 'OBM_BK', tableKeyId: one.bkId, columnName, newValue: 'deham' });
      const { booking } = await traceOf(one);
      expect(booking).toMatchObject({
        [`${prefix}Code`]: 'DEHAM',
        [`${prefix}Name`]: expect.stringMatching(/hamburg/i),
        [`${prefix}NameCn`]: '汉堡',
        [`${prefix}Lon`]: expect.closeTo(10, 0),
        [`${prefix}Lat`]: expect.closeTo(53.5, 0),
        [`${prefix}Zone`]: 'Europe/Berlin',
      });
    }
  });

  test('is switched off and on by its checkbox and keeps its value', async () => {
    const one = await shipped();
    const before = await contentOf(one);
    const { data } = await save({
      tableName: 'OBM_BK',
      tableKeyId: one.bkId,
      columnName: 'CUST_VESSEL',
      newValue: 'X',
    });
    const corrected = await contentOf(one);
    const toggle = (isDelete: 0 | 1) => save({ wlDataCombineDisableId: data.wlDataCombineDisableId, isDelete });
    expect(await toggle(0)).toMatchObject({
      msg: '已恢复自动值，专家值保留在历史中',
      data: { isDelete: 0, newValue: 'X' },
    });
    expect(await contentOf(one)).toEqual(before);
    expect(await toggle(1)).toMatchObject({ data: { isDelete: 1 } });
    expect(await contentOf(one)).toEqual(corrected);
    // Doing the same again is no new change.
    await toggle(1);
    expect((await historyOf(one)).map(({ kind }) => kind)).toEqual(['enabled', 'disabled', 'entered']);
    expect((await listOf(one)).obm_bk).toHaveLength(1);
  });

  test('can be undone step by step back to the automatic value', async () => {
    const one = await shipped();
    const [start, states] = [await contentOf(one), [] as unknown[]];
    const entry = { tableName: 'OBM_BK', tableKeyId: one.bkId, columnName: 'CUST_ETD' };
    for (const newValue of ['2026-01-15 10:00', '2026-01-16 10:00']) {
      states.push(await contentOf(one));
      await save({ ...entry, newValue });
    }
    const [last, first] = await historyOf(one);
    expect([last.undoable, first.undoable]).toEqual([1, 0]);
    const undo = (changeId: string) => client.call('undoOverride', { body: { changeId } });
    expect(await undo(first.changeId)).toMatchObject({ status: 0, msg: '没有可撤销的修改' });
    expect(await undo(last.changeId)).toMatchObject({ status: 1, msg: '已撤销' });
    expect(await contentOf(one)).toEqual(states[1]);
    // Undoing the undoing brings the value back.
    await undo((await historyOf(one))[0].changeId);
    expect((await contentOf(one)).booking.etd).toBe(Date.UTC(2026, 0, 16, 2));
    await database.execute('delete from field_override_change where subscription_id = $1 and kind <> $2', [
      one.id,
      'entered',
    ]);
    await undo((await historyOf(one))[0].changeId);
    expect(await contentOf(one)).toEqual(start);
    expect((await listOf(one)).obm_bk).toEqual([]);
  });

  test('gives the same shipment in whatever order values are entered', async () => {
    const values = [
      { columnName: 'CUST_ETA', newValue: '2026-02-25 10:00:00' },
      { columnName: 'CUST_VESSEL', newValue: 'OTHER' },
      { columnName: 'POL_CODE', newValue: 'CNNGB' },
      { columnName: 'ATD', newValue: null },
    ];
    const shown: unknown[] = [];
    for (const seed of ['a', 'b', 'c']) {
      const one = await shipped();
      for (const value of createRandom(seed).shuffle(values))
        expect((await save({ tableName: 'OBM_BK', tableKeyId: one.bkId, ...value })).status).toBe(1);
      shown.push(
        JSON.stringify(await contentOf(one))
          .replaceAll(one.bill, 'BILL')
          .replaceAll(one.code, 'CODE'),
      );
    }
    expect(new Set(shown).size).toBe(1);
  });

  test('is refused where it makes no sense, in words, and then nothing has changed', async () => {
    const one = await shipped();
    const before = await contentOf(one);
    const bk = { tableName: 'OBM_BK', tableKeyId: one.bkId };
    for (const [body, msg] of [
      [{}, '入参不能为空'],
      [{ ...bk, tableName: 'USERS', columnName: 'ATA', newValue: 'x' }, '不支持的表：USERS'],
      [{ ...bk, columnName: 'PASSWORD', newValue: 'x' }, '不支持修正的字段：PASSWORD'],
      [{ ...bk, columnName: 'ATA' }, '请输入专家值'],
      [{ ...bk, columnName: 'ATA', newValue: 'tomorrow' }, '输入的时间格式不正确'],
      [{ ...bk, columnName: 'POD_CODE', newValue: 'XXXXX' }, '未知的港口：XXXXX'],
      [{ ...bk, columnName: 'POD_CODE', newValue: '' }, '目的港不能为空'],
      [{ ...bk, columnName: 'BL_NO', newValue: null }, '提单号不能为空'],
      [{ ...bk, columnName: 'CARRIER_CODE', newValue: 'QQQQ' }, '未知的船公司：QQQQ'],
      [{ ...bk, columnName: 'ATA', newValue: 'x', processType: 'AUTONOMIC_EXPERT' }, '非自助类型'],
      [
        { tableName: 'OBM_MULTI_VESSEL', tableKeyId: `${one.bkId}-9`, columnName: 'ATA', newValue: '2026-02-10' },
        '该业务数据不存在或已变化，请刷新',
      ],
      [
        {
          tableName: 'OBM_DOC_ACTUAL_CONTAINER',
          tableKeyId: `${one.bkId}-${exampleContainer}`,
          columnName: 'CUBE',
          newValue: 'x',
        },
        '请输入有效的数字',
      ],
      [
        {
          tableName: 'OBM_DOC_ACTUAL_CONTAINER',
          tableKeyId: `${one.bkId}-${exampleContainer}`,
          columnName: 'CTN_NO',
          newValue: 'x',
        },
        '箱号不能修正',
      ],
    ] as [Record<string, unknown>, string][]) {
      expect(await save(body), JSON.stringify(body)).toMatchObject({ status: 0, msg });
    }
    expect(await save({ ...bk, columnName: 'ATA', newValue: '2026-02-10' }, nobody)).toMatchObject({ status: 0 });
    expect(await nobody.call('overrides', { query: { obmBkId: one.bkId } })).toMatchObject({ status: 0 });
    expect(await contentOf(one)).toEqual(before);
    expect(await historyOf(one)).toEqual([]);
  });

  test('needs data, and its channel tells self-service experts apart', async () => {
    const one = await shipped();
    await database.execute('update subscription set has_data = false where id = $1', [one.id]);
    const body = { tableName: 'OBM_BK', tableKeyId: one.bkId, columnName: 'CUST_VESSEL', newValue: 'Y' };
    expect(await save(body)).toMatchObject({ status: 0, msg: '订阅无数据,无法编辑专家数据' });
    await database.execute(
      `update subscription set has_data = true, channel = 'SHIPPING_TRACKING_WALI' where id = $1`,
      [one.id],
    );
    expect(await save({ ...body, processType: 'AUTONOMIC_EXPERT' })).toMatchObject({ status: 1 });
    const by = async (processType: string) =>
      (await client.call('overrides', { query: { obmBkId: one.bkId, processType } })).data.obm_bk.length;
    expect([await by('AUTONOMIC_EXPERT'), await by('EXPERT'), await by('SHIPPING_TRACKING_WALI')]).toEqual([1, 0, 1]);
  });

  test('is judged by the rules at once, and nobody is notified: it is no news of the shipment', async () => {
    const one = await shipped();
    await database.execute(
      `insert into feedback (tenant_id, feedback_name, feedback_type, feedback_addr, trigger_status, trigger_events, active)
       values ($1, 'all', 'IN_APP', 'expert', 'Faulted', 'EXCEPTION_OPENED,EXCEPTION_ESCALATED,EXCEPTION_REGRESSED', true)`,
      [mine.id],
    );
    const reported = () => database.query('select id from notification where tenant_id = $1', [mine.id]);
    const before = await reported();
    const open = async () =>
      (await rowsOf('shipment_exception', one)).filter((row) => row['open']).map((row) => row['type_code']);
    expect(await open()).not.toContain('ATA_BEFORE_ATD');
    await save({ tableName: 'OBM_BK', tableKeyId: one.bkId, columnName: 'ATA', newValue: '2026-01-01 10:00:00' });
    expect(await open()).toContain('ATA_BEFORE_ATD');
    const [change] = await historyOf(one);
    await client.call('undoOverride', { body: { changeId: change.changeId } });
    expect(await open()).not.toContain('ATA_BEFORE_ATD');
    expect(await reported()).toEqual(before);
  });
});
